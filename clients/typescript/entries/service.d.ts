/** The service and viewports: layoutd-client/bundles/service. Other bundles have what is a mere type here. */
export * from '../index.js';
export type { Feed, KeyedItems, ScrollSpace, stepsBetween } from '../index.js';

/** The service, viewports and feeds: layoutd-client/bundles/feed. The bundle `module` has what is a mere type here. */
export * from '../index.js';
export type { KeyedItems, stepsBetween } from '../index.js';

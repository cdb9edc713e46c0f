/** The service and viewports: layoutd-client/bundles/service. Declarations that are only types here have values in other bundles. */
export * from '../index.js';
export type { Feed, KeyedItems, ScrollSpace, SourceTree, effects, frames, stepsBetween } from '../index.js';

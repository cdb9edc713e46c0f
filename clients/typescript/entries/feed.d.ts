/** The service, viewports and feeds: layoutd-client/bundles/feed. Declarations that are only types here have values in the bundle `module`. */
export * from '../index.js';
export type { KeyedItems, SourceTree, effects, frames, stepsBetween } from '../index.js';

/** The service, viewports and feeds: layoutd-client/feed. Declarations that are only types here have values in layoutd-client. */
export * from '../index.js';
export type { KeyedItems, SourceTree, effects, frames, stepsBetween } from '../index.js';

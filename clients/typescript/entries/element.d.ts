/** The bundle `feed`, and the element <layoutd-feed>: layoutd-client/bundles/element, which defines it. */
export * from '../index.js';
export * from '../types/element.js';
export type { KeyedItems, SourceTree, effects, frames, stepsBetween } from '../index.js';

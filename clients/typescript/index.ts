/**
 * Scrolls layouts that a layoutd service computes. All coordinates are points in content coordinates, origin top-left. An unknown option
 * throws a TypeError.
 */
export { effects } from './source/steps/effects.js';
export { Feed } from './source/feed/Feed.js';
export { cssTransform } from './source/viewport/pages/cssTransform.js';
export { frames } from './source/steps/frames.js';
export { KeyedItems } from './source/steps/KeyedItems.js';
export { Layout } from './source/viewport/Layout.js';
export { LayoutService } from './source/viewport/LayoutService.js';
export { limits } from './source/service/limits.js';
export { IdChanged, Problem } from './source/service/Problem.js';
export { ScrollSpace } from './source/viewport/ScrollSpace.js';
export { SourceTree } from './source/tree/SourceTree.js';
export { stepsBetween } from './source/steps/stepsBetween.js';
export * from './types/index.js';

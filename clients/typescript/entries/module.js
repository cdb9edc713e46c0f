// @ts-check
export { Feed } from '../source/Feed.js';
export { KeyedItems } from '../source/KeyedItems.js';
export { Layout } from '../source/Layout.js';
export { LayoutModule, ModuleLayout, ModuleProblem, ModuleSnapshot } from '../source/LayoutModule.js';
export { LayoutService } from '../source/LayoutService.js';
export { limits } from '../source/limits.js';
export { IdChanged, Problem } from '../source/Problem.js';
export { ScrollSpace } from '../source/ScrollSpace.js';
export { stepsBetween } from '../source/stepsBetween.js';

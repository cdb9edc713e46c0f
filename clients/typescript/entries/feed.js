// @ts-check
export { Feed } from '../source/Feed.js';
export { Layout } from '../source/Layout.js';
export { LayoutService } from '../source/LayoutService.js';
export { limits } from '../source/limits.js';
export { IdChanged, Problem } from '../source/Problem.js';
export { ScrollSpace } from '../source/ScrollSpace.js';

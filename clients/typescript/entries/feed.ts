/** The service, viewports and feeds: layoutd-client/feed. */
export { cssTransform } from '../source/viewport/pages/cssTransform.js';
export { Feed } from '../source/feed/Feed.js';
export { Layout } from '../source/viewport/Layout.js';
export { LayoutService } from '../source/viewport/LayoutService.js';
export { limits } from '../source/service/limits.js';
export { IdChanged, Problem } from '../source/service/Problem.js';
export { ScrollSpace } from '../source/viewport/ScrollSpace.js';
export * from '../types/index.js';

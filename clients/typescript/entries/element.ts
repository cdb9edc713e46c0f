/** The element <layoutd-feed>, which this defines, and feeds: layoutd-client/element. */
export { LayoutdFeed } from '../source/element/define.js';
export { Feed } from '../source/feed/Feed.js';
export { limits } from '../source/service/limits.js';
export { IdChanged, Problem } from '../source/service/Problem.js';
export * from '../types/index.js';
export * from '../types/element.js';

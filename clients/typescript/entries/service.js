// @ts-check
// Feeds, and parts that are loaded later, share these: they stand with the service.
import '../source/listId.js';
import '../source/sectionsAfter.js';

export { Layout } from '../source/Layout.js';
export { LayoutService } from '../source/LayoutService.js';
export { limits } from '../source/limits.js';
export { IdChanged, Problem } from '../source/Problem.js';

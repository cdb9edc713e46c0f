// @ts-check
// Feeds, and parts that are loaded later, share these: they stand with the service.
import '../source/documents/listId.js';
import '../source/steps/sectionsAfter.js';

export { Layout } from '../source/viewport/Layout.js';
export { LayoutService } from '../source/viewport/LayoutService.js';
export { limits } from '../source/service/limits.js';
export { IdChanged, Problem } from '../source/service/Problem.js';

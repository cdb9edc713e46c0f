// Feeds and files that are loaded later share these, so they are in this bundle.
import '../source/documents/listId.js';
import '../source/steps/equalEnds.js';
import '../source/steps/itemCount.js';
import '../source/steps/numbered.js';

export { cssTransform } from '../source/viewport/pages/cssTransform.js';
export { Layout } from '../source/viewport/Layout.js';
export { LayoutService } from '../source/viewport/LayoutService.js';
export { limits } from '../source/service/limits.js';
export { IdChanged, Problem } from '../source/service/Problem.js';

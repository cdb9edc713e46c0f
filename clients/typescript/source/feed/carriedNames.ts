import { carriedSections } from '../steps/carriedSections.js';
import { FeedNames } from './FeedNames.js';
import type { Key, Step } from '../../types/index.js';

/**
 * The names after a change that the feed did not make. Earlier items keep their names, new ones have those of a tree. The snapshot is not
 * known any more.
 *
 * @param names before it
 * @param steps null if they are not known
 * @param keys those of the tree after the change
 * @param counts of the layout after the change
 */
export function carriedNames(
  names: FeedNames, steps: readonly Step[] | null, keys?: (readonly Key[] | null)[] | null,
  counts?: { sectionCount: number, itemCount: number },
) {
  const carried = steps ? carriedBy(names, steps) : new FeedNames(null);
  if (!names.keys || !counts || !keys?.some((list) => list)) return carried;
  const made = carried.isKnown ? new FeedNames(null, undefined, carried.sections) : FeedNames.of(counts, keys);
  made.keys = keys.map((list, section) => list ?? carried.keys?.[section] ?? null);
  made.list = names.list;
  return made;
}

function carriedBy(names: FeedNames, steps: readonly Step[]) {
  if (steps.every(keepsItems)) return names;
  if (!names.isKnown) return new FeedNames(null);
  const before = names.sections.map(({ id, items }, section) => ({ id, items, keys: names.keys?.[section] ?? null }));
  const after = carriedSections(before, steps);
  const made = new FeedNames(null, undefined, after);
  if (names.keys) made.keys = after.map(({ keys }) => keys);
  made.list = names.list;
  return made;
}

/** Whether a step sets at most the least length of the content. */
function keepsItems({ set = {}, ...lists }: Step) {
  return Object.keys({ ...lists, ...set }).every((name) => name === 'minimumContentLength');
}

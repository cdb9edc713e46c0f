// @ts-check
import { carriedSections } from '../steps/carriedSections.js';
import { FeedNames } from './FeedNames.js';

/** @typedef {import('../../index.js').Key} Key */
/** @typedef {import('../../index.js').Step} Step */

/**
 * The names after a change that the feed did not make. Earlier items keep their names, new ones have those of a tree. The snapshot is not
 * known any more.
 *
 * @param {FeedNames} names before it
 * @param {readonly Step[] | null} steps null if they are not known
 * @param {(readonly Key[] | null)[] | null} [keys] those of the tree after the change
 * @param {{ sectionCount: number, itemCount: number }} [counts] of the layout after the change
 */
export function carriedNames(names, steps, keys, counts) {
  const carried = steps ? carriedBy(names, steps) : new FeedNames(null);
  if (!names.keys || !counts || !keys?.some((list) => list)) return carried;
  const made = carried.isKnown ? new FeedNames(null, undefined, carried.sections) : FeedNames.of(counts, keys);
  made.keys = keys.map((list, section) => list ?? carried.keys?.[section] ?? null);
  made.list = names.list;
  return made;
}

/**
 * @param {FeedNames} names
 * @param {readonly Step[]} steps
 */
function carriedBy(names, steps) {
  if (steps.every(keepsItems)) return names;
  if (!names.isKnown) return new FeedNames(null);
  const before = names.sections.map(({ id, items }, section) => ({ id, items, keys: names.keys?.[section] ?? null }));
  const after = carriedSections(before, steps);
  const made = new FeedNames(null, undefined, after);
  if (names.keys) made.keys = after.map(({ keys }) => keys);
  made.list = names.list;
  return made;
}

/**
 * Whether a step sets at most the least length of the content.
 *
 * @param {Step} step
 */
function keepsItems({ set = {}, ...lists }) {
  return Object.keys({ ...lists, ...set }).every((name) => name === 'minimumContentLength');
}

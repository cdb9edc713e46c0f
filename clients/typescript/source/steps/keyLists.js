// @ts-check
import { CheckedKeys } from './CheckedKeys.js';
import { itemCount } from './itemCount.js';
import { checkList, checkObject } from './options.js';

/** @typedef {import('../../index.js').Key} Key */

/**
 * The keys of each section; null for a section without keys.
 *
 * @param {import('../../index.js').FeedKeys} keys
 * @param {any} snapshot
 * @param {CheckedKeys} [checked] lists that were checked before
 * @returns {(readonly Key[] | null)[]}
 */
export function keyLists(keys, snapshot, checked = new CheckedKeys()) {
  const { sections } = snapshot;
  if (typeof keys !== 'function') checkList('keys', keys);
  const isOne = typeof keys !== 'function' && sections.length === 1
    && !keys.some((entry) => entry === null || Array.isArray(entry));
  const listOf = typeof keys === 'function' ? keys : (/** @type {number} */ section) => (isOne ? keys : keys[section]);
  return sections.map((/** @type {any} */ { items }, /** @type {number} */ section) => {
    const list = /** @type {readonly Key[] | null} */ (listOf(section) ?? null);
    if (list) checkList(`The keys of section ${section}`, list);
    if (list && list.length !== itemCount(items)) {
      throw new TypeError(`Section ${section} has ${itemCount(items)} items and ${list.length} keys`);
    }
    if (list) checked.check(section, list);
    return list;
  });
}

/**
 * The unique names of sections.
 *
 * @param {readonly { id?: string }[]} sections
 */
export function sectionNames(sections) {
  for (const section of sections) checkObject('A section', section);
  const ids = sections.map(({ id }) => id);
  const isNamed = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  return isNamed ? ids.map((id) => `id ${id}`) : sections.map((_, place) => `section ${place}`);
}

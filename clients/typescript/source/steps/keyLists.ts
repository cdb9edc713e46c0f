import { CheckedKeys } from './CheckedKeys.js';
import { itemCount } from './itemCount.js';
import { checkList, checkObject } from './options.js';
import type { FeedKeys, Key } from '../../types/index.js';

/**
 * The keys of each section; null for a section without keys.
 *
 * @param checked lists that were checked before
 */
export function keyLists(keys: FeedKeys, snapshot: any, checked: CheckedKeys = new CheckedKeys()): (readonly Key[] | null)[] {
  const { sections } = snapshot;
  if (typeof keys !== 'function') checkList('keys', keys);
  const isOne = typeof keys !== 'function' && sections.length === 1
    && !keys.some((entry) => entry === null || Array.isArray(entry));
  const listOf = typeof keys === 'function' ? keys : (section: number) => (isOne ? keys : keys[section]);
  return sections.map(({ items }: any, section: number) => {
    const list = (listOf(section) ?? null) as readonly Key[] | null;
    if (list) checkList(`The keys of section ${section}`, list);
    if (list && list.length !== itemCount(items)) {
      throw new TypeError(`Section ${section} has ${itemCount(items)} items and ${list.length} keys`);
    }
    if (list) checked.check(section, list);
    return list;
  });
}

/** The unique names of sections. */
export function sectionNames(sections: readonly { id?: string }[]) {
  for (const section of sections) checkObject('A section', section);
  const ids = sections.map(({ id }) => id);
  const isNamed = ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  return isNamed ? ids.map((id) => `id ${id}`) : sections.map((_, place) => `section ${place}`);
}

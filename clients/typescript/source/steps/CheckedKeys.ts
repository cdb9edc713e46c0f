import { equalEnds } from './equalEnds.js';
import { numbered } from './numbered.js';
import type { Key } from '../../types/index.js';

/** Checks that each key occurs once in its list. If a list is similar to the last one, only the differences are checked. */
export class CheckedKeys {
  #lists: Map<number, { list: readonly Key[], set: Set<Key> }> = new Map();
  /** The number of keys that were looked up, for tests. */
  lookups = 0;

  check(section: number, list: readonly Key[]) {
    const known = this.#lists.get(section);
    if (known?.list === list) return;
    if (!known || !this.#checkMiddle(known.list, known.set, list)) {
      this.lookups += list.length;
      this.#lists.set(section, { list, set: new Set(numbered(list, (key) => key).keys()) });
    } else known.list = list;
  }

  /**
   * Checks a list that was made from another one.
   *
   * @param gone the removed keys
   * @param come the new keys
   */
  edit(section: number, before: readonly Key[], after: readonly Key[], gone: readonly Key[], come: readonly Key[]) {
    this.check(section, before);
    const known = this.#lists.get(section) as { list: readonly Key[], set: Set<Key> };
    this.#replace(known.set, gone, come, after);
    known.list = after;
  }

  /**
   * Checks the keys between the equal ends of two lists. Returns false, without a check, if there are too many of them.
   *
   * @param set the keys of `before`, changed to those of `after`
   */
  #checkMiddle(before: readonly Key[], set: Set<Key>, after: readonly Key[]) {
    const [head, tail] = equalEnds(before.length, after.length, (place, other) => before[place] === after[other]);
    const gone = before.slice(head, before.length - tail);
    const come = after.slice(head, after.length - tail);
    if (gone.length + come.length > after.length / 2) return false;
    this.#replace(set, gone, come, after);
    return true;
  }

  /** @param after the whole list */
  #replace(set: Set<Key>, gone: readonly Key[], come: readonly Key[], after: readonly Key[]) {
    this.lookups += gone.length + come.length;
    numbered(come, (key) => key);
    const others = new Set(gone);
    for (const key of come) {
      // Throws with the places of the two equal keys.
      if (set.has(key) && !others.has(key)) numbered(after, (name) => name);
    }
    for (const key of gone) set.delete(key);
    for (const key of come) set.add(key);
  }
}

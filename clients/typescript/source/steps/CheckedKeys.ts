import { keySources } from './keySources.js';
import { isKey, numbered } from './numbered.js';
import type { Key } from '../../types/index.js';

/**
 * Checks that each key occurs once in its list. If a list is similar to the last one, only the keys that are new are sought in it: the
 * keys of a list are not kept a second time.
 */
export class CheckedKeys {
  /** The last list of each section. */
  #lists: Map<number, readonly Key[]> = new Map();
  /** The number of keys that were compared with all others, for tests. */
  lookups = 0;

  check(section: number, list: readonly Key[]) {
    const known = this.#lists.get(section);
    if (known === list) return;
    const come = known && added(known, list);
    if (come) this.#seek(come, list);
    else {
      this.lookups += list.length;
      numbered(list, (key) => key);
    }
    this.#lists.set(section, list);
  }

  /**
   * Checks a list that was made from another one.
   *
   * @param come the new keys
   */
  edit(section: number, before: readonly Key[], after: readonly Key[], come: readonly Key[]) {
    this.check(section, before);
    this.#seek(come, after);
    this.#lists.set(section, after);
  }

  /** Throws with the places of two equal keys, of which one is new in the list. O(list) */
  #seek(come: readonly Key[], list: readonly Key[]) {
    this.lookups += come.length;
    if (come.length === 0) return;
    const names = new Set(come);
    let count = 0;
    for (const key of list) if (names.has(key)) count += 1;
    if (count > names.size || names.size < come.length || !come.every(isKey)) numbered(list, (key) => key);
  }
}

/** The keys of a list that another list does not have; undefined if these are more than half of the keys. */
function added(before: readonly Key[], after: readonly Key[]) {
  const { head, sources } = keySources(before, after);
  const come: Key[] = [];
  sources.forEach((source, place) => source < 0 && come.push(after[head + place] as Key));
  return come.length > after.length / 2 ? undefined : come;
}

// @ts-check
import { itemCount, keyLists, sectionNames } from './snapshotSteps.js';

/** @typedef {import('../index.js').Key} Key */

/** How elements are named from layout to layout, as far as the snapshot and its keys are known. */
export class FeedNames {
  /** @type {readonly any[]} */
  #sections;
  #sectionNames;
  /** @type {Map<number, Map<Key, number>>} */
  #places = new Map();
  /** A list of keys for each section, null for one without; null where there are none. */
  keys = /** @type {(readonly Key[] | null)[] | null} */ (null);

  /**
   * @param {any} snapshot null where it is not known
   * @param {import('../index.js').FeedKeys} [keys]
   * @param {number} [total] of all items
   */
  constructor(snapshot, keys, total) {
    this.snapshot = snapshot;
    this.#sections = snapshot?.sections ?? [];
    this.#sectionNames = sectionNames(this.#sections);
    this.total = total;
    if (keys) this.keys = keyLists(keys, snapshot);
  }

  /** @param {number} section */
  section(section) {
    return this.#sectionNames[section] ?? `section ${section}`;
  }

  /**
   * The `id` that the snapshot gave it.
   *
   * @param {number} section
   * @returns {string | undefined}
   */
  sectionId(section) {
    return this.#sections[section]?.id;
  }

  /**
   * @param {string} kind
   * @param {number} section
   * @param {number} number
   */
  id(kind, section, number) {
    const key = kind === 'cell' ? this.key(section, number) : undefined;
    const name = key !== undefined ? JSON.stringify(key) : kind === 'cell' ? `#${number}` : number;
    return `${kind} ${this.section(section)} ${name}`;
  }

  /**
   * Whether a name of another layout may mean another element in this one: numbers of cells change, and without keys nothing
   * is known.
   *
   * @param {string} id
   */
  isOther(id) {
    return !this.keys || / #\d+$/.test(id);
  }

  /**
   * @param {number} section
   * @param {number} item
   */
  key(section, item) {
    return this.keys?.[section]?.[item];
  }

  /**
   * How many items a section has; −1 where that is not known.
   *
   * @param {number} section
   */
  count(section) {
    const known = this.#sections[section];
    return known ? itemCount(known.items) : this.total ?? -1;
  }

  /**
   * Where a key is; undefined where it is not.
   *
   * @param {Key} key
   * @param {number} [within] the section
   */
  find(key, within) {
    for (const section of within === undefined ? this.#sections.keys() : [within]) {
      const item = this.#placesOf(section).get(key);
      if (item !== undefined) return { section, item };
    }
    return undefined;
  }

  /** @param {number} section */
  #placesOf(section) {
    const places = this.#places.get(section)
      ?? new Map((this.keys?.[section] ?? []).map((key, item) => [key, item]));
    this.#places.set(section, places);
    return places;
  }
}

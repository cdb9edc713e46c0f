// @ts-check
import { carriedSections } from '../steps/carriedSections.js';
import { itemCount } from '../steps/itemCount.js';
import { keyLists, sectionNames } from '../steps/keyLists.js';

/** @typedef {import('../../index.js').Key} Key */
/** @typedef {{ make: (containerExtent: number) => any, keys?: import('../../index.js').FeedKeys }} Making */

/** How elements are named from layout to layout, as far as the snapshot and its keys are known. */
export class FeedNames {
  /** As far as they are known. */
  #sections = /** @type {readonly any[]} */ ([]);
  #isKnown;
  #sectionNames;
  /** What was looked for last. */
  #found = /** @type {{ key: Key, section: number, item: number } | null} */ (null);
  /** A list of keys for each section, null for one without; null where there are none. An item may have none. */
  keys = /** @type {(readonly (Key | undefined)[] | null)[] | null} */ (null);
  /** What makes the snapshot anew for another extent, and that which it was made for. */
  making = /** @type {(Making & { extent: number }) | null} */ (null);
  /** The names of the list that was given: those that edits and steps make of them have it in common. */
  list = /** @type {FeedNames} */ (this);
  /** Of all items, where there is one section. */
  total = /** @type {number | undefined} */ (undefined);

  /**
   * @param {any} snapshot null where it is not known
   * @param {import('../../index.js').FeedKeys} [keys]
   * @param {readonly { id?: string, items?: any }[]} [sections] where they are known
   * @param {import('../steps/CheckedKeys.js').CheckedKeys} [checked] knows keys that were checked before
   */
  constructor(snapshot, keys, sections = snapshot?.sections, checked = undefined) {
    this.snapshot = snapshot;
    this.#isKnown = sections !== undefined;
    if (sections) this.#sections = sections;
    this.#sectionNames = sectionNames(this.#sections);
    if (keys) this.keys = keyLists(keys, { sections: this.#sections }, checked);
  }

  /**
   * @param {any} snapshot
   * @param {import('../../index.js').FeedKeys | undefined} keys
   * @param {import('../steps/CheckedKeys.js').CheckedKeys} checked
   */
  static from(snapshot, keys, checked) {
    return new FeedNames(snapshot, keys, snapshot.sections, checked);
  }

  /**
   * Of a layout whose snapshot is not known. How many items a section without keys has is not known, where there are others.
   *
   * @param {{ sectionCount: number, itemCount: number }} counts
   * @param {import('../../index.js').FeedKeys} [keys]
   */
  static of({ sectionCount, itemCount: total }, keys) {
    if (!keys) return new FeedNames(null);
    const isOne = sectionCount === 1;
    const listOf = (/** @type {number} */ section) => (typeof keys === 'function' ? keys(section) : /** @type {any} */ (keys)[section]);
    return new FeedNames(null, keys, Array.from({ length: sectionCount }, (_, section) => (
      { items: isOne ? total : listOf(section)?.length ?? NaN })));
  }

  /**
   * The names behind steps that came from elsewhere: those of the items that were there before. The snapshot is not known any
   * more.
   *
   * @param {readonly import('../../index.js').Step[]} steps
   */
  after(steps) {
    if (steps.length === 0) return this;
    if (!this.#isKnown) return new FeedNames(null);
    const before = this.#sections.map(({ id, items }, section) => ({ id, items, keys: this.keys?.[section] ?? null }));
    const after = carriedSections(before, steps);
    const names = new FeedNames(null, undefined, after);
    if (this.keys) names.keys = after.map(({ keys }) => keys);
    names.list = this.list;
    return names;
  }

  /**
   * Whether these may be the names of the same items as others are: no item has two keys.
   *
   * @param {FeedNames} others
   */
  isFor({ keys }) {
    const [own, other] = [this.keys, keys];
    if (!own || !other || own.length !== other.length) return false;
    return own.every((list, section) => !list === !other[section] && (list ?? []).every((key, item) => {
      const known = other[section]?.[item];
      return known === undefined || known === key;
    }));
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
    const count = known ? itemCount(known.items) : this.total ?? NaN;
    return Number.isNaN(count) ? -1 : count;
  }

  /**
   * Where a key is; undefined where it is not.
   *
   * @param {Key} key
   * @param {number} [within] the section
   */
  find(key, within) {
    const { section: last, item } = this.#found ?? {};
    if (this.#found?.key === key && (within === undefined || within === last)) return { section: last, item };
    for (const section of within === undefined ? this.#sections.keys() : [within]) {
      const place = this.keys?.[section]?.indexOf(key) ?? -1;
      if (place < 0) continue;
      this.#found = { key, section, item: place };
      return { section, item: place };
    }
    return undefined;
  }
}

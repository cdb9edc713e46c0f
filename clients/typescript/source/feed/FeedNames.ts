import { itemCount } from '../steps/itemCount.js';
import { keyLists, sectionNames } from '../steps/keyLists.js';
import type { FeedKeys, Key } from '../../types/index.js';
import type { CheckedKeys } from '../steps/CheckedKeys.js';

export type Making = { make: (containerExtent: number) => any, keys?: FeedKeys };

/** Names of elements that stay the same from layout to layout, as far as the snapshot and its keys are known. */
export class FeedNames {
  snapshot;
  /** The sections, as far as they are known, and whether they are. */
  sections;
  declare isKnown: boolean;
  #sectionNames;
  /** The last result of `find`. */
  #found: { key: Key, section: number, item: number } | null = null;
  /** A list of keys for each section, null for a section without keys; null if there are no keys. A single item may have no key. */
  keys: (readonly (Key | undefined)[] | null)[] | null = null;
  /** The function that makes the snapshot for an extent, and the extent for which it was made. */
  making: (Making & { extent: number }) | null = null;
  /** The names of the list that the page gave. Names that edits and steps derive from them have the same `list`. */
  list = this;
  /** The number of items, if there is exactly one section. */
  total: number | undefined = undefined;

  /**
   * @param snapshot null if it is not known
   * @param sections if they are known
   * @param checked lists of keys that were checked before
   */
  constructor(
    snapshot: any, keys?: FeedKeys, sections: readonly { id?: string, items?: any }[] = snapshot?.sections, checked?: CheckedKeys,
  ) {
    this.snapshot = snapshot;
    this.isKnown = sections !== undefined;
    this.sections = (sections || []);
    this.#sectionNames = sectionNames(this.sections);
    if (keys) this.keys = keyLists(keys, { sections: this.sections }, checked);
  }

  /** The names of a snapshot in any form: without any if its sections are not known here. Throws at a mistake in the keys. */
  static read(snapshot: any, keys: FeedKeys | undefined, checked: CheckedKeys) {
    const value = typeof snapshot === 'string' ? JSON.parse(snapshot) : snapshot;
    const isKnown = Array.isArray(value?.sections);
    if (keys && !isKnown) throw new TypeError(value?.source ? 'A source says the keys of its items itself' : 'With keys the snapshot has to be a value or a string');
    return isKnown ? FeedNames.from(value, keys, checked) : new FeedNames(null);
  }

  /** The names of the snapshot that a function makes for an extent. */
  static made(making: Making, extent: number, checked: CheckedKeys) {
    const names = FeedNames.from(making.make(extent), making.keys, checked);
    names.making = { ...making, extent };
    return names;
  }

  static from(snapshot: any, keys: FeedKeys | undefined, checked: CheckedKeys) {
    if (keys && !snapshot.sections) throw new TypeError('With keys the snapshot has to have sections');
    return new FeedNames(snapshot, keys, snapshot.sections, checked);
  }

  /** Names of another list, which `made` makes. */
  remade(...given: Parameters<typeof FeedNames.made>) {
    return FeedNames.made(...given);
  }

  /**
   * The names of a layout whose snapshot is not known. If there are several sections, the number of items of a section without keys is not
   * known.
   */
  static of({ sectionCount, itemCount: total }: { sectionCount: number, itemCount: number }, keys?: FeedKeys) {
    if (!keys) return new FeedNames(null);
    const isOne = sectionCount === 1;
    const listOf = (section: number) => (typeof keys === 'function' ? keys(section) : (keys as any)[section]);
    return new FeedNames(null, keys, Array.from({ length: sectionCount }, (_, section) => (
      { items: isOne ? total : listOf(section)?.length ?? NaN })));
  }

  /** Whether these and other names may belong to the same items: no item has two different keys. */
  isFor({ keys }: FeedNames) {
    const [own, other] = [this.keys, keys];
    if (!own || !other || own.length !== other.length) return false;
    return own.every((list, section) => !list === !other[section] && (list ?? []).every((key, item) => {
      const known = other[section]?.[item];
      return known === undefined || known === key;
    }));
  }

  section(section: number) {
    return this.#sectionNames[section] ?? `section ${section}`;
  }

  /** The `id` of the section in the snapshot. */
  sectionId(section: number): string | undefined {
    return this.sections[section]?.id;
  }

  id(kind: string, section: number, number: number) {
    const key = kind === 'cell' ? this.key(section, number) : undefined;
    const name = key !== undefined ? JSON.stringify(key) : kind === 'cell' ? `#${number}` : number;
    return `${kind} ${this.section(section)} ${name}`;
  }

  /**
   * Whether a name from an earlier layout may mean another element in this one: so if it has the number of a cell, or if there are no keys.
   */
  isOther(id: string) {
    return !this.keys || / #\d+$/.test(id);
  }

  key(section: number, item: number) {
    return this.keys?.[section]?.[item];
  }

  /** The number of items of a section; −1 if it is not known. */
  count(section: number) {
    const known = this.sections[section];
    const count = known ? itemCount(known.items) : this.total ?? NaN;
    return Number.isNaN(count) ? -1 : count;
  }

  /**
   * The section and item of a key; undefined if no item has it.
   *
   * @param within the only section to search
   */
  find(key: Key, within?: number) {
    const { section: last, item } = this.#found ?? {};
    if (this.#found?.key === key && (within === undefined || within === last)) return { section: last, item };
    for (const section of within === undefined ? this.sections.keys() : [within]) {
      const place = this.keys?.[section]?.indexOf(key) ?? -1;
      if (place < 0) continue;
      this.#found = { key, section, item: place };
      return { section, item: place };
    }
    return undefined;
  }

  /** The same. Different sections may have the same key, so the section is searched first in which it was. */
  findNear(key: Key, section?: number): { section: number, item: number } | undefined {
    return (this.find(key, section) ?? this.find(key)) as any;
  }
}

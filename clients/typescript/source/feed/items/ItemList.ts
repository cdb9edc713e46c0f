import { checkList, checkObject } from '../../steps/options.js';
import { rootNames } from '../../steps/tables.js';
import type { FeedElement, Key } from '../../../types/index.js';
import type { ItemSizes } from './ItemSizes.js';
import type { FeedListOptions, FeedStack } from '../../../types/items.js';

type ListOptions = FeedListOptions<any, any>;

/** The items that a feed shows: those of one render, by section. */
export class ItemList {
  #options;
  #sections;
  /** The keys of each section. */
  declare keys: Key[][];
  declare count: number;
  /** Whether the last snapshot made from this list has estimated sizes. */
  hasEstimates = false;

  constructor(options: ListOptions) {
    checkLists(options);
    const { items, sections, headers, placeholder, footers, keyOf } = options;
    this.#options = options;
    this.#sections = sections ?? [{ items: items as readonly any[], headers, placeholder, footers }];
    this.keys = this.#sections.map((section) => section.items.map(keyOf));
    this.count = this.keys.reduce((sum, { length }) => sum + length, 0);
  }

  /** The options in which two lists with the same items may differ, without functions that render items. */
  static form(options: ListOptions) {
    checkLists(options);
    const { sections, headers, placeholder, footers, size, estimate, version } = options;
    const parts = sections?.map(({ items, ...section }) => section);
    const rules = [size, estimate].map((rule) => (typeof rule === 'function' ? 'a function' : rule));
    return JSON.stringify([parts, headers, placeholder, footers, rootOf(options), rules, version]);
  }

  /** Whether another list has the same items in the same places, with equal options. O(items) */
  isLike(other: ItemList) {
    return this.#sections.length === other.#sections.length
      && this.#sections.every(({ items }, number) => hasSame(items, other.#sections[number].items))
      && ItemList.form(this.#options) === ItemList.form(other.#options);
  }

  /** @param extent of the container */
  snapshot(extent: number, sizes: ItemSizes) {
    const { metrics } = this.#options;
    const made = {
      engine: 'column', ...rootOf(this.#options),
      sections: this.#sections.map(({ items, headers, placeholder, footers, ...section }, number) => ({
        ...section, ...(headers && { headers: headers.map(undrawn) }), ...(placeholder && { placeholder: undrawn(placeholder) }),
        ...(footers && { footers: footers.map(undrawn) }),
        items: sizes.of(number, items, { ...this.#options, ...section, metrics: { ...metrics, ...section.metrics } }, extent),
      })),
    };
    this.hasEstimates = [made, ...made.sections].some(isEstimated);
    return made;
  }

  /** The item of a cell at its current place; null if it was removed. */
  find({ section = 0, item: place = 0, key }: FeedElement): { item: any } | null {
    const own = this.#within(section, place, key);
    if (own) return own;
    for (const other of this.keys.keys()) {
      const found = other === section ? null : this.#within(other, place, key);
      if (found) return found;
    }
    return null;
  }

  /**
   * The items in another order, in the form in which they were given: a list, or sections.
   *
   * @param keys by section
   */
  arranged(keys: readonly (readonly Key[] | null)[]) {
    const known = this.keys.map((list, section) => new Map(list.map((key, place) => [key, this.#sections[section].items[place]])));
    const find = (key: Key, section: number) => (
      [known[section], ...known].flatMap((map) => (map?.has(key) ? [map.get(key)] : [])).slice(0, 1));
    const lists = keys.map((list, section) => (list ?? []).flatMap((key) => find(key, section)));
    if (this.#options.items) return { items: lists[0] };
    return { sections: this.#sections.map((section, number) => ({ ...section, items: lists[number] })) };
  }

  /** @param place its old place */
  #within(section: number, place: number, key: Key | undefined) {
    const keys = this.keys[section];
    if (!keys || key === undefined) return null;
    const at = keys[place] === key ? place : keys.indexOf(key);
    return at < 0 ? null : { item: this.#sections[section].items[at] };
  }
}

/** The members of a snapshot beside its sections, as far as options have them. */
function rootOf(options: any) {
  const root: any = {};
  for (const name of rootNames) {
    const value = options[name];
    if (value) root[name] = Array.isArray(value) ? value.map(undrawn) : value;
  }
  return root;
}

/** @throws TypeError if they are no lists, or have no keys */
function checkLists({ items, sections, keyOf }: ListOptions) {
  if ((items === undefined) === (sections === undefined)) throw new TypeError('A feed has items or sections: one of the two');
  if (typeof keyOf !== 'function') throw new TypeError('keyOf is no function');
  if (sections === undefined) return checkList('items', items);
  checkList('sections', sections);
  for (const [number, section] of sections.entries()) {
    checkObject(`Section ${number}`, section);
    checkList(`items of section ${number}`, section.items);
  }
}

/** Whether a size in a snapshot, or in a section of it, is an estimate. */
function isEstimated({ items = [], headers = [], footers = [], globalHeaders = [] }: any) {
  const lists = [Array.isArray(items) ? items : [], headers, footers, globalHeaders];
  return [items.estimated].flat().includes(true) || lists.some((list) => list.some(({ estimated }: any) => estimated));
}

function hasSame(items: readonly any[], others: readonly any[]) {
  return items === others || items.length === others.length && items.every((item, place) => Object.is(item, others[place]));
}

/** The item of a cell in the first list that has it; null if none has. */
export function foundIn(lists: readonly (ItemList | null)[], element: FeedElement) {
  for (const list of lists) {
    const found = list?.find(element);
    if (found) return found;
  }
  return null;
}

/** @param part a header, a footer or a placeholder */
function undrawn({ render, ...part }: FeedStack<any>) {
  return part;
}

/** The names of a section's lists of headers and footers, by kind. */
const stacks: any = { header: 'headers', footer: 'footers' };

/** The options of a header, a footer or a placeholder. */
export function partOf(options: any, { kind, section = 0, sectionId, index = 0 }: FeedElement) {
  const { globalHeaders, sections = [options] } = options;
  if (kind === 'globalHeader') return globalHeaders?.[index];
  // While an update with other sections is in progress, the element still has its old number.
  const own = sections[section]?.id === sectionId ? sections[section] : sections.find(({ id }: any) => id === sectionId);
  return kind === 'placeholder' ? own?.placeholder : own?.[stacks[kind]]?.[index];
}

import { itemCount } from './itemCount.js';
import { isListed, isSameValue } from './memberValues.js';
import { extents, members } from './tables.js';
import type { ItemSize } from '../../types/index.js';

/** A range of existing items, or added items, in any form. */
export type Piece = { start: number, end: number } | { added: any };

/** The members of a size. */
export const sizeNames = ['width', 'height', 'estimated'];

/** The members of an item. */
export const itemNames = [...sizeNames, ...Object.keys(members)];

/** What is assumed of an engine to come. */
const unknown = { width: [null], height: [null] };

/** The extents that an engine reads, with what replaces a missing one: the value of a metric or its default; undefined for none. */
export function missingSize(engine: string, isHorizontal: boolean, metric: (name: string) => any) {
  const size: Record<string, any> = {};
  for (const [column, [name, standard]] of Object.entries((extents[engine] ?? unknown) as Record<string, any[]>)) {
    const extent = isHorizontal === (column === 'width') ? 'height' : 'width';
    const value = name === null ? undefined : metric(name);
    size[extent] = typeof value === 'number' ? value : value?.[extent] ?? standard;
  }
  return size;
}

/** The names of the lists that do not have the name of the member. */
const columnNames: Record<string, string> = { width: 'widths', height: 'heights' };

/** The sizes of items and their other members; for extents that items do not have, those of the metrics. */
export class ItemSizes {
  #names;
  /** For each member a list of values, or one value for all items. */
  #columns: (readonly any[] | null)[] = [];
  #ones: any[] = [];
  #metrics;
  /** The list of items, if they are given as a list. */
  #list: readonly any[] | null = null;

  /**
   * @param items in any form
   * @param names the members that count
   */
  constructor(items: any = 0, names: readonly string[], metric: Record<string, any>) {
    this.#names = names;
    this.#metrics = names.map((name) => metric[name] ?? members[name]);
    if (Array.isArray(items)) {
      this.#list = isPlain(items) ? items : items.flatMap(({ count = 1, ...size }) => new Array(count).fill(size));
    } else if (typeof items !== 'number') {
      const values = names.map((name) => (items.count === undefined ? items[columnNames[name] ?? name] : items[name]));
      this.#columns = values.map((value, index) => (isListed(names[index], value) ? value : null));
      this.#ones = values;
    }
  }

  /** @param index of the name */
  #value(index: number, place: number) {
    const column = this.#columns[index];
    const value = this.#list ? this.#list[place][this.#names[index]] : column ? column[place] : this.#ones[index];
    return value ?? this.#metrics[index];
  }

  /** An item, without members that have their defaults. */
  at(place: number): ItemSize {
    const size: any = {};
    this.#names.forEach((name, index) => {
      const value = this.#value(index, place);
      if (value !== undefined && value !== members[name]) size[name] = value;
    });
    return size;
  }

  /** Whether an item has the same size as an item of another list, with the same members and metrics. */
  isSame(place: number, other: ItemSizes, otherPlace: number) {
    if (this.#list && this.#list[place] === other.#list?.[otherPlace]) return true;
    for (let index = 0; index < this.#names.length; index += 1) {
      const one = this.#value(index, place);
      const two = other.#value(index, otherPlace);
      const name = this.#names[index];
      if (one !== two && (name === 'estimated' ? Boolean(one) !== Boolean(two) : !isSameValue(name, one, two))) return false;
    }
    return true;
  }
}

/** Whether each entry of a list is one item. */
function isPlain(list: readonly any[]) {
  for (let place = 0; place < list.length; place += 1) if (list[place].count !== undefined) return false;
  return true;
}

/** The concatenation of lists. Each list is copied once. */
export function joined<Value>(lists: readonly (readonly Value[])[]): Value[] {
  return lists.length > 10_000 ? lists.flat() : ([] as Value[]).concat(...lists);
}

/**
 * Items made of pieces of other items. Columns stay columns if all added items have the same ones; otherwise the result is a list.
 *
 * @param items in any form
 */
export function itemsOfPieces(items: any, pieces: readonly Piece[]) {
  const kept = pieces.map((piece) => ('added' in piece ? piece.added : null));
  const names = columnsOf(items);
  const isEven = names && kept.every((added) => added === null || columnsOf(added)?.join() === names.join());
  if (isEven) {
    const count = itemCount(items);
    return Object.fromEntries(names.map((name) => [name, joined(pieces.map((piece) => {
      if (!('added' in piece)) return column(name, items[name], count).slice(piece.start, piece.end);
      return column(name, piece.added[name], itemCount(piece.added));
    }))]));
  }
  const list = runs(items);
  const cut = isPlain(list) ? list.slice.bind(list) : between.bind(null, list);
  return joined(pieces.map((piece) => ('added' in piece ? runs(piece.added) : cut(piece.start, piece.end))));
}

function columnsOf(items: any) {
  if (typeof items !== 'object' || Array.isArray(items) || items.count !== undefined) return null;
  return Object.keys(items).filter((name) => items[name] !== undefined).sort();
}

function column(name: string, values: any, count: number) {
  return isListed(name, values) ? values : new Array(count).fill(values);
}

function runs(items: any): readonly any[] {
  if (Array.isArray(items)) return items;
  if (typeof items === 'number') return items > 0 ? [{ count: items }] : [];
  if (items.count !== undefined) return items.count > 0 ? [items] : [];
  const sizes = new ItemSizes(items, itemNames, {});
  return Array.from({ length: itemCount(items) }, (_, place) => sizes.at(place));
}

/** @param list of runs */
function between(list: readonly any[], start: number, end: number) {
  const found = [];
  let place = 0;
  for (const run of list) {
    const { count = 1 } = run;
    const length = Math.min(end, place + count) - Math.max(start, place);
    if (length === count) found.push(run);
    else if (length > 0) found.push({ ...run, count: length });
    place += count;
    if (place >= end) break;
  }
  return found;
}

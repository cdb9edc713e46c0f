// @ts-check
import { itemCount } from './itemCount.js';
import { isListed, isSameValue } from './memberValues.js';
import { extents, members } from './tables.js';

/** @typedef {import('../../index.js').ItemSize} ItemSize */
/** @typedef {{ start: number, end: number } | { added: any }} Piece a range of existing items, or added items, in any form */

/** The members of a size. */
export const sizeNames = ['width', 'height', 'estimated'];

/** The members of an item. */
export const itemNames = [...sizeNames, ...Object.keys(members)];

/** What is assumed of an engine to come. */
const unknown = { width: [null], height: [null] };

/**
 * The extents that an engine reads, with what replaces a missing one: the value of a metric or its default; undefined for none.
 *
 * @param {string} engine
 * @param {boolean} isHorizontal
 * @param {(name: string) => any} metric
 */
export function missingSize(engine, isHorizontal, metric) {
  const size = /** @type {Record<string, any>} */ ({});
  for (const [column, [name, standard]] of Object.entries(/** @type {Record<string, any[]>} */ (extents[engine] ?? unknown))) {
    const extent = isHorizontal === (column === 'width') ? 'height' : 'width';
    const value = name === null ? undefined : metric(name);
    size[extent] = typeof value === 'number' ? value : value?.[extent] ?? standard;
  }
  return size;
}

/** The names of the lists that do not have the name of the member. */
const columnNames = /** @type {Record<string, string>} */ ({ width: 'widths', height: 'heights' });

/** The sizes of items and their other members; for extents that items do not have, those of the metrics. */
export class ItemSizes {
  #names;
  /** For each member a list of values, or one value for all items. */
  #columns = /** @type {(readonly any[] | null)[]} */ ([]);
  #ones = /** @type {any[]} */ ([]);
  #metrics;
  /** The list of items, if they are given as a list. */
  #list = /** @type {readonly any[] | null} */ (null);

  /**
   * @param {any} items in any form
   * @param {readonly string[]} names the members that count
   * @param {Record<string, any>} metric
   */
  constructor(items = 0, names, metric) {
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

  /**
   * @param {number} index of the name
   * @param {number} place
   */
  #value(index, place) {
    const column = this.#columns[index];
    const value = this.#list ? this.#list[place][this.#names[index]] : column ? column[place] : this.#ones[index];
    return value ?? this.#metrics[index];
  }

  /**
   * An item, without members that have their defaults.
   *
   * @param {number} place
   * @returns {ItemSize}
   */
  at(place) {
    const size = /** @type {any} */ ({});
    this.#names.forEach((name, index) => {
      const value = this.#value(index, place);
      if (value !== undefined && value !== members[name]) size[name] = value;
    });
    return size;
  }

  /**
   * Whether an item has the same size as an item of another list, with the same members and metrics.
   *
   * @param {number} place
   * @param {ItemSizes} other
   * @param {number} otherPlace
   */
  isSame(place, other, otherPlace) {
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

/**
 * Whether each entry of a list is one item.
 *
 * @param {readonly any[]} list
 */
function isPlain(list) {
  for (let place = 0; place < list.length; place += 1) if (list[place].count !== undefined) return false;
  return true;
}

/**
 * The concatenation of lists. Each list is copied once.
 *
 * @template Value
 * @param {readonly (readonly Value[])[]} lists
 * @returns {Value[]}
 */
export function joined(lists) {
  return lists.length > 10_000 ? /** @type {any} */ (lists.flat()) : /** @type {Value[]} */ ([]).concat(...lists);
}

/**
 * Items made of pieces of other items. Columns stay columns if all added items have the same ones; otherwise the result is a list.
 *
 * @param {any} items in any form
 * @param {readonly Piece[]} pieces
 */
export function itemsOfPieces(items, pieces) {
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

/** @param {any} items */
function columnsOf(items) {
  if (typeof items !== 'object' || Array.isArray(items) || items.count !== undefined) return null;
  return Object.keys(items).filter((name) => items[name] !== undefined).sort();
}

/**
 * @param {string} name
 * @param {any} values
 * @param {number} count
 */
function column(name, values, count) {
  return isListed(name, values) ? values : new Array(count).fill(values);
}

/**
 * @param {any} items
 * @returns {readonly any[]}
 */
function runs(items) {
  if (Array.isArray(items)) return items;
  if (typeof items === 'number') return items > 0 ? [{ count: items }] : [];
  if (items.count !== undefined) return items.count > 0 ? [items] : [];
  const sizes = new ItemSizes(items, itemNames, {});
  return Array.from({ length: itemCount(items) }, (_, place) => sizes.at(place));
}

/**
 * @param {readonly any[]} list of runs
 * @param {number} start
 * @param {number} end
 */
function between(list, start, end) {
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

// @ts-check
import { partitionPoint } from '../../steps/partitionPoint.js';
import { itemsOf } from '../../steps/stepsBetween.js';
import { isList } from '../wasm/SnapshotNumbers.js';

/** @typedef {Record<string, any>} Item the members of an item that have a value */
/** @typedef {{ start: number, count: number, item: Item }} Run equal items */

const listNames = /** @type {Record<string, string>} */ ({ width: 'widths', height: 'heights' });

/** The items of a section as runs of equal ones, with the sizes that metrics define. */
export class ItemRuns {
  /** @type {Run[]} */
  #runs = [];
  #names;
  count = 0;

  /** @param {readonly string[]} names of the members that count */
  constructor(names) {
    this.#names = names;
  }

  /**
   * @param {any} items in any form
   * @param {readonly string[]} names of the members that count
   * @param {Item} substitutes for the extents that items lack
   */
  static of(items = 0, names, substitutes) {
    const runs = new ItemRuns(names);
    const add = (/** @type {number} */ count, /** @type {(name: string) => any} */ value) => {
      /** @type {Item} */
      const item = {};
      for (const name of names) {
        const own = value(name) ?? substitutes[name];
        if (own !== undefined && own !== false) item[name] = own;
      }
      runs.append(item, count);
    };
    if (typeof items === 'number') add(items, () => undefined);
    else if (Array.isArray(items)) for (const item of items) add(item.count ?? 1, (name) => item[name]);
    else if (items.count !== undefined) add(items.count, (name) => items[name]);
    else {
      const columns = new Map(names.map((name) => [name, items[listNames[name] ?? name]]));
      const { length = 0 } = [...columns.values()].find(isList) ?? items.heights ?? items.widths ?? [];
      for (let place = 0; place < length; place += 1) {
        add(1, (name) => {
          const column = columns.get(name);
          return isList(column) ? column[place] : column;
        });
      }
    }
    return runs;
  }

  /**
   * @param {Item} item
   * @param {number} count
   */
  append(item, count) {
    const last = this.#runs.at(-1);
    if (count > 0 && last && this.isSame(last.item, item)) last.count += count;
    else if (count > 0) this.#runs.push({ start: this.count, count, item });
    this.count += count;
  }

  /**
   * @param {Item} one
   * @param {Item} other
   */
  isSame(one, other) {
    return this.#names.every((name) => one[name] === other[name]);
  }

  /** @param {number} item */
  at(item) {
    return this.#runs[partitionPoint(0, this.#runs.length, (place) => this.#runs[place].start + this.#runs[place].count > item)].item;
  }

  /**
   * Whether two sections have the same items.
   *
   * @param {ItemRuns} other of the same engine
   */
  isEqual(other) {
    const others = other.#runs;
    return this.#runs.length === others.length
      && this.#runs.every(({ count, item }, place) => count === others[place].count && this.isSame(item, others[place].item));
  }

  /**
   * Neighbouring items.
   *
   * @param {number} first
   * @param {number} count
   */
  part(first, count) {
    const part = new ItemRuns(this.#names);
    let place = partitionPoint(0, this.#runs.length, (place) => this.#runs[place].start + this.#runs[place].count > first);
    for (; part.count < count; place += 1) {
      const { start, count: length, item } = this.#runs[place];
      part.append(item, Math.min(start + length, first + count) - Math.max(start, first));
    }
    return part;
  }

  /** The items as in a step. */
  get said() {
    const [run, ...others] = this.#runs;
    if (others.length === 0) return { count: this.count, ...run?.item };
    const items = this.#runs.map(({ count, item }) => (count === 1 ? item : { count, ...item }));
    const areSizes = this.count === items.length && this.#names.every((name) => ['width', 'height', 'estimated'].includes(name));
    return areSizes ? itemsOf(items) : items;
  }
}

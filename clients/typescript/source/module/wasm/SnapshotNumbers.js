// @ts-check
import { CheckedNumbers } from './CheckedNumbers.js';
import { effect, stops } from './effectNumbers.js';
import { ModuleProblem } from './ModuleProblem.js';
import { isNumber } from '../../service/parameterFaults.js';

/** @typedef {import('./Vocabulary.js').Row} Row */
/** @typedef {import('./Vocabulary.js').Rows} Rows */
/** @typedef {number | Float64Array | undefined} Column the values of one member of items: one number for all, one for each, or none */
/** @typedef {Column[]} Columns by the places of the members of an item */

/** The engine if it is not known, and so are the extents that items need. */
const unknown = -1;

/** Writes a snapshot as numbers, and finds the mistakes for which the service would reject it. */
export class SnapshotNumbers extends CheckedNumbers {
  isHorizontal = false;
  itemCount = 0;
  explicitItemCount = 0;
  /** Whether there are members that the engine does not read. */
  hasUnread = false;
  /** Whether a section may share what is missing from the least length of the content. */
  mayFill = false;
  /** The index of the current section's engine. */
  engine = unknown;
  /** The index of the engine of sections that name none. */
  inherited = 0;
  /** The engines of the sections. */
  #engines = new Set();
  /** @type {any[]} the members of the objects that are being written, by the places of their rows; an object is after those that contain it */
  #given = [];
  #givenCount = 0;
  /** @type {Row} */
  #countRow;

  /** @param {import('./Vocabulary.js').Vocabulary} vocabulary of the module */
  constructor(vocabulary) {
    super();
    this.vocabulary = vocabulary;
    /** The most items that the module can count. */
    this.totalMax = vocabulary.limits.items;
    this.#countRow = /** @type {Row} */ (vocabulary.objects.item.get('count'));
  }

  /**
   * Throws if there are mistakes.
   *
   * @param {'snapshot' | 'steps'} form
   * @param {any} value
   */
  check(form, value) {
    if (this.faults.length === 0) return;
    const [type, message] = form === 'steps' ? ['invalid-change', 'The steps are wrong.'] : ['invalid-snapshot', 'The snapshot is wrong.'];
    const { vocabulary, isHorizontal } = this;
    throw new ModuleProblem(type, message, this.faults, { vocabulary, form, value, isHorizontal });
  }

  /** @param {any} value */
  snapshot(value) {
    const { vocabulary } = this;
    const { objects, engines } = vocabulary;
    this.isHorizontal = value?.scrollDirection === 'horizontal';
    this.inherited = Math.max(0, engines.indexOf(value?.engine));
    this.object(value, '', objects.snapshot);
    const metrics = value?.metrics ?? {};
    const isUnread = (/** @type {Row} */ row) => (
      metrics[row.name] !== undefined && ![...this.#engines].some((engine) => vocabulary.reads(engine, row)));
    if (this.#engines.size > 0) this.hasUnread ||= [...objects.metrics.values()].some(isUnread);
    this.hasUnread ||= this.mayFill && !value?.minimumContentLength;
  }

  // MARK: Values

  /**
   * Writes the members of an object in the order of its rows. An optional member is written after 1; if it is missing, 0 is written.
   * Returns false for any other value.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {Rows} rows
   */
  object(value, pointer, rows) {
    const [given, start] = [this.#given, this.#givenCount];
    if (!this.each(value, pointer, rows, (member, { place }) => { given[start + place] = member; })) return false;
    this.#givenCount += rows.size;
    for (const row of rows.values()) {
      const member = given[start + row.place];
      given[start + row.place] = undefined;
      const isSaid = member !== undefined;
      if (!row.isRequired) this.add(Number(isSaid));
      else if (!isSaid) this.fault(`${pointer}/${row.name}`, 'missing');
      if (isSaid) this.value(row, member, `${pointer}/${row.name}`);
    }
    this.#givenCount = start;
    return true;
  }

  /**
   * @param {Row} row
   * @param {any} value
   * @param {string} pointer
   */
  value(row, value, pointer) {
    const { form, detail } = row;
    switch (form) {
      case 'choice': return this.add(this.choice(value, pointer, detail) ?? 0);
      case 'color': return this.text(value === null ? null : this.string(value, pointer, detail));
      case 'text': return this.text(this.string(value, pointer, detail));
      case 'size': return void this.object(value, pointer, this.vocabulary.objects.size);
      case 'edges': return this.#edges(value, pointer);
      case 'styles': return this.#styles(row, value, pointer);
      case 'effect': return effect(this, value, pointer);
      case 'origin': return void this.object(value, pointer, this.vocabulary.objects.origin);
      case 'stops': return stops(this, detail, value, pointer);
      case 'metrics': return this.#metrics(value, pointer);
      case 'stack': return this.#stack(value, pointer, detail);
      case 'globalStack': return this.#stack(value, pointer, detail, true);
      case 'placeholder': return void this.object(value, pointer, this.vocabulary.objects.placeholder);
      case 'extentOrRemainder': return this.#extentOrRemainder(row, value, pointer);
      case 'items': return this.#items(value, pointer, /** @type {any} */ (this.vocabulary.objects));
      case 'sizes': return this.#items(value, pointer, this.vocabulary.sizes);
      case 'section': return this.section(value, pointer);
      case 'sections': return this.#sections(value, pointer);
      case 'whole': return this.place(this.number(row, value, pointer));
      default: return this.add(this.number(row, value, pointer) ?? 0);
    }
  }

  /**
   * Writes a place or a count, limited to the largest number that the module can count.
   *
   * @param {number | null} number
   */
  place(number) {
    this.add(Math.min(number ?? 0, this.vocabulary.limits.items));
  }

  /**
   * An array with at most this number of values; null for any other value.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {number} most
   * @returns {any[] | null}
   */
  list(value, pointer, most) {
    if (!Array.isArray(value)) return this.wrongType(pointer);
    if (value.length <= most) return value;
    this.fault(pointer, 'too-many');
    return null;
  }

  /**
   * Insets, in the order of the edges.
   *
   * @param {any} value
   * @param {string} pointer
   */
  #edges(value, pointer) {
    const { edges } = this.vocabulary.objects;
    const members = this.members(value, pointer, edges);
    for (const row of edges.values()) {
      this.add(members?.has(row.name) ? this.number(row, members.get(row.name), `${pointer}/${row.name}`) ?? 0 : 0);
    }
  }

  /**
   * @param {Row} row
   * @param {any} value
   * @param {string} pointer
   */
  #styles({ detail: mayBeEmpty }, value, pointer) {
    const { styles, limits } = this.vocabulary;
    const list = this.list(value, pointer, limits.segments);
    if (list?.length === 0 && !mayBeEmpty) this.fault(pointer, 'out-of-range');
    this.add(list?.length ?? 0);
    list?.forEach((style, place) => this.add(this.choice(style, `${pointer}/${place}`, styles) ?? 0));
  }

  /**
   * Writes the given metrics, each after its index.
   *
   * @param {any} value
   * @param {string} pointer
   */
  #metrics(value, pointer) {
    const { objects: { metrics } } = this.vocabulary;
    const members = this.members(value, pointer, metrics) ?? new Map();
    this.add(members.size);
    for (const [key, member] of members) {
      const row = /** @type {Row} */ (metrics.get(key));
      const rival = metrics.get(row.detail);
      this.add(row.place);
      this.value(row, member, `${pointer}/${key}`);
      if (rival && members.has(rival.name) && rival.place < row.place) this.fault(`${pointer}/${key}`, 'not-allowed');
      if (this.engine !== unknown && !this.vocabulary.reads(this.engine, row)) this.hasUnread = true;
    }
  }

  /**
   * Headers or footers.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {Rows} [rows] of one
   * @param {boolean} [areGlobal] whether they may wait
   */
  #stack(value, pointer, rows = this.vocabulary.objects.header, areGlobal = false) {
    const list = this.list(value, pointer, Infinity) ?? [];
    const extent = this.isHorizontal ? 'width' : 'height';
    this.add(list.length);
    for (let index = 0; index < list.length && this.goesOn; index += 1) {
      const header = list[index];
      const isObject = this.object(header, `${pointer}/${index}`, rows);
      const isNeeded = isObject && header.hidden !== true && header.estimated !== true;
      if (isNeeded && header[extent] === undefined) this.fault(`${pointer}/${index}/${extent}`, 'missing');
      if (isObject && header.waits === true && (!areGlobal || header.pin === true)) this.fault(`${pointer}/${index}/waits`, 'not-allowed');
    }
  }

  /**
   * The word is written as NaN.
   *
   * @param {Row} row
   * @param {any} value
   * @param {string} pointer
   */
  #extentOrRemainder(row, value, pointer) {
    if (typeof value !== 'string') return this.add(this.number(row, value, pointer) ?? 0);
    this.mayFill = true;
    if (value !== 'remainder') this.fault(pointer, 'out-of-range');
    this.add(NaN);
  }

  // MARK: Sections

  /** @param {any} placeholder what a section without items shows */
  notePlaceholder(placeholder) {
    if (placeholder && placeholder[this.isHorizontal ? 'width' : 'height'] === undefined) this.mayFill = true;
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  section(value, pointer) {
    const [outer, before] = [this.engine, this.itemCount];
    const own = this.vocabulary.engines.indexOf(value?.engine);
    this.engine = own < 0 ? this.inherited : own;
    this.#engines.add(this.engine);
    this.object(value, pointer, this.vocabulary.objects.section);
    if (this.itemCount === before) this.notePlaceholder(value?.placeholder);
    this.engine = outer;
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #sections(value, pointer) {
    const list = this.list(value, pointer, this.vocabulary.limits.sections) ?? [];
    this.add(list.length);
    for (let place = 0; place < list.length && this.goesOn; place += 1) this.section(list[place], `${pointer}/${place}`);
  }

  // MARK: Items

  /**
   * Items, with the extents that the engine needs.
   *
   * @param {any} value
   * @param {string} pointer
   * @param {{ items: Rows, item: Rows }} rows
   */
  #items(value, pointer, rows) {
    if (isNumber(value)) {
      const count = this.#countOf(value, pointer);
      if (count > 0 && this.needed.length > 0) this.fault(pointer, 'missing');
      this.itemCount += count;
      /** @type {Columns} */
      const columns = [];
      columns[this.#countRow.place] = count;
      this.#write(1, columns);
    } else if (Array.isArray(value)) this.#rows(value, pointer, rows.item);
    else {
      const members = this.members(value, pointer, rows.items);
      if (members) this.described(members, pointer, rows);
    }
    if (this.itemCount > this.totalMax) this.fault(pointer, 'too-many');
  }

  /** The rows of the extents that items must have. */
  get needed() {
    return this.#extents(2);
  }

  /** @param {number} reading the way in which the engine reads the extents */
  #extents(reading) {
    return this.engine === unknown ? none : this.vocabulary.extentsRead(this.engine, reading, this.isHorizontal);
  }

  /**
   * @param {any} value
   * @param {string} pointer
   */
  #countOf(value, pointer) {
    return this.number(this.#countRow, value, pointer) ?? 0;
  }

  /**
   * Writes the number of entries, and for each member of an item its form: 0 for none, 1 and one value for all, or 2 and a value for each.
   *
   * @param {number} length
   * @param {Columns} columns a value that is not a number is missing
   */
  #write(length, columns) {
    this.add(length);
    const { size } = this.vocabulary.objects.item;
    for (let place = 0; place < size; place += 1) {
      const column = columns[place];
      this.add(column === undefined ? 0 : typeof column === 'number' ? 1 : 2);
      if (typeof column === 'number') this.add(column);
      else if (column) this.addList(column);
    }
    this.hasUnread ||= this.#extents(0).some(({ place }) => columns[place] !== undefined);
  }

  /**
   * @param {number} count
   * @param {string} pointer
   */
  mayList(count, pointer) {
    this.explicitItemCount += count;
    if (this.explicitItemCount <= this.vocabulary.limits.explicitItems) return true;
    this.fault(pointer, 'too-many');
    return false;
  }

  /**
   * @param {any[]} list
   * @param {string} pointer
   * @param {Rows} rows
   */
  #rows(list, pointer, rows) {
    const { length } = list;
    if (!this.mayList(length, pointer)) return;
    /** @type {Float64Array[]} */
    const columns = [];
    const { needed } = this;
    for (let place = 0; place < length && this.goesOn; place += 1) {
      const at = () => `${pointer}/${place}`;
      const isObject = this.each(list[place], at, rows, (value, row) => {
        columns[row.place] ??= new Float64Array(length).fill(NaN);
        columns[row.place][place] = this.number(row, value, () => `${at()}/${row.name}`) ?? NaN;
      });
      for (const { name } of needed) if (list[place]?.[name] === undefined) this.fault(() => (isObject ? `${at()}/${name}` : at()), 'missing');
    }
    const count = columns[this.#countRow.place];
    this.itemCount += count ? count.reduce((sum, own) => sum + (Number.isNaN(own) ? 1 : own), 0) : length;
    this.#write(length, columns);
  }

  /**
   * @param {Map<string, any>} members
   * @param {string} pointer
   * @param {{ items: Rows, item: Rows }} rows
   */
  described(members, pointer, { items, item }) {
    const keys = [...members.keys()];
    const formOf = (/** @type {string} */ key) => /** @type {Row} */ (items.get(key)).form;
    const isListed = keys.some((key) => formOf(key) === 'extents')
      || (!members.has('count') && keys.some((key) => formOf(key) === 'members' && isList(members.get(key))));
    if (isListed) {
      for (const key of keys) if (formOf(key) !== 'extents' && !eachForms.includes(formOf(key))) this.fault(`${pointer}/${key}`, 'not-allowed');
      this.columns(members, pointer, items, null);
      return;
    }
    if (!members.has('count')) return this.fault(`${pointer}/count`, 'missing');
    /** @type {Columns} */
    const columns = [];
    for (const key of keys) {
      const row = /** @type {Row} */ (item.get(key));
      columns[row.place] = this.number(row, members.get(key), `${pointer}/${key}`) ?? 0;
    }
    const count = /** @type {number} */ (columns[this.#countRow.place]);
    if (count > 0) for (const { name } of this.needed) if (!members.has(name)) this.fault(`${pointer}/${name}`, 'missing');
    this.itemCount += count;
    this.#write(1, columns);
  }

  /**
   * For each member a list, or one value for all.
   *
   * @param {Map<string, any>} members
   * @param {string} pointer
   * @param {Rows} rows
   * @param {number | null} given number of items, if it is known from another member
   */
  columns(members, pointer, rows, given) {
    const { item } = this.vocabulary.objects;
    const listed = this.vocabulary.extentLists(rows).map((name, place) => ({ name, row: /** @type {Row} */ (item.get(this.vocabulary.extents[place])) }));
    for (const { name, form } of rows.values()) if (eachForms.includes(form)) listed.push({ name, row: /** @type {Row} */ (item.get(name)) });
    const listedThere = listed.filter(({ name }) => members.has(name));
    let length = given;
    for (const { name } of listedThere) {
      const list = members.get(name);
      if (!isList(list)) continue;
      if (length !== null && list.length !== length) return this.fault(`${pointer}/${name}`, 'not-allowed');
      length = list.length;
    }
    const count = length ?? 0;
    if (!this.mayList(given === null ? count : 0, pointer)) return;
    if (count > 0) {
      for (const extent of this.needed) {
        if (!listedThere.some(({ row }) => row === extent)) this.fault(`${pointer}/${listed.find(({ row }) => row === extent)?.name}`, 'missing');
      }
    }
    /** @type {Columns} */
    const columns = [];
    for (const { name, row } of listedThere) {
      const value = members.get(name);
      const at = `${pointer}/${name}`;
      const form = /** @type {Row} */ (rows.get(name)).form;
      if (isList(value)) columns[row.place] = this.#numbers(row, value, count, at, form === 'members');
      else columns[row.place] = (eachForms.includes(form) ? this.number(row, value, at) : this.wrongType(at)) ?? 0;
    }
    this.itemCount += count;
    this.#write(count, columns);
  }

  /**
   * @param {Row} row
   * @param {ArrayLike<any>} list
   * @param {number} count
   * @param {string} pointer
   * @param {boolean} mayBeNull whether a value may be null, for a missing one
   */
  #numbers(row, list, count, pointer, mayBeNull) {
    const isExtents = row.form === 'extent';
    if (isExtents && list instanceof Float64Array && list.length === count && areExtents(list)) return list;
    const numbers = new Float64Array(count);
    for (let place = 0; place < count && this.goesOn; place += 1) {
      const value = list[place];
      if (isExtents && isExtent(value)) numbers[place] = value;
      else numbers[place] = value === null && mayBeNull ? NaN : this.number(row, value, () => `${pointer}/${place}`) ?? 0;
    }
    return numbers;
  }
}

/** @type {readonly Row[]} */
const none = [];
/** Forms of members that have one value for all items or a list of values. */
const eachForms = ['flags', 'members'];

/**
 * Whether a value is an array or a typed array of numbers.
 *
 * @param {any} value
 * @returns {value is ArrayLike<any>}
 */
export function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** @param {any} value */
function isExtent(value) {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

/** @param {Float64Array} list */
function areExtents(list) {
  for (let place = 0; place < list.length; place += 1) if (!isExtent(list[place])) return false;
  return true;
}

import { CheckedNumbers, isList } from './CheckedNumbers.js';
import { DistinctValues } from './DistinctValues.js';
import { isNumber } from '../../service/parameterFaults.js';
import type { Row, Rows, Vocabulary } from './Vocabulary.js';

/** The values of one member of items: one number for all, one for each, or none. */
type Column = number | Float64Array | undefined;
/** By the places of the members of an item. */
type Columns = Column[];

/** The engine if it is not known, and so are the extents that items need. */
export const unknown = -1;

/** Writes items as numbers, and finds the mistakes for which the service would reject them. */
export class ItemNumbers extends CheckedNumbers {
  declare vocabulary: Vocabulary;
  /** The most items that the module can count. */
  declare totalMax: number;
  isHorizontal = false;
  itemCount = 0;
  explicitItemCount = 0;
  /** Whether there are members that the engine does not read. */
  hasUnread = false;
  /** The index of the current section's engine. */
  engine = unknown;
  /** Whether a member of all items may be null, for its default. */
  takesNull = false;
  #countRow: Row;
  /** the values of the members of the items that are being written, if they are not numbers */
  #values: Map<Row, DistinctValues> = new Map();

  /** @param vocabulary of the module */
  constructor(vocabulary: Vocabulary) {
    super();
    this.vocabulary = vocabulary;
    this.totalMax = vocabulary.limits.items;
    this.#countRow = vocabulary.objects.item.get('count') as Row;
  }

  /** Items, with the extents that the engine needs. */
  items(value: any, pointer: string, rows: { items: Rows, item: Rows }) {
    if (isNumber(value)) {
      const count = this.#countOf(value, pointer);
      if (count > 0) this.needed.forEach(() => this.fault(pointer, 'missing'));
      this.itemCount += count;
      const columns: Columns = [];
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

  /** @param reading the way in which the engine reads the extents */
  #extents(reading: number) {
    return this.engine === unknown ? none : this.vocabulary.extentsRead(this.engine, reading, this.isHorizontal);
  }

  #countOf(value: any, pointer: string) {
    return this.number(this.#countRow, value, pointer) ?? 0;
  }

  /** The value of a member of an item as a number: of a text or a matrix, its place among the values of the member. Null if it is wrong. */
  #numberOf(row: Row, value: any, pointer: () => string) {
    const { form, detail } = row;
    if (value === null && this.takesNull) return NaN;
    if (!otherForms.includes(form)) return this.number(row, value, pointer);
    const right = form === 'text' ? this.string(value, pointer, detail) : this.matrix(value, pointer, detail);
    if (right === null) return null;
    let values = this.#values.get(row);
    if (!values) this.#values.set(row, values = new DistinctValues());
    return values.place(right);
  }

  /**
   * Reports a member of an item beside another spelling of it, which the item has as well.
   *
   * @param place of the item
   */
  #settleSpellings(row: Row, columns: Columns, place: number, pointer: () => string) {
    if (row.form !== 'matrix') return;
    const isGiven = (column: Column) => (typeof column === 'number' ? column : column?.[place] ?? NaN) >= 0;
    if (this.vocabulary.matrices.some((other) => other !== row && isGiven(columns[other.place]))) this.fault(pointer, 'not-allowed');
  }

  /** Reports two spellings of a member, whatever their values. */
  #checkSpellings(members: Map<string, any>, pointer: string) {
    const spellings = [...members.keys()].filter((name) => this.vocabulary.objects.item.get(name)?.form === 'matrix');
    for (const name of spellings.slice(1)) this.fault(`${pointer}/${name}`, 'not-allowed');
  }

  /**
   * Writes the number of entries, and for each member of an item its form: 0 for none, 1 and one value for all, or 2 and a value for each.
   * If the values are not numbers, they are written before the places that stand for them.
   *
   * @param columns a value that is not a number is missing
   */
  #write(length: number, columns: Columns) {
    this.add(length);
    for (const row of this.vocabulary.objects.item.values()) {
      const column = columns[row.place];
      this.add(column === undefined ? 0 : typeof column === 'number' ? 1 : 2);
      if (column === undefined) continue;
      if (otherForms.includes(row.form)) (this.#values.get(row) ?? new DistinctValues()).write(this);
      if (typeof column === 'number') this.add(column);
      else this.addList(column);
    }
    this.#values.clear();
    this.hasUnread ||= this.#extents(0).some(({ place }) => columns[place] !== undefined);
  }

  mayList(count: number, pointer: string) {
    this.explicitItemCount += count;
    if (this.explicitItemCount <= this.vocabulary.limits.explicitItems) return true;
    this.fault(pointer, 'too-many');
    return false;
  }

  #rows(list: any[], pointer: string, rows: Rows) {
    const { length } = list;
    if (!this.mayList(length, pointer)) return;
    const columns: Float64Array[] = [];
    const { needed } = this;
    for (let place = 0; place < length && this.goesOn; place += 1) {
      const at = () => `${pointer}/${place}`;
      const isObject = this.each(list[place], at, rows, (value, row) => {
        const pointer = () => `${at()}/${row.name}`;
        columns[row.place] ??= new Float64Array(length).fill(NaN);
        this.#settleSpellings(row, columns, place, pointer);
        columns[row.place][place] = this.#numberOf(row, value, pointer) ?? NaN;
      });
      for (const { name } of needed) if (list[place]?.[name] === undefined) this.fault(() => (isObject ? `${at()}/${name}` : at()), 'missing');
    }
    const count = columns[this.#countRow.place];
    this.itemCount += count ? count.reduce((sum, own) => sum + (Number.isNaN(own) ? 1 : own), 0) : length;
    this.#write(length, columns);
  }

  described(members: Map<string, any>, pointer: string, { items, item }: { items: Rows, item: Rows }) {
    const keys = [...members.keys()];
    const formOf = (key: string) => (items.get(key) as Row).form;
    const areListed = keys.some((key) => formOf(key) === 'extents')
      || (!members.has('count') && keys.some((key) => formOf(key) === 'members' && this.isListed(key, members.get(key))));
    if (areListed) {
      for (const key of keys) if (formOf(key) !== 'extents' && !eachForms.includes(formOf(key))) this.fault(`${pointer}/${key}`, 'not-allowed');
      this.columns(members, pointer, items, null);
      return;
    }
    if (!members.has('count')) return this.fault(`${pointer}/count`, 'missing');
    if (keys.some((key) => members.get(key) === null)) this.#checkSpellings(members, pointer);
    const columns: Columns = [];
    for (const key of keys) {
      const row = item.get(key) as Row;
      const at = () => `${pointer}/${key}`;
      this.#settleSpellings(row, columns, 0, at);
      columns[row.place] = this.#numberOf(row, members.get(key), at) ?? NaN;
    }
    const count = (columns[this.#countRow.place] as number) || 0;
    if (count > 0) for (const { name } of this.needed) if (!members.has(name)) this.fault(`${pointer}/${name}`, 'missing');
    this.itemCount += count;
    this.#write(1, columns);
  }

  /** Whether a value of a member is a list of values, one for each item. A matrix is itself a list of numbers. */
  isListed(name: string, value: any): value is ArrayLike<any> {
    const isMatrix = this.vocabulary.objects.item.get(name)?.form === 'matrix';
    return isList(value) && !(isMatrix && typeof value[0] === 'number');
  }

  /**
   * For each member a list, or one value for all.
   *
   * @param given number of items, if it is known from another member
   */
  columns(members: Map<string, any>, pointer: string, rows: Rows, given: number | null) {
    const { item } = this.vocabulary.objects;
    const listed = this.vocabulary.extentLists(rows).map((name, place) => ({ name, row: item.get(this.vocabulary.extents[place]) as Row }));
    const listedThere = listed.filter(({ name }) => members.has(name));
    for (const name of members.keys()) {
      if (eachForms.includes((rows.get(name) as Row).form)) listedThere.push({ name, row: item.get(name) as Row });
    }
    let length = given;
    for (const { name } of listedThere) {
      const list = members.get(name);
      if (!this.isListed(name, list)) continue;
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
    this.#checkSpellings(members, pointer);
    const columns: Columns = [];
    for (const { name, row } of listedThere) {
      const value = members.get(name);
      const at = `${pointer}/${name}`;
      const form = (rows.get(name) as Row).form;
      if (this.isListed(name, value)) columns[row.place] = this.#numbers(row, value, count, at, form === 'members');
      else columns[row.place] = (eachForms.includes(form) ? this.#numberOf(row, value, () => at) : this.wrongType(at)) ?? 0;
    }
    this.itemCount += count;
    this.#write(count, columns);
  }

  /** @param mayBeNull whether a value may be null, for a missing one */
  #numbers(row: Row, list: ArrayLike<any>, count: number, pointer: string, mayBeNull: boolean) {
    const isExtents = row.form === 'extent';
    if (isExtents && list instanceof Float64Array && list.length === count && areExtents(list)) return list;
    const numbers = new Float64Array(count);
    for (let place = 0; place < count && this.goesOn; place += 1) {
      const value = list[place];
      if (isExtents && isExtent(value)) numbers[place] = value;
      else numbers[place] = value === null && mayBeNull ? NaN : this.#numberOf(row, value, () => `${pointer}/${place}`) ?? 0;
    }
    return numbers;
  }
}

const none: readonly Row[] = [];
/** Forms of members that have one value for all items or a list of values. */
const eachForms = ['flags', 'members'];
/** Forms of values of an item that are not numbers. */
const otherForms = ['text', 'matrix'];

function isExtent(value: any) {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function areExtents(list: Float64Array) {
  for (let place = 0; place < list.length; place += 1) if (!isExtent(list[place])) return false;
  return true;
}

import { numbersOf, valueAt } from './moduleAnswers.js';
import type { Row, Rows, Vocabulary } from './Vocabulary.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a step that the module has written, as it stands in a change. */
export class StepReader {
  #vocabulary;
  #numbers;
  #bytes;
  #place = 0;

  /** @param bytes the texts */
  constructor(vocabulary: Vocabulary, numbers: Float64Array, bytes: Uint8Array) {
    this.#vocabulary = vocabulary;
    this.#numbers = numbers;
    this.#bytes = bytes;
  }

  step() {
    const { objects, entryKeys } = this.#vocabulary;
    const lists = [...objects.step.keys()];
    const step: any = {};
    const set = this.#members([...objects.set.values()]);
    if (Object.keys(set).length > 0) step.set = set;
    for (let left = this.#number(); left > 0; left -= 1) {
      const list = lists[this.#number()];
      const rows = entryKeys.map((name) => (objects[list].get(name) ?? { name, form: 'adjusted' }) as Row);
      const { count = 1, ...entry } = this.#members(rows);
      (step[list] ??= []).push(count > 1 ? { ...entry, count } : entry);
    }
    return step;
  }

  #number() {
    this.#place += 1;
    return this.#numbers[this.#place - 1];
  }

  /** The number of members, and each after the index of its row. */
  #members(rows: readonly Row[]) {
    const members: Record<string, any> = {};
    for (let left = this.#number(); left > 0; left -= 1) {
      const row = rows[this.#number()];
      if (row.form === 'adjusted') Object.assign(members, this.#adjusted());
      else members[row.name] = this.#value(row);
    }
    return members;
  }

  #value({ form, detail }: Row): any {
    const { objects, styles } = this.#vocabulary;
    const list = (value: (place: number) => any) => Array.from({ length: this.#number() }, (_, place) => value(place));
    const header = [...objects.header.values()];
    switch (form) {
      case 'choice': return detail[this.#number()];
      case 'flag': return this.#number() === 1;
      case 'color': case 'text': return this.#text();
      case 'size': case 'edges': return Object.fromEntries([...objects[form].keys()].map((name) => [name, this.#number()]));
      case 'background': case 'shelf': case 'effect': return this.#number() === 1 ? this.#given(objects[form]) : null;
      case 'origin': return this.#given(objects.origin);
      case 'stops': return list(() => this.#given(objects.stop));
      case 'groups': return list(() => this.#given(objects.group));
      case 'parts': return list(() => this.#given(objects.part));
      case 'styles': return list(() => styles[this.#number()]);
      case 'metrics': return this.#members([...objects.metrics.values()]);
      case 'stack': case 'globalStack': return list(() => this.#header(header));
      case 'placeholder': return this.#members(header);
      case 'placeholderOrNull': return this.#number() === 1 ? this.#members(header) : null;
      case 'extentOrRemainder': return this.#extentOrRemainder();
      case 'items': case 'sizes': return this.#items();
      case 'section': return this.#section();
      case 'sections': return list(() => this.#section());
      case 'path': return { section: this.#number(), item: this.#number() };
      default: return this.#number();
    }
  }

  /** Of each row 1 and the value, or 0; of those that are required the value alone. */
  #given(rows: Rows) {
    return Object.fromEntries([...rows.values()].flatMap((row) => (row.isRequired || this.#number() === 1 ? [[row.name, this.#value(row)]] : [])));
  }

  #extentOrRemainder() {
    const number = this.#number();
    return Number.isNaN(number) ? 'remainder' : number;
  }

  #text() {
    const [start, length] = [this.#number(), this.#number()];
    return start < 0 ? null : decoder.decode(this.#bytes.slice(start, start + length));
  }

  #header(rows: readonly Row[]) {
    if (this.#numbers[this.#place] >= 0) return this.#members(rows);
    this.#place += 1;
    return { hidden: true };
  }

  #section() {
    const section = this.#members([...this.#vocabulary.objects.section.values()]);
    return Object.fromEntries(Object.entries(section).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
  }

  /** The members of adjusted items, and how many they are: one value if all have the same. */
  #adjusted() {
    const count = this.#number();
    const members: Record<string, any> = { count };
    for (const row of this.#vocabulary.objects.item.values()) {
      if (this.#number() !== 2) continue;
      const value = this.#itemValues(row);
      const values = [...this.#numbers.subarray(this.#place, this.#place += count)].map((number) => (Number.isNaN(number) ? null : value(number)));
      const areEqual = values.every((one) => JSON.stringify(one) === JSON.stringify(values[0]));
      members[row.name] = areEqual ? values[0] : values;
    }
    return members;
  }

  /** Items in a form that a step can take. */
  #items() {
    const { objects } = this.#vocabulary;
    const length = this.#number();
    const columns = [...objects.item.values()].flatMap((row) => {
      if (this.#number() !== 2) return [];
      const value = this.#itemValues(row);
      const values = this.#numbers.subarray(this.#place, this.#place += length);
      return values.some((number) => !Number.isNaN(number)) ? [{ row, values, value }] : [];
    });
    const entries = Array.from({ length }, (_, place) => Object.fromEntries(columns.flatMap(({ row, values, value }) => (
      Number.isNaN(values[place]) ? [] : [[row.name, value(values[place])]]))));
    if (length <= 1) return entries[0] ?? 0;
    const extents = columns.filter(({ row }) => row.form === 'extent');
    const areMixed = columns.filter(({ row }) => row.form === 'matrix').length > 1;
    const isWhole = !areMixed && extents.length > 0 && extents.every(({ values }) => !values.some(Number.isNaN)) && entries.every((
      { count },
    ) => count === 1);
    if (!isWhole) return entries.map(({ count, ...entry }) => (count > 1 ? { count, ...entry } : entry));
    const lists = this.#vocabulary.extentLists(objects.items);
    return Object.fromEntries(columns.flatMap(({ row, values, value }) => {
      if (row.name === 'count') return [];
      const extent = this.#vocabulary.extents.indexOf(row.name);
      if (extent >= 0) return [[lists[extent], [...values]]];
      const missing = objects.items.get(row.name)?.form === 'members' ? null : false;
      return [[row.name, [...values].map((number) => (Number.isNaN(number) ? missing : value(number)))]];
    }));
  }

  /** Reads the values of a member of items that are not numbers. Returns the value for a number of an item. */
  #itemValues(row: Row): (number: number) => any {
    const { form } = row;
    if (form === 'flag') return (number) => number === 1;
    if (form === 'wholeOrAll') return (number) => (number === 0 ? 'all' : number);
    if (form === 'place') return (number) => number - 1;
    if (form !== 'text' && form !== 'matrix') return (number) => number;
    const values = Array.from({ length: this.#number() }, () => {
      this.#place += numbersOf(row);
      return valueAt(row, this.#numbers, this.#place - numbersOf(row), this.#bytes);
    });
    return (place) => values[place];
  }
}

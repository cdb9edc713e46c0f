// @ts-check

/** @typedef {import('./Vocabulary.js').Row} Row */
/** @typedef {import('./Vocabulary.js').Rows} Rows */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads a step that the module has written, as it stands in a change. */
export class StepReader {
  #vocabulary;
  #numbers;
  #bytes;
  #place = 0;

  /**
   * @param {import('./Vocabulary.js').Vocabulary} vocabulary
   * @param {Float64Array} numbers
   * @param {Uint8Array} bytes the texts
   */
  constructor(vocabulary, numbers, bytes) {
    this.#vocabulary = vocabulary;
    this.#numbers = numbers;
    this.#bytes = bytes;
  }

  step() {
    const { objects, entryKeys } = this.#vocabulary;
    const lists = [...objects.step.keys()];
    /** @type {any} */
    const step = {};
    const set = this.#members([...objects.set.values()]);
    if (Object.keys(set).length > 0) step.set = set;
    for (let left = this.#number(); left > 0; left -= 1) {
      const list = lists[this.#number()];
      const { count = 1, ...entry } = this.#members(entryKeys.map((name) => /** @type {Row} */ (objects[list].get(name))));
      (step[list] ??= []).push(count > 1 ? { ...entry, count } : entry);
    }
    return step;
  }

  #number() {
    this.#place += 1;
    return this.#numbers[this.#place - 1];
  }

  /**
   * The number of members, and each after the index of its row.
   *
   * @param {readonly Row[]} rows
   */
  #members(rows) {
    /** @type {Record<string, any>} */
    const members = {};
    for (let left = this.#number(); left > 0; left -= 1) {
      const row = rows[this.#number()];
      members[row.name] = this.#value(row);
    }
    return members;
  }

  /**
   * The members of an object in the order of its rows, each that is not required after 1, or 0 if it is missing.
   *
   * @param {import('./Vocabulary.js').Rows} rows
   */
  #optionalMembers(rows) {
    /** @type {Record<string, any>} */
    const members = {};
    for (const row of rows.values()) {
      if (row.isRequired || this.#number() === 1) members[row.name] = this.#value(row);
    }
    return members;
  }

  /**
   * @param {Row} row
   * @returns {any}
   */
  #value({ form, detail }) {
    const { objects, styles } = this.#vocabulary;
    const list = (/** @type {(place: number) => any} */ value) => Array.from({ length: this.#number() }, (_, place) => value(place));
    const header = [...objects.header.values()];
    switch (form) {
      case 'choice': return detail[this.#number()];
      case 'flag': return this.#number() === 1;
      case 'color': case 'text': return this.#text();
      case 'size': case 'edges': return Object.fromEntries([...objects[form].keys()].map((name) => [name, this.#number()]));
      case 'styles': return list(() => styles[this.#number()]);
      case 'effect': return this.#number() === 1 ? this.#optionalMembers(objects.effect) : null;
      case 'origin': return this.#optionalMembers(objects.origin);
      case 'stops': return list(() => this.#optionalMembers(objects.stop));
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

  #extentOrRemainder() {
    const number = this.#number();
    return Number.isNaN(number) ? 'remainder' : number;
  }

  #text() {
    const [start, length] = [this.#number(), this.#number()];
    return start < 0 ? null : decoder.decode(this.#bytes.slice(start, start + length));
  }

  /** @param {readonly Row[]} rows */
  #header(rows) {
    if (this.#numbers[this.#place] >= 0) return this.#members(rows);
    this.#place += 1;
    return { hidden: true };
  }

  #section() {
    const section = this.#members([...this.#vocabulary.objects.section.values()]);
    return Object.fromEntries(Object.entries(section).filter(([, value]) => !(Array.isArray(value) && value.length === 0)));
  }

  /** Items in a form that a step can take. */
  #items() {
    const { objects } = this.#vocabulary;
    const length = this.#number();
    const columns = [...objects.item.values()].flatMap((row) => {
      const isListed = this.#number() === 2;
      const values = isListed ? this.#numbers.subarray(this.#place, this.#place += length) : null;
      return values?.some((number) => !Number.isNaN(number)) ? [{ row, values }] : [];
    });
    const value = (/** @type {Row} */ { form }, /** @type {number} */ number) => (form === 'flag' ? number === 1 : number);
    const entries = Array.from({ length }, (_, place) => Object.fromEntries(columns.flatMap(({ row, values }) => (
      Number.isNaN(values[place]) ? [] : [[row.name, value(row, values[place])]]))));
    if (length <= 1) return entries[0] ?? 0;
    const extents = columns.filter(({ row }) => row.form === 'extent');
    const isWhole = extents.length > 0 && extents.every(({ values }) => !values.some(Number.isNaN)) && entries.every(({ count }) => count === 1);
    if (!isWhole) return entries.map(({ count, ...entry }) => (count > 1 ? { count, ...entry } : entry));
    const lists = this.#vocabulary.extentLists(objects.items);
    return Object.fromEntries(columns.flatMap(({ row, values }) => {
      if (row.name === 'count') return [];
      const extent = this.#vocabulary.extents.indexOf(row.name);
      if (extent >= 0) return [[lists[extent], [...values]]];
      const missing = objects.items.get(row.name)?.form === 'members' ? null : false;
      return [[row.name, [...values].map((number) => (Number.isNaN(number) ? missing : value(row, number)))]];
    }));
  }
}

// @ts-check

/** @typedef {{ name: string, place: number, form: string, isRequired: boolean, detail: any }} Row a member of an object: the form of
 *   its value, and the detail of the form: the range of a number or of the bytes of a text, the number of numbers of a matrix, words, or a name */
/** @typedef {ReadonlyMap<string, Row>} Rows by the names of the members, in the order in which the module reads them */

/** The members of snapshots and steps, from the module's tables. */
export class Vocabulary {
  /** @type {readonly (readonly Row[])[][][]} */
  #extentsRead;

  /**
   * @param {string} text of the module
   * @param {number} itemsMax the most items that it can count
   */
  constructor(text, itemsMax) {
    const { objects, entryKeys, engines, reading, styles, kinds, problems, sourceProblems, limits } = JSON.parse(text);
    const rowsOf = (/** @type {any[][]} */ list) => placed(list.map(([name, form, isRequired, detail]) => (
      { name, form, isRequired: isRequired === 1, detail })));
    /** @type {Readonly<Record<string, Rows>>} the members of each kind of object */
    this.objects = Object.fromEntries(Object.keys(objects).map((name) => [name, rowsOf(objects[name])]));
    const { items, item, section } = this.objects;
    /** The members of a section that are headers or footers, as the rows of a separate object. */
    this.stacks = placed([...section.values()].filter(({ form }) => form === 'stack'));
    /** The members of objects that describe items, and of one item, without members other than sizes. */
    this.sizes = { items: sizesOf(items, items), item: sizesOf(item, items) };
    /** @type {readonly string[]} the members of entries of steps, by their places */
    this.entryKeys = entryKeys;
    /** @type {readonly string[]} the engines, by their places */
    this.engines = engines;
    /** @type {readonly [metrics: readonly number[], extents: readonly number[]][]} by engine, whether it reads each of the
     *   metrics, and each extent of a vertical layout: 2 if it is required */
    this.reading = reading;
    /** @type {readonly string[]} the styles of segments, by their places */
    this.styles = styles;
    /** @type {readonly [kind: string, category: string][]} of elements, by their places */
    this.kinds = kinds;
    /** @type {readonly string[]} the problems of an entry of a step, by their places */
    this.problems = problems;
    /** @type {readonly string[]} the problems of a tree of sources, by their places */
    this.sourceProblems = sourceProblems;
    /** @type {Readonly<Record<string, number>>} the most of each kind */
    this.limits = { ...limits, items: itemsMax };
    /** The members of headers without rules of their own, in the order of the module's table. */
    this.headerMembers = [...this.objects.headerMembers.values()];
    /** The same of sections. */
    this.sectionMembers = [...this.objects.sectionMembers.values()];
    /** The members of items other than sizes, in the order of the module's table. */
    this.members = [...item.values()].filter(({ name }) => items.get(name)?.form === 'members');
    /** The spellings of an item's matrix, of which it has one. */
    this.matrices = this.members.filter(({ form }) => form === 'matrix');
    const extents = [...item.values()].filter(({ form }) => form === 'extent');
    /** The extents of an item, by the names of its members. */
    this.extents = extents.map(({ name }) => name);
    const { length } = extents;
    // By engine, way of reading, and whether the layout scrolls horizontally.
    this.#extentsRead = this.reading.map(([, ways]) => [0, 1, 2].map((way) => [false, true].map((isHorizontal) => (
      extents.filter((_, place) => ways[isHorizontal ? length - 1 - place : place] === way)))));
  }

  /**
   * Whether an engine reads a metric.
   *
   * @param {number} engine
   * @param {Row} metric
   */
  reads(engine, metric) {
    return this.reading[engine][0][metric.place] === 1;
  }

  /**
   * The extents of items that an engine reads in one way: 0 for not at all, 2 for required ones.
   *
   * @param {number} engine
   * @param {number} way
   * @param {boolean} isHorizontal
   */
  extentsRead(engine, way, isHorizontal) {
    return this.#extentsRead[engine][way][Number(isHorizontal)];
  }

  /**
   * The names of members that are a list of an extent for each item, in the order of the extents.
   *
   * @param {Rows} rows
   */
  extentLists(rows) {
    return [...rows.values()].filter(({ form }) => form === 'extents').map(({ name }) => name);
  }
}

/**
 * Rows with their indices.
 *
 * @param {readonly Omit<Row, 'place'>[]} list
 * @returns {Rows}
 */
function placed(list) {
  return new Map(list.map((row, place) => [row.name, { ...row, place }]));
}

/**
 * The rows of sizes, without other members of items.
 *
 * @param {Rows} rows
 * @param {Rows} items
 * @returns {Rows}
 */
function sizesOf(rows, items) {
  return new Map([...rows].filter(([name]) => items.get(name)?.form !== 'members'));
}

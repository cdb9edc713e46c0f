/**
 * A member of an object: the form of its value, and the detail of the form: the range of a number or of the bytes of a text, the number of
 * numbers of a matrix, words, or a name.
 */
export type Row = { name: string, place: number, form: string, isRequired: boolean, detail: any };
/** By the names of the members, in the order in which the module reads them. */
export type Rows = ReadonlyMap<string, Row>;

/** The members of snapshots and steps, from the module's tables. */
export class Vocabulary {
  /** the members of each kind of object */
  declare objects: Readonly<Record<string, Rows>>;
  /** The members of a section that are headers or footers, as the rows of a separate object. */
  declare stacks: Rows;
  /** The members of objects that describe items, and of one item, without members other than sizes. */
  sizes;
  /** the members of entries of steps, by their places */
  declare entryKeys: readonly string[];
  /** the engines, by their places */
  declare engines: readonly string[];
  /** by engine, whether it reads each of the metrics, and each extent of a vertical layout: 2 if it is required */
  declare reading: readonly [metrics: readonly number[], extents: readonly number[]][];
  /** the styles of segments, by their places */
  declare styles: readonly string[];
  /** of elements, by their places */
  declare kinds: readonly [kind: string, category: string][];
  /** the problems of an entry of a step, by their places */
  declare problems: readonly string[];
  /** the problems of a tree of sources, by their places */
  declare sourceProblems: readonly string[];
  /** the most of each kind */
  declare limits: Readonly<Record<string, number>>;
  /** The members of headers without rules of their own, in the order of the module's table. */
  declare headerMembers: Row[];
  /** The same of sections. */
  declare sectionMembers: Row[];
  /** The members of items other than sizes, in the order of the module's table. */
  declare members: Row[];
  /** The spellings of an item's matrix, of which it has one. */
  declare matrices: Row[];
  /** The extents of an item, by the names of its members. */
  declare extents: string[];
  #extentsRead: readonly (readonly Row[])[][][];

  /**
   * @param text of the module
   * @param itemsMax the most items that it can count
   */
  constructor(text: string, itemsMax: number) {
    const { objects, entryKeys, engines, reading, styles, kinds, problems, sourceProblems, limits } = JSON.parse(text);
    const rowsOf = (list: any[][]) => placed(list.map(([name, form, isRequired, detail]) => (
      { name, form, isRequired: isRequired === 1, detail })));
    this.objects = Object.fromEntries(Object.keys(objects).map((name) => [name, rowsOf(objects[name])]));
    const { items, item, section } = this.objects;
    this.stacks = placed([...section.values()].filter(({ form }) => form === 'stack'));
    this.sizes = { items: sizesOf(items, items), item: sizesOf(item, items) };
    this.entryKeys = entryKeys;
    this.engines = engines;
    this.reading = reading;
    this.styles = styles;
    this.kinds = kinds;
    this.problems = problems;
    this.sourceProblems = sourceProblems;
    this.limits = { ...limits, items: itemsMax };
    this.headerMembers = [...this.objects.headerMembers.values()];
    this.sectionMembers = [...this.objects.sectionMembers.values()];
    this.members = [...item.values()].filter(({ name }) => items.get(name)?.form === 'members');
    this.matrices = this.members.filter(({ form }) => form === 'matrix');
    const extents = [...item.values()].filter(({ form }) => form === 'extent');
    this.extents = extents.map(({ name }) => name);
    const { length } = extents;
    // By engine, way of reading, and whether the layout scrolls horizontally.
    this.#extentsRead = this.reading.map(([, ways]) => [0, 1, 2].map((way) => [false, true].map((isHorizontal) => (
      extents.filter((_, place) => ways[isHorizontal ? length - 1 - place : place] === way)))));
  }

  /** Whether an engine reads a metric. */
  reads(engine: number, metric: Row) {
    return this.reading[engine][0][metric.place] === 1;
  }

  /** The extents of items that an engine reads in one way: 0 for not at all, 2 for required ones. */
  extentsRead(engine: number, way: number, isHorizontal: boolean) {
    return this.#extentsRead[engine][way][Number(isHorizontal)];
  }

  /** The names of members that are a list of an extent for each item, in the order of the extents. */
  extentLists(rows: Rows) {
    return [...rows.values()].filter(({ form }) => form === 'extents').map(({ name }) => name);
  }
}

/** Rows with their indices. */
function placed(list: readonly Omit<Row, 'place'>[]): Rows {
  return new Map(list.map((row, place) => [row.name, { ...row, place }]));
}

/** The rows of sizes, without other members of items. */
function sizesOf(rows: Rows, items: Rows): Rows {
  return new Map([...rows].filter(([name]) => items.get(name)?.form !== 'members'));
}

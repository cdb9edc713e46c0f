// @ts-check
import { SeededRandom } from '../../../clients/typescript/tests/support/SeededRandom.js';

/** @typedef {{ top: number, left: number, bottom: number, right: number }} Insets */
/** @typedef {{ count: number, widths?: Float64Array, heights?: Float64Array, width?: number, height?: number }} Items */
/** @typedef {'insertFirst' | 'insertMiddle' | 'resizeOne' | 'resizeNeighbours' | 'resizeScattered'} Edit */

export const width = 390;
export const inset = { top: 12, left: 8, bottom: 12, right: 8 };
export const spacing = 10;
export const available = width - inset.left - inset.right;
/** Of the mosaic, as the service has it by default. */
export const segmentHeight = 200;

/** The columns that engines have here. */
const columns = { column: 3, waterfall: 4, list: 1, estimates: 1, ownEstimates: 1 };
const engines = {
  equalFlow: 'flow', flow: 'flow', column: 'column', waterfall: 'waterfall', mosaic: 'mosaic', list: 'column',
  estimates: 'column', ownEstimates: 'column',
};

/** @typedef {keyof typeof engines} Kind */

/**
 * The names that tables have for lists and edits.
 *
 * @type {Record<string, string>}
 */
export const names = {
  equalFlow: 'flow, equal items', flow: 'flow', column: 'column, 3 columns', waterfall: 'waterfall, 4 columns',
  mosaic: 'mosaic', list: 'list of rows', estimates: 'rows of one estimate', ownEstimates: 'rows of own estimates',
  insertFirst: 'insert one in front', insertMiddle: 'insert one in the middle', resizeOne: 'resize one',
  resizeNeighbours: 'resize 1 000 neighbours', resizeScattered: 'resize 1 000 scattered',
};

/**
 * A list that is laid out here and by the program Benchmarks, the same numbers as in its ModuleList.swift. Sums of quarters
 * are exact in whatever order, so all answers are equal.
 */
export class List {
  /**
   * @param {Kind} kind
   * @param {number} count
   */
  constructor(kind, count) {
    this.kind = kind;
    this.count = count;
    this.engine = engines[kind];
    this.numberOfColumns = columns[/** @type {keyof typeof columns} */ (kind)];
    this.items = items(kind, count);
  }

  /** Whether each item has a size of its own that its engine reads. */
  get hasSizes() {
    return this.items.heights !== undefined;
  }

  /** The snapshot as it would be posted. */
  get body() {
    const { engine, numberOfColumns, kind, items: { count, ...sizes } } = this;
    const metrics = {
      sectionInset: inset, minimumLineSpacing: spacing, minimumInteritemSpacing: spacing,
      ...(numberOfColumns && { numberOfColumns }),
    };
    const estimated = kind === 'estimates' || kind === 'ownEstimates';
    return {
      sections: [{ engine, metrics, items: { ...(!sizes.heights && { count }), ...sizes, ...(estimated && { estimated }) } }],
    };
  }

  /**
   * An edit: which item it inserts before, or which ones it resizes, and the new heights.
   *
   * @param {Edit} edit
   * @param {number} number makes it another one each time
   * @returns {{ before?: number, at?: number[], heights: number[] }}
   */
  edit(edit, number) {
    const { count } = this;
    const half = count >> 1;
    const heights = (/** @type {number} */ length) => (
      Array.from({ length }, (_, place) => 100 + ((number * 7 + place * 13) % 800) / 4));
    switch (edit) {
      case 'insertFirst': return { before: 0, heights: heights(1) };
      case 'insertMiddle': return { before: half, heights: heights(1) };
      case 'resizeOne': return { at: [half], heights: heights(1) };
      case 'resizeNeighbours': return { at: Array.from({ length: 1000 }, (_, place) => half + place), heights: heights(1000) };
      default: return {
        at: Array.from({ length: 1000 }, (_, place) => Math.floor(place * count / 1000)), heights: heights(1000),
      };
    }
  }
}

/** @param {ReturnType<List['edit']>} edit as a step says it */
export function step({ before, at, heights }) {
  return before === undefined
    ? { resize: [{ section: 0, at, heights }] } : { insert: [{ section: 0, item: before, items: { heights } }] };
}

/**
 * @param {Kind} kind
 * @param {number} count
 * @returns {Items}
 */
function items(kind, count) {
  const random = new SeededRandom(1);
  const quarters = (/** @type {number} */ least, /** @type {number} */ most) => (
    Float64Array.from({ length: count }, () => random.whole(4 * least, 4 * most) / 4));
  switch (kind) {
    case 'equalFlow': return { count, width: 100, height: 60 };
    case 'mosaic': return { count };
    case 'estimates': return { count, height: 44 };
    case 'flow': return { count, widths: quarters(40, 180), heights: quarters(30, 90) };
    case 'waterfall': return { count, widths: quarters(100, 300), heights: quarters(200, 600) };
    default: return { count, heights: quarters(30, 90) };
  }
}

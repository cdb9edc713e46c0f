import { Axis, noInset } from '../../viewport/pages/Axis.js';
import { NodeMeasuring } from '../../module/NodeMeasuring.js';
import { PinningSection } from '../../viewport/pages/PinningRecords.js';
import { SpecialAttributes } from '../../viewport/pages/SpecialAttributes.js';
import type { EdgeInsets, Element, Measurement, Rect, SpecialElement } from '../../../types/index.js';
import type { FirstColumn, FirstRow } from './FirstColumn.js';

/** The most rows that are shown without a layout. */
const rowsMax = 500;
/** How many rows are laid out before the one at which the list begins, and how many more each time that an end is near. */
const [rowsBefore, rowsMore] = [10, 20];

/** Where a list begins: at its first row, at its end, or at a row that is some distance below the start of the visible part. */
export type FirstPlace = { row: number, offset: number } | 'start' | 'end';

/**
 * Stands for a viewport as long as there is no layout: shows the rows of a column near the place at which the list begins. It has what a
 * `FeedScreen` uses of a viewport.
 */
export class FirstViewport {
  isLocal;
  readonly isFirst = true;
  /** The pinned headers that are visible. */
  readonly special: SpecialElement[] = [];
  readonly effects: never[] = [];
  bounds: Rect = { x: 0, y: 0, width: 0, height: 0 };
  declare layout: any;
  #column;
  #snapshot;
  #taken;
  #page = { index: 0 } as any;
  #pinning: { sections: PinningSection[], attributes: SpecialAttributes } | null = null;
  #inset: EdgeInsets = noInset;

  /**
   * @param isMeasured whether the layout to come is computed in the page, where rows are measured
   * @param taken called when measured rows have another place
   */
  constructor(
    column: FirstColumn, width: number, place: FirstPlace,
    { sectionCount, itemCount, isMeasured, taken }: {
      sectionCount: number, itemCount: number, isMeasured: boolean, taken: (change: { layout: any, bounds: Rect | null }) => void,
    },
  ) {
    this.isLocal = isMeasured;
    this.#column = column;
    this.#snapshot = { sectionCount, itemCount };
    this.#taken = taken;
    this.bounds.width = width;
    const first = place === 'end' ? column.count - rowsMore : place === 'start' ? 0 : place.row - rowsBefore;
    column.show(first, first + 2 * rowsMore);
    this.#lay();
  }

  /** Whether all rows can be shown: none is estimated, unless it is measured. */
  get isPossible() {
    const { rows, from, end, count } = this.#column;
    return rows.length === Math.min(end, count) - from && (this.isLocal || rows.every(({ isEstimated }) => !isEstimated));
  }

  /** Whether the first and the last row of the list are among the rows. */
  get hasStart() {
    return this.#column.from === 0;
  }

  get hasEnd() {
    return this.#column.end === this.#column.count;
  }

  /** What was measured of rows with estimated heights. */
  get sizes() {
    return this.#column.sizes;
  }

  /** The start of a row. */
  startOf(row: number) {
    return this.#column.rows[row - this.#column.from]?.y ?? 0;
  }

  #lay() {
    const { extent, rows } = this.#column;
    const { width } = this.bounds;
    const axis = new Axis('vertical', 'ltr', { width, height: extent });
    this.layout = {
      axis, isLocal: this.isLocal, containerExtent: width, snapshot: this.#snapshot,
      held: { isComplete: false, nodeMeasuring: (...given: ConstructorParameters<typeof NodeMeasuring>) => new NodeMeasuring(...given) },
    };
    const numbers = (name: 'x' | 'y' | 'width' | 'height' | 'section' | 'number') => rows.map((row) => row[name]);
    const at = (index: number): FirstRow => rows[index];
    this.#page = {
      x: numbers('x'), y: numbers('y'), width: numbers('width'), height: numbers('height'), section: numbers('section'), item: numbers('number'),
      zIndex: rows.map(zIndexOf), columnIndex: rows.map(() => 0),
      isCell: (index: number) => at(index).kind === 'cell', kind: (index: number) => at(index).kind,
      isEstimated: (index: number) => at(index).isEstimated, look: () => null,
      element: (index: number) => elementOf(at(index)),
    };
    const sections = this.#column.pinning.map(({ rows: pinned, ...record }) => new PinningSection({ ...record, elements: pinned.map(elementOf) }, axis));
    this.#pinning = sections.length > 0 ? { sections, attributes: new SpecialAttributes({ axis, globalHeaders: [] }) } : null;
  }

  /** Places the pinned headers for the bounds. */
  #pin() {
    this.#pinning?.attributes.place(this.bounds, this.#inset, this.#pinning.sections, this.special);
  }

  /** Shows bounds, and lays out more rows if an end of those that are laid out is near. */
  update(bounds: Rect, { inset = noInset }: { inset?: EdgeInsets } = {}) {
    [this.bounds, this.#inset] = [bounds, inset];
    this.#pin();
    const { from, end, rows } = this.#column;
    if (rows.length >= rowsMax) return;
    const isLow = !this.hasEnd && bounds.y + 2 * bounds.height > this.#column.extent;
    const isHigh = !this.hasStart && bounds.y < bounds.height;
    if (!isLow && !isHigh) return;
    const known = rows[0];
    this.#column.show(isHigh ? from - rowsMore : from, isLow ? end + rowsMore : end);
    this.#lay();
    this.#moved(known ? this.startOf(from) - known.y : 0);
    if (isLow) this.update(this.bounds, { inset });
  }

  /** Visits all rows but pinned headers: they are few, and stay measured. */
  forEach(visitor: (page: any, index: number) => void) {
    this.#column.rows.forEach(({ isPinned }, index) => {
      if (!isPinned) visitor(this.#page, index);
    });
  }

  hasEffect() {
    return false;
  }

  /** Sets measured heights. The first row that is visible, or an anchor, stays in place. */
  measure(sizes: readonly Measurement[], { anchor }: { anchor?: { section: number, item: number } } = {}) {
    const column = this.#column;
    const visible = column.rows.findIndex(({ y }) => y >= this.bounds.y);
    const row = anchor ? column.rowOf(anchor.section, anchor.item) - column.from : visible;
    const before = column.rows[row]?.y ?? 0;
    column.measure(sizes);
    this.#lay();
    this.#moved((column.rows[row]?.y ?? 0) - before);
    return { layout: this.layout };
  }

  /** Tells that what is visible has moved. */
  #moved(way: number) {
    this.bounds = { ...this.bounds, y: this.bounds.y + way };
    this.#pin();
    this.#taken({ layout: this.layout, bounds: this.bounds });
  }

  addEventListener() {}

  close() {}
}

function elementOf({ kind, section, number, x, y, width, height, isEstimated }: FirstRow): Element {
  const name = kind === 'cell' ? { item: number, columnIndex: 0 } : { index: number };
  return { kind, section, ...name, frame: { x, y, width, height }, zIndex: zIndexOf({ kind }), ...(isEstimated && { estimated: true }) } as Element;
}

/** docs/rules.md#zindex */
function zIndexOf({ kind }: { kind: string }) {
  return kind === 'cell' ? 0 : 1000;
}

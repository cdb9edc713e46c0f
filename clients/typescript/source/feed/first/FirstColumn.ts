import { itemNames, ItemSizes } from '../../steps/itemForms.js';
import { itemCount } from '../../steps/itemCount.js';
import { extents } from '../../steps/tables.js';
import type { Measurement } from '../../../types/index.js';

/** A header, a cell or a footer. `top`: its distance from the element before it, or from the start of the list. */
export interface FirstRow {
  kind: 'header' | 'cell' | 'footer';
  section: number;
  number: number;
  x: number;
  y: number;
  width: number;
  height: number;
  top: number;
  isEstimated: boolean;
  isPinned: boolean;
}

/** A section: its members, the sizes of its items, and the numbers of its first row and of the one after its last row in the list. */
interface Part {
  headers: any[];
  footers: any[];
  sizes: ItemSizes;
  count: number;
  inset: { top: number, left: number, bottom: number, right: number };
  spacing: number;
  first: number;
  end: number;
}

const rootNames = ['engine', 'metrics', 'sections'];
const sectionNames = ['id', 'engine', 'metrics', 'items', 'headers', 'footers'];
const metricNames = ['rowHeight', 'minimumLineSpacing', 'minimumInteritemSpacing', 'sectionInset'];
const [headerNames, footerNames] = [['height', 'estimated', 'pin'], ['height', 'estimated']];
const standardRowHeight = extents.column.height[1];
/** Beyond all rows, in points. */
const greatest = 2 ** 40;

/**
 * Some neighbouring rows of a list of one column, laid out without the module (docs/rules.md#column). Coordinates begin at the start of
 * the list if the first row is among them, else at its first row.
 */
export class FirstColumn {
  #parts;
  #width;
  /** The heights that were measured, by row. */
  #measured: Map<number, number> = new Map();
  /** The number of rows of the list, and those that are laid out: `from` to `end`. */
  declare count: number;
  from = 0;
  end = 0;
  rows: FirstRow[] = [];

  constructor(parts: Part[], width: number) {
    this.#parts = parts;
    this.#width = width;
    this.count = parts.at(-1)?.end ?? 0;
  }

  /** The column of a snapshot at a width; null if the snapshot has anything other than rows one below another. */
  static of(snapshot: any, width: number): FirstColumn | null {
    if (snapshot?.engine !== 'column' || !hasOnly(snapshot, rootNames) || !Array.isArray(snapshot.sections)) return null;
    const parts: Part[] = [];
    for (const section of snapshot.sections) {
      const part = partOf(section, { ...snapshot.metrics, ...section?.metrics }, parts.at(-1)?.end ?? 0);
      if (!part) return null;
      parts.push(part);
    }
    return new FirstColumn(parts, width);
  }

  /** The extent of the rows, with what is before the first and after the last one of the list. */
  get extent() {
    const last = this.rows.at(-1);
    return last ? last.y + last.height + (this.end === this.count ? this.#after(last) : 0) : 0;
  }

  /** The number of a cell among the rows of the list. */
  rowOf(section: number, item: number) {
    const part = this.#parts[section];
    return part && item < part.count ? part.first + part.headers.length + item : 0;
  }

  /** Lays out the rows from one to another, those of the list that there are. Returns false if one has members beside its height. */
  show(from: number, end: number): boolean {
    [this.from, this.end] = [Math.max(0, from), Math.min(end, this.count)];
    this.rows = [];
    let y = 0;
    for (let number = this.from; number < this.end; number += 1) {
      const row = this.#row(number);
      if (!row) return false;
      y += this.rows.length > 0 || number === 0 ? row.top : 0;
      row.y = y;
      y += row.height;
      this.rows.push(row);
    }
    return true;
  }

  /** Sets measured heights. Rows that are not among these rows are left out. */
  measure(sizes: readonly Measurement[]) {
    for (const size of sizes as any[]) {
      const part = this.#parts[size.section];
      if (!part) continue;
      const offset = size.kind === 'footer' ? part.headers.length + part.count : size.kind === 'header' ? 0 : part.headers.length;
      this.#measured.set(part.first + offset + (size.kind ? size.index : size.item), size.height);
    }
    this.show(this.from, this.end);
  }

  /** What was measured of rows whose heights the snapshot estimates. */
  get sizes(): Measurement[] {
    return [...this.#measured].flatMap(([number, height]) => {
      const row = this.#row(number);
      if (!row?.isEstimated) return [];
      const { kind, section, number: index } = row;
      return [kind === 'cell' ? { section, item: index, height } : { kind, section, index, height }];
    });
  }

  #row(number: number): FirstRow | null {
    const section = this.#parts.findIndex(({ end }) => number < end);
    const part = this.#parts[section];
    const { headers, count, inset, spacing, first, sizes } = part;
    const place = number - first;
    const item = place - headers.length;
    const kind = item < 0 ? 'header' : item < count ? 'cell' : 'footer';
    const index = kind === 'header' ? place : kind === 'cell' ? item : item - count;
    const size: any = kind === 'cell' ? sizes.at(item) : kind === 'header' ? headers[index] : part.footers[index];
    if (!(size.height >= 0 && size.height < Infinity) || kind === 'cell' && !hasOnly(size, ['height', 'estimated'])) return null;
    const [left, right] = kind === 'cell' ? [inset.left, inset.right] : [0, 0];
    const above = kind === 'cell' ? (index === 0 ? inset.top : spacing) : kind === 'footer' && index === 0 ? inset.bottom : 0;
    const before = place === 0 && section > 0 ? bottomOf(this.#parts[section - 1]) : 0;
    return {
      kind, section, number: index, x: left, y: 0, width: Math.max(0, this.#width - left - right), top: before + above,
      height: this.#measured.get(number) ?? size.height, isEstimated: size.estimated === true, isPinned: size.pin === true,
    };
  }

  /** The pinned headers at rest, by section, and where their sections end; null if none are pinned (docs/rules.md#pinning-records). */
  get pinning() {
    const sections = [...new Set(this.rows.map(({ section }) => section))];
    return sections.flatMap((section) => {
      const { headers, first, end } = this.#parts[section];
      if (!headers.some(({ pin }) => pin)) return [];
      const rows = this.rows.filter((row) => row.section === section);
      const last = rows[rows.length - 1];
      // Rows before these are out of sight.
      const away = headers.map((_, index) => first + index).filter((number) => number < this.from);
      const before = away.map((number) => ({ ...this.#row(number) as FirstRow, y: -greatest }));
      const maxY = end > this.end ? greatest : last.y + last.height + this.#after(last);
      return [{ section, minY: 0, maxY, headersHeight: 0, rows: [...before, ...rows].filter(({ isPinned }) => isPinned) }];
    });
  }

  #after({ section }: FirstRow) {
    return bottomOf(this.#parts[section]);
  }
}

/** What is below the last row of a section. */
function bottomOf({ footers, inset }: Part) {
  return footers.length > 0 ? 0 : inset.bottom;
}

function partOf(section: any, metrics: any, first: number): Part | null {
  const { headers = [], footers = [], items = 0, engine = 'column' } = section ?? {};
  if (!section || engine !== 'column' || !hasOnly(section, sectionNames) || !hasOnly(metrics, metricNames)) return null;
  if (!isStack(headers, headerNames) || !isStack(footers, footerNames)) return null;
  const { rowHeight = standardRowHeight, minimumLineSpacing = 0, sectionInset } = metrics;
  const inset = { top: 0, left: 0, bottom: 0, right: 0, ...sectionInset };
  if (![rowHeight, minimumLineSpacing, ...Object.values(inset)].every((number) => number >= 0)) return null;
  try {
    const count = itemCount(items);
    // Rules about sections without items are the service's.
    if (!(count >= 1) && (headers.length > 0 || footers.length > 0 || sectionInset)) return null;
    const sizes = new ItemSizes(items, itemNames, { height: rowHeight });
    return { headers, footers, sizes, count, inset, spacing: minimumLineSpacing, first, end: first + headers.length + count + footers.length };
  } catch {
    // The service says what is wrong.
    return null;
  }
}

function isStack(list: any, names: readonly string[]) {
  return Array.isArray(list) && list.every((part) => hasOnly(part, names) && part.height >= 0);
}

/** Whether an object has no members but these. */
function hasOnly(object: any, names: readonly string[]) {
  return Object.keys(object ?? {}).every((name) => object[name] === undefined || names.includes(name));
}

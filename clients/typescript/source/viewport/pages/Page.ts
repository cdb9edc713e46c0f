import { isHandedBack, kinds } from './elementList.js';
import { partitionPoint } from '../../steps/partitionPoint.js';
import { PinningSection } from './PinningRecords.js';
import { overlaps } from './SpecialAttributes.js';
import type { EdgeInsets, Element, ElementKind, Rect } from '../../../types/index.js';
import type { Axis } from './Axis.js';
import type { PinningAnswer } from './PinningRecords.js';
import type { ElementColumns } from './elementList.js';

const cellKind = kinds.indexOf('cell');
const firstDecorationKind = kinds.indexOf('rowSeparator');
/** The members that a node shows beside its frame and its zIndex. */
const lookNames = ['alpha', 'hidden', 'transform', 'transform3D', 'backgroundColor'] as const;

/** A column for a member that few elements have, or that has few values: it stores each value once, and an index for each element. */
class Palette {
  #numbers: Map<string, number> = new Map();
  #values: any[] = [undefined];
  #indices;

  constructor(length: number) {
    this.#indices = new Uint32Array(length);
  }

  set(index: number, value: any) {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#numbers.set(key, number);
    }
    this.#indices[index] = number;
  }

  at(index: number) {
    return this.#values[this.#indices[index]];
  }
}

/**
 * The elements in an aligned stretch of a layout, without special ones, as columns: one array for each member, not one object for each
 * element. Cells come first, then the others, each in the order of the service's answers.
 */
export class Page {
  /** −1 if the elements are those of the answer from which the layout was made. */
  declare readonly number: number;
  declare readonly rect: Rect;
  /** Elements below this index are cells. */
  declare readonly cellCount: number;
  declare readonly count: number;
  /** −1 for global headers. */
  declare readonly section: Int32Array;
  /** A cell's item, another element's index: whole numbers up to 2^53. */
  declare readonly item: Float64Array;
  declare readonly x: Float64Array;
  declare readonly y: Float64Array;
  declare readonly width: Float64Array;
  declare readonly height: Float64Array;
  declare readonly zIndex: Int32Array;
  /** −1 if there is none. */
  declare readonly columnIndex: Int32Array;
  /** The effects of its sections. @internal */
  effects;
  /** @internal */
  declare sections: PinningSection[];
  #kinds;
  #palettes: Map<string, Palette> = new Map();
  #axis;
  /** The rectangles where the elements are found, if these are not their frames. */
  #boxes;
  /** For every element, the largest end of it and all elements before it, and the smallest start of it and all elements after it. */
  #reach;
  #shelf;

  /**
   * @param pieces of the page, in order
   * @private
   */
  constructor(number: number, rect: Rect, pieces: ElementColumns[], pinning: PinningAnswer, axis: Axis) {
    this.number = number;
    this.rect = rect;
    this.#axis = axis;
    this.cellCount = pieces.reduce((count, { cells }) => count + cells.item.length, 0);
    this.count = pieces.reduce((count, { others }) => count + others.length, this.cellCount);
    this.section = new Int32Array(this.count);
    this.item = new Float64Array(this.count);
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    this.width = new Float64Array(this.count);
    this.height = new Float64Array(this.count);
    this.zIndex = new Int32Array(this.count);
    this.columnIndex = new Int32Array(this.count).fill(-1);
    this.#kinds = new Uint8Array(this.count).fill(cellKind);
    this.#fill(pieces);
    this.#boxes = this.#pictures();
    this.effects = pinning.sections.flatMap(({ section, effect }) => (effect ? [{ section, effect }] : []));
    this.sections = pinning.sections.map((record) => new PinningSection(record, axis))
      .filter((section) => !section.isEmpty);
    this.#reach = new Float64Array(this.count);
    this.#shelf = new Float64Array(this.count);
    this.#index(0, this.cellCount);
    this.#index(this.cellCount, this.count);
  }

  kind(index: number): ElementKind {
    return kinds[this.#kinds[index]];
  }

  isCell(index: number): boolean {
    return index < this.cellCount;
  }

  backgroundColor(index: number): string | undefined {
    return this.#palettes.get('backgroundColor')?.at(index);
  }

  selectedBackgroundColor(index: number): string | undefined {
    return this.#palettes.get('selectedBackgroundColor')?.at(index);
  }

  padding(index: number): EdgeInsets | undefined {
    return this.#palettes.get('padding')?.at(index);
  }

  /** Of a cell, a header, a footer, a global header or a placeholder. */
  data(index: number): string | undefined {
    return this.#palettes.get('data')?.at(index);
  }

  /** What the node of an element shows beside its frame and its zIndex; null for nothing. @internal */
  look(index: number) {
    let look: Pick<Element, typeof lookNames[number]> | null = null;
    if (this.#palettes.size === 0) return look;
    for (const name of lookNames) {
      const value = this.#palettes.get(name)?.at(index);
      if (value !== undefined) (look ??= {})[name] = value;
    }
    return look;
  }

  /** Of a decoration. */
  color(index: number): string | undefined {
    return this.#palettes.get('color')?.at(index);
  }

  /** Whether its size is not measured yet. */
  isEstimated(index: number): boolean {
    return this.#palettes.get('estimated')?.at(index) === true;
  }

  /** @internal */
  frame(index: number): Rect {
    return { x: this.x[index], y: this.y[index], width: this.width[index], height: this.height[index] };
  }

  /** A new object with all members of the element, as in the service's answers. */
  element(index: number): Element;
  /** @internal */
  element(index: number, leftOut: ReadonlySet<string> | null): Element;
  element(index: number, leftOut: ReadonlySet<string> | null = null): Element {
    const [kind, section, number, frame] = [this.kind(index), this.section[index], this.item[index], this.frame(index)];
    const category = this.#kinds[index] >= firstDecorationKind ? 'decoration' : 'supplementary';
    const element: any = kind === 'cell'
      ? { category: 'cell', section, item: number, frame }
      : { category, kind, ...(kind !== 'globalHeader' && { section }), index: number, frame };
    if (this.zIndex[index] !== 0 && !leftOut?.has('zIndex')) element.zIndex = this.zIndex[index];
    if (this.columnIndex[index] >= 0) element.columnIndex = this.columnIndex[index];
    for (const [name, palette] of this.#palettes) {
      const value = palette.at(index);
      if (value !== undefined && !leftOut?.has(name)) element[name] = value;
    }
    return element;
  }

  /**
   * Calls the visitor with every element that is seen in the rectangle and starts at `from` or after it along the scroll axis. O(log
   * elements + elements between the first and the last visited one)
   * @internal
   */
  visit(rect: Rect, from: number, visitor: (page: Page, index: number) => void) {
    this.#visit(0, this.cellCount, rect, from, visitor);
    this.#visit(this.cellCount, this.count, rect, from, visitor);
  }

  #visit(first: number, end: number, rect: Rect, from: number, visitor: (page: Page, index: number) => void) {
    const { x, y, width, height } = this.#boxes ?? this;
    const starts = this.#axis.isHorizontal ? x : y;
    const least = this.#axis.start(rect);
    const greatest = least + this.#axis.extent(rect);
    const last = partitionPoint(first, end, (index) => this.#shelf[index] >= greatest);
    for (let index = partitionPoint(first, last, (place) => this.#reach[place] > least); index < last; index += 1) {
      if (starts[index] >= from && overlaps(x[index], y[index], width[index], height[index], rect)) {
        visitor(this, index);
      }
    }
  }

  #fill(pieces: ElementColumns[]) {
    let first = 0;
    for (const { cells } of pieces) {
      for (const name of (['section', 'item', 'x', 'y', 'width', 'height'] as const)) {
        this[name].set(cells[name], first);
      }
      cells.columnIndex?.forEach((column, place) => {
        if (column !== null) this.columnIndex[first + place] = column;
      });
      if (cells.zIndex) this.zIndex.set(cells.zIndex, first);
      for (const name in cells) if (isHandedBack(name)) cells[name].forEach((value, place) => this.#setExtra(name, first + place, value));
      first += cells.item.length;
    }
    for (const { others } of pieces) {
      for (const other of others) this.#setOther(first++, other);
    }
  }

  #setOther(index: number, other: Record<string, any>) {
    this.#kinds[index] = kinds.indexOf(other.kind);
    this.section[index] = other.section ?? -1;
    this.item[index] = other.index;
    this.x[index] = other.frame.x;
    this.y[index] = other.frame.y;
    this.width[index] = other.frame.width;
    this.height[index] = other.frame.height;
    this.zIndex[index] = other.zIndex ?? 0;
    for (const name in other) if (isHandedBack(name)) this.#setExtra(name, index, other[name]);
  }

  #setExtra(name: string, index: number, value: any) {
    if (value === null || value === undefined || (value === false && name === 'estimated')) return;
    let palette = this.#palettes.get(name);
    if (!palette) this.#palettes.set(name, (palette = new Palette(this.count)));
    palette.set(index, name === 'transformedFrame' && Array.isArray(value) ? rectOf(value) : value);
  }

  /** Whether elements have transforms. @internal */
  get hasPictures() {
    return this.#palettes.has('transformedFrame');
  }

  /** The columns of the rectangles in which elements with transforms are seen, and of the frames of the others; null without transforms. */
  #pictures() {
    const { x, y, width, height } = this;
    const pictures = this.#palettes.get('transformedFrame');
    if (!pictures) return null;
    const boxes = { x: x.slice(), y: y.slice(), width: width.slice(), height: height.slice() };
    for (let index = 0; index < this.cellCount; index += 1) {
      const picture = pictures.at(index);
      if (picture) for (const edge of (['x', 'y', 'width', 'height'] as const)) boxes[edge][index] = picture[edge];
    }
    return boxes;
  }

  #index(first: number, end: number) {
    const { x, y, width, height } = this.#boxes ?? this;
    const [starts, extents] = this.#axis.isHorizontal ? [x, width] : [y, height];
    let reach = -Infinity;
    for (let index = first; index < end; index += 1) {
      reach = Math.max(reach, starts[index] + extents[index]);
      this.#reach[index] = reach;
    }
    let shelf = Infinity;
    for (let index = end - 1; index >= first; index -= 1) {
      shelf = Math.min(shelf, starts[index]);
      this.#shelf[index] = shelf;
    }
  }
}

/** A rectangle as a column has it. */
function rectOf([x, y, width, height]: number[]): Rect {
  return { x, y, width, height };
}

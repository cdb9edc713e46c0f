// @ts-check
import { isHandedBack, kinds } from './elementList.js';
import { partitionPoint } from '../../steps/partitionPoint.js';
import { PinningSection } from './PinningRecords.js';
import { overlaps } from './SpecialAttributes.js';

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../../../index.js').Element} Element */
/** @typedef {import('./Axis.js').Axis} Axis */
/** @typedef {import('./elementList.js').ElementColumns} ElementColumns */

const cellKind = kinds.indexOf('cell');
const firstDecorationKind = kinds.indexOf('rowSeparator');
/** The members that a node shows beside its frame and its zIndex. */
const lookNames = /** @type {const} */ (['alpha', 'hidden', 'transform', 'transform3D', 'backgroundColor']);

/** A column for a member that few elements have, or that has few values: it stores each value once, and an index for each element. */
class Palette {
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** @type {any[]} */
  #values = [undefined];
  #indices;

  /** @param {number} length */
  constructor(length) {
    this.#indices = new Uint32Array(length);
  }

  /**
   * @param {number} index
   * @param {any} value
   */
  set(index, value) {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#numbers.set(key, number);
    }
    this.#indices[index] = number;
  }

  /** @param {number} index */
  at(index) {
    return this.#values[this.#indices[index]];
  }
}

/**
 * The elements in an aligned stretch of a layout, as columns: cells first, then the others, each in the order of docs/rules.md#order.
 * Pinning elements are not among them; they are in `sections`.
 */
export class Page {
  #kinds;
  /** @type {Map<string, Palette>} */
  #palettes = new Map();
  #axis;
  /** The rectangles where the elements are found, if these are not their frames. */
  #boxes;
  /** For every element, the largest end of it and all elements before it, and the smallest start of it and all elements after it. */
  #reach;
  #shelf;

  /**
   * @param {number} number
   * @param {Rect} rect
   * @param {ElementColumns[]} pieces of the page, in order
   * @param {import('./PinningRecords.js').PinningAnswer} pinning
   * @param {Axis} axis
   */
  constructor(number, rect, pieces, pinning, axis) {
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
    /** The effects of its sections. */
    this.effects = pinning.sections.flatMap(({ section, effect }) => (effect ? [{ section, effect }] : []));
    this.sections = pinning.sections.map((record) => new PinningSection(record, axis))
      .filter((section) => !section.isEmpty);
    this.#reach = new Float64Array(this.count);
    this.#shelf = new Float64Array(this.count);
    this.#index(0, this.cellCount);
    this.#index(this.cellCount, this.count);
  }

  /** @param {number} index */
  kind(index) {
    return kinds[this.#kinds[index]];
  }

  /** @param {number} index */
  isCell(index) {
    return index < this.cellCount;
  }

  /** @param {number} index */
  backgroundColor(index) {
    return this.#palettes.get('backgroundColor')?.at(index);
  }

  /** @param {number} index */
  selectedBackgroundColor(index) {
    return this.#palettes.get('selectedBackgroundColor')?.at(index);
  }

  /** @param {number} index */
  padding(index) {
    return this.#palettes.get('padding')?.at(index);
  }

  /** @param {number} index */
  data(index) {
    return this.#palettes.get('data')?.at(index);
  }

  /**
   * What the node of an element shows beside its frame and its zIndex; null for nothing.
   *
   * @param {number} index
   */
  look(index) {
    /** @type {Pick<Element, typeof lookNames[number]> | null} */
    let look = null;
    if (this.#palettes.size === 0) return look;
    for (const name of lookNames) {
      const value = this.#palettes.get(name)?.at(index);
      if (value !== undefined) (look ??= {})[name] = value;
    }
    return look;
  }

  /** @param {number} index */
  color(index) {
    return this.#palettes.get('color')?.at(index);
  }

  /** @param {number} index */
  isEstimated(index) {
    return this.#palettes.get('estimated')?.at(index) === true;
  }

  /**
   * @param {number} index
   * @returns {Rect}
   */
  frame(index) {
    return { x: this.x[index], y: this.y[index], width: this.width[index], height: this.height[index] };
  }

  /**
   * @param {number} index
   * @param {ReadonlySet<string> | null} [leftOut] members that it does not get, beside those that name and place it
   * @returns {Element}
   */
  element(index, leftOut = null) {
    const [kind, section, number, frame] = [this.kind(index), this.section[index], this.item[index], this.frame(index)];
    const category = this.#kinds[index] >= firstDecorationKind ? 'decoration' : 'supplementary';
    /** @type {any} */
    const element = kind === 'cell'
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
   * Calls the visitor with every element that is seen in the rectangle and starts at `from` or after it along the scroll axis. O(log elements
   * + elements between the first and the last visited one)
   *
   * @param {Rect} rect
   * @param {number} from
   * @param {(page: Page, index: number) => void} visitor
   */
  visit(rect, from, visitor) {
    this.#visit(0, this.cellCount, rect, from, visitor);
    this.#visit(this.cellCount, this.count, rect, from, visitor);
  }

  /**
   * @param {number} first
   * @param {number} end
   * @param {Rect} rect
   * @param {number} from
   * @param {(page: Page, index: number) => void} visitor
   */
  #visit(first, end, rect, from, visitor) {
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

  /** @param {ElementColumns[]} pieces */
  #fill(pieces) {
    let first = 0;
    for (const { cells } of pieces) {
      for (const name of /** @type {const} */ (['section', 'item', 'x', 'y', 'width', 'height'])) {
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

  /**
   * @param {number} index
   * @param {Record<string, any>} other
   */
  #setOther(index, other) {
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

  /**
   * @param {string} name
   * @param {number} index
   * @param {any} value
   */
  #setExtra(name, index, value) {
    if (value === null || value === undefined || (value === false && name === 'estimated')) return;
    let palette = this.#palettes.get(name);
    if (!palette) this.#palettes.set(name, (palette = new Palette(this.count)));
    palette.set(index, name === 'transformedFrame' && Array.isArray(value) ? rectOf(value) : value);
  }

  /** Whether elements have transforms. */
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
      if (picture) for (const edge of /** @type {const} */ (['x', 'y', 'width', 'height'])) boxes[edge][index] = picture[edge];
    }
    return boxes;
  }

  /**
   * @param {number} first
   * @param {number} end
   */
  #index(first, end) {
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

/**
 * A rectangle as a column has it.
 *
 * @param {number[]} numbers
 * @returns {Rect}
 */
function rectOf([x, y, width, height]) {
  return { x, y, width, height };
}

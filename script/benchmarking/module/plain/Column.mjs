// @ts-check
import { available, inset, spacing } from '../lists.mjs';
import { partitionPoint } from './elements.mjs';

/** So many items may be inserted. */
const roomForInsertions = 64;

/** Rows of equal columns in plain JavaScript (docs/rules.md#column). Edits lay out again what is behind them. */
export class Column {
  #columns;

  /**
   * @param {{ count: number, heights?: Float64Array, height?: number }} items
   * @param {number} columns
   */
  constructor({ count, heights, height = 0 }, columns) {
    this.#columns = columns;
    this.count = count;
    this.width = (available - (columns - 1) * spacing) / columns;
    this.heights = new Float64Array(count + roomForInsertions);
    if (heights) this.heights.set(heights);
    else this.heights.fill(height);
    this.tops = new Float64Array(Math.ceil(this.heights.length / columns));
    this.extents = new Float64Array(this.tops.length);
    this.contentHeight = 0;
    this.#layOut(0);
  }

  /** @param {number} item whose row is the first one that is laid out */
  #layOut(item) {
    const { count, heights, tops, extents } = this;
    const columns = this.#columns;
    const rows = Math.ceil(count / columns);
    let row = Math.floor(item / columns);
    let top = row > 0 ? tops[row - 1] + extents[row - 1] + spacing : inset.top;
    for (; row < rows; row += 1) {
      const end = Math.min(count, (row + 1) * columns);
      let highest = 0;
      for (let place = row * columns; place < end; place += 1) highest = Math.max(highest, heights[place]);
      tops[row] = top;
      extents[row] = highest;
      top += highest + spacing;
    }
    this.contentHeight = top - spacing + inset.bottom;
  }

  /**
   * @param {number} item
   * @param {number} height
   */
  insert(item, height) {
    this.heights.copyWithin(item + 1, item, this.count);
    this.heights[item] = height;
    this.count += 1;
    this.#layOut(item);
  }

  /** @param {number} item */
  delete(item) {
    this.heights.copyWithin(item, item + 1, this.count);
    this.count -= 1;
    this.#layOut(item);
  }

  /**
   * @param {number[]} items ascending
   * @param {ArrayLike<number>} heights
   */
  resize(items, heights) {
    for (let place = 0; place < items.length; place += 1) this.heights[items[place]] = heights[place];
    this.#layOut(items[0]);
  }

  /** @param {number} item */
  frame(item) {
    const row = Math.floor(item / this.#columns);
    return {
      x: inset.left + this.column(item) * (this.width + spacing), y: this.tops[row], width: this.width,
      height: this.extents[row],
    };
  }

  /** @param {number} item */
  column(item) {
    return item % this.#columns;
  }

  /**
   * The items that may be seen between two heights.
   *
   * @param {number} top
   * @param {number} bottom
   */
  itemsBetween(top, bottom) {
    const { tops, count } = this;
    const rows = Math.ceil(count / this.#columns);
    const row = Math.max(0, partitionPoint(rows, (place) => tops[place] > top) - 1);
    const behind = partitionPoint(rows, (place) => tops[place] >= bottom);
    const [first, end] = [row * this.#columns, Math.min(count, behind * this.#columns)];
    return Array.from({ length: end - first }, (_, place) => first + place);
  }
}

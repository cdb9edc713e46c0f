// @ts-check
import { available, inset, spacing } from './lists.mjs';

/** So many rows may be inserted. */
const roomForInsertions = 64;

/** A list of rows in plain JavaScript (docs/rules.md#column, with one column). Edits lay out again what is behind them. */
export class PlainRows {
  /** @param {{ count: number, heights?: Float64Array }} items */
  constructor({ count, heights = new Float64Array(count) }) {
    this.count = count;
    this.heights = new Float64Array(count + roomForInsertions);
    this.heights.set(heights);
    this.tops = new Float64Array(this.heights.length);
    this.contentHeight = 0;
    this.#layOut(0);
  }

  /** @param {number} first the first row that is laid out */
  #layOut(first) {
    const { count, heights, tops } = this;
    let top = first > 0 ? tops[first - 1] + heights[first - 1] + spacing : inset.top;
    for (let row = first; row < count; row += 1) {
      tops[row] = top;
      top += heights[row] + spacing;
    }
    this.contentHeight = top - spacing + inset.bottom;
  }

  /**
   * @param {number} row
   * @param {number} height
   */
  insert(row, height) {
    this.heights.copyWithin(row + 1, row, this.count);
    this.heights[row] = height;
    this.count += 1;
    this.#layOut(row);
  }

  /** @param {number} row */
  delete(row) {
    this.heights.copyWithin(row, row + 1, this.count);
    this.count -= 1;
    this.#layOut(row);
  }

  /**
   * @param {number[]} rows ascending
   * @param {ArrayLike<number>} heights
   */
  resize(rows, heights) {
    for (let place = 0; place < rows.length; place += 1) this.heights[rows[place]] = heights[place];
    this.#layOut(rows[0]);
  }

  /**
   * The elements between two heights, as the service answers them.
   *
   * @param {{ y: number, height: number }} rect
   */
  elements({ y, height }) {
    const { heights, tops, count } = this;
    let [row, end] = [0, count];
    while (row < end) {
      const middle = (row + end) >> 1;
      if (tops[middle] + heights[middle] > y) end = middle;
      else row = middle + 1;
    }
    const found = [];
    for (; row < count && tops[row] < y + height; row += 1) {
      const frame = { x: inset.left, y: tops[row], width: available, height: heights[row] };
      found.push({ category: 'cell', section: 0, item: row, frame, columnIndex: 0 });
    }
    return found;
  }
}

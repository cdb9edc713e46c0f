// @ts-check
import { available, inset, spacing } from '../lists.mjs';
import { partitionPoint } from './elements.mjs';

/** Items in the shortest of several columns, scaled to it, in plain JavaScript (docs/rules.md#waterfall). */
export class Waterfall {
  /** @type {number[][]} of each column, in order */
  #itemsOfColumns;

  /**
   * @param {{ count: number, widths: Float64Array, heights: Float64Array }} items
   * @param {number} columns
   */
  constructor({ count, widths, heights }, columns) {
    this.count = count;
    this.width = (available - (columns - 1) * spacing) / columns;
    this.ys = new Float64Array(count);
    this.extents = new Float64Array(count);
    this.columns = new Uint8Array(count);
    this.#itemsOfColumns = Array.from({ length: columns }, () => []);
    const lengths = new Float64Array(columns);
    let extent = 0;
    for (let item = 0; item < count; item += 1) {
      let least = lengths[0];
      for (let column = 1; column < columns; column += 1) least = Math.min(least, lengths[column]);
      let shortest = 0;
      while (lengths[shortest] > least + 0.001) shortest += 1;
      const height = heights[item] * this.width / widths[item];
      this.ys[item] = inset.top + lengths[shortest];
      this.extents[item] = height;
      this.columns[item] = shortest;
      this.#itemsOfColumns[shortest].push(item);
      extent = Math.max(extent, lengths[shortest] + height);
      lengths[shortest] += height + spacing;
    }
    this.contentHeight = inset.top + extent + inset.bottom;
  }

  /** @param {number} item */
  frame(item) {
    return {
      x: inset.left + this.columns[item] * (this.width + spacing), y: this.ys[item], width: this.width,
      height: this.extents[item],
    };
  }

  /** @param {number} item */
  column(item) {
    return this.columns[item];
  }

  /**
   * The items that may be seen between two heights.
   *
   * @param {number} top
   * @param {number} bottom
   */
  itemsBetween(top, bottom) {
    const { ys } = this;
    return this.#itemsOfColumns.flatMap((items) => items.slice(
      Math.max(0, partitionPoint(items.length, (place) => ys[items[place]] > top) - 1),
      partitionPoint(items.length, (place) => ys[items[place]] >= bottom))).sort((one, other) => one - other);
  }
}

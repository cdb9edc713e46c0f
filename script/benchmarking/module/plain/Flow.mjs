// @ts-check
import { available, inset, spacing } from '../lists.mjs';
import { partitionPoint } from './elements.mjs';

/** A flow of items of many sizes in plain JavaScript, `uikit` along its lines, centred across them (docs/rules.md#flow). */
export class Flow {
  /** @type {number[]} of lines */
  #tops = [];
  /** @type {number[]} the first item of each line */
  #firsts = [];

  /** @param {{ count: number, widths: Float64Array, heights: Float64Array }} items */
  constructor({ count, widths, heights }) {
    const [xs, ys] = [new Float64Array(count), new Float64Array(count)];
    this.count = count;
    this.widths = widths;
    this.heights = heights;
    this.xs = xs;
    this.ys = ys;
    const room = available + 0.001;
    let [top, bottom] = [inset.top, inset.top];
    for (let first = 0; first < count;) {
      let used = widths[first];
      let total = used;
      let highest = heights[first];
      let end = first + 1;
      for (; end < count; end += 1) {
        const joined = used + spacing + widths[end];
        if (joined > room) break;
        used = joined;
        total += widths[end];
        highest = Math.max(highest, heights[end]);
      }
      const isLast = end === count;
      let [x, gap] = [inset.left, spacing];
      if (end - first > 1) {
        if (!isLast) gap = (available - total) / (end - first - 1);
      } else if (!isLast || total + spacing + total > room) {
        x += Math.max(0, (available - total) / 2);
      }
      this.#tops.push(top);
      this.#firsts.push(first);
      for (let item = first; item < end; item += 1) {
        xs[item] = x;
        ys[item] = top + (highest - heights[item]) / 2;
        x += widths[item] + gap;
      }
      bottom = top + highest;
      top = bottom + spacing;
      first = end;
    }
    this.contentHeight = bottom + inset.bottom;
  }

  /** @param {number} item */
  frame(item) {
    return { x: this.xs[item], y: this.ys[item], width: this.widths[item], height: this.heights[item] };
  }

  /**
   * The items that may be seen between two heights.
   *
   * @param {number} top
   * @param {number} bottom
   */
  itemsBetween(top, bottom) {
    const [tops, firsts] = [this.#tops, this.#firsts];
    const line = Math.max(0, partitionPoint(tops.length, (place) => tops[place] > top) - 1);
    const behind = partitionPoint(tops.length, (place) => tops[place] >= bottom);
    const end = behind < firsts.length ? firsts[behind] : this.count;
    return Array.from({ length: end - firsts[line] }, (_, place) => firsts[line] + place);
  }
}

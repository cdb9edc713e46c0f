// @ts-check
import { available, inset, spacing } from '../lists.mjs';

/** A flow of equal items in plain JavaScript: lines of as many as fit, spread over the room (docs/rules.md#flow). */
export class EqualFlow {
  /** @param {{ count: number, width: number, height: number }} items several of them fit into a line */
  constructor({ count, width, height }) {
    const perLine = Math.floor((available + spacing + 0.001) / (width + spacing));
    const gap = Math.max(spacing, (available - perLine * width) / (perLine - 1));
    this.count = count;
    this.width = width;
    this.height = height;
    this.perLine = perLine;
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    for (let first = 0, line = 0; first < count; first += perLine, line += 1) {
      const top = inset.top + line * (height + spacing);
      for (let place = 0; place < perLine && first + place < count; place += 1) {
        this.xs[first + place] = inset.left + place * (width + gap);
        this.ys[first + place] = top;
      }
    }
    this.contentHeight = this.ys[count - 1] + height + inset.bottom;
  }

  /** @param {number} item */
  frame(item) {
    return { x: this.xs[item], y: this.ys[item], width: this.width, height: this.height };
  }

  /**
   * The items that may be seen between two heights.
   *
   * @param {number} top
   * @param {number} bottom
   */
  itemsBetween(top, bottom) {
    const line = (/** @type {number} */ y) => Math.max(0, Math.floor((y - inset.top) / (this.height + spacing)));
    const [first, end] = [line(top) * this.perLine, Math.min(this.count, (line(bottom) + 1) * this.perLine)];
    return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  }
}

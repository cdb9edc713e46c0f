// @ts-check
import { available, inset, segmentHeight, spacing } from '../lists.mjs';

const shared = available - spacing;
const [half, third, twoThirds] = [shared / 2, shared / 3, 2 * shared / 3];
const low = (segmentHeight - spacing) / 2;
/** @typedef {[number, number, number, number]} Slot x, y, width and height, from the segment's corner */
/** @type {(x: number) => Slot[]} */
const stack = (x) => [[x, 0, third, low], [x, low + spacing, third, low]];
/** @type {Slot[]} */
const fullWidth = [[0, 0, available, segmentHeight]];
/** @type {Slot[]} */
const fiftyFifty = [[0, 0, half, segmentHeight], [half + spacing, 0, half, segmentHeight]];
/** @type {Slot[][]} */
const styles = [
  fiftyFifty,
  [[0, 0, twoThirds, segmentHeight], ...stack(twoThirds + spacing)],
  [...stack(0), [third + spacing, 0, twoThirds, segmentHeight]],
];
const itemsOfRound = 8;

/**
 * Segments of one, two and three items in plain JavaScript: one of full width, then the default styles
 * (docs/rules.md#mosaic).
 */
export class Mosaic {
  /** @param {{ count: number }} items */
  constructor({ count }) {
    this.count = count;
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    this.widths = new Float64Array(count);
    this.heights = new Float64Array(count);
    let segment = 0;
    for (let item = 0; item < count; segment += 1) {
      const top = segment * (segmentHeight + spacing);
      for (const [x, y, width, height] of Mosaic.#style(segment, count - item)) {
        this.xs[item] = inset.left + x;
        this.ys[item] = inset.top + (top + y);
        this.widths[item] = width;
        this.heights[item] = height;
        item += 1;
      }
    }
    this.contentHeight = inset.top + ((segment - 1) * (segmentHeight + spacing) + segmentHeight) + inset.bottom;
  }

  /**
   * @param {number} segment
   * @param {number} left how many items are left
   */
  static #style(segment, left) {
    if (left < 3) return left === 1 ? fullWidth : fiftyFifty;
    return segment === 0 ? fullWidth : styles[(segment - 1) % 3];
  }

  /** @param {number} item */
  frame(item) {
    return { x: this.xs[item], y: this.ys[item], width: this.widths[item], height: this.heights[item] };
  }

  /**
   * The items that may be seen between two heights: those of whole rounds of the styles.
   *
   * @param {number} top
   * @param {number} bottom
   */
  itemsBetween(top, bottom) {
    const round = (/** @type {number} */ y) => (
      Math.floor(((y - inset.top) / (segmentHeight + spacing) - 1) / styles.length));
    const first = Math.max(0, 1 + round(top) * itemsOfRound);
    const end = Math.min(this.count, 1 + (round(bottom) + 1) * itemsOfRound);
    return Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place);
  }
}

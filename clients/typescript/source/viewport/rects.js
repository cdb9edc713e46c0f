// @ts-check

/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('../../index.js').EdgeInsets} EdgeInsets */

/**
 * @param {Rect} from
 * @param {Rect} to
 */
export function copyRect(from, to) {
  to.x = from.x;
  to.y = from.y;
  to.width = from.width;
  to.height = from.height;
}

/**
 * @param {EdgeInsets} from
 * @param {EdgeInsets} to
 */
export function copyInset(from, to) {
  to.top = from.top;
  to.left = from.left;
  to.bottom = from.bottom;
  to.right = from.right;
}

/**
 * Copies a rectangle, extended on both sides along the scroll axis.
 *
 * @param {Rect} from
 * @param {boolean} isHorizontal
 * @param {number} extent
 * @param {Rect} to
 */
export function copyStretched(from, isHorizontal, extent, to) {
  copyRect(from, to);
  to[isHorizontal ? 'x' : 'y'] -= extent;
  to[isHorizontal ? 'width' : 'height'] += 2 * extent;
}

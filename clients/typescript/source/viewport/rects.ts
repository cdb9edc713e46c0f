import type { EdgeInsets, Rect } from '../../types/index.js';

export function copyRect(from: Rect, to: Rect) {
  to.x = from.x;
  to.y = from.y;
  to.width = from.width;
  to.height = from.height;
}

export function copyInset(from: EdgeInsets, to: EdgeInsets) {
  to.top = from.top;
  to.left = from.left;
  to.bottom = from.bottom;
  to.right = from.right;
}

/** Copies a rectangle, extended on both sides along the scroll axis. */
export function copyStretched(from: Rect, isHorizontal: boolean, extent: number, to: Rect) {
  copyRect(from, to);
  to[isHorizontal ? 'x' : 'y'] -= extent;
  to[isHorizontal ? 'width' : 'height'] += 2 * extent;
}

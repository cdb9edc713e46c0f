// @ts-check
import { described } from '../steps/options.js';

/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('../../index.js').ScrollAlignment} ScrollAlignment */
/** @typedef {import('./pages/Axis.js').Axis} Axis */

/**
 * The scroll origin that shows a frame.
 *
 * @param {Axis} axis
 * @param {Rect} frame
 * @param {Rect} bounds where the viewport is now; across the scroll axis it stays there
 * @param {ScrollAlignment} alignment
 * @param {number} leading what is covered where the bounds begin, in points
 * @param {number} trailing what is covered where they end
 */
export function scrollOrigin(axis, frame, bounds, alignment, leading, trailing) {
  const visible = axis.extent(bounds);
  const origin = placed(axis.lead(frame), axis.extent(frame), axis.lead(bounds), visible, alignment, leading, trailing);
  const start = Math.max(0, Math.min(axis.startAt(origin, visible), axis.contentExtent - visible));
  return axis.isHorizontal ? { x: start, y: bounds.y } : { x: bounds.x, y: start };
}

/**
 * @param {number} lead
 * @param {number} extent
 * @param {number} origin
 * @param {number} visible
 * @param {ScrollAlignment} alignment
 * @param {number} leading
 * @param {number} trailing
 */
function placed(lead, extent, origin, visible, alignment, leading, trailing) {
  const start = lead - leading;
  const end = lead + extent + trailing - visible;
  switch (alignment) {
    case 'start': return start;
    case 'end': return end;
    case 'center': return (start + end) / 2;
    case 'nearest':
      // Between the two it is wholly visible, or covers all that is.
      if (origin >= Math.min(start, end) && origin <= Math.max(start, end)) return origin;
      return Math.abs(start - origin) < Math.abs(end - origin) ? start : end;
    default: throw new RangeError(`${described(alignment)} is no alignment: start, center, end or nearest`);
  }
}

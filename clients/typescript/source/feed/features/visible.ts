import { tolerance } from '../../viewport/pages/tolerance.js';
import type { EdgeInsets, Point, Rect } from '../../../types/index.js';
import type { Axis } from '../../viewport/pages/Axis.js';

/**
 * The part of the visible extent that no pinned header or footer covers: the distances of its start and its end from the start of the
 * content.
 */
export function uncovered({ bounds, special, layout: { axis } }: any, inset?: EdgeInsets): [number, number] {
  let low = axis.lead(bounds) + (inset ? axis.leadingInset(inset) : 0);
  let high = axis.lead(bounds) + axis.extent(bounds) - (inset ? axis.trailingInset(inset) : 0);
  for (const { kind, frame } of special) {
    const [start, end] = [axis.lead(frame), axis.lead(frame) + axis.extent(frame)];
    if (kind !== 'footer' && start <= low + tolerance) low = Math.max(low, end);
    if (kind === 'footer' && end >= high - tolerance) high = Math.min(high, start);
  }
  return [low, Math.max(low, high)];
}

/** Whether a cell cannot be seen: it has no content. */
export function isEmpty({ frame: { width, height } }: { frame: Rect }) {
  return Math.min(width, height) < 0.01;
}

/** The distance of a point from a frame, in points. */
export function distance({ x, y, width, height }: Rect, point: Point) {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
}

/** The smallest distance to scroll so that a frame is in the uncovered part. */
export function wayTo(axis: Axis, frame: Rect, [low, high]: readonly [number, number]) {
  const [start, end] = [axis.lead(frame), axis.lead(frame) + axis.extent(frame)];
  return start < low || end - start > high - low ? start - low : Math.max(0, end - high);
}

// @ts-check
import { tolerance } from '../../viewport/pages/tolerance.js';

/** @typedef {import('../../../index.js').Rect} Rect */

/**
 * What no header or footer covers of the visible part, along the scroll axis: how far it begins and ends behind the start of the content.
 *
 * @param {any} viewport
 * @param {import('../../../index.js').EdgeInsets} [inset]
 * @returns {[number, number]}
 */
export function uncovered({ bounds, special, layout: { axis } }, inset) {
  let low = axis.lead(bounds) + (inset ? axis.leadingInset(inset) : 0);
  let high = axis.lead(bounds) + axis.extent(bounds) - (inset ? axis.trailingInset(inset) : 0);
  for (const { kind, frame } of special) {
    const [start, end] = [axis.lead(frame), axis.lead(frame) + axis.extent(frame)];
    if (kind !== 'footer' && start <= low + tolerance) low = Math.max(low, end);
    if (kind === 'footer' && end >= high - tolerance) high = Math.min(high, start);
  }
  return [low, Math.max(low, high)];
}

/**
 * How far a point is from a frame, in points.
 *
 * @param {Rect} frame
 * @param {import('../../../index.js').Point} point
 */
export function distance({ x, y, width, height }, point) {
  return Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height));
}

/**
 * How far the visible part is to go on, so that a frame is in what nothing covers of it; as little as does that.
 *
 * @param {import('../../viewport/pages/Axis.js').Axis} axis
 * @param {Rect} frame
 * @param {readonly [number, number]} stretch
 */
export function wayTo(axis, frame, [low, high]) {
  const [start, end] = [axis.lead(frame), axis.lead(frame) + axis.extent(frame)];
  return start < low || end - start > high - low ? start - low : Math.max(0, end - high);
}

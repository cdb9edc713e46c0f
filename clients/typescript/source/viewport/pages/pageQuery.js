// @ts-check

/** @typedef {import('./Axis.js').Axis} Axis */

/**
 * The query for a stretch across the container, with its pinning records. All clients send the same bytes for the same page, so that one
 * copy in a cache serves them all.
 *
 * @param {Axis} axis
 * @param {number} start
 * @param {number} extent
 */
export function pageQuery(axis, start, extent) {
  const { x, y, width, height } = axis.across(start, extent);
  return `${containerQuery(axis)}&rect=${x},${y},${width},${height}&format=columns&pinning=true`;
}

/** @param {Axis} axis */
export function containerQuery(axis) {
  return `${axis.isHorizontal ? 'height' : 'width'}=${axis.containerExtent}`;
}

import type { Axis } from './Axis.js';

/**
 * The query for a stretch across the container, with its pinning records. All clients send the same bytes for the same page, so that one
 * copy in a cache serves them all.
 */
export function pageQuery(axis: Axis, start: number, extent: number) {
  const { x, y, width, height } = axis.across(start, extent);
  return `${containerQuery(axis)}&rect=${x},${y},${width},${height}&format=columns&pinning=true`;
}

export function containerQuery(axis: Axis) {
  return `${axis.isHorizontal ? 'height' : 'width'}=${axis.containerExtent}`;
}

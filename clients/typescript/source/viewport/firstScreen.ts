import { Axis } from './pages/Axis.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { PageGrid } from './pages/PageGrid.js';
import { pageQuery } from './pages/pageQuery.js';
import type { Margins, Rect } from '../../types/index.js';

/** The query parameters with which a post also answers the pages that the bounds overlap. */
export function firstScreen(
  { width, height, margins, bounds, pageLength }: {
    width?: number, height?: number, margins?: Margins, bounds?: Rect, pageLength?: number,
  },
) {
  if ((width === undefined) === (height === undefined)) {
    if (width !== undefined) throw new TypeError('A layout has a width, or a height where it scrolls horizontally, not both');
    if (bounds ?? pageLength ?? margins) throw new TypeError('bounds, pageLength and margins need a width or a height');
    return null;
  }
  const axis = Axis.across(width === undefined ? 'horizontal' : 'vertical', (width ?? height) as number, margins);
  const length = setting('pageLength', pageLength, limits.pageLength, pageLengthRange);
  const [start, extent] = bounds ? [axis.start(bounds), axis.extent(bounds)] : [0, length];
  if (!(Number.isFinite(start) && Number.isFinite(extent) && extent > 0)) throw new RangeError('The bounds are no rectangle');
  const first = PageGrid.at(start, length);
  const count = Math.max(1, Math.ceil((start + extent) / length) - first);
  const rect = axis.across(first * length, count * length);
  return { query: `?${pageQuery(axis, first * length, count * length)}`, rect, axis };
}

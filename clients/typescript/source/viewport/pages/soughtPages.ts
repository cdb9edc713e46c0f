import type { Rect } from '../../../types/index.js';
import type { Axis } from './Axis.js';
import type { Page } from './Page.js';
import type { PageCache } from './PageCache.js';
import type { PageGrid } from './PageGrid.js';

/**
 * The pages that bounds need: the first and the last one, those of the bounds alone, and the rectangle that they are needed for.
 *
 * @param limits `reach`: how far before and behind the bounds cells are that effects may show in them
 */
export function soughtPages(
  grid: PageGrid, axis: Axis, bounds: Rect,
  { overscan, reach: [before, after], maximumPages }: { overscan: number, reach: readonly number[], maximumPages: number },
) {
  const [start, extent] = [axis.start(bounds), axis.extent(bounds)];
  const [first, last] = grid.covering(start - overscan, extent + 2 * overscan);
  if (last - first >= maximumPages) throw new RangeError(`The bounds cover ${last - first + 1} pages, of at most ${maximumPages}`);
  const [ahead, behind] = [Math.max(before, overscan), Math.max(after, overscan)];
  const [least, greatest] = grid.covering(start - ahead, ahead + extent + behind);
  // For effects as many pages as there is room for, on both sides.
  const room = (maximumPages - 1 - (last - first)) >> 1;
  return {
    first: Math.max(least, first - room), last: Math.min(greatest, last + room), seen: grid.covering(start, extent),
    rect: axis.across(start - ahead, ahead + extent + behind),
  };
}

/** Makes the pages of a layout that is computed in the page. The loader requests those that cannot be made, and reports why. */
export function makePages(
  layout: { pageIfHere(number: number, options: { length: number, maximumElements: number }): Page | null }, cache: PageCache,
  { length }: PageGrid, { first, last, maximumElements }: { first: number, last: number, maximumElements: number },
) {
  for (let number = first; number <= last; number += 1) {
    if (cache.has(number)) continue;
    const page = layout.pageIfHere(number, { length, maximumElements });
    if (page) cache.insert(page);
  }
}

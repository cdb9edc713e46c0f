// @ts-check

/** @typedef {import('../../../index.js').Rect} Rect */

/**
 * The pages that bounds need: the first and the last one, those of the bounds alone, and the rectangle that they are needed for.
 *
 * @param {import('./PageGrid.js').PageGrid} grid
 * @param {import('./Axis.js').Axis} axis
 * @param {Rect} bounds
 * @param {{ overscan: number, reach: readonly number[], maximumPages: number }} limits `reach`: how far before and behind the bounds cells
 *   are that effects may show in them
 */
export function soughtPages(grid, axis, bounds, { overscan, reach: [before, after], maximumPages }) {
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

/**
 * Makes the pages of a layout that is computed in the page. The loader requests those that cannot be made, and reports why.
 *
 * @param {{ pageIfHere(number: number, options: { length: number, maximumElements: number }): import('./Page.js').Page | null }} layout
 * @param {import('./PageCache.js').PageCache} cache
 * @param {import('./PageGrid.js').PageGrid} grid
 * @param {{ first: number, last: number, maximumElements: number }} range
 */
export function makePages(layout, cache, { length }, { first, last, maximumElements }) {
  for (let number = first; number <= last; number += 1) {
    if (cache.has(number)) continue;
    const page = layout.pageIfHere(number, { length, maximumElements });
    if (page) cache.insert(page);
  }
}

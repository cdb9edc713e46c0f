// @ts-check
import { overlaps } from './SpecialAttributes.js';

/** @typedef {import('../index.js').Measurement} Measurement */
/** @typedef {import('../index.js').Rect} Rect */
/** @typedef {import('./Axis.js').Axis} Axis */
/** @typedef {import('./ShownPages.js').ShownPages} ShownPages */

/**
 * What stands still when sizes are measured: the first visible item whose size was known before, since what is measured
 * beside it was just scrolled to. Undefined where there is none.
 *
 * @param {ShownPages} shown
 * @param {Rect} bounds
 * @param {Axis} axis
 * @param {readonly Measurement[]} sizes
 */
export function stillItem(shown, bounds, axis, sizes) {
  const measured = new Set(sizes.map((size) => ('item' in size ? `${size.section}/${size.item}` : '')));
  /** @type {{ section: number, item: number } | undefined} */
  let found;
  let least = Infinity;
  shown.visit(bounds, (page, index) => {
    const { x, y, width, height, section, item } = page;
    if (!page.isCell(index) || page.isEstimated(index) || measured.has(`${section[index]}/${item[index]}`)) return;
    if (!overlaps(x[index], y[index], width[index], height[index], bounds)) return;
    const lead = axis.lead({ x: x[index], y: y[index], width: width[index], height: height[index] });
    if (lead >= least) return;
    least = lead;
    found = { section: section[index], item: item[index] };
  });
  return found;
}

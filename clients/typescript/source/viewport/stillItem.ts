import { tolerance } from './pages/tolerance.js';
import type { EdgeInsets, Rect } from '../../types/index.js';
import type { Axis } from './pages/Axis.js';
import type { ShownPages } from './pages/ShownPages.js';

export type StillItem = typeof stillItem;

/**
 * The anchor when sizes are measured: the first visible item whose size was known before. Its leading edge stays in place, even if its own
 * size is measured again. Estimated items before it have just come into sight, so they may move. Undefined if the size of no visible item
 * is known: then the anchor is that of other changes (docs/rules.md#scroll-anchor).
 */
export function stillItem(shown: Pick<ShownPages, 'visit'>, bounds: Rect, inset: EdgeInsets, axis: Axis) {
  const start = axis.lead(bounds) + axis.leadingInset(inset);
  const end = axis.lead(bounds) + axis.extent(bounds) - axis.trailingInset(inset);
  let found: { section: number, item: number } | undefined;
  shown.visit(bounds, (page, index) => {
    if (!page.isCell(index) || page.isEstimated(index)) return;
    const frame = { x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] };
    const lead = axis.lead(frame);
    if (lead >= end - tolerance || lead + axis.extent(frame) <= start + tolerance) return;
    const [section, item] = [page.section[index], page.item[index]];
    if (!found || section < found.section || (section === found.section && item < found.item)) found = { section, item };
  });
  return found;
}

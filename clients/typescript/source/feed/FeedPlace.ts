import { noInset } from '../viewport/pages/Axis.js';
import { tolerance } from '../viewport/pages/tolerance.js';
import type { EdgeInsets, FeedPlace } from '../../types/index.js';
import type { FeedNames } from './FeedNames.js';
import type { Layout } from '../viewport/Layout.js';

/** A position at most this near to an end counts as the end, in points: browsers round positions. */
export const endTolerance = 1;

/**
 * The place of a viewport: the first cell that no bar and no pinned header covers, and its position.
 *
 * @param inset how far bars cover the bounds
 * @param limits the least and the greatest lead of the bounds
 */
export function placeOf(
  viewport: any, names: FeedNames, inset: EdgeInsets = noInset,
  limits: readonly number[] = viewport.layout.axis.limits(viewport.layout.axis.extent(viewport.bounds), inset),
): FeedPlace {
  const { bounds, layout: { axis } } = viewport;
  const lead = axis.lead(bounds);
  const low = viewport.special.reduce((end: number, { kind, pinned, frame }: any) => (
    pinned && kind !== 'footer' ? Math.max(end, axis.lead(frame) + axis.extent(frame)) : end), lead + axis.leadingInset(inset));
  const first = firstCell(viewport, low);
  const isAtEnd = limits[1] - lead <= endTolerance;
  if (!first) return { offset: 0, lead, isAtEnd };
  const { section, item } = first;
  const key = names.key(section, item);
  return { section, item, ...(key !== undefined && { key }), offset: first.lead - lead, lead, isAtEnd };
}

/** The distance from the start of a layout's content to the start of the visible part at a place. */
export async function leadAt(layout: Layout, place: FeedPlace, names: FeedNames, signal?: AbortSignal) {
  const { section, item } = (place.key === undefined ? undefined : names.findNear(place.key, place.section)) ?? place;
  if (section === undefined || item === undefined) return place.lead;
  try {
    const { frame } = await layout.item(section, item, { signal });
    return layout.axis.lead(frame) - place.offset;
  } catch (error) {
    if ((error as any)?.status === 404 || error instanceof RangeError) return place.lead;
    throw error;
  }
}

/** The first cell that begins at or after an edge; if there is none, the last one that begins before it. */
function firstCell(viewport: any, edge: number) {
  const { axis } = viewport.layout;
  let [behind, before]: any[] = [null, null];
  viewport.forEach((page: any, index: number) => {
    if (!page.isCell(index)) return;
    const lead = axis.lead({ x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] });
    const cell = { section: page.section[index], item: page.item[index], lead };
    if (lead >= edge - tolerance) {
      if (!behind || lead < behind.lead) behind = cell;
    } else if (!before || lead > before.lead) before = cell;
  });
  return behind ?? before;
}

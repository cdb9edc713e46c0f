import { listId } from '../../documents/listId.js';
import type { FeedFeature, FeedParts } from '../FeedFeatures.js';

/** The duration of the animation, and the time that a turn waits for an answer to what fades, in milliseconds. */
const [duration, patience] = [250, 100];

/** Fades cells in that are on another line at another width of the scroller (docs/rules.md#transition). */
export function attach({ screen, options, signal }: FeedParts): FeedFeature {
  /** The names of the cells that fade when a layout of this extent is shown; null for none. */
  let crossing: { extent: number, ids: Set<string> } | null = null;
  return {
    async turning(next, bounds) {
      const { view } = screen.scroller;
      const { layout: before, bounds: fromBounds } = screen.viewport;
      const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
      crossing = null;
      if (!options.crossfades || isStill || listId(next) !== listId(before) || next.isLocal !== before.isLocal) return;
      // Without an answer in time the cells are shown at once.
      const late = 
        new Promise((resolve) => void view.setTimeout(() => resolve([]), patience)) as Promise<{ section: number, item: number }[]>;
      const cells = await Promise.race([next.crossing(before, { fromBounds, bounds, signal }).catch(() => []), late]);
      const ids = new Set(cells.map(({ section, item }) => screen.names.id('cell', section, item)));
      crossing = ids.size > 0 ? { extent: next.containerExtent, ids } : null;
    },
    drawn() {
      // What is shown may have been measured since.
      if (!crossing || screen.viewport.layout.containerExtent !== crossing.extent) return;
      const { ids } = crossing;
      for (const { id, node } of screen.shown) if (ids.has(id)) node.animate([{ opacity: 0 }, {}], { duration, easing: 'ease-out' });
      crossing = null;
    },
  };
}

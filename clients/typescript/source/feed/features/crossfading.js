// @ts-check
import { listId } from '../../documents/listId.js';

/** @typedef {import('../../viewport/Layout.js').Layout} Layout */

/** The duration of the animation, in milliseconds. */
const duration = 250;

/**
 * Fades cells in that are on another line at another width of the scroller (docs/rules.md#transition).
 *
 * @param {import('../FeedFeatures.js').FeedParts} parts
 * @returns {import('../FeedFeatures.js').FeedFeature}
 */
export function attach({ screen, options, signal }) {
  /** The layout that is about to be shown, and the names of its cells that fade. */
  let crossing = { next: /** @type {Layout | null} */ (null), ids: new Set() };
  return {
    async turning(next, bounds) {
      const { layout: before, bounds: fromBounds } = screen.viewport;
      const isStill = screen.scroller.view.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!options.crossfades || isStill || listId(next) !== listId(before) || next.isLocal !== before.isLocal) return;
      // Without an answer the cells are shown at once.
      const cells = await next.crossing(before, { fromBounds, bounds, signal }).catch(() => []);
      crossing = { next, ids: new Set(cells.map(({ section, item }) => screen.names.id('cell', section, item))) };
    },
    drawn() {
      if (screen.viewport.layout !== crossing.next) return;
      for (const { id, node } of screen.shown) if (crossing.ids.has(id)) node.animate([{ opacity: 0 }, {}], { duration, easing: 'ease-out' });
      crossing = { next: null, ids: new Set() };
    },
  };
}

// @ts-check
import { features } from './features.js';

/**
 * The parts of a feed that a feature uses: `feed` dispatches events; `screen` has the viewport, the names of the items, the scroller and
 * the origin; `travel` starts and stops scrolls; `options` may have other values each time they are read; `edit` changes the list as
 * `insert` and `remove` do; `signal` is aborted when the feed is closed.
 *
 * @typedef {{ feed: import('./Feed.js').Feed, screen: import('./FeedScreen.js').FeedScreen,
 *   travel: import('./FeedTravel.js').FeedTravel, edit: import('./Feed.js').Editing, options: any, signal: AbortSignal }} FeedParts
 */
/**
 * A feature of a feed that shows a layout. `changing`: another layout is about to be drawn, other than one made by measuring, or other
 * names of its items. `drawn`:
 * called in each frame in which the feed draws: the visible part or the layout may have changed. `touched`: the user touches the feed,
 * which ends animations. `scrolled`: the user has scrolled. `rested`: nothing has moved for a while, and no finger is down. A feature adds
 * its other listeners with the `signal` of its parts. `turning`: a layout for another width is about to be shown at some bounds, once the
 * promise is settled.
 *
 * @typedef {{ turning?: (next: import('../viewport/Layout.js').Layout, bounds: import('../../index.js').Rect) => Promise<void>,
 *   changing?: (names: import('./FeedNames.js').FeedNames) => void, drawn?: () => void, touched?: () => void, scrolled?: () => void, rested?: () => void }} FeedFeature
 */

/** The features of a feed whose options are given. */
export class FeedFeatures {
  #parts;
  #attached = /** @type {FeedFeature[]} */ ([]);
  /** The features that are loaded or being loaded. */
  #asked = new Set();

  /** @param {FeedParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @param {import('./FeedNames.js').FeedNames} names */
  changing(names) {
    for (const feature of this.#attached) feature.changing?.(names);
  }

  /**
   * @param {import('../viewport/Layout.js').Layout} next
   * @param {import('../../index.js').Rect} bounds
   */
  async turning(next, bounds) {
    await Promise.all(this.#attached.map((feature) => feature.turning?.(next, bounds)));
  }

  drawn() {
    this.#look();
    for (const feature of this.#attached) feature.drawn?.();
  }

  touched() {
    for (const feature of this.#attached) feature.touched?.();
  }

  scrolled() {
    for (const feature of this.#attached) feature.scrolled?.();
  }

  rested() {
    for (const feature of this.#attached) feature.rested?.();
  }

  /** Loads features whose options are given by now: an option may get a value later. */
  #look() {
    const { options } = this.#parts;
    for (const feature of features) {
      if (this.#asked.has(feature) || !Object.keys(feature.options).some((name) => options[name])) continue;
      this.#asked.add(feature);
      void this.#load(feature);
    }
  }

  /** @param {(typeof features)[number]} feature */
  async #load(feature) {
    const { options, signal } = this.#parts;
    try {
      for (const [name, check] of Object.entries(feature.options)) if (options[name]) check(name, options[name]);
      const { attach } = await feature.load();
      if (signal.aborted) return;
      const attached = attach(this.#parts);
      this.#attached.push(attached);
      attached.drawn?.();
    } catch (error) {
      if (!signal.aborted) (options.onError ?? console.error)(error);
    }
  }
}

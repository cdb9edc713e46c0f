import { features, loadPrinting } from './features.js';
import type { Change, Rect } from '../../types/index.js';
import type { Feed } from './Feed.js';
import type { EditMaker } from './feedEdits.js';
import type { FeedNames } from './FeedNames.js';
import type { FeedScreen } from './FeedScreen.js';
import type { FeedTravel } from './FeedTravel.js';
import type { Layout } from '../viewport/Layout.js';

/**
 * The parts of a feed that a feature uses: `feed` dispatches events; `screen` has the viewport, the names of the items, the scroller and
 * the origin; `travel` starts and stops scrolls; `options` may have other values each time they are read; `edit` changes the list as
 * `insert` and `remove` do; `signal` is aborted when the feed is closed.
 */
export interface FeedParts {
  feed: Feed;
  screen: FeedScreen;
  travel: FeedTravel;
  edit: (make: EditMaker, options: any) => Promise<Change | null>;
  options: any;
  signal: AbortSignal;
}
/**
 * A feature of a feed that shows a layout. `changing`: another layout is about to be drawn, other than one made by measuring, or other
 * names of its items. `drawn`: called in each frame in which the feed draws: the visible part or the layout may have changed. `touched`:
 * the user touches the feed, which ends animations. `scrolled`: the user has scrolled. `rested`: nothing has moved for a while, and no
 * finger is down. A feature adds its other listeners with the `signal` of its parts. `turning`: a layout for another width is about to be
 * shown at some bounds, once the promise is settled.
 */
export interface FeedFeature {
  turning?: (next: Layout, bounds: Rect) => Promise<void>;
  changing?: (names: FeedNames) => void;
  drawn?: () => void;
  touched?: () => void;
  scrolled?: () => void;
  rested?: () => void;
}

/** The features of a feed whose options are given. */
export class FeedFeatures {
  parts;
  #attached: FeedFeature[] = [];
  /** The features that are loaded or being loaded. */
  #asked = new Set();

  constructor(parts: FeedParts) {
    this.parts = parts;
  }

  /** Adds a feature that no option asks for. */
  add(feature: FeedFeature) {
    this.#attached.push(feature);
  }

  remove(feature: FeedFeature) {
    this.#attached = this.#attached.filter((other) => other !== feature);
  }

  changing(names: FeedNames) {
    for (const feature of this.#attached) feature.changing?.(names);
  }

  async turning(next: Layout, bounds: Rect) {
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

  /** What prints: from the first call on, the feed is printed whole. */
  async printing() {
    return (await loadPrinting()).printingOf(this.parts);
  }

  /** Loads features whose options are given by now: an option may get a value later. */
  #look() {
    const { options } = this.parts;
    for (const feature of features) {
      if (this.#asked.has(feature) || !Object.keys(feature.options).some((name) => options[name])) continue;
      this.#asked.add(feature);
      void this.#load(feature);
    }
  }

  async #load(feature: (typeof features)[number]) {
    const { options, signal } = this.parts;
    try {
      for (const [name, check] of Object.entries(feature.options)) if (options[name]) check(name, options[name]);
      const { attach } = await feature.load();
      if (signal.aborted) return;
      const attached = attach(this.parts);
      this.#attached.push(attached);
      attached.drawn?.();
    } catch (error) {
      if (!signal.aborted) (options.onError ?? console.error)(error);
    }
  }
}

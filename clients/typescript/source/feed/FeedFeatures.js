// @ts-check
import { features } from './features.js';

/**
 * What a feature is given of its feed: the feed itself, which dispatches its events; its screen, with the viewport, the names of
 * the items, the scroller and its origin; its travel, which ends and begins scrolls; its options, which may have other values
 * each time they are read; `edit`, which changes the list as `insert` and `remove` do; and what is aborted when the feed is closed.
 *
 * @typedef {{ feed: import('./Feed.js').Feed, screen: import('./FeedScreen.js').FeedScreen,
 *   travel: import('./FeedTravel.js').FeedTravel, edit: import('./Feed.js').Editing, options: any, signal: AbortSignal }} FeedParts
 */
/**
 * A feature of a feed that shows something. `changing`: another layout is about to be drawn, which measuring has not made.
 * `drawn`: what is visible, or the layout, may be another one; called in each frame in which the feed draws. `touched`: a hand of the user is on it, which ends what moves by itself. `scrolled`: the user has
 * scrolled. `rested`: nothing has moved for a while, and no finger is down. What it listens to otherwise it does with the signal
 * of its parts.
 *
 * @typedef {{ changing?: () => void, drawn?: () => void, touched?: () => void, scrolled?: () => void, rested?: () => void }} FeedFeature
 */

/** The features of a feed that its options ask for. */
export class FeedFeatures {
  #parts;
  #attached = /** @type {FeedFeature[]} */ ([]);
  /** The options of those that are there, or on their way. */
  #asked = new Set();

  /** @param {FeedParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  changing() {
    for (const feature of this.#attached) feature.changing?.();
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

  /** Loads what is asked for and not there: an option may be given later. */
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

import type { FeedScrollOptions } from '../../types/index.js';
import type { FeedScreen } from './FeedScreen.js';

/** Scrolls a feed's screen to a target in the current layout. A new scroll ends the one before. */
export class FeedTravel {
  #screen;
  #controller = new AbortController();
  /** How many scrolls have begun. */
  count = 0;

  constructor(screen: FeedScreen) {
    this.#screen = screen;
  }

  /** Ends the scroll. */
  stop() {
    // Again it would make an exception.
    if (!this.#controller.signal.aborted) this.#controller.abort();
  }

  /** Ends the scroll and begins another one, which lasts until the returned signal is aborted. */
  start() {
    this.stop();
    this.#controller = new AbortController();
    this.count += 1;
    return this.#controller.signal;
  }

  /** Resolves with whether it reached the target. */
  async go(target: any, { alignment = 'start', behavior = 'instant' }: FeedScrollOptions, signal: AbortSignal) {
    const named = this.#named(target);
    // Loaded on first use.
    const { travel } = await import('./travel.js');
    return !signal.aborted && await travel(this.#screen, named, { alignment, behavior, signal, stop: () => this.stop() });
  }

  /** The target with the key of its cell, if it has one: the key stays valid when items are inserted or removed. */
  #named(target: any) {
    if (typeof target === 'string' || 'key' in target) return target;
    const key = this.#screen.names.key(target.section, target.item);
    return key === undefined ? target : { key, section: target.section };
  }
}

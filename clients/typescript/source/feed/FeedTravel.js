// @ts-check

/** @typedef {import('../viewport/Layout.js').Layout} Layout */

/** How often a target is looked for again, since another layout has come: what came into sight was measured. */
export const maximumRounds = 10;

/** Scrolls a feed's screen to a target, wherever that is in the layout that is shown. One scroll ends the one before. */
export class FeedTravel {
  #screen;
  #controller = new AbortController();
  /** How many scrolls have begun. */
  count = 0;

  /** @param {import('./FeedScreen.js').FeedScreen} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  /** Ends the scroll. */
  stop() {
    this.#controller.abort();
  }

  /** Ends the scroll; another one begins, which lasts until this signal is aborted. */
  start() {
    this.stop();
    this.#controller = new AbortController();
    this.count += 1;
    return this.#controller.signal;
  }

  /**
   * Resolves with whether it got there.
   *
   * @param {any} target
   * @param {import('../../index.js').FeedScrollOptions} options
   * @param {AbortSignal} signal
   */
  async go(target, { alignment = 'start', behavior = 'instant' }, signal) {
    const named = this.#named(target);
    // Who does not need it does not load it.
    const { travel } = await import('./travel.js');
    return !signal.aborted && await travel(this.#screen, named, { alignment, behavior, signal, stop: () => this.stop() });
  }

  /**
   * A target, with the key of its cell: that names it, whatever comes and goes.
   *
   * @param {any} target
   */
  #named(target) {
    if (typeof target === 'string' || 'key' in target) return target;
    const key = this.#screen.names.key(target.section, target.item);
    return key === undefined ? target : { key, section: target.section };
  }
}

/**
 * What is found in the layout that is shown when that is known: another one may come meanwhile, which releases the one that was
 * asked.
 *
 * @template Value
 * @param {import('./FeedScreen.js').FeedScreen} screen
 * @param {(layout: Layout) => Promise<Value>} find
 * @returns {Promise<Value>}
 */
export async function inShown({ viewport }, find) {
  for (let round = 1; ; round += 1) {
    const { layout } = viewport;
    const isLast = () => viewport.layout === layout || round === maximumRounds;
    try {
      const found = await find(layout);
      if (isLast()) return found;
    } catch (error) {
      if (isLast()) throw error;
    }
  }
}

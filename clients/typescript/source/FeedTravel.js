// @ts-check
import { along } from './FeedScreen.js';
import { glide } from './glide.js';
import { described } from './options.js';

/** @typedef {import('./Layout.js').Layout} Layout */
/** @typedef {import('../index.js').ScrollAlignment} ScrollAlignment */

/** From how far away a smooth scroll goes all the way, in viewports, and where it begins otherwise. */
const [farViewports, nearViewports] = [10, 2];
/** How often a target is looked for again, since another layout has come: what came into sight was measured. */
const maximumRounds = 10;
/** What is no farther from its target is there, in points. */
const tolerance = 0.1;

/** Scrolls a feed's screen to a target, wherever that is in the layout that is shown. One scroll ends the one before. */
export class FeedTravel {
  #screen;
  #controller = new AbortController();

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
    return this.#controller.signal;
  }

  /**
   * Resolves with whether it got there.
   *
   * @param {any} target
   * @param {import('../index.js').FeedScrollOptions} options
   * @param {AbortSignal} signal
   */
  async go(target, { alignment = 'start', behavior = 'instant' }, signal) {
    const screen = this.#screen;
    const named = this.#named(target);
    const find = () => this.#find(named, alignment);
    const isCalm = screen.scroller.view.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (behavior === 'smooth' && !isCalm && !await this.#glide(find, signal)) return false;
    // What comes into sight may be measured, and then the target is elsewhere.
    for (let round = 0; round < maximumRounds; round += 1) {
      const origin = await find();
      if (signal.aborted) return false;
      if (round > 0 && Math.abs(origin - screen.origin) < tolerance) return true;
      screen.go(origin);
    }
    return false;
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

  /**
   * The origin that shows a target.
   *
   * @param {any} target
   * @param {ScrollAlignment} alignment
   */
  async #find(target, alignment) {
    return await inShown(this.#screen, (layout) => this.#findIn(layout, target, alignment));
  }

  /**
   * @param {Layout} layout that is shown
   * @param {any} target
   * @param {ScrollAlignment} alignment
   */
  async #findIn(layout, target, alignment) {
    if (target === 'start') return this.#screen.originAt(layout, 0);
    if (target === 'end') return this.#screen.originAt(layout, Infinity);
    const path = target.key === undefined ? target : this.#screen.names.find(target.key, target.section);
    if (!path) throw new RangeError(`There is no item of the key ${described(target.key)}`);
    return along(layout.axis, await this.#screen.viewport.scrollOrigin(path.section, path.item, { alignment }));
  }

  /**
   * Scrolls to where a target is in each frame. Resolves with whether it got there.
   *
   * @param {() => Promise<number>} find
   * @param {AbortSignal} signal
   */
  async #glide(find, signal) {
    const screen = this.#screen;
    let target = await find();
    if (signal.aborted) return false;
    // Only the last look counts, and only during this scroll: an earlier one may be answered later.
    let looks = 0;
    const follow = (/** @type {any} */ { change }) => {
      target += along(screen.axis, change.scrollDelta);
      const look = looks += 1;
      const isLast = () => look === looks && !signal.aborted;
      find().then((found) => {
        if (isLast()) target = found;
      }, () => {
        if (isLast()) this.stop();
      });
    };
    screen.viewport.addEventListener('layout', follow);
    try {
      const way = target - screen.origin;
      if (Math.abs(way) > farViewports * screen.extent) screen.go(target - Math.sign(way) * nearViewports * screen.extent);
      return await glide(screen.scroller.view, {
        origin: () => screen.origin, target: () => target, extent: screen.extent, go: (origin) => screen.go(origin),
      }, signal);
    } finally {
      screen.viewport.removeEventListener('layout', follow);
    }
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

// @ts-check
import { noInset } from './Axis.js';
import { boundsNow, changeOptionNames, replacement } from './change.js';
import { systemClock } from './Clock.js';
import { Horizon } from './Horizon.js';
import { keptPages } from './keptPages.js';
import { limits, pageLengthRange, setting } from './limits.js';
import { checkOptions } from './options.js';
import { PageCache } from './PageCache.js';
import { PageGrid } from './PageGrid.js';
import { PageLoader } from './PageLoader.js';
import { ScrollVelocity } from './ScrollVelocity.js';
import { scrollOrigin } from './scrollOrigin.js';
import { ShownPages } from './ShownPages.js';
import { SpecialAttributes } from './SpecialAttributes.js';
import { ViewportState } from './ViewportState.js';
import { VisibleSections } from './VisibleSections.js';

/** @typedef {import('../index.js').Rect} Rect */
/** @typedef {import('../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../index.js').SpecialElement} SpecialElement */
/** @typedef {import('../index.js').ViewportOptions} ViewportOptions */
/** @typedef {import('../index.js').UpdateOptions} UpdateOptions */
/** @typedef {import('../index.js').ScrollOriginOptions} ScrollOriginOptions */
/** @typedef {import('./change.js').Change} Change */
/** @typedef {import('../index.js').Step} Step */
/** @typedef {import('../index.js').ViewportChangeOptions} ViewportChangeOptions */
/** @typedef {import('./Layout.js').Layout} Layout */
/** @typedef {import('./Page.js').Page} Page */

const optionNames = [
  'pageLength', 'maximumPages', 'maximumElements', 'maximumPageElements', 'overscan', 'maximumPrefetchPages',
  'prefetchSeconds', 'maximumRequests', 'clock',
];
const updateOptionNames = ['inset', 'velocity', 'time'];
const scrollOptionNames = ['alignment', 'avoidsPinned', 'signal'];

/** A page of the bounds arrived, or failed. */
class PageEvent extends Event {
  /**
   * @param {'change' | 'error'} type
   * @param {number} page
   * @param {any} error
   */
  constructor(type, page, error) {
    super(type);
    this.page = page;
    this.error = error;
  }
}

/** Whether all of the viewport is here has changed. */
class StateEvent extends Event {
  /** @param {ViewportState} state */
  constructor({ name, error }) {
    super('state');
    this.state = name;
    this.error = error;
  }
}

/** Another layout is shown. */
class LayoutEvent extends Event {
  /** @param {Change} change */
  constructor(change) {
    super('layout');
    this.change = change;
  }
}

/** The visible part of a layout. */
export class Viewport extends EventTarget {
  #layout;
  /** Those parts belong to the layout. */
  #grid;
  #special;
  #sections;
  #shown;
  #maximumPages;
  #maximumPageElements;
  #overscan;
  #cache;
  #loader;
  #velocity;
  #horizon;
  /** @type {Rect} */
  #bounds = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {EdgeInsets} */
  #inset = { ...noInset };
  /** The bounds with the overscan: what is shown. */
  #shownRect = { ...this.#bounds };
  /** The pages that it overlaps, first and last; none before the first update. */
  #first = 0;
  #last = -1;
  /** Which pages are wanted for what. */
  #range = '';
  /** The last change, which the next one waits for. */
  #changing = Promise.resolve(/** @type {unknown} */ (null));
  #isClosed = false;
  #state = new ViewportState();
  /** @type {SpecialElement[]} */
  #specialElements = [];
  #isSpecialPlaced = false;

  /**
   * @param {Layout} layout
   * @param {ViewportOptions} options
   */
  constructor(layout, options = {}) {
    super();
    checkOptions('viewport', options, optionNames);
    const count = { least: 1, most: 1e6, isWhole: true };
    this.#layout = layout;
    this.#grid = new PageGrid(
      layout.axis, setting('pageLength', options.pageLength, limits.pageLength, pageLengthRange));
    this.#maximumPages = setting('maximumPages', options.maximumPages, limits.maximumPages, count);
    this.#maximumPageElements = setting(
      'maximumPageElements', options.maximumPageElements, limits.maximumPageElements, { ...count, most: 1e8 });
    this.#overscan = setting('overscan', options.overscan, limits.overscan, { least: 0, most: 1e9 });
    this.#horizon = new Horizon({
      pageLength: this.#grid.length,
      seconds: setting('prefetchSeconds', options.prefetchSeconds, limits.prefetchSeconds, { least: 0, most: 60 }),
      maximumPages: setting(
        'maximumPrefetchPages', options.maximumPrefetchPages, limits.maximumPrefetchPages, { ...count, least: 0 }),
    });
    const maximumElements = setting(
      'maximumElements', options.maximumElements, limits.maximumElements, { ...count, most: 1e9 });
    const clock = options.clock ?? systemClock;
    this.#cache = new PageCache(this.#maximumPages, maximumElements);
    this.#shown = new ShownPages(layout.axis, this.#grid, this.#cache, layout.seed);
    this.#loader = new PageLoader({
      cache: this.#cache, clock, maximumElements, isHere: (number) => this.#cache.has(number) || this.#isSeeded(number),
      maximumRequests: setting('maximumRequests', options.maximumRequests, limits.maximumRequests, count),
      maximumRecoverySeconds: limits.maximumRecoverySeconds,
      load: (number, signal) => this.#ask(number, signal),
      arrived: (page) => this.#arrived(page),
      failed: (number, error) => this.#failed(number, error),
    });
    this.#velocity = new ScrollVelocity(clock);
    this.#special = new SpecialAttributes(layout.axis, layout.globalHeaders);
    this.#sections = new VisibleSections(layout.axis);
  }

  get layout() {
    return this.#layout;
  }

  get bounds() {
    return this.#bounds;
  }

  get pageCount() {
    return this.#cache.count;
  }

  get elementCount() {
    return this.#cache.elements;
  }

  get requestCount() {
    return this.#loader.requestCount;
  }

  /**
   * @param {Rect} bounds
   * @param {UpdateOptions} options
   */
  update(bounds, options = {}) {
    checkOptions('update', options, updateOptionNames);
    const { inset = noInset, velocity, time } = options;
    const { axis } = this.#layout;
    const start = axis.start(bounds);
    const extent = axis.extent(bounds);
    if (!(bounds.width > 0 && bounds.height > 0 && Number.isFinite(start + extent))) {
      throw new RangeError('Bounds have a width and a height above 0, and finite coordinates');
    }
    const [first, last] = this.#grid.covering(start - this.#overscan, extent + 2 * this.#overscan);
    if (last - first >= this.#maximumPages) {
      throw new RangeError(`The bounds cover ${last - first + 1} pages, of at most ${this.#maximumPages}`);
    }
    copyRect(bounds, this.#bounds);
    copyInset(inset, this.#inset);
    copyRect(bounds, this.#shownRect);
    if (axis.isHorizontal) {
      this.#shownRect.x -= this.#overscan;
      this.#shownRect.width += 2 * this.#overscan;
    } else {
      this.#shownRect.y -= this.#overscan;
      this.#shownRect.height += 2 * this.#overscan;
    }
    this.#want(first, last, this.#grid.covering(start, extent), this.#velocity.at(start, extent, time, velocity));
    this.#isSpecialPlaced = false;
  }

  /** @param {(page: Page, index: number) => void} visitor */
  forEach(visitor) {
    this.#shown.visit(this.#shownRect, visitor);
  }

  /** @returns {readonly SpecialElement[]} */
  get special() {
    if (!this.#isSpecialPlaced) {
      this.#isSpecialPlaced = true;
      const sections = this.#sections.update(this.#bounds, this.#shown.pages);
      this.#special.place(this.#bounds, this.#inset, sections, this.#specialElements);
    }
    return this.#specialElements;
  }

  /** @returns {readonly Rect[]} */
  get missing() {
    return this.#shown.missing;
  }

  /**
   * @param {number} section
   * @param {number} item
   * @param {ScrollOriginOptions} options
   */
  async scrollOrigin(section, item, options = {}) {
    checkOptions('scrollOrigin', options, scrollOptionNames);
    const { alignment = 'nearest', avoidsPinned = true, signal } = options;
    const { axis } = this.#layout;
    const { frame } = await this.#layout.item(section, item, { signal });
    const stacks = avoidsPinned ? await this.#stacks(section, frame, signal) : [0, 0];
    const leading = axis.leadingInset(this.#inset) + stacks[0];
    const trailing = axis.trailingInset(this.#inset) + stacks[1];
    return scrollOrigin(axis, frame, this.#bounds, alignment, leading, trailing);
  }

  get state() {
    return this.#state.name;
  }

  get error() {
    return this.#state.error;
  }

  /** @param {{ signal?: AbortSignal }} options */
  async whenWhole(options = {}) {
    checkOptions('whenWhole', options, ['signal']);
    await this.#state.whole(options.signal);
  }

  /**
   * @param {Step | readonly Step[]} steps
   * @param {ViewportChangeOptions} [options]
   * @returns {Promise<Change>}
   */
  change(steps, options = {}) {
    checkOptions('change', options, changeOptionNames);
    return this.#enqueue(() => this.#change(steps, options));
  }

  /**
   * @param {any} layout one, or what makes one of that which is shown then
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<Change>}
   */
  show(layout, options = {}) {
    checkOptions('show', options, ['signal']);
    return this.#enqueue(async () => (
      this.#replace(typeof layout === 'function' ? await layout(this.#layout) : layout, options.signal)));
  }

  /** @param {() => Promise<Change>} act */
  #enqueue(act) {
    const changing = this.#changing.then(act);
    this.#changing = changing;
    // Changes that wait fail with it; the next one begins anew.
    changing.catch(() => {
      if (this.#changing === changing) this.#changing = Promise.resolve();
    });
    return changing;
  }

  close() {
    this.#isClosed = true;
    this.#loader.close();
    this.#state.close();
  }

  /**
   * @param {Step | readonly Step[]} steps
   * @param {ViewportChangeOptions} options
   */
  async #change(steps, options) {
    const posted = { ...this.#bounds };
    if (posted.width === 0) {
      // Nothing is visible, so nothing keeps its place and nothing goes anywhere.
      const change = await this.#layout.change(steps, { expect: options.expect, signal: options.signal });
      if (!this.#isClosed) this.#turn(change.layout, []);
      return change;
    }
    const answered = await this.#layout.change(steps, { ...options, bounds: posted, inset: { ...this.#inset } });
    if (this.#isClosed) return answered;
    const change = { ...answered, bounds: boundsNow(answered, posted, this.#bounds) };
    const distance = change.layout.axis.start(change.bounds) - change.layout.axis.start(this.#bounds);
    this.#turn(change.layout, keptPages(change, steps, this.#cache.pages, this.#grid.length, change.bounds));
    this.update(change.bounds, { inset: this.#inset, velocity: this.#velocity.moved(distance) });
    this.dispatchEvent(new LayoutEvent(change));
    return change;
  }

  /**
   * Shows any other layout, as soon as what is visible of it is here.
   *
   * @param {Layout} layout
   * @param {AbortSignal | undefined} signal
   */
  async #replace(layout, signal) {
    const parent = this.#layout;
    if (layout.scrollDirection !== parent.scrollDirection) throw new RangeError('The layout scrolls in another direction');
    const { axis } = layout;
    const { length } = this.#grid;
    const pages = [];
    const isShown = this.#bounds.width > 0;
    const seen = isShown ? axis.within(this.#bounds) : this.#bounds;
    const [first, last] = isShown ? new PageGrid(axis, length).covering(axis.start(seen), axis.extent(seen)) : [0, -1];
    for (let number = first; number <= last; number += 1) {
      pages.push(await layout.page(number, { length, maximumElements: this.#maximumPageElements, signal }));
    }
    const change = replacement(layout, parent, isShown ? this.#bounds : null);
    if (this.#isClosed) return change;
    this.#turn(layout, pages);
    if (change.bounds) this.update(change.bounds, { inset: this.#inset, velocity: 0 });
    this.dispatchEvent(new LayoutEvent(change));
    return change;
  }

  /**
   * Holds another layout in place of the one before.
   *
   * @param {Layout} layout
   * @param {Page[]} pages of it that are here
   */
  #turn(layout, pages) {
    this.#loader.want([], 0);
    this.#cache.replace(pages);
    this.#layout = layout;
    this.#grid = new PageGrid(layout.axis, this.#grid.length);
    this.#shown = new ShownPages(layout.axis, this.#grid, this.#cache, layout.seed);
    this.#special = new SpecialAttributes(layout.axis, layout.globalHeaders);
    this.#sections = new VisibleSections(layout.axis);
    this.#range = '';
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {readonly number[]} seen the first and the last page of the bounds
   * @param {number} velocity
   */
  #want(first, last, seen, velocity) {
    const horizon = this.#horizon.at(velocity, first, last);
    const before = Math.min(first, horizon.before);
    const after = Math.min(this.#grid.last - last, horizon.after);
    const range = [first, last, ...seen, before, after].join();
    const isMoved = range !== this.#range;
    if (!isMoved && !this.#layout.seed) return;
    [this.#first, this.#last, this.#range] = [first, last, range];
    this.#show();
    if (isMoved) this.#load(first, last, before, after, seen, velocity > 0);
    this.#judge();
  }

  /**
   * Has pages loaded, the most urgent ones first.
   *
   * @param {number} first
   * @param {number} last
   * @param {number} before
   * @param {number} after
   * @param {readonly number[]} seen
   * @param {boolean} isForward
   */
  #load(first, last, before, after, seen, isForward) {
    const wanted = [];
    for (let number = first; number <= last; number += 1) wanted.push(number);
    // What comes in last is seen longest; the overscan is not seen yet.
    if (isForward) wanted.reverse();
    /** @param {number} number */
    const overscanned = (number) => Number(number < seen[0] || number > seen[1]);
    wanted.sort((left, right) => overscanned(left) - overscanned(right));
    for (let distance = 1; distance <= Math.max(before, after); distance += 1) {
      if (distance <= after) wanted.push(last + distance);
      if (distance <= before) wanted.push(first - distance);
    }
    this.#loader.want(wanted, last - first + 1);
  }

  /** Tells what has become of the bounds' pages, where that has changed. */
  #judge() {
    let failure;
    for (const number of this.#shown.missingNumbers) failure ??= this.#loader.failure(number);
    const name = this.missing.length === 0 ? 'whole' : failure ? 'failing' : 'loading';
    if (this.#state.set(name, failure?.error ?? null, failure?.isFinal ?? false)) this.dispatchEvent(new StateEvent(this.#state));
  }

  /** Looks up which of the shown pages are here. */
  #show() {
    this.#shown.update(this.#first, this.#last, this.#shownRect);
  }

  /**
   * What is here of a whole page.
   *
   * @param {number} number
   */
  #page(number) {
    return this.#cache.use(number) ?? (this.#isSeeded(number) ? this.#layout.seed?.page : undefined);
  }

  /** @param {number} number */
  #isSeeded(number) {
    const [start, end] = this.#grid.stretch(number);
    return this.#layout.seed?.covers(start, end) ?? false;
  }

  /**
   * @param {number} number
   * @param {AbortSignal | undefined} signal
   */
  #ask(number, signal) {
    return this.#layout.page(number, {
      length: this.#grid.length, maximumElements: this.#maximumPageElements, signal,
    });
  }

  /** @param {Page} page */
  #arrived(page) {
    if (page.number < this.#first || page.number > this.#last) return;
    this.#show();
    this.#isSpecialPlaced = false;
    this.dispatchEvent(new PageEvent('change', page.number, null));
    this.#judge();
  }

  /**
   * @param {number} number
   * @param {any} error
   */
  #failed(number, error) {
    this.dispatchEvent(new PageEvent('error', number, error));
    this.#judge();
  }

  /**
   * What the pinning elements cover where an item of a section is shown: at most so much where the bounds begin, and
   * where they end. The page of the item, which is about to be visible, says so.
   *
   * @param {number} section
   * @param {Rect} frame
   * @param {AbortSignal | undefined} signal
   */
  async #stacks(section, frame, signal) {
    const number = this.#grid.at(this.#layout.axis.start(frame));
    let page = this.#page(number);
    if (!page) {
      page = await this.#ask(number, signal);
      this.#loader.keep(page);
      this.#arrived(page);
    }
    const record = page.sections.find((other) => other.section === section);
    return [this.#special.globalHeadersExtent + (record?.headers.extent ?? 0), record?.footers.extent ?? 0];
  }
}

/**
 * @param {Rect} from
 * @param {Rect} to
 */
function copyRect(from, to) {
  to.x = from.x;
  to.y = from.y;
  to.width = from.width;
  to.height = from.height;
}

/**
 * @param {EdgeInsets} from
 * @param {EdgeInsets} to
 */
function copyInset(from, to) {
  to.top = from.top;
  to.left = from.left;
  to.bottom = from.bottom;
  to.right = from.right;
}

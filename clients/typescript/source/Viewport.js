// @ts-check
import { noInset } from './Axis.js';
import { systemClock } from './Clock.js';
import { Horizon } from './Horizon.js';
import { limits, pageLengthRange, setting } from './limits.js';
import { checkOptions } from './options.js';
import { PageCache } from './PageCache.js';
import { PageLoader } from './PageLoader.js';
import { ScrollVelocity } from './ScrollVelocity.js';
import { scrollOrigin } from './scrollOrigin.js';
import { SpecialAttributes } from './SpecialAttributes.js';
import { ViewportState } from './ViewportState.js';
import { VisibleSections } from './VisibleSections.js';

/** @typedef {import('../index.js').Rect} Rect */
/** @typedef {import('../index.js').EdgeInsets} EdgeInsets */
/** @typedef {import('../index.js').SpecialElement} SpecialElement */
/** @typedef {import('../index.js').ViewportOptions} ViewportOptions */
/** @typedef {import('../index.js').UpdateOptions} UpdateOptions */
/** @typedef {import('../index.js').ScrollOriginOptions} ScrollOriginOptions */
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

/** The visible part of a layout. */
export class Viewport extends EventTarget {
  #layout;
  #pageLength;
  #maximumPages;
  #maximumPageElements;
  #overscan;
  #cache;
  #loader;
  #velocity;
  #horizon;
  #special;
  #sections;
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
  /**
   * Those of the shown pages that are here, in order.
   *
   * @type {Page[]}
   */
  #shown = [];
  /** @type {Rect[]} */
  #missing = [];
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
    this.#pageLength = setting('pageLength', options.pageLength, limits.pageLength, pageLengthRange);
    this.#maximumPages = setting('maximumPages', options.maximumPages, limits.maximumPages, count);
    this.#maximumPageElements = setting(
      'maximumPageElements', options.maximumPageElements, limits.maximumPageElements, { ...count, most: 1e8 });
    this.#overscan = setting('overscan', options.overscan, limits.overscan, { least: 0, most: 1e9 });
    this.#horizon = new Horizon({
      pageLength: this.#pageLength,
      seconds: setting('prefetchSeconds', options.prefetchSeconds, limits.prefetchSeconds, { least: 0, most: 60 }),
      maximumPages: setting(
        'maximumPrefetchPages', options.maximumPrefetchPages, limits.maximumPrefetchPages, { ...count, least: 0 }),
    });
    const maximumElements = setting(
      'maximumElements', options.maximumElements, limits.maximumElements, { ...count, most: 1e9 });
    const clock = options.clock ?? systemClock;
    this.#cache = new PageCache(this.#maximumPages, maximumElements);
    this.#loader = new PageLoader({
      cache: this.#cache, clock, maximumElements,
      maximumRequests: setting('maximumRequests', options.maximumRequests, limits.maximumRequests, count),
      maximumRecoverySeconds: limits.maximumRecoverySeconds,
      load: (number, signal) => this.#load(number, signal),
      arrived: (page) => this.#arrived(page),
      failed: (number, error) => this.#failed(number, error),
    });
    this.#velocity = new ScrollVelocity(clock);
    this.#special = new SpecialAttributes(layout.axis, layout.globalHeaders);
    this.#sections = new VisibleSections(layout.axis);
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
    const [first, last] = this.#pages(start - this.#overscan, extent + 2 * this.#overscan);
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
    this.#want(first, last, this.#pages(start, extent), this.#velocity.at(start, extent, time, velocity));
    this.#isSpecialPlaced = false;
  }

  /** @param {(page: Page, index: number) => void} visitor */
  forEach(visitor) {
    // What starts before the end of a page that is shown was delivered by that page, or by one before it.
    let from = -Infinity;
    for (const page of this.#shown) {
      page.visit(this.#shownRect, from, visitor);
      from = this.#layout.axis.start(page.rect) + this.#pageLength;
    }
  }

  /** @returns {readonly SpecialElement[]} */
  get special() {
    if (!this.#isSpecialPlaced) {
      this.#isSpecialPlaced = true;
      const sections = this.#sections.update(this.#bounds, this.#shown);
      this.#special.place(this.#bounds, this.#inset, sections, this.#specialElements);
    }
    return this.#specialElements;
  }

  /** @returns {readonly Rect[]} */
  get missing() {
    return this.#missing;
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

  close() {
    this.#loader.close();
    this.#state.close();
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
    const after = Math.min(this.#lastPage - last, horizon.after);
    const range = [first, last, ...seen, before, after].join();
    if (range === this.#range) return;
    [this.#first, this.#last, this.#range] = [first, last, range];
    this.#show();
    const wanted = [];
    for (let number = first; number <= last; number += 1) wanted.push(number);
    // What comes in last is seen longest; the overscan is not seen yet.
    if (velocity > 0) wanted.reverse();
    /** @param {number} number */
    const overscanned = (number) => Number(number < seen[0] || number > seen[1]);
    wanted.sort((left, right) => overscanned(left) - overscanned(right));
    for (let distance = 1; distance <= Math.max(before, after); distance += 1) {
      if (distance <= after) wanted.push(last + distance);
      if (distance <= before) wanted.push(first - distance);
    }
    this.#loader.want(wanted, last - first + 1);
    this.#judge();
  }

  /** Tells what has become of the bounds' pages, where that has changed. */
  #judge() {
    let failure;
    for (let number = this.#first; number <= this.#last; number += 1) failure ??= this.#loader.failure(number);
    const name = this.#missing.length === 0 ? 'whole' : failure ? 'failing' : 'loading';
    if (this.#state.set(name, failure?.error ?? null, failure?.isFinal ?? false)) this.dispatchEvent(new StateEvent(this.#state));
  }

  /** Looks up which of the bounds' pages are here. */
  #show() {
    const { axis } = this.#layout;
    this.#shown = [];
    this.#missing = [];
    for (let number = this.#first; number <= this.#last; number += 1) {
      const page = this.#cache.use(number);
      if (page) this.#shown.push(page);
      else {
        const start = number * this.#pageLength;
        this.#missing.push(axis.across(start, Math.min(this.#pageLength, axis.contentExtent - start)));
      }
    }
  }

  get #lastPage() {
    return Math.max(0, this.#pageBefore(this.#layout.axis.contentExtent));
  }

  /**
   * The first and the last page of a stretch.
   *
   * @param {number} start
   * @param {number} extent
   */
  #pages(start, extent) {
    const first = Math.max(0, Math.min(this.#lastPage, this.#pageAt(start)));
    return [first, Math.max(first, Math.min(this.#lastPage, this.#pageBefore(start + extent)))];
  }

  /**
   * The page that has a coordinate. Exact: up to 2^53, no double beside a multiple of a whole number is rounded to the
   * multiple when it is divided.
   *
   * @param {number} start
   */
  #pageAt(start) {
    return Math.floor(start / this.#pageLength);
  }

  /**
   * The last page that begins before a coordinate.
   *
   * @param {number} end
   */
  #pageBefore(end) {
    return Math.ceil(end / this.#pageLength) - 1;
  }

  /**
   * @param {number} number
   * @param {AbortSignal | undefined} signal
   */
  #load(number, signal) {
    return this.#layout.page(number, {
      length: this.#pageLength, maximumElements: this.#maximumPageElements, signal,
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
    const number = Math.max(0, this.#pageAt(this.#layout.axis.start(frame)));
    let page = this.#cache.use(number);
    if (!page) {
      page = await this.#load(number, signal);
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

// @ts-check
import { FeedEnds } from './FeedEnds.js';
import { FeedNames } from './FeedNames.js';
import { FeedNodes } from './FeedNodes.js';
import { endDistance, leadAt } from './FeedPlace.js';
import { MadeNodes } from './MadeNodes.js';
import { Scroller } from './Scroller.js';
import { ScrollSpace } from '../viewport/ScrollSpace.js';

/** @typedef {import('./feedOptions.js').FeedOptions} FeedOptions */
/** @typedef {import('../viewport/pages/Axis.js').Axis} Axis */
/** @typedef {import('../viewport/change.js').Change} Change */
/** @typedef {import('../viewport/Layout.js').Layout} Layout */

/** A position at most this near to an end counts as the end, in points: browsers round positions. */
export const endTolerance = 1;
/** The most rounds of measuring and drawing in one frame: measured sizes may bring more elements into sight. */
const maximumRounds = 10;

/** A viewport in a scroller: draws the visible elements, and follows them when the layout changes. */
export class FeedScreen {
  #options;
  #tell;
  #touched;
  #space;
  #nodes;
  /** Loaded with the first layout that is computed in the page; null until then. */
  #measuring = /** @type {import('../module/NodeMeasuring.js').NodeMeasuring | null} */ (null);
  /** Set before the first layout is shown. */
  features = /** @type {import('./FeedFeatures.js').FeedFeatures | null} */ (null);
  /** @type {any} */
  viewport = null;
  /** Drawn in place of the viewport's elements while an item is being moved. */
  preview = /** @type {{ over: (viewport: any) => any } | null} */ (null);
  names = new FeedNames(null);
  /** The extent of the visible part along the scroll axis. */
  #extent = 0;
  #isDrawing = false;
  #isClosed = false;
  /** Whether measured sizes are being applied. The code that measures then draws the new layout. */
  isMeasuring = false;
  /** Whether it is at the end and stays there when the content grows. */
  #isStuck = false;
  /**
   * The place that was scrolled to, and the origin to which it led. As long as the origin is the same, measuring does not move the cell of
   * the place.
   *
   * @type {{ place: import('../../index.js').FeedPlace, origin: number } | null}
   */
  #held = null;
  #ends;
  /** @type {number | undefined} */
  #frame;

  /**
   * @param {HTMLElement | Window} target
   * @param {FeedOptions} options
   * @param {{ removed: (element: HTMLElement, key: import('../../index.js').Key | undefined) => void, tell: (event: string) => void,
   *   resized: () => void, touched: () => void }} listener `touched`: called when the user scrolls
   */
  constructor(target, options, { tell, resized, touched, removed }) {
    this.#options = options;
    this.#tell = tell;
    this.#ends = new FeedEnds(tell);
    this.#touched = touched;
    this.scroller = new Scroller(target, options.content);
    const { view, page, content, probe } = this.scroller;
    this.#space = new ScrollSpace({
      contentExtent: 0, viewportExtent: 0, maximumExtent: ScrollSpace.maximumExtent(view.devicePixelRatio),
    });
    this.#nodes = new FeedNodes(content, options.nodes ?? new MadeNodes({
      page, content, make: /** @type {any} */ (options.node), label: options.label, first: probe, removed,
    }));
    content.setAttribute('aria-busy', 'true');
    this.scroller.listen({
      scrolled: () => this.#look(), moved: () => this.#look(), rested: () => this.#rested(), resized, touched,
    });
  }

  get axis() {
    return /** @type {Axis} */ (this.viewport.layout.axis);
  }

  get origin() {
    return this.#space.origin;
  }

  /** The difference between a coordinate along the scroll axis and its position in the content. */
  get offset() {
    return this.#space.offset;
  }

  get extent() {
    return this.#extent;
  }

  /** The elements that have nodes, including one that has the focus out of sight. */
  get shown() {
    return this.#nodes.all;
  }

  get isAtStart() {
    return this.axis.lead(this.#bounds) <= endTolerance;
  }

  /** Whether the start is near and was told, so that new items may have been loaded because of it. */
  get isStartTold() {
    return this.#ends.isStartTold;
  }

  get isAtEnd() {
    return endDistance(this.axis, this.#bounds) <= endTolerance;
  }

  /** The visible bounds. */
  get #bounds() {
    return this.boundsAt(this.viewport.layout, this.#space.origin);
  }

  /**
   * @param {Layout} layout
   * @param {number} origin
   */
  boundsAt(layout, origin) {
    return layout.axis.across(origin, this.#extent);
  }

  /**
   * The origin at which the visible part begins `lead` after the start of the content, limited to the ends of the content.
   *
   * @param {Layout} layout
   * @param {number} lead
   */
  originAt({ axis }, lead) {
    return axis.startAt(Math.max(0, Math.min(lead, axis.contentExtent - this.#extent)), this.#extent);
  }

  /**
   * The origin that a place leads to.
   *
   * @param {Layout} layout
   * @param {import('../../index.js').FeedPlace} place
   * @param {FeedNames} [names]
   * @param {boolean} [isKept] whether the cell stays in place even if the place is the start
   * @param {AbortSignal} [signal]
   */
  async originOf(layout, place, names = this.names, isKept = false, signal = undefined) {
    if (this.#options.stickToEnd && place.isAtEnd) return this.originAt(layout, Infinity);
    if (place.lead <= endTolerance && !isKept) return this.originAt(layout, 0);
    return this.originAt(layout, await leadAt(layout, place, names, signal));
  }

  /**
   * Shows a viewport, beginning at an origin.
   *
   * @param {any} viewport
   * @param {FeedNames} names
   * @param {number} origin
   * @param {import('../../index.js').FeedPlace | null} place that led to the origin
   */
  begin(viewport, names, origin, place) {
    this.viewport = viewport;
    viewport.addEventListener('change', () => this.#soon());
    this.#name(names);
    this.#fit(origin);
    this.held = place;
    this.#stick();
    this.draw();
    if (!this.#isClosed) this.scroller.begin(() => this.#look());
  }

  /**
   * Called when the viewport shows another layout: scrolls to the new position of the visible elements, in the same frame.
   *
   * @param {Change} change
   * @param {FeedNames} names names of the elements of the layout
   * @param {import('../../index.js').FeedPlace | null} place of its bounds
   * @param {number} [since] the origin from which its bounds were computed: the user may have scrolled on since
   */
  take({ layout, bounds, scrollDelta }, names, place, since = this.origin) {
    if (!this.isMeasuring) this.features?.changing();
    const isRefilled = names !== this.names;
    if (isRefilled) this.#name(names);
    const isStuck = this.#isStuck;
    this.#catchUp();
    const way = this.origin - since;
    if (isStuck && way === 0) this.#fit(this.originAt(layout, Infinity));
    else {
      // Other parts of the scroller, before or after the content, may be in sight.
      const excess = along(layout.axis, scrollDelta) === 0 ? 0 : this.#excess;
      this.#fit((bounds ? layout.axis.start(bounds) + way : this.origin) + excess);
    }
    this.held = way === 0 ? place : null;
    if (!this.isMeasuring) this.draw({ isRefilled });
  }

  /** The place that the screen was last moved to; null if it has been scrolled since. */
  get held() {
    return this.#held?.origin === this.origin ? this.#held.place : null;
  }

  /** @param {import('../../index.js').FeedPlace | null} place of the current origin */
  set held(place) {
    this.#held = place && { place, origin: this.origin };
  }

  /**
   * Replaces the names of the elements; the layout is the same.
   *
   * @param {FeedNames} names
   */
  rename(names) {
    this.#name(names);
    this.draw({ isRefilled: true });
  }

  /**
   * Sets the extent of the visible part along the scroll axis.
   *
   * @param {number} extent
   */
  resize(extent) {
    if (this.viewport) this.#catchUp();
    this.#extent = extent;
    if (!this.viewport) return;
    this.#fit(this.#isStuck ? this.originAt(this.viewport.layout, Infinity) : this.origin);
    this.draw();
  }

  /**
   * @param {number} origin
   * @param {import('../../index.js').FeedPlace | null} [place] that led to the origin
   */
  go(origin, place = null) {
    if (this.#isClosed) return;
    if (Math.abs(origin - this.origin) >= endTolerance) this.#ends.scrolled();
    this.#space.scrollTo(origin);
    this.#put();
    this.held = place;
    this.#stick();
    this.draw();
  }

  /**
   * The measuring of nodes, for a layout that is computed in the page.
   *
   * @param {import('../module/LocalLayout.js').LocalLayout} layout
   */
  #measures({ held }) {
    return this.#measuring ??= held.nodeMeasuring(this.scroller.view, (sizes) => {
      if (this.#measure(sizes)) this.draw();
    });
  }

  /** Draws the visible elements. Sizes that it measures are applied in the same frame. */
  draw({ isRefilled = false } = {}) {
    const { viewport } = this;
    if (!viewport || this.#isClosed) return;
    if (this.#isDrawing) {
      this.#soon();
      return;
    }
    this.#isDrawing = true;
    const start = along(this.axis, viewport.bounds);
    try {
      const measuring = viewport.isLocal ? this.#measures(viewport.layout) : null;
      // The sizes of the last round are drawn, too: nodes at old positions would make the scroller longer than the content.
      for (let round = 0; ; round += 1) {
        viewport.update(this.#bounds, { inset: this.#options.inset, time: this.scroller.time });
        this.#nodes.draw(this.preview?.over(viewport) ?? viewport, {
          offset: this.#space.offset, names: this.names, isRefilled: isRefilled && round === 0,
          isFree: (node) => measuring?.isFree(node) ?? false,
          isFreeAcross: this.#options.measures === 'size',
        });
        if (this.#isClosed || !measuring || round === maximumRounds || !this.#measure(measuring.read(this.#nodes.all, this.axis.isHorizontal))) break;
      }
      measuring?.watch(this.#nodes.all);
    } finally {
      this.#isDrawing = false;
      if (this.#isClosed) this.#end();
    }
    if (this.#isClosed) return;
    this.#stick();
    this.scroller.mark(this.#extent);
    if (along(this.axis, viewport.bounds) !== start) this.#tell('scroll');
    this.#tellEnds();
    this.features?.drawn();
  }

  /** Closes the screen. If the function that makes nodes calls this, the nodes are removed when the drawing ends. */
  close() {
    this.#isClosed = true;
    if (!this.#isDrawing) this.#end();
  }

  #end() {
    this.viewport?.close();
    this.#measuring?.close();
    this.#nodes.close();
    this.scroller.close();
    if (this.#frame !== undefined) this.scroller.view.cancelAnimationFrame(this.#frame);
  }

  /** @param {FeedNames} names */
  #name(names) {
    this.#measuring?.forget((id) => names.isOther(id));
    const { sectionCount, itemCount } = this.viewport.layout.snapshot;
    names.total = sectionCount === 1 ? itemCount : undefined;
    this.names = names;
  }

  /** Stays at the end from now on if it is there. */
  #stick() {
    this.#isStuck = this.#options.stickToEnd === true && this.isAtEnd;
  }

  /** Draws before the next frame. */
  #soon() {
    this.#frame ??= this.scroller.view.requestAnimationFrame(() => {
      this.#frame = undefined;
      this.draw();
    });
  }

  /**
   * Lays out again with measured sizes. Returns whether the layout has changed.
   *
   * @param {import('../../index.js').Measurement[]} sizes
   */
  #measure(sizes) {
    if (sizes.length === 0) return false;
    this.isMeasuring = true;
    try {
      const { held } = this;
      const cell = held && (held.key === undefined ? held : this.names.find(held.key));
      const anchor = cell?.item === undefined ? undefined : { section: cell.section, item: cell.item };
      // Reading `layout` runs the layout now, while `isMeasuring` is set.
      return this.viewport.measure(sizes, { anchor })?.layout !== undefined;
    } finally {
      this.isMeasuring = false;
    }
  }

  #tellEnds() {
    const { itemCount } = this.viewport.layout.snapshot;
    const { reach = this.#extent } = this.#options;
    const bounds = this.#bounds;
    const distances = { startreached: this.axis.lead(bounds), endreached: endDistance(this.axis, bounds) };
    this.#ends.look(distances, { reach, isFull: this.axis.contentExtent >= this.#extent, itemCount, names: this.names });
  }

  /** Draws at the new position of the scroller. */
  #look() {
    if (!this.viewport) return;
    const { position } = this.#space;
    this.#catchUp();
    if (this.#space.position !== position) this.draw();
  }

  #rested() {
    if (!this.viewport) return;
    this.#catchUp();
    if (this.#space.settle()) this.#put();
    this.draw();
    this.features?.rested();
  }

  /** Follows a scroll by the user, whose event may not have arrived yet. Returns its distance. */
  #catchUp() {
    const isScrolled = this.scroller.look();
    const position = this.#clamped(this.scroller.position);
    // There is an event for a position that the screen has set itself, too.
    if (Math.abs(position - this.#space.position) < 0.01) {
      // Or what stands before or after the content was scrolled.
      if (isScrolled) this.scroller.moved(() => this.#rested());
      return 0;
    }
    if (!isScrolled) {
      this.#space.placed(position);
      return 0;
    }
    this.#touched();
    this.#ends.scrolled();
    this.scroller.moved(() => this.#rested());
    const before = this.origin;
    if (this.#space.scrolled(position)) this.#put();
    this.#stick();
    this.features?.scrolled();
    return this.origin - before;
  }

  /**
   * Makes the scroller as long as the content, and moves it to an origin.
   *
   * @param {number} origin
   */
  #fit(origin) {
    this.#space.resize({
      contentExtent: this.axis.contentExtent, viewportExtent: this.#extent, origin, isHeld: this.scroller.isHeld,
    });
    this.scroller.extent = this.#space.extent;
    this.#put();
  }

  /** Moves the scroller to the position of the space. */
  #put() {
    this.scroller.refresh();
    if (Math.abs(this.#clamped(this.scroller.position) - this.#space.position) >= 0.5) this.scroller.put(this.#space.position);
    this.#space.placed(this.#clamped(this.scroller.position));
  }

  /** How far the visible part begins before the content, or ends after it. */
  get #excess() {
    const { position } = this.scroller;
    return position - this.#clamped(position);
  }

  /** @param {number} position */
  #clamped(position) {
    return Math.max(0, Math.min(position, this.#space.extent - this.#extent));
  }
}

/**
 * A coordinate along the scroll axis.
 *
 * @param {Axis} axis
 * @param {import('../../index.js').Point} point
 */
export function along(axis, { x, y }) {
  return axis.isHorizontal ? x : y;
}

import { FeedEnds } from './FeedEnds.js';
import { FeedNames } from './FeedNames.js';
import { FeedNodes } from './FeedNodes.js';
import { endTolerance, leadAt, placeOf } from './FeedPlace.js';
import { MadeNodes } from './MadeNodes.js';
import { Scroller } from './Scroller.js';
import { noInset } from '../viewport/pages/Axis.js';
import { ScrollRoom } from '../viewport/ScrollRoom.js';
import { stillItem } from '../viewport/stillItem.js';
import type { Change, FeedItemName, FeedPlace, Key, Measurement, Point } from '../../types/index.js';
import type { FeedFeatures } from './FeedFeatures.js';
import type { HostedFeedOptions } from './feedOptions.js';
import type { LocalLayout } from '../module/LocalLayout.js';
import type { NodeMeasuring } from '../module/NodeMeasuring.js';
import type { Layout } from '../viewport/Layout.js';
import type { Axis } from '../viewport/pages/Axis.js';

/** The most rounds of measuring and drawing in one frame: measured sizes may bring more elements into sight. */
const maximumRounds = 10;

/** How often a target is located again after the layout has changed, since elements that came into sight were measured. */
export const locatingRounds = 10;

/** A viewport in a scroller: draws the visible elements, and follows them when the layout changes. */
export class FeedScreen {
  declare scroller: Scroller;
  #options;
  #tell;
  #touched;
  #room;
  #nodes;
  /** Loaded with the first layout that is computed in the page; null until then. */
  #measuring: NodeMeasuring | null = null;
  /** Set before the first layout is shown. */
  features: FeedFeatures | null = null;
  viewport: any = null;
  /** Drawn in place of the viewport's elements while an item is being moved. */
  preview: { over: (viewport: any) => any } | null = null;
  /**
   * Adds the elements to be printed to those that are drawn, and says whether they are on a sheet, where nothing is drawn. Nothing is
   * measured then: a sheet may have another width.
   */
  printed: { over: (viewport: any) => any, holds: (isRefilled: boolean) => boolean } | null = null;
  names = new FeedNames(null);
  #isDrawing = false;
  #isClosed = false;
  /** Whether measured sizes are being applied. The code that measures then draws the new layout. */
  isMeasuring = false;
  /** Whether it is at the end and stays there when the content grows. */
  #isStuck = false;
  /**
   * The place that was scrolled to, and the origin to which it led. As long as the origin is the same, measuring does not move the cell of
   * the place.
   */
  #held: { place: FeedPlace, origin: number } | null = null;
  #ends;
  #frame: number | undefined;
  #isLackTold = false;
  /** How far the user has scrolled since the last animation frame, and since the one before: what came into sight may not be painted yet. */
  #unseen = [0, 0];
  #painting: number | undefined;

  /** @param listener `touched`: called when the user scrolls */
  constructor(
    target: HTMLElement | Window,
    options: HostedFeedOptions,
    { tell, resized, touched, removed }: {
      removed: (element: HTMLElement, key: Key | undefined) => void, tell: (event: string) => void, resized: () => void,
      touched: () => void,
    },
  ) {
    this.#options = options;
    this.#tell = tell;
    this.#ends = new FeedEnds(tell);
    this.#touched = touched;
    this.scroller = new Scroller(target, options.content);
    const { page, content, probe } = this.scroller;
    this.#room = new ScrollRoom(this.scroller, () => this.inset);
    this.#nodes = new FeedNodes(content, options.nodes ?? new MadeNodes({
      page, content, make: options.node as any, label: options.label, first: probe, removed,
    }));
    content.setAttribute('aria-busy', 'true');
    this.scroller.listen({
      scrolled: () => this.#look(), moved: () => this.#look(), rested: () => this.#rested(), resized, touched,
    });
  }

  get axis() {
    return this.viewport.layout.axis;
  }

  /** The coordinate at which the visible part begins, which can be outside of the content. */
  get origin() {
    return this.#room.origin;
  }

  /** The difference between a coordinate along the scroll axis and its position in the content. */
  get offset() {
    return this.#room.offset;
  }

  /** The extent of the visible part along the scroll axis. */
  get extent() {
    return this.#room.extent;
  }

  /** The elements that have nodes, including one that has the focus out of sight. */
  get shown() {
    return this.#nodes.all;
  }

  /** The insets of the page. */
  get inset() {
    return this.#options.inset ?? noInset;
  }

  /** The place at which it is, which can be outside of the content. */
  get place() {
    return placeOf(this.viewport, this.names, this.#room.inset, this.#room.limits(this.axis));
  }

  /** The same, within the ends of the content. */
  get placeWithin() {
    const { place } = this;
    const by = this.#room.near(this.axis);
    return { ...place, lead: place.lead - by, ...(place.item !== undefined && { offset: place.offset + by }) };
  }

  get isAtStart() {
    return this.#distances.startreached <= endTolerance;
  }

  /** Whether the start is near and was told, so that new items may have been loaded because of it. */
  get isStartTold() {
    return this.#ends.isStartTold;
  }

  get isAtEnd() {
    return this.#distances.endreached <= endTolerance;
  }

  /** The distances from the ends. */
  get #distances() {
    const { axis } = this;
    const lead = axis.lead(this.boundsAt(this.viewport.layout, this.origin));
    const [least, greatest] = this.#room.limits(axis);
    // First rows may be without an end of the list.
    const { hasStart = true, hasEnd = true } = this.viewport;
    return { startreached: hasStart ? lead - least : Infinity, endreached: hasEnd ? greatest - lead : Infinity };
  }

  boundsAt(layout: Layout, origin: number) {
    return layout.axis.across(origin, this.extent);
  }

  /**
   * The origin at which the visible part begins `lead` after the start of the content, limited to the ends. An end beside which other parts
   * of the page are in sight is where it is.
   */
  originAt({ axis }: Layout, lead: number) {
    const [least, greatest] = this.#room.limits(axis);
    return axis.startAt(Math.min(Math.max(lead, least), greatest), this.extent);
  }

  /**
   * The origin that a place leads to.
   *
   * @param isKept whether the cell stays in place even if the place is the start
   */
  async originOf(layout: Layout, place: FeedPlace, names: FeedNames = this.names, isKept = false, signal?: AbortSignal) {
    if (this.#options.stickToEnd && place.isAtEnd) return this.originAt(layout, Infinity);
    // Places that are kept do not count other parts of the page that are in sight.
    const least = this.#room.limits(layout.axis)[0] + Math.max(0, -this.#room.near(layout.axis));
    if (place.lead <= least + endTolerance && !isKept) return this.originAt(layout, -Infinity);
    return this.originAt(layout, await leadAt(layout, place, names, signal));
  }

  /**
   * Shows a viewport, beginning at an origin; or another one in place of the first rows.
   *
   * @param place that led to the origin
   * @param since the origin of the first rows from which that was computed: the user may have scrolled on since
   */
  begin(viewport: any, names: FeedNames, origin: number, place: FeedPlace | null, since?: number) {
    const before = this.viewport;
    if (before) this.#catchUp();
    const way = before && since !== undefined ? this.origin - since : 0;
    before?.close();
    this.viewport = viewport;
    viewport.addEventListener('change', () => this.#soon());
    this.#name(names, before !== null && names.isFor(this.names));
    // A page that was opened below the list stays there.
    if (before ? this.#room.isAway : !place && this.#room.isAway) this.#fit(this.origin);
    else this.#fit(this.#isStuck && way === 0 ? this.originAt(viewport.layout, Infinity) : origin + way);
    this.held = way === 0 ? place : null;
    this.#stick();
    this.draw({ isRefilled: before !== null && viewport.isFirst });
    if (!before && !this.#isClosed) this.scroller.begin(() => this.#look());
  }

  /**
   * Called when the viewport shows another layout: scrolls to the new position of the visible elements, in the same frame.
   *
   * @param names names of the elements of the layout
   * @param place of its bounds
   * @param since the origin from which its bounds were computed: the user may have scrolled on since
   */
  take({ layout, bounds }: Change, names: FeedNames, place: FeedPlace | null, since: number = this.origin) {
    if (!this.isMeasuring) this.features?.changing(names);
    const isRefilled = names !== this.names;
    if (isRefilled) this.#name(names);
    const isStuck = this.#isStuck;
    this.#catchUp();
    const way = this.origin - since;
    if (this.#room.isAway) this.#fit(this.origin);
    else if (isStuck && way === 0) this.#fit(this.originAt(layout, Infinity));
    else this.#fit(bounds ? layout.axis.start(bounds) + way : this.origin);
    this.held = way === 0 ? place : null;
    if (!this.isMeasuring) this.draw({ isRefilled });
  }

  /** Whether it is at the end and stays there when the content grows. */
  get isStuck() {
    return this.#isStuck;
  }

  /** The place that the screen was last moved to; null if it has been scrolled since. */
  get held() {
    return this.#held?.origin === this.origin ? this.#held.place : null;
  }

  /** @param place of the current origin */
  set held(place: FeedPlace | null) {
    this.#held = place && { place, origin: this.origin };
  }

  /** Replaces the names of the elements; the layout is the same. */
  rename(names: FeedNames) {
    this.features?.changing(names);
    this.#name(names);
    this.draw({ isRefilled: true });
  }

  /** Sets the extent of the visible part along the scroll axis. */
  resize(extent: number) {
    if (this.viewport) this.#catchUp();
    this.#room.extent = extent;
    if (!this.viewport) return this.#room.begin();
    this.#refit();
    this.draw();
  }

  /** Fits again if the extent of the visible part, or the room around the content, is another one. */
  #refit(isAtStart = false) {
    this.#fit(this.#isStuck || isAtStart ? this.originAt(this.viewport.layout, this.#isStuck ? Infinity : -Infinity) : this.origin);
  }

  /**
   * @param place that led to the origin
   * @param isScroll whether an end that is then near may be told again
   */
  go(origin: number, place: FeedPlace | null = null, isScroll = true) {
    if (this.#isClosed) return;
    if (isScroll && Math.abs(origin - this.origin) >= endTolerance) this.#ends.scrolled();
    this.#room.scrollTo(origin);
    this.held = place;
    this.#stick();
    this.draw();
  }

  /** The measuring of nodes, for a layout that is computed in the page. */
  #measures({ held }: LocalLayout) {
    return this.#measuring ??= held.nodeMeasuring(this.scroller.view, (sizes) => {
      if (this.#measure(sizes)) this.draw();
    }, (cell, node) => this.#preferred(cell, node));
  }

  /** What the page prefers for a measured cell; null if it says nothing, or if the module cannot apply it yet. */
  #preferred(cell: FeedItemName, node: any) {
    const { preferred, onError = console.error } = this.#options;
    const { layout } = this.viewport;
    if (!preferred || !layout.held.isComplete) return null;
    try {
      // A hidden cell has no node, so it would never be asked about again.
      const { hidden, ...members } = (preferred(cell, node) ?? {}) as any;
      return { members, cell: layout.cellNow(cell.section, cell.item), extent: layout.containerExtent };
    } catch (error) {
      onError(error);
      return null;
    }
  }

  /** The nodes whose sizes count: none while some are there to be printed. */
  get #measured() {
    return this.printed ? [] : this.shown;
  }

  /** Draws the visible elements. Sizes that it measures are applied in the same frame. */
  draw({ isRefilled = false } = {}) {
    const { viewport } = this;
    if (!viewport || this.#isClosed || this.printed?.holds(isRefilled)) return;
    if (this.#isDrawing) {
      this.#soon();
      return;
    }
    const { isAtStart } = this;
    if (this.#room.isOther && this.#room.measure()) this.#refit(isAtStart);
    this.#isDrawing = true;
    const start = along(this.axis, viewport.bounds);
    try {
      const measuring = viewport.isLocal ? this.#measures(viewport.layout) : null;
      // The sizes of the last round are drawn, too: nodes at old positions would make the scroller longer than the content.
      for (let round = 0; ; round += 1) {
        const bounds = this.boundsAt(viewport.layout, this.#room.nearOrigin);
        viewport.update(bounds, { inset: this.#room.inset, time: this.scroller.time });
        const shown = this.preview?.over(viewport) ?? viewport;
        this.#nodes.draw(this.printed?.over(shown) ?? shown, {
          offset: this.offset, names: this.names, isRefilled: isRefilled && round === 0,
          isFree: (node) => measuring?.isFree(node) ?? false,
          isFreeAcross: this.#options.measures === 'size',
        });
        if (this.#isClosed || !measuring || round === maximumRounds || !this.#measure(measuring.read(this.#measured, this.axis.isHorizontal))) break;
      }
      measuring?.watch(this.#measured);
    } finally {
      this.#isDrawing = false;
      if (this.#isClosed) this.#end();
    }
    if (this.#isClosed) return;
    this.#stick();
    this.scroller.mark(this.extent);
    if (along(this.axis, viewport.bounds) !== start) this.#tell('scroll');
    this.#tellEnds();
    if (!viewport.isFirst) this.features?.drawn();
    this.#tellLack();
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
    for (const frame of [this.#frame, this.#painting]) if (frame !== undefined) this.scroller.view.cancelAnimationFrame(frame);
  }

  /** @param areSame whether all names mean the elements that they have meant */
  #name(names: FeedNames, areSame = false) {
    if (!areSame) this.#measuring?.forget((id) => names.isOther(id));
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

  /** Lays out again with measured sizes. Returns whether the layout has changed. */
  #measure(sizes: Measurement[]) {
    if (sizes.length === 0) return false;
    this.isMeasuring = true;
    try {
      const { held } = this;
      const cell = held && (held.key === undefined ? held : this.names.findNear(held.key, held.section));
      const anchor = cell?.item === undefined ? this.#stillSeen() : { section: cell.section, item: cell.item };
      // Reading `layout` runs the layout now, while `isMeasuring` is set.
      const lay = (all: readonly any[]) => this.viewport.measure(all, { anchor })?.layout !== undefined;
      const bare = this.#measuring?.withoutMembers(sizes) ?? sizes;
      if (bare === sizes) return lay(sizes);
      try {
        return lay(sizes);
      } catch (error) {
        (this.#options.onError ?? console.error)(error);
        return lay(bare);
      }
    } finally {
      this.isMeasuring = false;
    }
  }

  /**
   * The item that stays in place when sizes are measured: the first one that is in sight and was so in the last frame, too. Undefined if
   * there is none, or if what is in sight has been painted.
   */
  #stillSeen() {
    const { viewport, axis, origin, extent } = this;
    const way = this.#unseen[0] + this.#unseen[1];
    if (way === 0 || Math.abs(way) >= extent) return undefined;
    const both = axis.across(Math.max(origin, origin - way), extent - Math.abs(way));
    return stillItem({ visit: (_, visitor) => viewport.forEach(visitor) }, both, this.#room.inset, axis);
  }

  /** Warns once if the page has left no room for a bar. */
  #tellLack() {
    const { lack } = this.#room;
    if (!lack || this.#isLackTold) return;
    this.#isLackTold = true;
    import('./warnings.js').then(({ warnOfRoom }) => warnOfRoom(lack), () => {});
  }

  #tellEnds() {
    const { itemCount } = this.viewport.layout.snapshot;
    const { reach = this.extent } = this.#options;
    this.#ends.look(this.#distances, { reach, isFull: this.#room.extentOf(this.axis.contentExtent) >= this.extent, itemCount, names: this.names });
  }

  /** Draws at the new position of the scroller. */
  #look() {
    if (!this.viewport) return;
    const isMoved = this.#catchUp();
    const isOther = this.#room.measure();
    if (isOther) this.#refit();
    if (isMoved || isOther) this.draw();
  }

  #rested() {
    if (!this.viewport) return;
    this.#catchUp();
    this.#room.settle();
    this.draw();
    this.features?.rested();
  }

  /** Follows a scroll by the user, whose event may not have arrived yet. Returns whether the position is another one. */
  #catchUp() {
    const { origin } = this;
    const isScrolled = this.scroller.look();
    const isMoved = this.#room.follow(isScrolled);
    this.#unseen[0] += this.origin - origin;
    if (this.origin !== origin) this.#seeLater();
    if (!isMoved || !isScrolled) return isMoved;
    this.#touched();
    this.#ends.scrolled();
    this.scroller.moved(() => this.#rested());
    this.#stick();
    this.features?.scrolled();
    return true;
  }

  /** Called when the user has scrolled: what is in sight will have been painted. */
  #seeLater() {
    this.#painting ??= this.scroller.view.requestAnimationFrame(() => {
      this.#painting = undefined;
      this.#unseen = [0, this.#unseen[0]];
      if (this.#unseen[1] !== 0) this.#seeLater();
    });
  }

  /** Makes the scroller as long as the content, and moves it to an origin. */
  #fit(origin: number) {
    this.#room.fit(this.axis.contentExtent, origin);
  }
}

/** A coordinate along the scroll axis. */
export function along(axis: Axis, { x, y }: Point) {
  return axis.isHorizontal ? x : y;
}

/** Runs a query on the layout that is shown. If another layout replaces it meanwhile, which releases the old one, the query is repeated. */
export async function inShown<Value>({ viewport }: FeedScreen, find: (layout: Layout) => Promise<Value>): Promise<Value> {
  for (let round = 1; ; round += 1) {
    const { layout } = viewport;
    const isLast = () => viewport.layout === layout || round === locatingRounds;
    try {
      const found = await find(layout);
      if (isLast()) return found;
    } catch (error) {
      if (isLast()) throw error;
    }
  }
}

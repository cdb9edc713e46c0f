import { setting } from '../service/limits.js';
import { checkOptions } from '../steps/options.js';
import type { ScrollExtents } from '../../types/index.js';

/** The part of the scroller at either end in which one point of the scroller is one point of the content. */
const zonePart = 1 / 32;
/** The largest viewport, as a part of the scroller, for which a page up or down can be told from a drag. */
const viewportPart = 1 / 200;

/**
 * Maps positions of a scroll container, which browsers limit to some 16 million points, to scroll origins in content of any extent. Scrolls
 * move the content point for point; drags of the scrollbar reach all of it. If the content fits into the scroller, both are the same.
 * Scrolls and drags are told apart by their length: with viewports higher than 2500 points, a drag by one pixel may be treated as a scroll.
 *
 * On every scroll event call `scrolled(element.scrollTop)`. If it returns true, set `element.scrollTop = position` and call
 * `placed(element.scrollTop)`. Then draw the content at `origin`. When scrolling has ended, do the same with `settle()`. A content
 * coordinate minus `offset` is a coordinate in the scroll container.
 */
export class ScrollSpace {
  #maximum;
  #viewport = 0;
  #extent = 0;
  #isCapped = false;
  /** The scrollable distances of the content and of the scroller, and the extent of a zone, in points. */
  #scrollable = 0;
  #travel = 0;
  #zone = 0;
  /** A move of the scroller by at least this distance is a drag of its scrollbar. */
  #leastDrag = 0;
  #position = 0;
  #origin = 0;
  /** The difference between origin and position. It does not change by a single bit while scrolls are small. */
  #offset = 0;

  /** @throws RangeError when an extent is out of range */
  constructor(extents: ScrollExtents) {
    checkOptions('ScrollSpace', extents, ['contentExtent', 'viewportExtent', 'maximumExtent']);
    const { contentExtent, viewportExtent, maximumExtent } = extents;
    this.#maximum = setting(
      'maximumExtent', maximumExtent, ScrollSpace.maximumExtent(1), { least: 10_000, most: 1e9 });
    this.resize({ contentExtent, viewportExtent });
  }

  /**
   * The longest scroller in which browsers are exact, at most 8 million points. It depends on `window.devicePixelRatio`, since some
   * browsers count device pixels.
   */
  static maximumExtent(devicePixelRatio: number): number {
    return Math.floor(Math.min(8e6, 30e6 / setting('devicePixelRatio', devicePixelRatio, 1, { least: 0.01, most: 1000 })));
  }

  /** The extent to give to the content of the scroll container. */
  get extent(): number {
    return this.#extent;
  }

  /** Whether the extent is shorter than the content. */
  get isCapped(): boolean {
    return this.#isCapped;
  }

  /** The position to which to set the scroll container. */
  get position(): number {
    return this.#position;
  }

  /** The scroll origin, from 0 to the content's extent minus the viewport's. */
  get origin(): number {
    return this.#origin;
  }

  /** The origin minus the position. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Changes the extents. The origin stays if possible, or becomes the given one, to which a change of the content leads. The position of a
   * capped scroller usually does not change, so that a scroll in progress continues. With `isHeld` the position of any scroller stays: use
   * it while a finger holds the content or it is still moving, and call `settle()` when it rests. Returns whether the position has changed
   * and has to be set.
   */
  resize(extents: { contentExtent: number; viewportExtent: number; origin?: number; isHeld?: boolean }): boolean {
    checkOptions('resize', extents, ['contentExtent', 'viewportExtent', 'origin', 'isHeld']);
    const { contentExtent, viewportExtent, origin, isHeld = false } = extents;
    const content = setting('contentExtent', contentExtent, 0, { least: 0, most: 2 ** 53 });
    const isCapped = content > this.#maximum;
    const most = isCapped ? this.#maximum * viewportPart : Number.MAX_SAFE_INTEGER;
    this.#viewport = setting('viewportExtent', viewportExtent, 0, { least: 0, most });
    this.#isCapped = isCapped;
    this.#extent = Math.min(content, this.#maximum);
    this.#scrollable = Math.max(0, content - this.#viewport);
    this.#travel = Math.max(0, this.#extent - this.#viewport);
    this.#zone = Math.floor(this.#travel * zonePart);
    // Half of the distance that the scroller moves when its scrollbar, as long as the viewport, is dragged by one pixel; but more than a
    // key press moves it.
    this.#leastDrag = Math.max(1.25 * this.#viewport, this.#extent / (2 * this.#viewport));
    const position = this.#position;
    if (isHeld || (origin !== undefined && isCapped)) this.#stay(origin ?? this.#origin);
    else this.scrollTo(origin ?? this.#origin);
    return this.#position !== position;
  }

  /** Moves to an origin without changing the position, except near an end. */
  #stay(origin: number) {
    this.#origin = this.#clampedOrigin(origin);
    this.placed(this.#clampedPosition(this.#position));
    if (this.#isNearEnd) this.settle();
  }

  /**
   * Tells that the container was scrolled to a position. Returns whether it has to be set to `position`, which is rare and happens near an
   * end.
   */
  scrolled(position: number): boolean {
    const place = this.#clampedPosition(position);
    const isDrag = this.#isCapped && Math.abs(place - this.#position) >= this.#leastDrag;
    // An end of the scroller is exactly an end of the content, even if positions were rounded.
    const isEnd = place === 0 || place === this.#travel;
    const origin = isDrag || isEnd ? this.originAt(place) : this.#clampedOrigin(place + this.#offset);
    if (origin !== place + this.#offset) this.#offset = origin - place;
    this.#position = place;
    this.#origin = origin;
    return this.#isNearEnd && this.settle();
  }

  /** Moves to an origin, at once. Returns the position to set. */
  scrollTo(origin: number): number {
    this.#origin = this.#clampedOrigin(origin);
    this.placed(this.positionAt(this.#origin));
    return this.#position;
  }

  /** Tells the container's position after it was set, which may be rounded. The origin stays. */
  placed(position: number): void {
    this.#position = position;
    this.#offset = this.#origin - position;
  }

  /**
   * Moves the position to the one that the scrollbar should have; long scrolling leads away from it. The origin stays. Returns whether the
   * position has changed and has to be set. Do not call it while a finger holds the content.
   */
  settle(): boolean {
    const position = this.positionAt(this.#origin);
    if (Math.abs(position - this.#position) < 1) return false;
    this.placed(position);
    return true;
  }

  /** The origin that a drag to a position leads to. */
  originAt(position: number): number {
    const place = this.#clampedPosition(position);
    if (!this.#isCapped || place <= this.#zone) return place;
    const left = this.#travel - place;
    if (left <= this.#zone) return this.#scrollable - left;
    return this.#zone + (place - this.#zone) * (this.#scrollableBetween / this.#travelBetween);
  }

  /** The position that a drag needs to lead to an origin. */
  positionAt(origin: number): number {
    const place = this.#clampedOrigin(origin);
    if (!this.#isCapped || place <= this.#zone) return place;
    const left = this.#scrollable - place;
    if (left <= this.#zone) return this.#travel - left;
    // Rounded, since browsers round positions to pixels but do not change whole numbers.
    const position = Math.round(this.#zone + (place - this.#zone) * (this.#travelBetween / this.#scrollableBetween));
    return Math.min(position, this.#travel - this.#zone);
  }

  /** The scrollable distance of the content between the zones. */
  get #scrollableBetween() {
    return this.#scrollable - 2 * this.#zone;
  }

  get #travelBetween() {
    return this.#travel - 2 * this.#zone;
  }

  get #isNearEnd() {
    const near = this.#isCapped ? this.#zone / 2 : this.#viewport / 2;
    return this.#position < near || this.#position > this.#travel - near
      || this.#origin < near || this.#origin > this.#scrollable - near;
  }

  #clampedPosition(position: number) {
    return Math.max(0, Math.min(position, this.#travel));
  }

  #clampedOrigin(origin: number) {
    return Math.max(0, Math.min(origin, this.#scrollable));
  }
}

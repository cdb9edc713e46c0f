// @ts-check
import { setting } from '../service/limits.js';
import { checkOptions } from '../steps/options.js';

/** @typedef {import('../../index.js').ScrollExtents} ScrollExtents */

/** What part of the scroller at either end shows the ends of the content, point for point. */
const zonePart = 1 / 32;
/** The highest viewport, as a part of the scroller, for which a page up or down is still told from a drag. */
const viewportPart = 1 / 200;

/**
 * Content of any extent in a scroller that browsers can make.
 *
 * The scroller is as long as the content, or as long as it may be. Positions in it are mapped to scroll origins: in a zone
 * at either end one point is one point, between the zones the rest of the content is spread evenly. That is where a drag
 * of the scrollbar leads. A scroll by less than the least drag moves the origin by just as much instead, away from that
 * map; the scroller is put back on the map when it rests, or when it or the content comes near an end. So small scrolls
 * are exact, drags reach everything, and neither end is met before the other one.
 */
export class ScrollSpace {
  #maximum;
  #viewport = 0;
  #extent = 0;
  #isCapped = false;
  /** How far the content and the scroller can be moved, and how long the zones are, in points. */
  #scrollable = 0;
  #travel = 0;
  #zone = 0;
  /** A move of the scroller by so much, or more, is a drag of its bar. */
  #leastDrag = 0;
  #position = 0;
  #origin = 0;
  /** What is added to a position; it stays the same, to the last bit, while scrolls are small. */
  #offset = 0;

  /** @param {ScrollExtents} extents */
  constructor(extents) {
    checkOptions('ScrollSpace', extents, ['contentExtent', 'viewportExtent', 'maximumExtent']);
    const { contentExtent, viewportExtent, maximumExtent } = extents;
    this.#maximum = setting(
      'maximumExtent', maximumExtent, ScrollSpace.maximumExtent(1), { least: 10_000, most: 1e9 });
    this.resize({ contentExtent, viewportExtent });
  }

  /**
   * The longest scroller in which browsers are exact: they keep coordinates in 32 bits, some in 64ths of a device pixel
   * (33 554 431 of them), some in 60ths of a point (17 895 697), some as floats, half a point fine up to 2^23.
   *
   * @param {number} devicePixelRatio
   */
  static maximumExtent(devicePixelRatio) {
    return Math.floor(Math.min(8e6, 30e6 / setting('devicePixelRatio', devicePixelRatio, 1, { least: 0.01, most: 1000 })));
  }

  get extent() {
    return this.#extent;
  }

  get isCapped() {
    return this.#isCapped;
  }

  get position() {
    return this.#position;
  }

  get origin() {
    return this.#origin;
  }

  get offset() {
    return this.#offset;
  }

  /** @param {{ contentExtent: number, viewportExtent: number, origin?: number, isHeld?: boolean }} extents */
  resize(extents) {
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
    // Half of what the scroller moves when its bar, as long as the viewport, is dragged by one pixel; but more than what
    // a key moves.
    this.#leastDrag = Math.max(1.25 * this.#viewport, this.#extent / (2 * this.#viewport));
    const position = this.#position;
    if (isHeld || (origin !== undefined && isCapped)) this.#stay(origin ?? this.#origin);
    else this.scrollTo(origin ?? this.#origin);
    return this.#position !== position;
  }

  /**
   * Goes to an origin, and leaves the position where it is, but near an end.
   *
   * @param {number} origin
   */
  #stay(origin) {
    this.#origin = this.#clampedOrigin(origin);
    this.placed(this.#clampedPosition(this.#position));
    if (this.#isNearEnd) this.settle();
  }

  /** @param {number} position */
  scrolled(position) {
    const place = this.#clampedPosition(position);
    const isDrag = this.#isCapped && Math.abs(place - this.#position) >= this.#leastDrag;
    // An end is an end, whatever positions have been rounded by.
    const isEnd = place === 0 || place === this.#travel;
    const origin = isDrag || isEnd ? this.originAt(place) : this.#clampedOrigin(place + this.#offset);
    if (origin !== place + this.#offset) this.#offset = origin - place;
    this.#position = place;
    this.#origin = origin;
    return this.#isNearEnd && this.settle();
  }

  /** @param {number} origin */
  scrollTo(origin) {
    this.#origin = this.#clampedOrigin(origin);
    this.placed(this.positionAt(this.#origin));
    return this.#position;
  }

  /** @param {number} position */
  placed(position) {
    this.#position = position;
    this.#offset = this.#origin - position;
  }

  settle() {
    const position = this.positionAt(this.#origin);
    if (Math.abs(position - this.#position) < 1) return false;
    this.placed(position);
    return true;
  }

  /** @param {number} position */
  originAt(position) {
    const place = this.#clampedPosition(position);
    if (!this.#isCapped || place <= this.#zone) return place;
    const left = this.#travel - place;
    if (left <= this.#zone) return this.#scrollable - left;
    return this.#zone + (place - this.#zone) * (this.#scrollableBetween / this.#travelBetween);
  }

  /** @param {number} origin */
  positionAt(origin) {
    const place = this.#clampedOrigin(origin);
    if (!this.#isCapped || place <= this.#zone) return place;
    const left = this.#scrollable - place;
    if (left <= this.#zone) return this.#travel - left;
    // Browsers round positions to pixels: a whole number stays what it is.
    const position = Math.round(this.#zone + (place - this.#zone) * (this.#travelBetween / this.#scrollableBetween));
    return Math.min(position, this.#travel - this.#zone);
  }

  /** What lies between the zones. */
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

  /** @param {number} position */
  #clampedPosition(position) {
    return Math.max(0, Math.min(position, this.#travel));
  }

  /** @param {number} origin */
  #clampedOrigin(origin) {
    return Math.max(0, Math.min(origin, this.#scrollable));
  }
}

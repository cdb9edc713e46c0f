import { setting } from '../service/limits.js';
import { checkOptions } from '../steps/options.js';
import type { ScrollExtents } from '../../types/index.js';

/** The part of the scroller at either end in which one point of the scroller is one point of the content. */
const zonePart = 1 / 32;
/** The largest viewport, as a part of the scroller, for which a page up or down can be told from a drag. */
const viewportPart = 1 / 200;

/**
 * Maps content of any extent to a scroller whose extent browsers support.
 *
 * The scroller is as long as the content, up to a maximum. Positions in the scroller are mapped to scroll origins: in a zone at either end
 * one point is one point; between the zones the rest of the content is distributed evenly. A drag of the scrollbar leads to the mapped
 * origin. A smaller scroll moves the origin by the same distance instead, which leaves the map; the scroller is moved to the mapped
 * position again when it rests, or when it or the content comes near an end. So small scrolls are exact, drags reach all of the content,
 * and scroller and content reach their ends together.
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

  constructor(extents: ScrollExtents) {
    checkOptions('ScrollSpace', extents, ['contentExtent', 'viewportExtent', 'maximumExtent']);
    const { contentExtent, viewportExtent, maximumExtent } = extents;
    this.#maximum = setting(
      'maximumExtent', maximumExtent, ScrollSpace.maximumExtent(1), { least: 10_000, most: 1e9 });
    this.resize({ contentExtent, viewportExtent });
  }

  /**
   * The longest scroller in which browsers are exact. They store coordinates in 32 bits: some in 64ths of a device pixel (at most 33 554
   * 431 pixels), some in 60ths of a point (at most 17 895 697 points), some as floats (exact to half a point up to 2^23).
   */
  static maximumExtent(devicePixelRatio: number) {
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

  resize(extents: { contentExtent: number, viewportExtent: number, origin?: number, isHeld?: boolean }) {
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

  scrolled(position: number) {
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

  scrollTo(origin: number) {
    this.#origin = this.#clampedOrigin(origin);
    this.placed(this.positionAt(this.#origin));
    return this.#position;
  }

  placed(position: number) {
    this.#position = position;
    this.#offset = this.#origin - position;
  }

  settle() {
    const position = this.positionAt(this.#origin);
    if (Math.abs(position - this.#position) < 1) return false;
    this.placed(position);
    return true;
  }

  originAt(position: number) {
    const place = this.#clampedPosition(position);
    if (!this.#isCapped || place <= this.#zone) return place;
    const left = this.#travel - place;
    if (left <= this.#zone) return this.#scrollable - left;
    return this.#zone + (place - this.#zone) * (this.#scrollableBetween / this.#travelBetween);
  }

  positionAt(origin: number) {
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

import { noInset } from './pages/Axis.js';
import { ScrollSpace } from './ScrollSpace.js';
import type { EdgeInsets } from '../../types/index.js';
import type { Axis } from './pages/Axis.js';

/**
 * What scrolls the content. `position`: the distance from the start of the content to the start of the visible part; `room`: how far the
 * visible part can be scrolled before the content and after it.
 */
interface RoomScroller {
  view: Window;
  isHorizontal: boolean;
  isDisplayed: boolean;
  isHeld: boolean;
  position: number;
  room: number[];
  extent: number;
  refresh: () => void;
  put: (position: number) => void;
}

/** A smaller distance is rounding of the browser, in points. */
const pixel = 0.5;

/**
 * Where the visible part of a scroller lies, which can be outside of the content.
 *
 * The page says by its `inset` how far bars cover the visible part, and leaves room for them before the content and after it, so that its
 * ends can be scrolled out of the bars. Other parts of the page may follow there, such as a title above a list. When one of them is in
 * sight, it counts as a bar: it covers the visible part as far as it reaches.
 */
export class ScrollRoom {
  #scroller;
  #given;
  #space;
  /** The extent of the visible part. */
  extent = 0;
  /** The insets before the content and after it at the last measurement, and how much of them the page has left room for. */
  #bars = [0, 0];
  #room = [0, 0];
  /** How far the visible part begins before this room, or ends after it. */
  #beyond = 0;

  /** @param given the current insets of the page */
  constructor(scroller: RoomScroller, given: () => EdgeInsets) {
    this.#scroller = scroller;
    this.#given = given;
    this.#space = new ScrollSpace({
      contentExtent: 0, viewportExtent: 0, maximumExtent: ScrollSpace.maximumExtent(scroller.view.devicePixelRatio),
    });
  }

  /** The coordinate at which the visible part begins. */
  get origin() {
    return this.#space.origin - this.#room[0] + this.#beyond;
  }

  /** The difference between a coordinate along the scroll axis and its position in the content. */
  get offset() {
    return this.#space.offset;
  }

  /** Whether other parts of the page hide all of the content. */
  get isAway() {
    return this.#near !== this.#beyond;
  }

  /** The origin; if the content is away, the nearest one at which it is not. */
  get nearOrigin() {
    return this.origin - this.#beyond + this.#near;
  }

  /** How far other parts of the page are in sight: before the content if negative, else after it. */
  get #near() {
    const bars = this.#bars[0] + this.#bars[1];
    const [before, after] = [this.extent, Math.min(this.extent, this.#space.extent)].map((most) => Math.max(0, most - bars));
    return Math.min(Math.max(this.#beyond, -before), after);
  }

  /** The same, positive towards the end of the content. */
  near({ isMirrored }: Axis) {
    return isMirrored ? -this.#near : this.#near;
  }

  /** How far the visible part is covered. */
  get inset() {
    return this.#grown(this.#given(), this.#barsNow);
  }

  /** The least and the greatest lead of the visible part. */
  limits(axis: Axis) {
    return axis.limits(this.extent, this.#grown(noInset, this.#room));
  }

  /** The extent of content with its room. */
  extentOf(contentExtent: number) {
    return contentExtent + this.#room[0] + this.#room[1];
  }

  /** A bar for which the page has left too little room: its extent, that room, and the side. Undefined if there is none. */
  get lack() {
    const sides = this.#scroller.isHorizontal ? ['left', 'right'] : ['top', 'bottom'];
    return sides.map((side, place) => ({ side, bar: this.#bars[place], room: this.#room[place] })).find(({ bar, room }) => bar - room >= pixel);
  }

  /** Insets with these extents along the scroll axis, and with the other parts of the page that are in sight. */
  #grown(inset: EdgeInsets, [before, after]: number[]) {
    const near = this.#near;
    // A list that is shorter than what is visible ends before that does.
    const spare = near > 0 ? Math.max(0, this.extent - this.#space.extent) : 0;
    const [first, last] = [before + Math.max(0, -near), after + Math.max(0, near) + spare];
    return this.#scroller.isHorizontal ? { ...inset, left: first, right: last } : { ...inset, top: first, bottom: last };
  }

  get #barsNow() {
    const { top, left, bottom, right } = this.#given();
    return this.#scroller.isHorizontal ? [left, right] : [top, bottom];
  }

  /** Whether the page has other insets now. */
  get isOther() {
    return `${this.#bars}` !== `${this.#barsNow}`;
  }

  /** Measures the room that the page has left for bars. Returns whether it has changed. */
  measure() {
    const scroller = this.#scroller;
    const bars = this.#barsNow;
    if (!scroller.isDisplayed) return false;
    this.#bars = bars;
    const there = bars.some((bar) => bar > 0) ? scroller.room : bars;
    const room = bars.map((bar, side) => Math.max(0, Math.min(bar, there[side])));
    if (room.every((extent, side) => Math.abs(extent - this.#room[side]) < pixel)) return false;
    // The origin stays.
    this.#beyond += room[0] - this.#room[0];
    this.#room = room;
    return true;
  }

  /** Takes over the position of a scroller that has no content yet. */
  begin() {
    this.#scroller.refresh();
    this.measure();
    this.#beyond = this.#scroller.position + this.#room[0];
  }

  /** Makes the scroller as long as the content, and moves it to an origin. */
  fit(contentExtent: number, origin: number) {
    const fit = () => {
      const [before, after] = this.#room;
      this.#space.resize({
        contentExtent: Math.min(contentExtent + before + after, 2 ** 53), viewportExtent: this.extent, origin: origin + before,
        isHeld: this.#scroller.isHeld,
      });
      this.#scroller.extent = this.#space.extent - before - after;
    };
    fit();
    if (this.measure()) fit();
    this.#put(origin);
  }

  scrollTo(origin: number) {
    this.#space.scrollTo(origin + this.#room[0]);
    this.#put(origin);
  }

  /**
   * Takes over the position of the scroller. Returns whether it is another one.
   *
   * @param isScrolled whether the user has scrolled
   */
  follow(isScrolled: boolean) {
    const [position, beyond] = this.#places;
    // There is an event for a position that was set here, too.
    if (Math.abs(position - this.#space.position) < 0.01 && Math.abs(beyond - this.#beyond) < 0.01) return false;
    this.#beyond = beyond;
    if (!isScrolled) this.#space.placed(position);
    else if (this.#space.scrolled(position)) this.#put(this.origin);
    return true;
  }

  /** Moves a scroller at rest to where its position stands for the origin. */
  settle() {
    if (this.#space.settle()) this.#put(this.origin);
  }

  /** Moves the scroller to the position of the space, or beyond it, to an origin. */
  #put(origin: number) {
    const scroller = this.#scroller;
    const { position: placed, origin: reached } = this.#space;
    scroller.refresh();
    const position = placed + (origin - reached);
    // The user's hand may hold other parts of the page.
    const isHeld = scroller.isHeld && Math.abs(this.#places[0] - placed) < pixel;
    if (!isHeld && Math.abs(scroller.position - position) >= pixel) scroller.put(position);
    const [now, beyond] = this.#places;
    this.#space.placed(now);
    this.#beyond = beyond;
  }

  /** The position of the scroller in the space, and how far it is beyond that. */
  get #places() {
    const place = this.#scroller.position + this.#room[0];
    const position = Math.max(0, Math.min(place, this.#space.extent - this.extent));
    return [position, Math.abs(place - position) < pixel ? 0 : place - position];
  }
}

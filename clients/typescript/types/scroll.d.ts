export interface ScrollExtents {
  /** The content's extent along the scroll axis: up to 2^53. */
  contentExtent: number;
  /** The viewport's extent: up to 1/200 of the longest scroller, if the content is longer than that. */
  viewportExtent: number;
  /** The longest scroller, from 10 000 to 10^9. Default `ScrollSpace.maximumExtent(1)`. */
  maximumExtent?: number;
}

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
  /** @throws RangeError when an extent is out of range */
  constructor(extents: ScrollExtents);

  /**
   * The longest scroller in which browsers are exact, at most 8 million points. It depends on `window.devicePixelRatio`, since some
   * browsers count device pixels.
   */
  static maximumExtent(devicePixelRatio: number): number;

  /** The extent to give to the content of the scroll container. */
  readonly extent: number;
  /** Whether the extent is shorter than the content. */
  readonly isCapped: boolean;
  /** The position to which to set the scroll container. */
  readonly position: number;
  /** The scroll origin, from 0 to the content's extent minus the viewport's. */
  readonly origin: number;
  /** The origin minus the position. */
  readonly offset: number;

  /**
   * Changes the extents. The origin stays if possible, or becomes the given one, to which a change of the content leads. The position of a
   * capped scroller usually does not change, so that a scroll in progress continues. With `isHeld` the position of any scroller stays: use
   * it while a finger holds the content or it is still moving, and call `settle()` when it rests. Returns whether the position has changed
   * and has to be set.
   */
  resize(extents: { contentExtent: number; viewportExtent: number; origin?: number; isHeld?: boolean }): boolean;

  /**
   * Tells that the container was scrolled to a position. Returns whether it has to be set to `position`, which is rare and happens near an
   * end.
   */
  scrolled(position: number): boolean;

  /** Moves to an origin, at once. Returns the position to set. */
  scrollTo(origin: number): number;

  /** Tells the container's position after it was set, which may be rounded. The origin stays. */
  placed(position: number): void;

  /**
   * Moves the position to the one that the scrollbar should have; long scrolling leads away from it. The origin stays. Returns whether the
   * position has changed and has to be set. Do not call it while a finger holds the content.
   */
  settle(): boolean;

  /** The origin that a drag to a position leads to. */
  originAt(position: number): number;

  /** The position that a drag needs to lead to an origin. */
  positionAt(origin: number): number;
}

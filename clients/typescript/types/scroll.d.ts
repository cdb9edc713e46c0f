export interface ScrollExtents {
  /** The content's extent along the scroll axis: up to 2^53. */
  contentExtent: number;
  /** The viewport's: up to 1/200 of the longest scroller where the content is longer than that. */
  viewportExtent: number;
  /** The longest scroller, from 10 000 to 10^9. Default `ScrollSpace.maximumExtent(1)`. */
  maximumExtent?: number;
}

/**
 * Maps positions of a scroll container, which browsers limit to some 16 million points, to scroll origins in content of
 * any extent. Scrolls move the content point for point; drags of the scrollbar reach all of it. Where the content fits,
 * both are the same. Which of the two a move is shows in its length: viewports higher than 2500 points may take the drag by
 * one pixel for a scroll.
 *
 * On every scroll event call `scrolled(element.scrollTop)`, and where that is true set `element.scrollTop = position` and
 * call `placed(element.scrollTop)`. Then draw the content at `origin`. When scrolling rests, do the same with `settle()`. A
 * content coordinate minus `offset` is a coordinate in the scroll container.
 */
export class ScrollSpace {
  /** @throws RangeError when an extent is out of range */
  constructor(extents: ScrollExtents);

  /**
   * The longest scroller in which browsers are exact, 8 million points or less, from `window.devicePixelRatio`: some count
   * device pixels.
   */
  static maximumExtent(devicePixelRatio: number): number;

  /** How long to make what stands in the scroll container. */
  readonly extent: number;
  /** Whether that is shorter than the content. */
  readonly isCapped: boolean;
  /** Where the scroll container is to stand. */
  readonly position: number;
  /** The scroll origin, from 0 to the content's extent less the viewport's. */
  readonly origin: number;
  /** The origin less the position. */
  readonly offset: number;

  /**
   * Changes the extents, and keeps the origin where it can, or goes to another one: where a change of the content leads.
   * That leaves the position of a capped scroller where it is, mostly, so that a scroll under way goes on. With `isHeld` it
   * does so with any scroller: while a finger holds the content, or it still moves; `settle()` when it rests. Returns
   * whether the position changed and has to be set.
   */
  resize(extents: { contentExtent: number; viewportExtent: number; origin?: number; isHeld?: boolean }): boolean;

  /**
   * The container was scrolled to a position. Returns whether it has to be set to `position`, which happens once in a long
   * while, near an end.
   */
  scrolled(position: number): boolean;

  /** Moves to an origin, at once. Returns the position to set. */
  scrollTo(origin: number): number;

  /** The container's position was set, and is this one now, rounded perhaps. The origin stays. */
  placed(position: number): void;

  /**
   * Puts the position where the scrollbar's should be, which long scrolling leads it away from. The origin stays. Returns
   * whether the position changed and has to be set. Not while a finger holds the content.
   */
  settle(): boolean;

  /** The origin that a drag to a position leads to. */
  originAt(position: number): number;

  /** The position that stands for an origin. */
  positionAt(origin: number): number;
}

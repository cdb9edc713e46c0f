

export interface ScrollExtents {
  /** The content's extent along the scroll axis: up to 2^53. */
  contentExtent: number;
  /** The viewport's extent: up to 1/200 of the longest scroller, if the content is longer than that. */
  viewportExtent: number;
  /** The longest scroller, from 10 000 to 10^9. Default `ScrollSpace.maximumExtent(1)`. */
  maximumExtent?: number;
}

// @ts-check
import { described } from '../../steps/options.js';

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../../../index.js').Size} Size */
/** @typedef {import('../../../index.js').EdgeInsets} EdgeInsets */

/** The greatest extent, and the greatest coordinate, that the service knows. */
const greatestCoordinate = 2 ** 53;

/**
 * The scroll axis of a layout. A start is a coordinate along it, x or y; a lead is the distance from where the content
 * begins, which is the right edge where a horizontal layout is mirrored (docs/rules.md#layout-direction).
 */
export class Axis {
  /**
   * @param {'vertical' | 'horizontal'} scrollDirection
   * @param {'ltr' | 'rtl'} layoutDirection
   * @param {Size} contentSize
   */
  constructor(scrollDirection, layoutDirection, contentSize) {
    this.isHorizontal = scrollDirection === 'horizontal';
    this.isMirrored = this.isHorizontal && layoutDirection === 'rtl';
    this.contentExtent = this.isHorizontal ? contentSize.width : contentSize.height;
    this.containerExtent = this.isHorizontal ? contentSize.height : contentSize.width;
  }

  /**
   * Of content whose extent is not known yet.
   *
   * @param {'vertical' | 'horizontal'} scrollDirection
   * @param {number} containerExtent
   */
  static across(scrollDirection, containerExtent) {
    if (typeof containerExtent !== 'number' || !(containerExtent > 0 && containerExtent <= greatestCoordinate)) {
      throw new RangeError(`The container's extent is ${described(containerExtent)}: not a number above 0 up to 2^53`);
    }
    const size = scrollDirection === 'horizontal'
      ? { width: 0, height: containerExtent } : { width: containerExtent, height: 0 };
    return new Axis(scrollDirection, 'ltr', size);
  }

  /** @param {Rect} rect */
  start(rect) {
    return this.isHorizontal ? rect.x : rect.y;
  }

  /** @param {Size} size */
  extent(size) {
    return this.isHorizontal ? size.width : size.height;
  }

  /**
   * Bounds as near to where they are as the content has room for them.
   *
   * @param {Rect} bounds
   * @returns {Rect}
   */
  within(bounds) {
    const start = Math.max(0, Math.min(this.start(bounds), this.contentExtent - this.extent(bounds)));
    return this.isHorizontal ? { ...bounds, x: start } : { ...bounds, y: start };
  }

  /** @param {Rect} rect */
  lead(rect) {
    return this.isMirrored ? this.contentExtent - (rect.x + rect.width) : this.start(rect);
  }

  /**
   * The coordinate along the axis of what leads there and has that extent.
   *
   * @param {number} lead
   * @param {number} extent
   */
  startAt(lead, extent) {
    return this.isMirrored ? this.contentExtent - lead - extent : lead;
  }

  /**
   * How fast that is along the axis, towards the end of the content.
   *
   * @param {import('../../../index.js').Point} velocity
   */
  speed({ x, y }) {
    return !this.isHorizontal ? y : this.isMirrored ? -x : x;
  }

  /** @param {EdgeInsets} inset */
  leadingInset(inset) {
    if (!this.isHorizontal) return inset.top;
    return this.isMirrored ? inset.right : inset.left;
  }

  /** @param {EdgeInsets} inset */
  trailingInset(inset) {
    if (!this.isHorizontal) return inset.bottom;
    return this.isMirrored ? inset.left : inset.right;
  }

  /**
   * A rectangle across the container, as the query string writes it.
   *
   * @param {number} start
   * @param {number} extent
   */
  across(start, extent) {
    return this.isHorizontal
      ? { x: start, y: 0, width: extent, height: this.containerExtent }
      : { x: 0, y: start, width: this.containerExtent, height: extent };
  }
}

/** Nothing taken off the bounds. */
export const noInset = Object.freeze({ top: 0, left: 0, bottom: 0, right: 0 });

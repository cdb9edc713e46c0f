import { described } from '../../steps/options.js';
import type { EdgeInsets, Margins, Point, Rect, Size } from '../../../types/index.js';

/** The largest extent and the largest coordinate that the service supports. */
const greatestCoordinate = 2 ** 53;

/**
 * The scroll axis of a layout. A start is a coordinate along it, x or y. A lead is the distance from the beginning of the content, which is
 * the right edge in a mirrored horizontal layout (docs/rules.md#layout-direction).
 */
export class Axis {
  declare isHorizontal: boolean;
  declare isMirrored: boolean;
  declare contentExtent: number;
  declare containerExtent: number;
  /** The margins on both sides across the axis, and the extent between them. */
  declare margins: number[];
  declare roomExtent: number;
  /** @param margins of the container */
  constructor(scrollDirection: 'vertical' | 'horizontal', layoutDirection: 'ltr' | 'rtl', contentSize: Size, margins?: Margins | null) {
    this.isHorizontal = scrollDirection === 'horizontal';
    this.isMirrored = this.isHorizontal && layoutDirection === 'rtl';
    this.contentExtent = this.isHorizontal ? contentSize.width : contentSize.height;
    this.containerExtent = this.isHorizontal ? contentSize.height : contentSize.width;
    this.margins = this.#sides(margins);
    this.roomExtent = this.containerExtent - this.margins[0] - this.margins[1];
  }

  /** The axis of content whose extent is not known yet. */
  static across(scrollDirection: 'vertical' | 'horizontal', containerExtent: number, margins?: Margins | null) {
    if (typeof containerExtent !== 'number' || !(containerExtent > 0 && containerExtent <= greatestCoordinate)) {
      throw new RangeError(`The container's extent is ${described(containerExtent)}: not a number above 0 up to 2^53`);
    }
    const size = scrollDirection === 'horizontal'
      ? { width: 0, height: containerExtent } : { width: containerExtent, height: 0 };
    return new Axis(scrollDirection, 'ltr', size, margins);
  }

  /** The margins on both sides across the axis. */
  #sides(margins: Margins | null | undefined) {
    const { top = 0, left = 0, bottom = 0, right = 0 } = margins ?? {};
    return this.isHorizontal ? [top, bottom] : [left, right];
  }

  hasMargins(margins: Margins | null | undefined) {
    return `${this.margins}` === `${this.#sides(margins)}`;
  }

  start(rect: Rect) {
    return this.isHorizontal ? rect.x : rect.y;
  }

  extent(size: Size) {
    return this.isHorizontal ? size.width : size.height;
  }

  /**
   * The least and the greatest lead of bounds: lo and hi of docs/rules.md#scroll-anchor.
   *
   * @param extent of the bounds
   */
  limits(extent: number, inset: EdgeInsets) {
    // Not −0.
    const least = 0 - this.leadingInset(inset);
    return [least, Math.max(this.contentExtent - extent + this.trailingInset(inset), least)];
  }

  /** The nearest bounds of the same size within these limits. */
  within(bounds: Rect, inset: EdgeInsets = noInset): Rect {
    const extent = this.extent(bounds);
    const [least, greatest] = this.limits(extent, inset);
    const start = this.startAt(Math.min(Math.max(this.lead(bounds), least), greatest), extent);
    return this.isHorizontal ? { ...bounds, x: start } : { ...bounds, y: start };
  }

  lead(rect: Rect) {
    return this.isMirrored ? this.contentExtent - (rect.x + rect.width) : this.start(rect);
  }

  /** The start of an element with a lead and an extent. */
  startAt(lead: number, extent: number) {
    return this.isMirrored ? this.contentExtent - lead - extent : lead;
  }

  /** The component of a velocity along the axis, positive towards the end of the content. */
  speed({ x, y }: Point) {
    return !this.isHorizontal ? y : this.isMirrored ? -x : x;
  }

  leadingInset(inset: EdgeInsets) {
    if (!this.isHorizontal) return inset.top;
    return this.isMirrored ? inset.right : inset.left;
  }

  trailingInset(inset: EdgeInsets) {
    if (!this.isHorizontal) return inset.bottom;
    return this.isMirrored ? inset.left : inset.right;
  }

  /** A rectangle that spans the container, for the query string. */
  across(start: number, extent: number) {
    return this.isHorizontal
      ? { x: start, y: 0, width: extent, height: this.containerExtent }
      : { x: 0, y: start, width: this.containerExtent, height: extent };
  }
}

/** Insets of 0. */
export const noInset = Object.freeze({ top: 0, left: 0, bottom: 0, right: 0 });

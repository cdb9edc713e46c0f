// @ts-check

/** @typedef {import('./Axis.js').Axis} Axis */

/**
 * The numbered, aligned stretches in which a layout is requested. They are exact: up to 2^53, dividing a double by a whole number gives a
 * whole number only if it is a multiple.
 */
export class PageGrid {
  #axis;

  /**
   * @param {Axis} axis
   * @param {number} length of a page along the axis, whole
   */
  constructor(axis, length) {
    this.#axis = axis;
    this.length = length;
    /** The last page of the content. */
    this.last = Math.max(0, pageBefore(axis.contentExtent, length));
  }

  /**
   * The page that contains a coordinate, which may be outside the content.
   *
   * @param {number} start
   */
  at(start) {
    return PageGrid.at(start, this.length);
  }

  /**
   * @param {number} start
   * @param {number} length
   */
  static at(start, length) {
    return Math.max(0, Math.floor(start / length));
  }

  /**
   * The first and the last page of the content that a stretch overlaps; the nearest page if it overlaps none.
   *
   * @param {number} start
   * @param {number} extent
   */
  covering(start, extent) {
    const first = Math.min(this.last, this.at(start));
    return [first, Math.max(first, Math.min(this.last, pageBefore(start + extent, this.length)))];
  }

  /**
   * The start of a page, and its end or that of the content.
   *
   * @param {number} number
   */
  stretch(number) {
    const start = number * this.length;
    return [start, Math.min(start + this.length, this.#axis.contentExtent)];
  }
}

/**
 * The pages of a layout that a rectangle overlaps.
 *
 * @param {{ axis: Axis, page: (number: number, options: any) => Promise<import('./Page.js').Page> }} layout
 * @param {import('../../../index.js').Rect} rect
 * @param {{ length: number, maximumElements: number, signal?: AbortSignal }} options
 */
export async function pagesIn(layout, rect, options) {
  const { axis } = layout;
  const [first, last] = new PageGrid(axis, options.length).covering(axis.start(rect), axis.extent(rect));
  const pages = [];
  for (let number = first; number <= last; number += 1) pages.push(await layout.page(number, options));
  return pages;
}

/**
 * The last page that begins before a coordinate.
 *
 * @param {number} end
 * @param {number} length
 */
function pageBefore(end, length) {
  return Math.ceil(end / length) - 1;
}

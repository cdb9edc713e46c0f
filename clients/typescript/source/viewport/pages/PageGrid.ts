import type { Rect } from '../../../types/index.js';
import type { Axis } from './Axis.js';
import type { Page } from './Page.js';

/**
 * The numbered, aligned stretches in which a layout is requested. They are exact: up to 2^53, dividing a double by a whole number gives a
 * whole number only if it is a multiple.
 */
export class PageGrid {
  declare length: number;
  /** The last page of the content. */
  declare last: number;
  #axis;

  /** @param length of a page along the axis, whole */
  constructor(axis: Axis, length: number) {
    this.#axis = axis;
    this.length = length;
    this.last = Math.max(0, pageBefore(axis.contentExtent, length));
  }

  /** The page that contains a coordinate, which may be outside the content. */
  at(start: number) {
    return PageGrid.at(start, this.length);
  }

  static at(start: number, length: number) {
    return Math.max(0, Math.floor(start / length));
  }

  /** The first and the last page of the content that a stretch overlaps; the nearest page if it overlaps none. */
  covering(start: number, extent: number) {
    const first = Math.min(this.last, this.at(start));
    return [first, Math.max(first, Math.min(this.last, pageBefore(start + extent, this.length)))];
  }

  /** The start of a page, and its end or that of the content. */
  stretch(number: number) {
    const start = number * this.length;
    return [start, Math.min(start + this.length, this.#axis.contentExtent)];
  }
}

/** The pages of a layout that a rectangle overlaps. */
export async function pagesIn(
  layout: { axis: Axis, page: (number: number, options: any) => Promise<Page> }, rect: Rect,
  options: { length: number, maximumElements: number, signal?: AbortSignal },
) {
  const { axis } = layout;
  const [first, last] = new PageGrid(axis, options.length).covering(axis.start(rect), axis.extent(rect));
  const pages = [];
  for (let number = first; number <= last; number += 1) pages.push(await layout.page(number, options));
  return pages;
}

/** The last page that begins before a coordinate. */
function pageBefore(end: number, length: number) {
  return Math.ceil(end / length) - 1;
}

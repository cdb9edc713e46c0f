// @ts-check
import { elementList } from './elementList.js';
import { Page } from './Page.js';

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('./Axis.js').Axis} Axis */

/** The elements of the answer from which the layout was made. They are shown until their pages are loaded. */
export class InitialElements {
  #start;
  #end;

  /**
   * @param {Page} page
   * @param {Axis} axis
   */
  constructor(page, axis) {
    this.page = page;
    this.#start = axis.start(page.rect);
    this.#end = this.#start + axis.extent(page.rect);
  }

  /**
   * The elements of an answer; null if it does not have all elements across the container.
   *
   * @param {any} answer
   * @param {Rect | undefined} rect of the request
   * @param {Axis} axis
   */
  static of(answer, rect, axis) {
    if (!rect || answer.next !== null || !(answer.cells ?? answer.elements)) return null;
    const [start, extent] = axis.isHorizontal ? [rect.y, rect.height] : [rect.x, rect.width];
    if (start > 0 || start + extent < axis.containerExtent) return null;
    return new InitialElements(new Page(-1, rect, [elementList(answer)], answer.pinning, axis), axis);
  }

  /**
   * Whether it has all elements of a stretch.
   *
   * @param {number} start
   * @param {number} end
   */
  covers(start, end) {
    return this.#start <= start && end <= this.#end;
  }
}

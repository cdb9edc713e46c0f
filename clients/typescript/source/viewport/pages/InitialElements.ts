import { elementList } from './elementList.js';
import { Page } from './Page.js';
import type { Rect } from '../../../types/index.js';
import type { Axis } from './Axis.js';

/** The elements of the answer from which the layout was made. They are shown until their pages are loaded. */
export class InitialElements {
  declare page: Page;
  #start;
  #end;

  constructor(page: Page, axis: Axis) {
    this.page = page;
    this.#start = axis.start(page.rect);
    this.#end = this.#start + axis.extent(page.rect);
  }

  /**
   * The elements of an answer; null if it does not have all elements across the container.
   *
   * @param rect of the request
   */
  static of(answer: any, rect: Rect | undefined, axis: Axis) {
    if (!rect || answer.next !== null || !(answer.cells ?? answer.elements)) return null;
    const [start, extent] = axis.isHorizontal ? [rect.y, rect.height] : [rect.x, rect.width];
    if (start > 0 || start + extent < axis.containerExtent) return null;
    return new InitialElements(new Page(-1, rect, [elementList(answer)], answer.pinning, axis), axis);
  }

  /** Whether it has all elements of a stretch. */
  covers(start: number, end: number) {
    return this.#start <= start && end <= this.#end;
  }
}

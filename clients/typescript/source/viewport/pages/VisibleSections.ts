import type { Rect } from '../../../types/index.js';
import type { Axis } from './Axis.js';
import type { Page } from './Page.js';
import type { PinningSection } from './PinningRecords.js';

/**
 * The sections with pinning elements that the bounds overlap, as far as they are known from the shown pages and from the frame before. So
 * the headers of a long section stay while its next page is being loaded.
 */
export class VisibleSections {
  #axis;
  #sections: PinningSection[] = [];

  constructor(axis: Axis) {
    this.#axis = axis;
  }

  /** The sections for these bounds, ascending. O(sections of the shown pages) */
  update(bounds: Rect, pages: readonly Page[]) {
    const least = this.#axis.lead(bounds);
    const greatest = least + this.#axis.extent(bounds);
    const isVisible = ({ minimum, maximum }: PinningSection) => minimum < greatest && least < maximum;
    // A section from the frame before comes first, and keeps its elements, since the sort is stable.
    const found = this.#sections.filter(isVisible);
    for (const page of pages) {
      for (const section of page.sections) {
        if (isVisible(section)) found.push(section);
      }
    }
    found.sort((left, right) => left.section - right.section);
    this.#sections = found.filter((section, place) => place === 0 || found[place - 1].section !== section.section);
    return this.#sections;
  }
}

// @ts-check

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('./Axis.js').Axis} Axis */
/** @typedef {import('./Page.js').Page} Page */
/** @typedef {import('./PinningRecords.js').PinningSection} PinningSection */

/**
 * The sections with pinning elements that the bounds overlap, as far as they are known from the shown pages and from the frame before. So
 * the headers of a long section stay while its next page is being loaded.
 */
export class VisibleSections {
  #axis;
  /** @type {PinningSection[]} */
  #sections = [];

  /** @param {Axis} axis */
  constructor(axis) {
    this.#axis = axis;
  }

  /**
   * The sections for these bounds, ascending. O(sections of the shown pages)
   *
   * @param {Rect} bounds
   * @param {readonly Page[]} pages
   */
  update(bounds, pages) {
    const least = this.#axis.lead(bounds);
    const greatest = least + this.#axis.extent(bounds);
    /** @param {PinningSection} section */
    const isVisible = ({ minimum, maximum }) => minimum < greatest && least < maximum;
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

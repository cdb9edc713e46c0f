// @ts-check

/** @typedef {import('./Page.js').Page} Page */

/** Pages, least recently used first. */
export class PageCache {
  #maximumPages;
  #maximumElements;
  /** @type {Map<number, Page>} */
  #pages = new Map();
  /** The number of elements of all its pages. */
  elements = 0;

  /**
   * @param {number} maximumPages
   * @param {number} maximumElements
   */
  constructor(maximumPages, maximumElements) {
    this.#maximumPages = maximumPages;
    this.#maximumElements = maximumElements;
  }

  /** @returns {ReadonlyMap<number, Page>} */
  get pages() {
    return this.#pages;
  }

  get count() {
    return this.#pages.size;
  }

  /** @param {number} number */
  has(number) {
    return this.#pages.has(number);
  }

  /**
   * The page, which is now the one used most recently.
   *
   * @param {number} number
   */
  use(number) {
    const page = this.#pages.get(number);
    if (page) {
      this.#pages.delete(number);
      this.#pages.set(number, page);
    }
    return page;
  }

  /** @param {Page} page */
  insert(page) {
    this.remove(page.number);
    this.#pages.set(page.number, page);
    this.elements += page.count;
  }

  /**
   * Replaces all its pages with these.
   *
   * @param {readonly Page[]} pages
   */
  replace(pages) {
    this.#pages.clear();
    this.elements = 0;
    for (const page of pages) this.insert(page);
  }

  /** @param {number} number */
  remove(number) {
    const page = this.#pages.get(number);
    if (!page) return;
    this.#pages.delete(number);
    this.elements -= page.count;
  }

  /**
   * Removes pages until the limits are met, or only wanted pages are left. O(pages)
   *
   * @param {(number: number) => boolean} isWanted
   */
  evict(isWanted) {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= this.#maximumPages && this.elements <= this.#maximumElements) return;
      if (!isWanted(number)) this.remove(number);
    }
  }
}

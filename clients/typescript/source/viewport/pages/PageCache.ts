import type { Page } from './Page.js';

/** Pages, least recently used first. */
export class PageCache {
  #maximumPages;
  #maximumElements;
  #pages: Map<number, Page> = new Map();
  /** The number of elements of all its pages. */
  elements = 0;

  constructor(maximumPages: number, maximumElements: number) {
    this.#maximumPages = maximumPages;
    this.#maximumElements = maximumElements;
  }

  get pages(): ReadonlyMap<number, Page> {
    return this.#pages;
  }

  get count() {
    return this.#pages.size;
  }

  has(number: number) {
    return this.#pages.has(number);
  }

  /** The page, which is now the one used most recently. */
  use(number: number) {
    const page = this.#pages.get(number);
    if (page) {
      this.#pages.delete(number);
      this.#pages.set(number, page);
    }
    return page;
  }

  insert(page: Page) {
    this.remove(page.number);
    this.#pages.set(page.number, page);
    this.elements += page.count;
  }

  /** Replaces all its pages with these. */
  replace(pages: readonly Page[]) {
    this.#pages.clear();
    this.elements = 0;
    for (const page of pages) this.insert(page);
  }

  remove(number: number) {
    const page = this.#pages.get(number);
    if (!page) return;
    this.#pages.delete(number);
    this.elements -= page.count;
  }

  /** Removes pages until the limits are met, or only wanted pages are left. O(pages) */
  evict(isWanted: (number: number) => boolean) {
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= this.#maximumPages && this.elements <= this.#maximumElements) return;
      if (!isWanted(number)) this.remove(number);
    }
  }
}

import { checkFunction } from '../../steps/options.js';
import { KeptColumns } from './KeptColumns.js';
import type { Rect } from '../../../types/index.js';
import type { Layout } from '../Layout.js';
import type { Page } from './Page.js';
import type { PageCache } from './PageCache.js';
import type { PageGrid } from './PageGrid.js';

/** The loaded pages of a visible stretch. */
export class ShownPages {
  #axis;
  #grid;
  #cache;
  #seed;
  #keepsColumns;
  /** Null if cells do not keep their columns. */
  #columns;
  /** The loaded pages, ordered by their starts. For a page that is not loaded, they include the seed, if it covers the page. */
  pages: Page[] = [];
  /** The rectangles of pages that are not loaded. */
  missing: Rect[] = [];
  missingNumbers: number[] = [];

  /** @param keepsColumns whether changes give the columns of the cells back, if the layout is computed in the page */
  constructor(layout: Pick<Layout, 'axis' | 'seed'>, grid: PageGrid, cache: PageCache, keepsColumns = false) {
    this.#axis = layout.axis;
    this.#grid = grid;
    this.#cache = cache;
    this.#seed = layout.seed;
    this.#keepsColumns = keepsColumns;
    this.#columns = keepsColumns && (layout as any).isLocal ? new KeptColumns(layout) : null;
  }

  /** The same for another layout, of which nothing is shown yet. */
  of(layout: Layout, grid: PageGrid) {
    return new ShownPages(layout, grid, this.#cache, this.#keepsColumns);
  }

  /** The columns of all cells of the layout that were shown, as what is measured of them. */
  get columns(): readonly any[] {
    return this.#columns?.measurements ?? [];
  }

  /**
   * Looks up the loaded pages of a stretch. O(pages)
   *
   * @param first page that it overlaps
   */
  update(first: number, last: number, rect: Rect) {
    const least = this.#axis.start(rect);
    const greatest = least + this.#axis.extent(rect);
    this.pages = [];
    this.missing = [];
    this.missingNumbers = [];
    for (let number = first; number <= last; number += 1) {
      const page = this.#cache.use(number);
      const [start, end] = this.#grid.stretch(number);
      if (page) this.pages.push(page);
      else if (!this.#seed?.covers(Math.max(start, least), Math.min(end, greatest))) {
        this.missingNumbers.push(number);
        this.missing.push(this.#axis.across(start, end - start));
      }
    }
    if (this.#seed && this.pages.length <= last - first) {
      this.pages.push(this.#seed.page);
      this.pages.sort((left, right) => this.#axis.start(left.rect) - this.#axis.start(right.rect));
    }
    if (this.#columns) for (const page of this.pages) this.#columns.note(page);
  }

  /** Calls the visitor with every element that overlaps the rectangle, once. */
  visit(rect: Rect, visitor: (page: Page, index: number) => void) {
    checkFunction('The visitor', visitor);
    // Elements that start before the end of a visited page were visited with that page or an earlier one.
    let from = -Infinity;
    for (const page of this.pages) {
      page.visit(rect, from, visitor);
      from = Math.max(from, this.#axis.start(page.rect) + this.#axis.extent(page.rect));
    }
  }
}

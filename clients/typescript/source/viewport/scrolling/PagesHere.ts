import { kinds } from '../pages/elementList.js';
import { SpecialAttributes } from '../pages/SpecialAttributes.js';
import { ShownPages } from '../pages/ShownPages.js';
import { tolerance } from '../pages/tolerance.js';
import { VisibleSections } from '../pages/VisibleSections.js';
import { partitionPoint } from '../../steps/partitionPoint.js';
import type { EdgeInsets, Element, Rect, SpecialElement } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';
import type { InitialElements } from '../pages/InitialElements.js';
import type { Page } from '../pages/Page.js';
import type { PageCache } from '../pages/PageCache.js';
import type { PageGrid } from '../pages/PageGrid.js';

interface Laid {
  axis: Axis;
  seed: InitialElements | null;
  globalHeaders: readonly Element[];
  globalHeaderBackground?: { readonly color: string, readonly end: number };
}
type Cell = { section: number, item: number, frame: Rect };
/** The elements of a stretch, in order, and whether all of its pages are loaded. */
export type Seen<Found> = { found: Found[], isWhole: boolean };

/** If a stretch has this many more pages than are loaded, it counts as incomplete, and is not searched. */
const missingPages = 64;

/**
 * The loaded pages of a layout, from which questions about scrolling are answered if the module does not answer them. Elements outside the
 * container, and those without an area, are on no page.
 */
export class PagesHere {
  #layout;
  #grid;
  #cache;
  #shown;

  constructor(layout: Laid, grid: PageGrid, cache: PageCache) {
    this.#layout = layout;
    this.#grid = grid;
    this.#cache = cache;
    this.#shown = new ShownPages(layout, grid, cache);
  }

  get axis() {
    return this.#layout.axis;
  }

  /**
   * The cells whose frames overlap a stretch between two leads. Pages do not have all of them if there are transforms: cells are on the
   * pages where they are seen. O(elements of the stretch)
   */
  cells(least: number, greatest: number): Seen<Cell> {
    const { axis } = this;
    const found: Cell[] = [];
    const rect = axis.across(axis.startAt(least, greatest - least), greatest - least);
    const isWhole = this.#visit(rect, (page, index) => {
      if (page.isCell(index)) found.push(cellAt(page, index));
    });
    found.sort((left, right) => left.section - right.section || left.item - right.item);
    return { found, isWhole: isWhole && !this.pages.some(({ hasPictures }) => hasPictures) };
  }

  /** The elements that overlap a rectangle, including special elements, placed for that rectangle. O(elements of the rectangle) */
  inSight(bounds: Rect, inset: EdgeInsets): Seen<Element> {
    const found: Element[] = [];
    const isWhole = this.#visit(bounds, (page, index) => found.push(page.element(index)));
    found.push(...this.#special(bounds, inset, this.#shown.pages));
    found.sort((left, right) => (left.section ?? -1) - (right.section ?? -1) || rank(left) - rank(right)
      || numberOf(left) - numberOf(right));
    return { found, isWhole };
  }

  /** The special elements for bounds. Those that the viewport has placed are copied, not moved. */
  #special(bounds: Rect, inset: EdgeInsets, pages: readonly Page[]): Element[] {
    const { axis } = this.#layout;
    const sections = new VisibleSections(axis).update(bounds, pages);
    const elements = sections.flatMap(({ headers, footers }) => [...headers.elements, ...footers.elements]);
    const before = elements.map(({ frame: { x, y }, pinned }) => ({ x, y, pinned }));
    const list: SpecialElement[] = [];
    new SpecialAttributes(this.#layout).place(bounds, inset, sections, list);
    const placed = list.map(({ key, ...element }) => ({ ...element, frame: { ...element.frame } }));
    for (const [place, { x, y, pinned }] of before.entries()) {
      Object.assign(elements[place].frame, { x, y });
      elements[place].pinned = pinned;
    }
    return placed;
  }

  /** The lead at rest and the end of a cell or a header; null if it is on no loaded page. O(pages · log elements) */
  find(kind: 'cell' | 'header', section: number, number: number): { start: number, end: number } | null {
    for (const page of this.pages) {
      const place = kind === 'cell' ? this.#cell(page, section, number) : this.#header(page, section, number);
      if (place) return place;
    }
    return null;
  }

  #cell(page: Page, section: number, item: number) {
    const index = partitionPoint(0, page.cellCount, (place) => (
      page.section[place] > section || (page.section[place] === section && page.item[place] >= item)));
    const isThere = index < page.cellCount && page.section[index] === section && page.item[index] === item;
    return isThere ? this.along(frameAt(page, index)) : null;
  }

  #header(page: Page, section: number, number: number) {
    const stack = page.sections.find((other) => other.section === section)?.headers;
    const place = stack?.elements.findIndex(({ index }) => index === number) ?? -1;
    if (stack && place >= 0) return { start: stack.rests[place], end: stack.rests[place] + stack.extents[place] };
    for (let index = page.cellCount; index < page.count; index += 1) {
      if (page.kind(index) !== 'header' || page.section[index] !== section || page.item[index] !== number) continue;
      return this.along(frameAt(page, index));
    }
    return null;
  }

  /**
   * The largest extents of the elements that may be pinned over an item of a section, at the start and at the end of the bounds. Null if no
   * loaded page has the item.
   *
   * @param made a page that is not loaded
   */
  stacks(section: number, item: number, made: Page | null = null): { start: number, end: number } | null {
    for (const page of made ? [made] : this.pages) {
      if (!this.#cell(page, section, item)) continue;
      const record = page.sections.find((other) => other.section === section);
      return {
        start: new SpecialAttributes(this.#layout).globalHeadersExtent + (record?.headers.extent ?? 0),
        end: record?.footers.extent ?? 0,
      };
    }
    return null;
  }

  /**
   * Whether an element with an estimated size begins before a lead. Null if that is not known: there may be one on a page that is not
   * loaded.
   */
  hasEstimate(end: number): boolean | null {
    const isBefore = (page: Page, index: number) => (
      page.isEstimated(index) && this.along(frameAt(page, index)).start < end - tolerance);
    if (this.#layout.globalHeaders.some(isEstimated)) return true;
    for (const page of this.pages) {
      for (let index = 0; index < page.count; index += 1) if (isBefore(page, index)) return true;
      if (page.sections.some(({ headers, footers }) => [headers, footers].some(({ elements, rests }) => (
        elements.some((element, place) => isEstimated(element) && rests[place] < end - tolerance))))) return true;
    }
    return this.#visit(this.axis.across(this.axis.startAt(0, end), end), () => {}) ? false : null;
  }

  /** The lead and the end of a frame. */
  along(frame: Rect) {
    const start = this.axis.lead(frame);
    return { start, end: start + this.axis.extent(frame) };
  }

  /** The loaded pages. */
  get pages() {
    const { seed } = this.#layout;
    return seed ? [...this.#cache.pages.values(), seed.page] : [...this.#cache.pages.values()];
  }

  /** Visits the elements in a rectangle. Returns whether all of its pages are loaded. */
  #visit(rect: Rect, visitor: (page: Page, index: number) => void) {
    const { axis } = this;
    const end = Math.min(axis.contentExtent, axis.start(rect) + axis.extent(rect));
    const start = Math.max(0, axis.start(rect));
    this.#shown.pages = [];
    if (end <= start) return true;
    const [first, last] = this.#grid.covering(start, end - start);
    if (last - first > this.#cache.count + missingPages) return false;
    this.#shown.update(first, last, axis.across(start, end - start));
    this.#shown.visit(rect, visitor);
    return this.#shown.missing.length === 0;
  }
}

function frameAt(page: Page, index: number): Rect {
  return { x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] };
}

function cellAt(page: Page, index: number): Cell {
  return { section: page.section[index], item: page.item[index], frame: frameAt(page, index) };
}

function isEstimated(element: Element) {
  return element.estimated === true;
}

function rank({ kind }: Element) {
  return kinds.indexOf(kind ?? 'cell');
}

function numberOf({ item, index }: any) {
  return item ?? index;
}

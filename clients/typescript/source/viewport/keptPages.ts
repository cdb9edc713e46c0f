import { changedCoordinates } from './change.js';
import { elementList } from './pages/elementList.js';
import { Page } from './pages/Page.js';
import { PageGrid } from './pages/PageGrid.js';
import { Renumbering } from './Renumbering.js';
import { tolerance } from './pages/tolerance.js';
import type { Change, Element, Rect, Step } from '../../types/index.js';

/** The most elements that are moved; farther pages are requested again. */
const maximumElements = 20_000;
/** An element moved to within this distance of the start of a page begins there, in points: sums are rounded. */
const roundings = 1e-6;

/**
 * The pages of a changed layout that can be made from those of the old layout: elements before the changed stretch are the same, elements
 * after it are moved and renumbered.
 *
 * @param pages pages of the old layout, by number
 * @param length of a page
 * @param bounds that are then visible
 */
export function keptPages(change: Change, steps: Step | readonly Step[], pages: ReadonlyMap<number, Page>, length: number, bounds: Rect) {
  const moved = new MovedPages(change, steps, pages, length);
  const center = Math.floor(change.layout.axis.start(bounds) / length);
  const numbers = [...moved.numbers].sort((left, right) => Math.abs(left - center) - Math.abs(right - center));
  const kept = [];
  let count = 0;
  for (const number of numbers) {
    const page = moved.page(number);
    if (page) kept.push(page);
    if (page && page !== pages.get(number)) count += page.count;
    if (count > maximumElements) break;
  }
  // The cache takes the last page as the most recently used: the nearest one.
  return kept.reverse();
}

/** Makes pages of a changed layout. */
class MovedPages {
  #change;
  #pages;
  #length;
  #axis;
  #renumbering;
  #coordinates;
  /** The new start of the elements after the changed stretch. */
  #end;
  /** The pinning records of the answer, by section. */
  #records;

  constructor(change: Change, steps: Step | readonly Step[], pages: ReadonlyMap<number, Page>, length: number) {
    const { parent, layout } = change;
    this.#change = change;
    this.#pages = pages;
    this.#length = length;
    this.#axis = layout.axis;
    this.#renumbering = new Renumbering(steps, parent.snapshot.sectionCount, layout.snapshot.sectionCount);
    this.#coordinates = changedCoordinates(change);
    this.#end = this.#coordinates.end + this.#coordinates.shift;
    const { pinning } = layout;
    this.#records = new Map(pinning.sections.map((record: any) => [record.section, record]));
  }

  /** The pages that may be made. */
  get numbers() {
    const { start, end, shift } = this.#coordinates;
    const numbers = new Set<number>();
    for (const number of this.#pages.keys()) {
      const place = number * this.#length;
      if (place < start) numbers.add(number);
      if (place + this.#length <= end) continue;
      const first = Math.floor((place + shift) / this.#length);
      for (const other of [first, first + 1]) if (other >= 0) numbers.add(other);
    }
    return numbers;
  }

  /** A page; null if not all of it is known. */
  page(number: number) {
    const { start, shift } = this.#coordinates;
    const [first, last] = [number * this.#length, (number + 1) * this.#length];
    if (first < this.#end && last > start && this.#end > start) return null;
    const sources = new Set<number>();
    if (first < start) this.#cover(first, Math.min(last, start), sources);
    if (last > this.#end) this.#cover(Math.max(first, this.#end) - shift, last - shift, sources);
    const found = [...sources].sort((left, right) => left - right).map((source) => this.#pages.get(source));
    const whole = found as Page[];
    if (found.includes(undefined) || found.length === 0) return null;
    // Elements with transforms are not where their frames are, and effects belong to sections, which may have other numbers.
    if (whole.some(({ hasPictures, effects }) => hasPictures || effects.length > 0)) return null;
    if (last <= start && !this.#axis.isMirrored && this.#isUntouched(whole[0])) return whole[0];
    const elements = this.#elements(whole, first, last);
    const sections = elements && this.#sections(whole, elements);
    if (!sections) return null;
    const pinning: any = { sections };
    return new Page(number, this.#axis.across(first, this.#length), [elementList({ elements })], pinning, this.#axis);
  }

  /** Adds the pages of the old layout that a stretch needs. */
  #cover(start: number, end: number, sources: Set<number>) {
    const { contentExtent } = this.#change.parent.axis;
    const first = PageGrid.at(start, this.#length);
    const last = Math.ceil(Math.min(end, contentExtent) / this.#length);
    for (let number = first; number < Math.max(last, first + 1); number += 1) sources.add(number);
  }

  #isUntouched(page: Page) {
    return page.sections.every(({ section }) => section < this.#renumbering.head)
      && (!this.#renumbering.isWhole || page.section.every((section) => section < this.#renumbering.head));
  }

  /** The elements of a page; null if the number of one is not known. */
  #elements(sources: Page[], first: number, last: number) {
    const axis = this.#axis;
    const elements: Element[] = [];
    for (const [place, source] of sources.entries()) {
      // An element that starts before a page is on the page before it, too.
      const from = sources[place - 1]?.number === source.number - 1 ? axis.start(source.rect) : -Infinity;
      for (let index = 0; index < source.count; index += 1) {
        const start = axis.isHorizontal ? source.x[index] : source.y[index];
        if (start < from) continue;
        const extent = axis.isHorizontal ? source.width[index] : source.height[index];
        const side = this.#side(start, extent);
        if (side === 0) continue;
        const place = this.#placed(start, side);
        if (place >= last || place + extent <= first) continue;
        const element = source.element(index);
        if (axis.isHorizontal) element.frame.x = place;
        else element.frame.y = place;
        if (side > 0 && !this.#renumber(element)) return null;
        elements.push(element);
      }
    }
    return elements;
  }

  /** Whether an element begins before the changed stretch (−1), is part of it (0), or is after it (1). */
  #side(start: number, extent: number) {
    const { changed, parent: { axis } } = this.#change;
    const lead = axis.isMirrored ? axis.contentExtent - start - extent : start;
    if (!changed || lead < changed.before.start - tolerance) return -1;
    const { end } = changed.before;
    return lead < end - tolerance && lead + extent <= end + tolerance ? 0 : 1;
  }

  /** The new start of an element on a side of the changed stretch. */
  #placed(start: number, side: number) {
    if ((side < 0) !== this.#axis.isMirrored) return start;
    const place = start + this.#coordinates.shift;
    const edge = Math.round(place / this.#length) * this.#length;
    return Math.abs(place - edge) < roundings ? edge : place;
  }

  /** Gives an element after the changed stretch its new number. Returns whether that is known. */
  #renumber(element: Element) {
    const { boundary, isGlobal, movesItems } = this.#renumbering;
    const { section, kind = 'cell' } = element;
    if (section === undefined) return !isGlobal;
    if (section < boundary) return false;
    if (kind === 'cell') element.item = this.#renumbering.item(section, element.item as number);
    else if (section === boundary && movesItems && kind !== 'background') return false;
    element.section = this.#renumbering.section(section);
    return kind !== 'cell' || !Number.isNaN(element.item);
  }

  /** The pinning records of a page's sections; null if one is not known. */
  #sections(sources: Page[], elements: Element[]) {
    const { head, boundary, isWhole } = this.#renumbering;
    const records = new Map();
    for (const { record } of sources.flatMap(({ sections }) => sections)) {
      const { section } = record;
      const number = section < boundary ? section : this.#renumbering.section(section);
      const isSame = section < head || section > boundary;
      records.set(number, isSame ? this.#movedRecord(record, section < head ? -1 : 1) : this.#records.get(number));
      if (!isSame && isWhole) return null;
    }
    for (const { section = -1 } of isWhole ? elements : []) {
      const isSame = section < head || section > this.#renumbering.section(boundary);
      if (!isSame && !records.has(section)) records.set(section, this.#records.get(section));
    }
    const found = [...records.values()];
    return found.includes(undefined) ? null : found;
  }

  #movedRecord(record: any, side: number) {
    const { isHorizontal } = this.#axis;
    const name = isHorizontal ? 'x' : 'y';
    const [least, greatest] = isHorizontal ? ['minX', 'maxX'] : ['minY', 'maxY'];
    return {
      ...record, section: side < 0 ? record.section : this.#renumbering.section(record.section),
      [least]: this.#placed(record[least], side), [greatest]: this.#placed(record[greatest], side),
      elements: record.elements.map((element: any) => ({
        ...element, section: side < 0 ? element.section : this.#renumbering.section(element.section),
        frame: { ...element.frame, [name]: this.#placed(element.frame[name], side) },
      })),
    };
  }
}

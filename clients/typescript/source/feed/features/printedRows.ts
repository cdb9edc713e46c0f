import { tolerance } from '../../viewport/pages/tolerance.js';
import type { SpecialElement } from '../../../types/index.js';
import type { Layout } from '../../viewport/Layout.js';
import type { Axis } from '../../viewport/pages/Axis.js';
import type { Page } from '../../viewport/pages/Page.js';
import type { PinningStack } from '../../viewport/pages/PinningRecords.js';

/** The number of items that a page has on average, and the limits of its extent. */
const [itemsOfPage, leastLength, greatestLength] = [200, 1000, 1e9];
/** The most pages that are looked at: items may be far apart. */
const maximumPages = 20_000;

/** An element on a page, and where it begins and ends along the scroll axis. */
interface PrintedElement { page: Page; index: number; lead: number; end: number }

/** The elements that are printed of a layout. */
export interface PrintedRows {
  layout: Layout;
  elements: PrintedElement[];
  /** Those that pin or wait, at rest. */
  special: SpecialElement[];
  /** The names of all of them, as `nameOf` gives them. */
  names: Set<string>;
  /** The first cell; null without cells. */
  first: { section: number, item: number } | null;
  cellCount: number;
  /** Where the printed part begins and ends: −Infinity and Infinity at the ends of the content. */
  low: number;
  high: number;
}

/** A name of an element in a layout. */
export function nameOf(kind: string, section: number, number: number) {
  return `${kind}/${section}/${number}`;
}

/** The name of an element of a page. */
export function nameOn(page: Page, index: number) {
  return nameOf(page.kind(index), page.section[index], page.item[index]);
}

export function specialName({ kind, section = -1, index }: SpecialElement) {
  return nameOf(kind, section, index);
}

/** The length of the pages that are looked at. */
export function printedPageLength({ axis: { contentExtent }, snapshot: { itemCount } }: Layout) {
  return Math.ceil(Math.min(Math.max(leastLength, contentExtent / itemCount * itemsOfPage || 0), greatestLength));
}

/**
 * Asks for pages by their numbers until they have the rows to print: the first ones, or, if the first visible one is not among them, those
 * around it. It is given each page that it asks for; null for one that is not here.
 *
 * @param lead of what is visible
 */
export function* printedRows(
  layout: Layout, { limit, lead, length }: { limit: number, lead: number, length: number },
): Generator<number, PrintedRows, Page | null> {
  const { axis } = layout;
  const last = Math.max(0, Math.ceil(axis.contentExtent / length) - 1);
  const numberAt = (place: number) => (axis.isMirrored ? last - place : place);
  const pages: Page[] = [];
  let count = 0;
  let place = 0;
  for (; place <= last && count < limit && place < maximumPages; place += 1) {
    const page = yield numberAt(place);
    if (!page) break;
    pages.push(page);
    count += cellsFrom(page, axis);
  }
  const first = chosen(layout, pages, { limit, lead: null, isToStart: true, isToEnd: place > last });
  if (place > last && count <= limit || lead < first.high && (count >= limit || place > last)) return first;
  return yield* around(layout, { limit, lead, last, numberAt, middle: middleOf(axis, lead, length, last) });
}

/** The place of the page on which the visible part begins, from the start of the content. */
function middleOf(axis: Axis, lead: number, length: number, last: number) {
  const start = axis.isMirrored ? axis.contentExtent - lead : lead;
  const number = Math.min(Math.max(0, Math.floor(start / length)), last);
  return axis.isMirrored ? last - number : number;
}

/** Goes on with the side that has fewer rows, until there are enough on each, or no more. */
function* around(
  layout: Layout, { limit, lead, last, numberAt, middle }: {
    limit: number, lead: number, last: number, numberAt: (place: number) => number, middle: number,
  },
): Generator<number, PrintedRows, Page | null> {
  const sides = [-1, 1].map((step) => ({ step, place: step < 0 ? middle - 1 : middle, pages: [] as Page[], count: 0, isHere: true }));
  const [before, after] = sides;
  const isOpen = ({ place, isHere }: typeof before) => isHere && place >= 0 && place <= last;
  // On the page in the middle, rows are on both sides of where the visible part begins.
  let shared = 0;
  const total = () => before.count + shared + after.count;
  const isEnough = (side: typeof before) => !isOpen(side) || side.count > limit / 2 && total() >= limit;
  for (let looked = 0; looked < maximumPages && !sides.every(isEnough); looked += 1) {
    const open = sides.filter(isOpen).sort((one, other) => one.count - other.count || other.step - one.step);
    const [side] = open;
    const page = yield numberAt(side.place);
    if (page) {
      if (side.place === middle) shared = cellsFrom(page, layout.axis);
      else side.count += cellsFrom(page, layout.axis);
      side.pages.push(page);
      side.place += side.step;
    } else side.isHere = false;
  }
  return chosen(layout, [...before.pages.reverse(), ...after.pages], {
    limit, lead, isToStart: before.place < 0, isToEnd: after.place > last,
  });
}

/** The rows to print of the pages that a viewport shows. */
export function loadedRows(viewport: any, { limit, lead }: { limit: number, lead: number }) {
  const { axis } = viewport.layout;
  const pages: Set<Page> = new Set();
  viewport.forEach((page: Page) => pages.add(page));
  const ends = [...pages].map(({ rect }) => [axis.lead(rect), axis.lead(rect) + axis.extent(rect)]);
  return chosen(viewport.layout, [...pages], {
    limit, lead, isToStart: ends.some(([low]) => low <= tolerance),
    isToEnd: ends.some(([, high]) => high >= axis.contentExtent - tolerance),
  });
}

/** The elements of a stack where they are at rest: a viewport sets their frames. */
function atRest({ elements, starts }: PinningStack, axis: Axis) {
  const name = axis.isHorizontal ? 'x' : 'y';
  return elements.map((element, place) => ({ ...element, frame: { ...element.frame, [name]: starts[place] } }));
}

/** How many cells begin on a page. Others began on the page before it. */
function cellsFrom({ rect, cellCount, x, y }: Page, axis: Axis) {
  const starts = axis.isHorizontal ? x : y;
  const low = axis.start(rect);
  let count = 0;
  for (let index = 0; index < cellCount; index += 1) if (starts[index] >= low) count += 1;
  return count;
}

/** @param lead of the cell in the middle; null for the first cells */
function chosen(
  layout: Layout, pages: readonly Page[], { limit, lead, isToStart, isToEnd }: {
    limit: number, lead: number | null, isToStart: boolean, isToEnd: boolean,
  },
): PrintedRows {
  const { axis } = layout;
  const cells: PrintedElement[] = [];
  const others: PrintedElement[] = [];
  const names: Set<string> = new Set();
  for (const page of pages) {
    for (let index = 0; index < page.count; index += 1) {
      const name = nameOn(page, index);
      if (names.has(name)) continue;
      names.add(name);
      const frame = page.frame(index);
      const start = axis.lead(frame);
      (page.isCell(index) ? cells : others).push({ page, index, lead: start, end: start + axis.extent(frame) });
    }
  }
  cells.sort(({ page: one, index }, { page: other, index: place }) => (
    one.section[index] - other.section[place] || one.item[index] - other.item[place]));
  const middle = lead === null ? 0 : cells.findIndex(({ end }) => end > lead);
  const from = Math.max(0, Math.min((middle < 0 ? cells.length : middle) - Math.floor(limit / 2), cells.length - limit));
  const some = lead === null ? cells.slice(0, limit) : cells.slice(from, from + limit);
  const isFirst = isToStart && some[0] === cells[0];
  const isLast = isToEnd && some.at(-1) === cells.at(-1);
  const low = isFirst ? -Infinity : some.reduce((least, cell) => Math.min(least, cell.lead), Infinity);
  const high = isLast ? Infinity : some.reduce((greatest, { end }) => Math.max(greatest, end), -Infinity);
  const isWithin = (one: { lead: number, end: number }) => one.end > low + tolerance && one.lead < high - tolerance || isFirst && isLast;
  const elements = [...others.filter(isWithin), ...some];
  const stacks = pages.flatMap(({ sections }) => sections.flatMap(({ headers, footers }) => [headers, footers]))
    .flatMap((stack) => atRest(stack, axis));
  const globals = layout.globalHeaders.map((header) => ({ zIndex: 0, ...header }) as SpecialElement);
  const special = [...new Map([...globals, ...stacks].map((one) => [specialName(one), one])).values()]
    .filter(({ frame }) => isWithin({ lead: axis.lead(frame), end: axis.lead(frame) + axis.extent(frame) }));
  const [first] = some;
  return {
    layout, elements, special, low, high, cellCount: some.length,
    names: new Set([...elements.map(({ page, index }) => nameOn(page, index)), ...special.map(specialName)]),
    first: first ? { section: first.page.section[first.index], item: first.page.item[first.index] } : null,
  };
}

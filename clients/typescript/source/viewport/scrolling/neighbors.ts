import { partitionPoint } from '../../steps/partitionPoint.js';
import { tolerance } from '../pages/tolerance.js';
import type { Rect } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';
import type { Page } from '../pages/Page.js';

export type Side = 'up' | 'down' | 'left' | 'right';
type PlacedItem = { section: number, item: number, frame: Rect };
/** A stretch along the scroll axis all of which is here, and whether the content begins and ends there. */
type Known = { start: number, end: number, isAtStart: boolean, isAtEnd: boolean, pages: readonly Page[] };

const sides = ['up', 'down', 'left', 'right'] as const;

/**
 * The cell on each side of another one (docs/rules.md#neighbors), as far as it is known from pages: null if there is none, undefined if it
 * is on another page, and for a cell that is on another page itself. O(pages · log pages + the cells of the pages from that cell to the
 * neighbor)
 *
 * @param pages of a layout, in any order
 */
export function neighborsIn(
  pages: readonly Page[], axis: Axis, section: number, item: number,
): Record<Side, PlacedItem | null | undefined> {
  const found: Record<Side, PlacedItem | null | undefined> = { up: undefined, down: undefined, left: undefined, right: undefined };
  const frame = frameIn(pages, section, item);
  const known = frame && stretchAround(pages, axis, frame);
  if (known) for (const side of sides) found[side] = neighborIn(known, axis, frame, side);
  return found;
}

/**
 * The nearest cell on one side of a frame; null if there is none. Of equally near cells it is the one whose centre is nearest across, and
 * of these the first.
 *
 * @param isOverlapping whether only cells count that overlap the frame across that side
 */
export function nearestOn(cells: Iterable<PlacedItem>, frame: Rect, side: Side, isOverlapping: boolean) {
  const search = new Search(frame, side, isOverlapping);
  for (const cell of cells) search.add(cell);
  return search.nearest;
}

/**
 * Whether a side lies along the scroll axis. There, if no cell overlaps the frame, the nearest of all cells counts.
 *
 * @param isHorizontal whether the layout scrolls horizontally
 */
export function isAlong(side: Side, isHorizontal: boolean) {
  return (side === 'left' || side === 'right') === isHorizontal;
}

/** Finds the nearest of the added cells on one side of a frame. */
class Search {
  #frame;
  #isVertical;
  #isForward;
  #isOverlapping;
  #found: { cell: PlacedItem, distance: number }[] = [];
  /** The distance of the nearest facing edge. */
  least = Infinity;

  constructor(frame: Rect, side: Side, isOverlapping: boolean) {
    this.#frame = frame;
    this.#isVertical = side === 'up' || side === 'down';
    this.#isForward = side === 'down' || side === 'right';
    this.#isOverlapping = isOverlapping;
  }

  add(cell: PlacedItem) {
    const [start, end] = this.#along(cell.frame);
    const [from, to] = this.#along(this.#frame);
    const distance = this.#isForward ? start - to : from - end;
    if (distance < -tolerance || distance >= this.least + tolerance) return;
    if (this.#isOverlapping && this.#overlap(cell.frame) <= tolerance) return;
    this.least = Math.min(this.least, distance);
    this.#found.push({ cell, distance });
  }

  get nearest() {
    const near = this.#found.filter(({ distance }) => distance < this.least + tolerance)
      .map(({ cell }) => ({ cell, away: Math.abs(this.#centre(cell.frame) - this.#centre(this.#frame)) }));
    const least = Math.min(...near.map(({ away }) => away));
    const [first = null] = near.filter(({ away }) => away < least + tolerance).map(({ cell }) => cell)
      .sort((one, other) => one.section - other.section || one.item - other.item);
    return first;
  }

  #along({ x, y, width, height }: Rect) {
    return this.#isVertical ? [y, y + height] : [x, x + width];
  }

  #across({ x, y, width, height }: Rect) {
    return this.#isVertical ? [x, x + width] : [y, y + height];
  }

  #centre(frame: Rect) {
    const [start, end] = this.#across(frame);
    return (start + end) / 2;
  }

  #overlap(frame: Rect) {
    const [one, other] = [this.#across(frame), this.#across(this.#frame)];
    return Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  }
}

function neighborIn(known: Known, axis: Axis, frame: Rect, side: Side) {
  const [start, end] = [axis.start(frame), axis.start(frame) + axis.extent(frame)];
  if (!isAlong(side, axis.isHorizontal)) {
    if (start < known.start || end > known.end) return undefined;
    const search = new Search(frame, side, true);
    visit(known.pages, axis.across(start, end - start), search);
    return search.nearest;
  }
  const isForward = side === 'down' || side === 'right';
  const pages = isForward ? known.pages : [...known.pages].reverse();
  for (const isOverlapping of [true, false]) {
    const search = new Search(frame, side, isOverlapping);
    for (const page of pages) {
      const [from, to] = [axis.start(page.rect), axis.start(page.rect) + axis.extent(page.rect)];
      // All later cells are farther away.
      if ((isForward ? from - end : start - to) >= search.least + tolerance) break;
      const rect = isForward ? [end - 2 * tolerance, to] : [from, start + 2 * tolerance];
      if (rect[1] > rect[0]) visit([page], axis.across(rect[0], rect[1] - rect[0]), search);
    }
    const isWhole = isForward ? known.isAtEnd : known.isAtStart;
    const reach = isForward ? known.end - end : start - known.start;
    if (!isWhole && reach < search.least + tolerance) return undefined;
    if (search.least < Infinity) return search.nearest;
  }
  return null;
}

function visit(pages: readonly Page[], rect: Rect, search: Search) {
  for (const page of pages) {
    page.visit(rect, -Infinity, (_, index) => {
      if (page.isCell(index)) search.add({ section: page.section[index], item: page.item[index], frame: frameOf(page, index) });
    });
  }
}

function frameIn(pages: readonly Page[], section: number, item: number) {
  for (const page of pages) {
    const index = partitionPoint(0, page.cellCount, (place) => (
      page.section[place] > section || page.section[place] === section && page.item[place] >= item));
    if (index < page.cellCount && page.section[index] === section && page.item[index] === item) return frameOf(page, index);
  }
  return null;
}

function frameOf({ x, y, width, height }: Page, index: number): Rect {
  return { x: x[index], y: y[index], width: width[index], height: height[index] };
}

/** The pages around the start of a frame that have no gap between them. */
function stretchAround(pages: readonly Page[], axis: Axis, frame: Rect): Known | null {
  const stretches = pages.map((page) => ({ page, start: axis.start(page.rect), end: axis.start(page.rect) + axis.extent(page.rect) }))
    .sort((one, other) => one.start - other.start);
  const place = axis.start(frame);
  let known: typeof stretches = [];
  for (const stretch of stretches) {
    const reach = Math.max(...known.map(({ end }) => end));
    if (known.length > 0 && stretch.start > reach) {
      if (reach > place) break;
      known = [];
    }
    known.push(stretch);
  }
  const [start, end] = [Math.min(...known.map((one) => one.start)), Math.max(...known.map((one) => one.end))];
  if (place < start || place >= end) return null;
  return { start, end, isAtStart: start <= 0, isAtEnd: end >= axis.contentExtent, pages: known.map(({ page }) => page) };
}

// @ts-check
import { partitionPoint } from '../../steps/partitionPoint.js';
import { tolerance } from '../pages/tolerance.js';

/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../pages/Axis.js').Axis} Axis */
/** @typedef {import('../pages/Page.js').Page} Page */
/** @typedef {'up' | 'down' | 'left' | 'right'} Side */
/** @typedef {{ section: number, item: number, frame: Rect }} PlacedItem */
/** @typedef {{ start: number, end: number, isAtStart: boolean, isAtEnd: boolean, pages: readonly Page[] }} Known a stretch along the
 *   scroll axis all of which is here, and whether the content begins and ends there */

const sides = /** @type {const} */ (['up', 'down', 'left', 'right']);

/**
 * The cell on each side of another one (docs/rules.md#neighbors), as far as it is known from pages: null if there is none, undefined if it
 * is on another page, and for a cell that is on another page itself. O(pages · log pages + the cells of the pages from that cell to the
 * neighbor)
 *
 * @param {readonly Page[]} pages of a layout, in any order
 * @param {Axis} axis
 * @param {number} section
 * @param {number} item
 * @returns {Record<Side, PlacedItem | null | undefined>}
 */
export function neighborsIn(pages, axis, section, item) {
  const found = /** @type {Record<Side, PlacedItem | null | undefined>} */ ({ up: undefined, down: undefined, left: undefined, right: undefined });
  const frame = frameIn(pages, section, item);
  const known = frame && stretchAround(pages, axis, frame);
  if (known) for (const side of sides) found[side] = neighborIn(known, axis, frame, side);
  return found;
}

/**
 * The nearest cell on one side of a frame; null if there is none. Of equally near cells it is the one whose centre is nearest across, and
 * of these the first.
 *
 * @param {Iterable<PlacedItem>} cells
 * @param {Rect} frame
 * @param {Side} side
 * @param {boolean} isOverlapping whether only cells count that overlap the frame across that side
 */
export function nearestOn(cells, frame, side, isOverlapping) {
  const search = new Search(frame, side, isOverlapping);
  for (const cell of cells) search.add(cell);
  return search.nearest;
}

/**
 * Whether a side lies along the scroll axis. There, if no cell overlaps the frame, the nearest of all cells counts.
 *
 * @param {Side} side
 * @param {boolean} isHorizontal whether the layout scrolls horizontally
 */
export function isAlong(side, isHorizontal) {
  return (side === 'left' || side === 'right') === isHorizontal;
}

/** Finds the nearest of the added cells on one side of a frame. */
class Search {
  #frame;
  #isVertical;
  #isForward;
  #isOverlapping;
  #found = /** @type {{ cell: PlacedItem, distance: number }[]} */ ([]);
  /** The distance of the nearest facing edge. */
  least = Infinity;

  /**
   * @param {Rect} frame
   * @param {Side} side
   * @param {boolean} isOverlapping
   */
  constructor(frame, side, isOverlapping) {
    this.#frame = frame;
    this.#isVertical = side === 'up' || side === 'down';
    this.#isForward = side === 'down' || side === 'right';
    this.#isOverlapping = isOverlapping;
  }

  /** @param {PlacedItem} cell */
  add(cell) {
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

  /** @param {Rect} frame */
  #along({ x, y, width, height }) {
    return this.#isVertical ? [y, y + height] : [x, x + width];
  }

  /** @param {Rect} frame */
  #across({ x, y, width, height }) {
    return this.#isVertical ? [x, x + width] : [y, y + height];
  }

  /** @param {Rect} frame */
  #centre(frame) {
    const [start, end] = this.#across(frame);
    return (start + end) / 2;
  }

  /** @param {Rect} frame */
  #overlap(frame) {
    const [one, other] = [this.#across(frame), this.#across(this.#frame)];
    return Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  }
}

/**
 * @param {Known} known
 * @param {Axis} axis
 * @param {Rect} frame
 * @param {Side} side
 */
function neighborIn(known, axis, frame, side) {
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

/**
 * @param {readonly Page[]} pages
 * @param {Rect} rect
 * @param {Search} search
 */
function visit(pages, rect, search) {
  for (const page of pages) {
    page.visit(rect, -Infinity, (_, index) => {
      if (page.isCell(index)) search.add({ section: page.section[index], item: page.item[index], frame: frameOf(page, index) });
    });
  }
}

/**
 * @param {readonly Page[]} pages
 * @param {number} section
 * @param {number} item
 */
function frameIn(pages, section, item) {
  for (const page of pages) {
    const index = partitionPoint(0, page.cellCount, (place) => (
      page.section[place] > section || page.section[place] === section && page.item[place] >= item));
    if (index < page.cellCount && page.section[index] === section && page.item[index] === item) return frameOf(page, index);
  }
  return null;
}

/**
 * @param {Page} page
 * @param {number} index
 * @returns {Rect}
 */
function frameOf({ x, y, width, height }, index) {
  return { x: x[index], y: y[index], width: width[index], height: height[index] };
}

/**
 * The pages around the start of a frame that have no gap between them.
 *
 * @param {readonly Page[]} pages
 * @param {Axis} axis
 * @param {Rect} frame
 * @returns {Known | null}
 */
function stretchAround(pages, axis, frame) {
  const stretches = pages.map((page) => ({ page, start: axis.start(page.rect), end: axis.start(page.rect) + axis.extent(page.rect) }))
    .sort((one, other) => one.start - other.start);
  const place = axis.start(frame);
  let known = /** @type {typeof stretches} */ ([]);
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

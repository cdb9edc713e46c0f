import { noInset } from '../pages/Axis.js';
import { tolerance } from '../pages/tolerance.js';
import type { EdgeInsets, Point, Rect, ScrollAlignment } from '../../../types/index.js';
import type { PagesHere } from './PagesHere.js';
import type { Axis } from '../pages/Axis.js';

type Stretch = { start: number, end: number };
type Target = { bounds: Rect, estimated: boolean | null, anchor: { section: number, item: number, edge: 'leading' | 'trailing' } | null };

/** The distance of the first search for a cell, in points; each further search covers four times the distance. */
const firstReach = 64;

/**
 * The target of a scroll (docs/rules.md#scroll-target), computed from the loaded pages; null if these do not suffice.
 *
 * @param request without faults
 */
export function targetIn(pages: PagesHere, request: any, bounds: Rect, inset: EdgeInsets): Target | null {
  const limits = new ScrollLimits(pages.axis, bounds, inset);
  if (request.keep !== undefined) return kept(pages, request, limits);
  const start = startOf(pages, request, limits);
  return start === null ? null : found(pages, limits, start);
}

function startOf(
  pages: PagesHere, { item, header, position = 'start', page, proposed, velocity }: any, limits: ScrollLimits,
): number | null {
  const element = item ?? header;
  if (element) {
    const frame = item ? pages.find('cell', item.section, item.item) : pages.find('header', header.section, header.index);
    return frame && limits.startShowing(frame, position);
  }
  const place = limits.lead(proposed);
  if (page !== undefined) return limits.pageStart(page, place, velocity ?? { x: 0, y: 0 });
  const centre = nearestCentre(pages, place + limits.visibleCentre);
  return centre === undefined ? null : centre === null ? place : centre - limits.visibleCentre;
}

/**
 * The centre of the cell whose centre is nearest to a place, of equally near ones the first; null if there is no cell, undefined if the
 * loaded pages do not suffice.
 */
function nearestCentre(pages: PagesHere, place: number) {
  const greatest = Math.max(Math.abs(place), Math.abs(pages.axis.contentExtent - place));
  for (let reach = firstReach; ; reach *= 4) {
    const { found: cells, isWhole } = pages.cells(place - reach - 4 * tolerance, place + reach + 4 * tolerance);
    if (!isWhole) return undefined;
    const middles = cells.map(({ frame }) => {
      const { start, end } = pages.along(frame);
      return start + (end - start) / 2;
    });
    const least = middles.reduce((distance, middle) => Math.min(distance, Math.abs(middle - place)), Infinity);
    if (least <= reach || reach > greatest + tolerance) {
      return middles.find((middle) => Math.abs(middle - place) - least < tolerance) ?? null;
    }
  }
}

/** The place in other bounds of the same layout, such as when a keyboard covers a part of them (docs/rules.md#kept-place). */
function kept(pages: PagesHere, { keep, previous, previousExtent, previousInset }: any, limits: ScrollLimits): Target | null {
  const { axis } = pages;
  // The previous bounds are of another layout if their extent across differs.
  const across = axis.isHorizontal ? previous.height : previous.width;
  if (previousExtent === undefined ? across !== axis.containerExtent : previousExtent !== axis.roomExtent) return null;
  const before = new ScrollLimits(axis, previous, previousInset ?? limits.edges);
  const isEnd = keep === 'end';
  if (keep === 'first' && before.start <= before.least + tolerance) return found(pages, limits, limits.least);
  if (isEnd && before.start >= before.greatest - 1) return found(pages, limits, limits.greatest);
  const [low, high] = [before.start + before.leading, before.start + before.length - before.trailing];
  const cell = typeof keep === 'object' ? { ...keep, place: pages.find('cell', keep.section, keep.item) } : visibleCell(pages, low, high, isEnd);
  if (!cell?.place) return null;
  const { section, item } = cell;
  const anchor = { section, item, edge: (isEnd ? 'trailing' : 'leading') as 'leading' | 'trailing' };
  // In the same layout no cell moves, so the edge of what is visible stays where it is.
  return { ...found(pages, limits, isEnd ? high - limits.length + limits.trailing : low - limits.leading), anchor };
}

/** The first or the last cell that is visible. */
function visibleCell(pages: PagesHere, low: number, high: number, isEnd: boolean) {
  const { found: cells, isWhole } = pages.cells(low, high);
  if (!isWhole) return null;
  const seen = cells.map((cell) => ({ ...cell, place: pages.along(cell.frame) }))
    .filter(({ place: { start, end } }) => start < high - tolerance && end > low + tolerance);
  return isEnd ? seen.at(-1) : seen[0];
}

function found(pages: PagesHere, limits: ScrollLimits, start: number): Target {
  const clamped = limits.clamped(start);
  return { bounds: limits.placed(clamped), estimated: pages.hasEstimate(clamped + limits.length - limits.trailing), anchor: null };
}

/** The least and the greatest lead of bounds, and leads within them. */
export class ScrollLimits {
  declare edges: EdgeInsets;
  declare start: number;
  declare length: number;
  declare leading: number;
  declare trailing: number;
  declare least: number;
  declare greatest: number;
  #axis;
  #bounds;

  constructor(axis: Axis, bounds: Rect, inset: EdgeInsets = noInset) {
    this.#axis = axis;
    this.#bounds = bounds;
    this.edges = inset;
    this.start = axis.lead(bounds);
    this.length = axis.extent(bounds);
    this.leading = axis.leadingInset(inset);
    this.trailing = axis.trailingInset(inset);
    const [least, greatest] = axis.limits(this.length, inset);
    this.least = least;
    this.greatest = greatest;
  }

  /** The distance from the start of the bounds to the centre of the visible part. */
  get visibleCentre() {
    return this.leading + (this.length - this.leading - this.trailing) / 2;
  }

  clamped(start: number) {
    return Math.min(Math.max(start, this.least), this.greatest);
  }

  /** The bounds at a lead. */
  placed(start: number): Rect {
    const origin = this.#axis.startAt(start, this.length);
    return this.#axis.isHorizontal ? { ...this.#bounds, x: origin } : { ...this.#bounds, y: origin };
  }

  /** The lead of the bounds with this origin. */
  lead({ x, y }: Point) {
    return this.#axis.lead({ ...this.#bounds, x, y });
  }

  /** The lead of bounds that show a stretch. */
  startShowing({ start, end }: Stretch, position: ScrollAlignment) {
    const [atStart, atEnd] = [start - this.leading, end - this.length + this.trailing];
    if (position === 'start') return atStart;
    if (position === 'end') return atEnd;
    if (position === 'center') return start + (end - start) / 2 - this.visibleCentre;
    const startsBefore = atStart < this.start - tolerance;
    if (!startsBefore && atEnd <= this.start + tolerance) return this.start;
    return startsBefore || atStart < atEnd - tolerance ? atStart : atEnd;
  }

  /**
   * The lead of bounds that show a page.
   *
   * @param length of a page
   * @param proposed lead of the bounds
   */
  pageStart(length: number, proposed: number, velocity: Point) {
    const place = (proposed + this.leading) / length;
    const speed = this.#axis.speed(velocity);
    const page = speed > 0 ? Math.ceil(place) : speed < 0 ? Math.floor(place) : Math.floor(place + 0.5);
    const last = Math.max(0, Math.ceil(this.#axis.contentExtent / length) - 1);
    return length * Math.min(Math.max(page, 0), last) - this.leading;
  }
}

import { noInset } from '../pages/Axis.js';
import { overlaps } from '../pages/SpecialAttributes.js';
import type { Point, Rect } from '../../../types/index.js';
import type { PagesHere, Seen } from './PagesHere.js';

type Motion = { bounds: Rect, velocity?: Point };
type Path = { section: number, item: number };

/**
 * The elements that enter, leave and come next when bounds have moved (docs/rules.md#scroll-window), as far as they are known from the
 * loaded pages; `isWhole`: whether these are all. O(n log n) for n elements of the bounds and the stretches ahead of them
 *
 * @param request without faults
 */
export function windowIn(pages: PagesHere, { bounds, inset = noInset, previous, velocity, ahead = 1, previousVelocity, speed = 3 }: any) {
  const rule = { ahead, speed };
  const now = pages.inSight(bounds, inset);
  const before = previous ? pages.inSight(previous, inset) : { found: [], isWhole: true };
  const next = prefetch(pages, { bounds, velocity }, direction(pages, { bounds, velocity }, previous), rule);
  const earlier = previous && previousVelocity
    ? prefetch(pages, { bounds: previous, velocity: previousVelocity }, pages.axis.speed(previousVelocity), rule)
    : { found: [], isWhole: true };
  const [seen, wasSeen] = [new Set(now.found.map(nameOf)), new Set(before.found.map(nameOf))];
  const kept = new Set([...next.found.map(nameOf), ...seen]);
  return {
    entering: now.found.filter((element) => !wasSeen.has(nameOf(element))),
    leaving: before.found.filter((element) => !seen.has(nameOf(element))).map(pathOf),
    prefetch: next.found, cancelled: earlier.found.filter((path) => !kept.has(nameOf(path))),
    isWhole: now.isWhole && before.isWhole && next.isWhole && earlier.isWhole,
  };
}

/** The direction of the scroll: positive towards the end, negative towards the start, 0 without movement. */
function direction({ axis }: PagesHere, { bounds, velocity }: Motion, previous: Rect | undefined) {
  const speed = velocity ? axis.speed(velocity) : 0;
  return speed !== 0 || !previous ? speed : axis.lead(bounds) - axis.lead(previous);
}

/** The cells in the stretch that comes next but not in the bounds, the nearest first. */
function prefetch(
  pages: PagesHere, { bounds, velocity }: Motion, way: number, { ahead, speed }: { ahead: number, speed: number },
): Seen<Path> {
  const { axis } = pages;
  const length = axis.extent(bounds);
  const isTooFast = velocity !== undefined && Math.abs(axis.speed(velocity)) > speed * length;
  if (way === 0 || ahead === 0 || isTooFast) return { found: [], isWhole: true };
  const start = axis.lead(bounds);
  const end = start + length;
  const lead = way > 0 ? end : start - ahead * length;
  const { found, isWhole } = pages.cells(lead, lead + ahead * length);
  const [from, across] = axis.isHorizontal ? (['y', 'height'] as const) : (['x', 'width'] as const);
  const cells = found.filter(({ frame }) => (
    frame[from] < bounds[from] + bounds[across] && bounds[from] < frame[from] + frame[across]
    && !overlaps(frame.x, frame.y, frame.width, frame.height, bounds)));
  const placed = cells.map(({ section, item, frame }) => {
    const edges = pages.along(frame);
    return { section, item, distance: way > 0 ? edges.start - end : start - edges.end };
  });
  // The stable sort keeps the order of equally near cells.
  if (way < 0) placed.reverse();
  placed.sort((left, right) => left.distance - right.distance);
  return { found: placed.map(({ section, item }) => ({ section, item })), isWhole };
}

function nameOf({ kind = 'cell', section, item, index }: any) {
  return `${kind} ${section} ${item ?? index}`;
}

function pathOf({ category, kind, section, item, index }: any) {
  return category === 'cell' ? { category, section, item } : { category, kind, ...(section !== undefined && { section }), index };
}

import { along, inShown, locatingRounds } from './FeedScreen.js';
import { glide } from '../viewport/scrolling/glide.js';
import { described } from '../steps/options.js';
import type { FeedPlace, Key, Rect, ScrollAlignment } from '../../types/index.js';
import type { FeedScreen } from './FeedScreen.js';
import type { Layout } from '../viewport/Layout.js';
import type { ScrollQuestions } from '../viewport/ScrollQuestions.js';
import type { Axis } from '../viewport/pages/Axis.js';

type Path = { section: number, item: number };
type Cell = Path & { key?: Key, find: (path: any) => Promise<{ origin: number }> };

/** Up to the first distance a smooth scroll covers the whole way; from farther away it starts at the second one. In viewports. */
const [farViewports, nearViewports] = [10, 2];
/** A position at most this far from its target has reached it, in points. */
const tolerance = 0.1;

/**
 * Scrolls a feed's screen to a target. Resolves with whether it reached it.
 *
 * @param target with the key of its cell, if it has one
 */
export async function travel(
  screen: FeedScreen,
  target: any,
  { alignment, behavior, signal, stop }: {
    alignment: ScrollAlignment, behavior: 'instant' | 'smooth', signal: AbortSignal, stop: () => void,
  },
) {
  const questions = await screen.viewport.questions();
  const find = () => inShown(screen, (layout) => findIn(screen, layout, questions, target, alignment));
  const isCalm = screen.scroller.view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (behavior === 'smooth' && !isCalm && !await glideTo(screen, find, signal, stop)) return false;
  // Elements that come into sight may be measured, which moves the target. Scroll again before that is drawn.
  for (let round = 0; round < locatingRounds; round += 1) {
    const { origin, estimated, path } = await find();
    if (signal.aborted) return false;
    const isThere = round > 0 && Math.abs(origin - screen.origin) < tolerance;
    if (!isThere) screen.go(origin, path && placeAt(screen, path));
    if (!isThere && estimated !== false) continue;
    // The cell stays there, whatever is measured later.
    screen.held = path && placeAt(screen, path);
    const cell = target === 'end' ? lastCell(screen) : path && { ...path, key: target.key, find };
    // Only what is laid out in the page is measured.
    if (cell && screen.viewport.isLocal && !screen.isStuck && alignment !== 'nearest') hold(screen, cell, signal);
    return true;
  }
  return false;
}

/**
 * Keeps the cell of a target where the scroll has led it, while sizes are measured: pictures may come later. Ends with the scroll, and when
 * another list moves the cell.
 */
function hold(screen: FeedScreen, { key, find, ...place }: Cell, signal: AbortSignal) {
  const { viewport } = screen;
  const path = () => (key === undefined ? place : screen.names.findNear(key, place.section));
  let offset = offsetOf(screen, path());
  let looks = 0;
  const follow = async ({ steps }: any) => {
    const look = looks += 1;
    // Measuring is a change without steps.
    if (steps?.length !== 0 && !(Math.abs(offsetOf(screen, path()) - offset) < 1)) return viewport.removeEventListener('layout', follow);
    const cell = path();
    const found = cell && await find(cell).catch(() => null);
    // One that stays at the end of the content follows what is appended.
    if (!found || signal.aborted || screen.isStuck || look !== looks) return;
    if (Math.abs(found.origin - screen.origin) >= tolerance) {
      screen.go(found.origin, placeAt(screen, cell), false);
      screen.held = placeAt(screen, cell);
    }
    offset = offsetOf(screen, cell);
  };
  viewport.addEventListener('layout', follow, { signal });
}

/** The last cell that is drawn, which is to stay as far from the visible end as it is; null if there is none. */
function lastCell(screen: FeedScreen): Cell | null {
  const { viewport, names, axis } = screen;
  let last: any = null;
  viewport.forEach((page: any, index: number) => {
    const [section, item] = [page.section[index], page.item[index]];
    if (!page.isCell(index) || last && (section - last.section || item - last.item) < 0) return;
    last = { section, item, end: endOf(axis, { x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] }) };
  });
  if (!last) return null;
  const way = axis.lead(viewport.bounds) - last.end;
  return {
    ...last, key: names.key(last.section, last.item),
    find: ({ section, item }) => inShown(screen, async (layout) => (
      { origin: screen.originAt(layout, endOf(layout.axis, (await layout.item(section, item)).frame) + way) })),
  };
}

function endOf(axis: Axis, frame: Rect) {
  return axis.lead(frame) + axis.extent(frame);
}

/**
 * Locates a target: the origin that shows it, whether measuring may move it, and its cell.
 *
 * @param layout that is shown
 */
async function findIn(
  screen: FeedScreen, layout: Layout, questions: ScrollQuestions, target: any, alignment: ScrollAlignment,
): Promise<{ origin: number, estimated: boolean | null, path: Path | null }> {
  if (target === 'start') return { origin: screen.originAt(layout, -Infinity), estimated: null, path: null };
  if (target === 'end') return { origin: screen.originAt(layout, Infinity), estimated: null, path: null };
  const path = target.key === undefined ? target : screen.names.find(target.key, target.section);
  if (!path) throw new RangeError(`There is no item of the key ${described(target.key)}`);
  const { section, item } = path;
  // Other parts of the page that are in sight cover nothing of what is then shown, but count for whether it is shown already.
  const inset = alignment === 'nearest' ? {} : { inset: screen.inset };
  const { bounds, estimated } = await questions.reachTarget({ item: { section, item }, position: alignment, avoidsPinned: true, ...inset });
  return { origin: screen.originAt(layout, layout.axis.lead(bounds)), estimated, path: { section, item } };
}

/** The place at which a cell is visible, as far as its position is known. */
function placeAt(screen: FeedScreen, path: Path): FeedPlace {
  const { section, item } = path;
  const { names, place } = screen;
  const key = names.key(section, item);
  const offset = offsetOf(screen, path);
  return {
    offset: Number.isNaN(offset) ? place.offset : offset, lead: place.lead, isAtEnd: place.isAtEnd, section, item, ...(key !== undefined && { key }),
  };
}

/** How far a cell begins behind the visible start; NaN if it is not drawn. */
function offsetOf({ viewport, axis }: FeedScreen, path: Path | undefined) {
  let offset = NaN;
  viewport.forEach((page: any, index: number) => {
    if (!page.isCell(index) || page.section[index] !== path?.section || page.item[index] !== path?.item) return;
    offset = axis.lead({ x: page.x[index], y: page.y[index], width: page.width[index], height: page.height[index] }) - axis.lead(viewport.bounds);
  });
  return offset;
}

/**
 * Scrolls smoothly to a target, which may move. Resolves with whether it reached it.
 *
 * @param stop ends the scroll
 */
async function glideTo(screen: FeedScreen, find: () => Promise<{ origin: number }>, signal: AbortSignal, stop: () => void) {
  let { origin: target } = await find();
  if (signal.aborted) return false;
  // Only the last query counts, and only during this scroll: an earlier one may be answered later.
  let looks = 0;
  const follow = ({ change }: any) => {
    target += along(screen.axis, change.scrollDelta);
    const look = looks += 1;
    const isLast = () => look === looks && !signal.aborted;
    find().then((found) => {
      if (isLast()) target = found.origin;
    }, () => {
      if (isLast()) stop();
    });
  };
  screen.viewport.addEventListener('layout', follow);
  try {
    const way = target - screen.origin;
    if (Math.abs(way) > farViewports * screen.extent) screen.go(target - Math.sign(way) * nearViewports * screen.extent);
    return await glide(screen.scroller.view, {
      origin: () => screen.origin, target: () => target, extent: screen.extent, go: (origin) => screen.go(origin),
    }, signal);
  } finally {
    screen.viewport.removeEventListener('layout', follow);
  }
}

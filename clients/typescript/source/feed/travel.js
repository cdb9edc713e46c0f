// @ts-check
import { along } from './FeedScreen.js';
import { inShown, maximumRounds } from './FeedTravel.js';
import { glide } from './glide.js';
import { described } from '../steps/options.js';

/** @typedef {import('./FeedScreen.js').FeedScreen} FeedScreen */
/** @typedef {import('../viewport/Layout.js').Layout} Layout */
/** @typedef {import('../../index.js').ScrollAlignment} ScrollAlignment */

/** From how far away a smooth scroll goes all the way, in viewports, and where it begins otherwise. */
const [farViewports, nearViewports] = [10, 2];
/** What is no farther from its target is there, in points. */
const tolerance = 0.1;

/**
 * Scrolls a feed's screen to a target. Resolves with whether it got there.
 *
 * @param {FeedScreen} screen
 * @param {any} target with the key of its cell, where it has one
 * @param {{ alignment: ScrollAlignment, behavior: 'instant' | 'smooth', signal: AbortSignal, stop: () => void }} options
 */
export async function travel(screen, target, { alignment, behavior, signal, stop }) {
  const find = () => inShown(screen, (layout) => findIn(screen, layout, target, alignment));
  const isCalm = screen.scroller.view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (behavior === 'smooth' && !isCalm && !await glideTo(screen, find, signal, stop)) return false;
  // What comes into sight may be measured, and then the target is elsewhere.
  for (let round = 0; round < maximumRounds; round += 1) {
    const origin = await find();
    if (signal.aborted) return false;
    if (round > 0 && Math.abs(origin - screen.origin) < tolerance) return true;
    screen.go(origin);
  }
  return false;
}

/**
 * The origin that shows a target.
 *
 * @param {FeedScreen} screen
 * @param {Layout} layout that is shown
 * @param {any} target
 * @param {ScrollAlignment} alignment
 */
async function findIn(screen, layout, target, alignment) {
  if (target === 'start') return screen.originAt(layout, 0);
  if (target === 'end') return screen.originAt(layout, Infinity);
  const path = target.key === undefined ? target : screen.names.find(target.key, target.section);
  if (!path) throw new RangeError(`There is no item of the key ${described(target.key)}`);
  return along(layout.axis, await screen.viewport.scrollOrigin(path.section, path.item, { alignment }));
}

/**
 * Scrolls to where a target is in each frame. Resolves with whether it got there.
 *
 * @param {FeedScreen} screen
 * @param {() => Promise<number>} find
 * @param {AbortSignal} signal
 * @param {() => void} stop ends the scroll
 */
async function glideTo(screen, find, signal, stop) {
  let target = await find();
  if (signal.aborted) return false;
  // Only the last look counts, and only during this scroll: an earlier one may be answered later.
  let looks = 0;
  const follow = (/** @type {any} */ { change }) => {
    target += along(screen.axis, change.scrollDelta);
    const look = looks += 1;
    const isLast = () => look === looks && !signal.aborted;
    find().then((found) => {
      if (isLast()) target = found;
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

// @ts-check
import { systemClock } from '../service/Clock.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { checkObject, checkOptions, described } from '../steps/options.js';

/** @typedef {import('./change.js').Change} Change */
/** @typedef {import('./Layout.js').Layout} Layout */
/** @typedef {import('../../index.js').ChangeOptions} ChangeOptions */
/** @typedef {import('../../index.js').Measurement} Measurement */
/** @typedef {import('../../index.js').MeasureOptions} MeasureOptions */
/** @typedef {import('../../index.js').Step | readonly import('../../index.js').Step[]} Steps */
/** @typedef {{ measure: (sizes: readonly Measurement[], options: MeasureOptions, layout: any) => Change | null, settle: () => void,
 *   stillItem: import('./stillItem.js').StillItem, leaving: import('./Leaving.js').Leaving, close: () => void }} Measuring */
/** @typedef {(sizes: readonly Measurement[], options: MeasureOptions) => Change | null} Lay */
/** @typedef {{ held: { changeable: (signal?: AbortSignal) => Promise<void>, measuring: (lay: Lay, show: (change: Change) => void) => Measuring },
 *   pageIfHere: (number: number, options: { length: number, maximumElements: number }) => import('./pages/Page.js').Page | null,
 *   hasReached: (steps: Steps, place: ChangeOptions) => boolean,
 *   reach: (steps: Steps, signal: AbortSignal | undefined, now: () => any, place: ChangeOptions) => Promise<void>,
 *   placed: { stepsOf: (change: import('../../index.js').ChangeInput, now: () => any) => Promise<{ steps: Steps, source: any }> },
 *   changeNow: (steps: Steps, options: ChangeOptions, source: any) => Change | Promise<never>,
 *   measured: (sizes: readonly Measurement[], options: ChangeOptions) => Change | null,
 *   likewise: (layout: Layout) => Promise<Layout>, close: () => void }} AnswersHere */
/** @typedef {Layout & AnswersHere} LayoutHere a layout that answers at once, and can be measured */

const optionNames = [
  'pageLength', 'maximumPages', 'maximumElements', 'maximumPageElements', 'overscan', 'maximumPrefetchPages',
  'prefetchSeconds', 'maximumRequests', 'clock',
];
/** The range of each number. */
const ranges = /** @type {const} */ ({
  pageLength: pageLengthRange,
  maximumPages: { least: 1, most: 1e6, isWhole: true },
  maximumElements: { least: 1, most: 1e9, isWhole: true },
  maximumPageElements: { least: 1, most: 1e8, isWhole: true },
  overscan: { least: 0, most: 1e9 },
  maximumPrefetchPages: { least: 0, most: 1e6, isWhole: true },
  prefetchSeconds: { least: 0, most: 60 },
  maximumRequests: { least: 1, most: 1e6, isWhole: true },
});

/**
 * The options of a viewport, with defaults for those that are not given.
 *
 * @param {import('../../index.js').ViewportOptions} options
 */
export function viewportSettings(options) {
  checkOptions('viewport', options, optionNames);
  const names = /** @type {(keyof typeof ranges)[]} */ (Object.keys(ranges));
  const numbers = names.map((name) => [name, setting(name, options[name], limits[name], ranges[name])]);
  const settings = /** @type {Record<keyof typeof ranges, number>} */ (Object.fromEntries(numbers));
  return { ...settings, clock: options.clock ?? systemClock };
}

/**
 * @param {any} bounds
 * @param {any} inset
 */
export function checkPlace(bounds, inset) {
  checkObject('bounds', bounds);
  checkObject('inset', inset);
}

/** @param {any} layout */
export function checkLayout(layout) {
  if (!layout?.axis || !layout.snapshot) throw new TypeError(`The layout is ${described(layout)}: not a Layout`);
}

import { systemClock } from '../service/Clock.js';
import { limits, pageLengthRange, setting } from '../service/limits.js';
import { checkObject, checkOptions, described } from '../steps/options.js';
import type { Change, ChangeInput, ChangeOptions, Measurement, MeasureOptions, Step, ViewportOptions } from '../../types/index.js';
import type { Layout } from './Layout.js';
import type { Leaving } from './Leaving.js';
import type { Page } from './pages/Page.js';
import type { StillItem } from './stillItem.js';

type Steps = Step | readonly Step[];
interface Measuring {
  measure: (sizes: readonly Measurement[], options: MeasureOptions, layout: any) => Change | null;
  settle: () => void;
  stillItem: StillItem;
  leaving: Leaving;
  close: () => void;
}
type Lay = (sizes: readonly Measurement[], options: MeasureOptions) => Change | null;
interface AnswersHere {
  held: { changeable: (signal?: AbortSignal) => Promise<void>, measuring: (lay: Lay, show: (change: Change) => void) => Measuring };
  pageIfHere: (number: number, options: { length: number, maximumElements: number }) => Page | null;
  hasReached: (steps: Steps, place: ChangeOptions) => boolean;
  reach: (steps: Steps, signal: AbortSignal | undefined, now: () => any, place: ChangeOptions) => Promise<void>;
  placed: { stepsOf: (change: ChangeInput, now: () => any) => Promise<{ steps: Steps, source: any }> };
  changeNow: (steps: Steps, options: ChangeOptions, source: any) => Change | Promise<never>;
  measured: (sizes: readonly Measurement[], options: ChangeOptions) => Change | null;
  likewise: (layout: Layout) => Promise<Layout>;
  close: () => void;
}
/** A layout that answers at once, and can be measured. */
export type LayoutHere = Layout & AnswersHere;

const optionNames = [
  'pageLength', 'maximumPages', 'maximumElements', 'maximumPageElements', 'overscan', 'maximumPrefetchPages',
  'prefetchSeconds', 'maximumRequests', 'clock', 'keepsColumns',
];
/** The range of each number. */
const ranges = {
  pageLength: pageLengthRange,
  maximumPages: { least: 1, most: 1e6, isWhole: true },
  maximumElements: { least: 1, most: 1e9, isWhole: true },
  maximumPageElements: { least: 1, most: 1e8, isWhole: true },
  overscan: { least: 0, most: 1e9 },
  maximumPrefetchPages: { least: 0, most: 1e6, isWhole: true },
  prefetchSeconds: { least: 0, most: 60 },
  maximumRequests: { least: 1, most: 1e6, isWhole: true },
} as const;

/** The options of a viewport, with defaults for those that are not given. */
export function viewportSettings(options: ViewportOptions) {
  checkOptions('viewport', options, optionNames);
  const names = Object.keys(ranges) as (keyof typeof ranges)[];
  const numbers = names.map((name) => [name, setting(name, options[name], limits[name], ranges[name])]);
  const settings = Object.fromEntries(numbers);
  const { clock = systemClock, keepsColumns = false } = options;
  if (typeof keepsColumns !== 'boolean') throw new TypeError(`keepsColumns is ${described(keepsColumns)}: not true, and not false`);
  return { ...settings, clock, keepsColumns };
}

export function checkPlace(bounds: any, inset: any) {
  checkObject('bounds', bounds);
  checkObject('inset', inset);
}

export function checkLayout(layout: any) {
  if (!layout?.axis || !layout.snapshot) throw new TypeError(`The layout is ${described(layout)}: not a Layout`);
}

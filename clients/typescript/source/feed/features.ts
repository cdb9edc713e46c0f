import { checkFunction, checkObject, described } from '../steps/options.js';
import type { FeedFeature, FeedParts } from './FeedFeatures.js';

/**
 * The optional features of a feed. The files of each are loaded once one of its options is neither undefined nor false. `options` has the
 * function that checks each option.
 */
export const features: readonly { options: Record<string, (name: string, value: any) => void>,
  load: () => Promise<{ attach: (parts: FeedParts) => FeedFeature }> }[] = [
  // A cell needs the focus to be moved by keys.
  { options: { arrowKeys: checkSwitch, movable: checkRule }, load: () => import('./features/arrowKeys.js') },
  { options: { movable: checkRule, onMove: checkFunction, moveWords: checkObject }, load: () => import('./features/dragging.js') },
  { options: { crossfades: checkSwitch }, load: () => import('./features/crossfading.js') },
  { options: { fills: checkSwitch }, load: () => import('./features/filling.js') },
  { options: { find: checkFind, findText: checkFunction, findWords: checkObject }, load: () => import('./features/finding.js') },
  { options: { prefetch: checkFunction, cancel: checkFunction }, load: () => import('./features/prefetching.js') },
  { options: { snap: checkSnap }, load: () => import('./features/snapping.js') },
];

/** What prints a feed, with any options. */
export const loadPrinting = () => import('./features/printing.js');

function checkSwitch(name: string, value: any) {
  if (typeof value !== 'boolean') throw new TypeError(`${name} is ${described(value)}: not true, and not false`);
}

function checkFind(name: string, value: any) {
  if (value !== 'bar') throw new RangeError(`${name} is ${described(value)}: not bar`);
}

function checkSnap(name: string, value: any) {
  if (value !== 'item' && value !== 'page') throw new RangeError(`${name} is ${described(value)}: not item, and not page`);
}

function checkRule(name: string, value: any) {
  if (typeof value !== 'function') checkSwitch(name, value);
}

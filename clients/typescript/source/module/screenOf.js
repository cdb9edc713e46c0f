// @ts-check
import { limits, pageLengthRange } from '../service/limits.js';
import { refusing } from './refusing.js';

/**
 * The first screen of a layout.
 *
 * @param {import('./LocalLayout.js').LocalLayout} layout
 * @param {number} length
 * @returns {Promise<import('../../index.js').Screen>}
 */
export async function screenOf(layout, length) {
  const { axis, contentSize } = layout;
  const bounds = axis.across(axis.startAt(0, length), length);
  const { laid } = layout.placed;
  return {
    ...(axis.isHorizontal ? { height: axis.containerExtent } : { width: axis.containerExtent }),
    contentSize, bounds, elements: [...layout.lists(bounds)].flat(), special: refusing(() => laid.special(bounds)),
    ...(refusing(() => laid.pinning(axis.across(0, Math.max(1, axis.contentExtent)))).sections.some(({ effect }) => effect)
      && { effects: await effectsIn(layout, bounds) }),
  };
}

/**
 * The cells that effects show in some bounds.
 *
 * @param {import('./LocalLayout.js').LocalLayout} layout
 * @param {import('../../index.js').Rect} bounds
 */
async function effectsIn(layout, bounds) {
  const length = Math.ceil(Math.max(limits.pageLength, layout.axis.extent(bounds)));
  const viewport = layout.viewport({ pageLength: Math.min(length, pageLengthRange.most) });
  try {
    viewport.update(bounds);
    await viewport.whenWhole();
    return viewport.effects.map((cell) => ({ ...cell }));
  } finally {
    viewport.close();
  }
}

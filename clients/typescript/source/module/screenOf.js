// @ts-check
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
  const elements = [...layout.lists(bounds)].flat();
  const viewport = layout.viewport();
  try {
    viewport.update(bounds);
    await viewport.whenWhole();
    const effects = viewport.effects.map((cell) => ({ ...cell }));
    return {
      ...(axis.isHorizontal ? { height: axis.containerExtent } : { width: axis.containerExtent }),
      contentSize, bounds, elements, special: refusing(() => layout.placed.laid.special(bounds)), ...(effects.length > 0 && { effects }),
    };
  } finally {
    viewport.close();
  }
}

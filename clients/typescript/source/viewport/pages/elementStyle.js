// @ts-check
import { cssTransform } from './cssTransform.js';

/** @typedef {Pick<import('../../../index.js').Element, 'alpha' | 'transform' | 'transform3D' | 'backgroundColor'>} Look the members of an
 *   element, beside its frame and its zIndex, that its node shows */

/**
 * The styles that show what an element says beside its frame and its zIndex. Nothing that has its default is among them.
 *
 * @param {Look} look
 * @returns {Record<string, string>}
 */
export function elementStyle(look) {
  const { alpha, backgroundColor } = look;
  const transform = cssTransform(look);
  return {
    ...(alpha !== undefined && { opacity: `${alpha}` }), ...(transform !== 'none' && { transform, transformOrigin: 'center' }),
    ...(backgroundColor !== undefined && { backgroundColor }),
  };
}

import { cssTransform } from './cssTransform.js';
import type { Element } from '../../../types/index.js';

/** The members of an element, beside its frame and its zIndex, that its node shows. */
export type Look = Pick<Element, 'alpha' | 'transform' | 'transform3D' | 'backgroundColor'>;

/** The styles that show what an element says beside its frame and its zIndex. Nothing that has its default is among them. */
export function elementStyle(look: Look): Record<string, string> {
  const { alpha, backgroundColor } = look;
  const transform = cssTransform(look);
  return {
    ...(alpha !== undefined && { opacity: `${alpha}` }), ...(transform !== 'none' && { transform, transformOrigin: 'center' }),
    ...(backgroundColor !== undefined && { backgroundColor }),
  };
}

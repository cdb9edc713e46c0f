// @ts-check

/**
 * The value of the CSS property `transform` that shows an element as its matrix says, about the centre of its frame.
 *
 * @param {{ readonly transform?: readonly number[], readonly transform3D?: readonly number[] }} element
 */
export function cssTransform({ transform, transform3D }) {
  if (transform) return `matrix(${transform.join(', ')})`;
  return transform3D ? `matrix3d(${transform3D.join(', ')})` : 'none';
}

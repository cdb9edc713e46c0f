/**
 * The value of the CSS property `transform` that shows a cell as its matrix says, if `transform-origin` is the centre: `matrix(…)`,
 * `matrix3d(…)`, or `none` for an element without a matrix.
 */
export function cssTransform(
  { transform, transform3D }: { readonly transform?: readonly number[]; readonly transform3D?: readonly number[] },
): string {
  if (transform) return `matrix(${transform.join(', ')})`;
  return transform3D ? `matrix3d(${transform3D.join(', ')})` : 'none';
}

/** The value of the CSS property `transform` that shows an element as its matrix says, about the centre of its frame. */
export function cssTransform(
  { transform, transform3D }: { readonly transform?: readonly number[], readonly transform3D?: readonly number[] },
) {
  if (transform) return `matrix(${transform.join(', ')})`;
  return transform3D ? `matrix3d(${transform3D.join(', ')})` : 'none';
}

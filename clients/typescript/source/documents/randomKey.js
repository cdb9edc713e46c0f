// @ts-check

/** A name for one change: 32 hexadecimal digits that nobody draws again. */
export function randomKey() {
  const digits = () => Math.floor(Math.random() * 2 ** 32).toString(16).padStart(8, '0');
  return digits() + digits() + digits() + digits();
}

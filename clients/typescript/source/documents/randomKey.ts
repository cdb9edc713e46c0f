/** A unique random name for one change: 32 hexadecimal digits. */
export function randomKey() {
  const digits = () => Math.floor(Math.random() * 2 ** 32).toString(16).padStart(8, '0');
  return digits() + digits() + digits() + digits();
}

/** The thousands separator: a narrow no-break space. */
const space = '\u202f';
const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number for people to read, with two decimals at most. */
export function numberText(value) {
  return Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : format.format(value).replaceAll(',', space);
}

/** A count with its noun, as `1 item` or `12 items`. */
export function countText(count, name) {
  return `${numberText(count)} ${name}${count === 1 ? '' : 's'}`;
}

/** A number of bytes, in the unit that leaves the fewest digits. */
export function bytesText(bytes) {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${numberText(value < 100 ? Math.round(value * 10) / 10 : Math.round(value))} ${units[power]}`;
}

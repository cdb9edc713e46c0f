// @ts-check

/** Nanoseconds of CPU that this process takes: other programs on the machine do not count, the collector does. */
export function nanoseconds(/** @type {() => void} */ work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) * 1000;
}

/** The nanoseconds of one of so many turns. */
export function each(/** @type {number} */ turns, /** @type {(turn: number) => void} */ work) {
  return nanoseconds(() => { for (let turn = 0; turn < turns; turn += 1) work(turn); }) / turns;
}

/** The value below which a share of some values is. */
function quantile(/** @type {number[]} */ values, /** @type {number} */ share) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (/** @type {number[]} */ values) => quantile(values, 0.5);

/** A number with its thousands apart. */
export const grouped = (/** @type {number} */ number) => number.toLocaleString('en').replaceAll(',', ' ');

/** Two digits, or all digits before the point. */
export function digits(/** @type {number} */ number) {
  const rounded = Number(number.toPrecision(number < 0.1 ? 1 : 2));
  return rounded >= 10 ? grouped(Math.round(number)) : rounded >= 1 ? rounded.toFixed(1) : String(rounded);
}

/** The median of nanoseconds, in a unit that suits it; nothing where there are none. */
export function time(/** @type {number[]} */ values) {
  if (values.length === 0) return '';
  const value = median(values);
  const [unit, name] = value < 1e3 ? [1, 'ns'] : value < 1e6 ? [1e3, 'µs'] : [1e6, 'ms'];
  return `${digits(value / unit)} ${name}`;
}

/** The median of the ratios of the rounds, with their quartiles; nothing where there are none. */
export function ratio(/** @type {number[]} */ values, /** @type {number[]} */ references) {
  if (values.length === 0 || references.length === 0) return '';
  return spread(values.map((value, round) => value / references[round]));
}

/** The median of values, with their quartiles where they differ. */
export function spread(/** @type {number[]} */ values) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => digits(quantile(values, share)));
  return low === high ? middle : `${middle} (${low} to ${high})`;
}

/** A table in Markdown: all columns but the first `texts` are numbers. */
export function table(/** @type {string[]} */ heads, /** @type {string[][]} */ lines, texts = 1) {
  const rule = heads.map((_, place) => (place < texts ? '---' : '---:'));
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The options of a snapshot's `layout`. */
export const layoutOptionNames = ['margins', 'bounds', 'pageLength', 'signal'];

/**
 * Throws a TypeError if the options are not an object, if one has an unknown name (the message has the nearest known one), or if `signal`
 * is not an AbortSignal.
 */
export function checkOptions(call: string, options: any, names: readonly string[]) {
  if (Array.isArray(options)) throw new TypeError(`What ${call} is given as options is a list: not an object`);
  checkObject(`What ${call} is given as options`, options);
  for (const name in options) {
    if (names.includes(name)) continue;
    throw new TypeError(`${call} has no option ${name}${nearest(name, names)}`);
  }
  const { signal } = options;
  if (signal && !signal.throwIfAborted) throw new TypeError(`signal is ${described(signal)}: not an AbortSignal`);
}

export function checkObject(name: string, value: any) {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is ${described(value)}: not an object`);
}

export function checkList(name: string, value: any) {
  if (!Array.isArray(value)) throw new TypeError(`${name} is ${described(value)}: not a list`);
}

export function checkFunction(name: string, value: any) {
  if (typeof value !== 'function') throw new TypeError(`${name} is ${described(value)}: not a function`);
}

/** A short description of a value. Its own text may be long, or fail. */
export function described(value: any) {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.length > 40 ? 'a string' : JSON.stringify(value);
  return typeof value === 'object' && value !== null ? 'an object' : typeof value === 'function' ? 'a function' : String(value);
}

/**
 * The nearest of some names to another, as the end of a sentence; empty if none is near.
 *
 * @param part of the longer word that may differ: a half, a third
 */
export function nearest(name: string, names: readonly string[], part: number = 1 / 2) {
  const distances = names.map((other) => distance(name.toLowerCase(), other.toLowerCase()));
  const least = Math.min(...distances);
  const other = names[distances.indexOf(least)];
  return least <= part * Math.max(name.length, other?.length) ? `; the nearest one is ${other}` : '';
}

/** The edit distance of two words: the number of letters to insert, remove or replace. */
function distance(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let place = 1; place <= other.length; place += 1) {
      const replaced = row[place - 1] + (one[line - 1] === other[place - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[place] + 1, next[place - 1] + 1));
    }
    row = next;
  }
  return row[other.length];
}

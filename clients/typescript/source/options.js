// @ts-check

/**
 * Throws a TypeError where an option has a name that there is not, and names the nearest one that there is.
 *
 * @param {string} call
 * @param {object} options
 * @param {readonly string[]} names
 */
export function checkOptions(call, options, names) {
  for (const name in options) {
    if (names.includes(name)) continue;
    throw new TypeError(`${call} has no option ${name}; the nearest one is ${nearest(name, names)}`);
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} names
 */
function nearest(name, names) {
  const distances = names.map((other) => distance(name.toLowerCase(), other.toLowerCase()));
  return names[distances.indexOf(Math.min(...distances))];
}

/**
 * How many letters have to be inserted, removed or replaced to make the one word of the other.
 *
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
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

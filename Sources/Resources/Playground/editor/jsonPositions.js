/**
 * Finds values in a JSON text. If the text has a fault, values before it are found all the same.
 *
 * @param {string} text
 * @param {string} pointer a JSON pointer (RFC 6901), such as `/sections/3/items/17/width`
 * @returns {{ start: number, end: number }} the value, or the deepest existing one on the way to it; a member of an object includes its key
 */
export function placeOf(text, pointer) {
  const place = stretchOf(text, pointer);
  // A container is only marked at its beginning.
  const isWhole = !'[{'.includes(text[place.value]) || place.end - place.start < 80;
  return { start: place.start, end: isWhole ? place.end : Math.max(place.start + 1, place.value + 1) };
}

/**
 * Finds values in a JSON text, as `placeOf` does.
 *
 * @param {string} text
 * @param {string} pointer
 * @returns {{ start: number, value: number, end: number }} all of it, and where a member's value begins
 */
export function stretchOf(text, pointer) {
  const steps = pointer.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const scanner = new Scanner(text);
  let place = scanner.valueAt(0, 0);
  for (const step of steps) {
    const child = text[place.value] === '{' ? scanner.member(place.value, step)
      : text[place.value] === '[' ? scanner.item(place.value, Number(step)) : null;
    if (!child) break;
    place = child;
  }
  return place;
}

/** The character of a text that contains a byte of its UTF-8 form. */
export function characterAt(text, byte) {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > byte) break;
    index += character.length;
  }
  return index;
}

/** Line and column of a character, from 1. */
export function lineAndColumn(text, index) {
  const before = text.slice(0, index);
  const line = before.split('\n').length;
  return { line, column: index - before.lastIndexOf('\n') };
}

class Scanner {
  #text;
  /** A string, or a run of other characters. */
  #token = /"(?:[^"\\]|\\.)*"?|[^\s{}[\],:"]+|[{}[\],:]/suy;

  constructor(text) {
    this.#text = text;
  }

  /** The value that begins at or after an index. Neither recursive nor quadratic, for any text. */
  valueAt(index, start) {
    const first = this.#next(index);
    if (!first) return { start: start || this.#text.length, value: this.#text.length, end: this.#text.length };
    let depth = 0;
    let token = first;
    while (token) {
      if ('{['.includes(token.text)) depth += 1;
      if ('}]'.includes(token.text)) depth -= 1;
      if (depth <= 0) break;
      token = this.#next(token.end) ?? null;
    }
    return { start: start || first.start, value: first.start, end: token?.end ?? this.#text.length };
  }

  /** A member of the object that begins there. */
  member(index, key) {
    let token = this.#next(index + 1);
    while (token && token.text !== '}') {
      if (token.text === ',') {
        token = this.#next(token.end);
        continue;
      }
      const colon = this.#next(token.end);
      if (colon?.text !== ':') return null;
      const value = this.valueAt(colon.end, token.start);
      if (isString(token.text, key)) return value;
      token = this.#next(value.end);
    }
    return null;
  }

  /** An item of the array that begins there. */
  item(index, number) {
    let token = this.#next(index + 1);
    for (let count = 0; token && token.text !== ']';) {
      if (token.text === ',') {
        token = this.#next(token.end);
        continue;
      }
      const value = this.valueAt(token.start, 0);
      if (count === number) return value;
      count += 1;
      token = this.#next(value.end);
    }
    return null;
  }

  #next(index) {
    const space = /\s*/uy;
    space.lastIndex = index;
    space.test(this.#text);
    this.#token.lastIndex = space.lastIndex;
    const match = this.#token.exec(this.#text);
    return match ? { text: match[0], start: match.index, end: this.#token.lastIndex } : null;
  }
}

/** Whether a token is the string with this value. */
function isString(token, value) {
  if (token === `"${value}"`) return true;
  try {
    return token.includes('\\') && JSON.parse(token) === value;
  } catch {
    return false;
  }
}

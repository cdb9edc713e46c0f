import { folded, meaningOf } from './foreignWords.js';
import type { Place } from './advice.js';
import type { Rows } from './wasm/Vocabulary.js';

/** An object with the names of its keys; where these belong, and whose they are. */
type Home = readonly [names: readonly string[], place: string, owner: string];

/** In bytes of UTF-8: for longer keys no similar one is searched, and pointers do not contain them. */
export const keyMax = 64;
/** The most keys that are listed. */
const listedMax = 7;
const encoder = new TextEncoder();

/**
 * The advice for an unknown key: the object to which it belongs, or the key that was probably meant.
 *
 * @param objects the members of each kind of object
 */
export function keyAdvice(name: string, { form: { form }, rows }: Place, objects: Readonly<Record<string, Rows>>) {
  const names = [...(rows as Rows).keys()];
  if (byteCount(name) <= keyMax) {
    const meant = meaning(name, names, homes(form, objects), meaningOf(name, form));
    if (meant) return `, ${meant}`;
  }
  return names.length > listedMax ? '' : `, the keys are ${names.map((key) => `"${key}"`).join(', ')}`;
}

/**
 * @param names of the known keys
 * @param others objects that the key may belong to
 * @param meant what it means elsewhere
 */
function meaning(name: string, names: readonly string[], others: readonly Home[], meant: string | undefined) {
  if (meant && names.includes(meant)) return `here it is "${meant}"`;
  for (const [keys, place] of others) if (keys.includes(name)) return `it belongs ${place}`;
  const isAlike = (key: string) => folded(key) === folded(name);
  if (!names.some(isAlike)) {
    for (const [keys, place] of others) {
      const key = keys.find(isAlike);
      if (key) return `it is "${key}" and belongs ${place}`;
    }
  }
  if (meant?.includes('"')) return `here it is ${meant}`;
  if (meant) {
    const home = others.find(([keys]) => keys.includes(meant));
    return home && `here it is "${meant}" of ${home[2]}`;
  }
  const key = nearest(name, names);
  return key && `the nearest known key is "${key}"`;
}

/**
 * The objects to which a key that is unknown in another object may belong, the likeliest first.
 *
 * @param form of that other one
 */
function homes(form: string, objects: Readonly<Record<string, Rows>>): Home[] {
  const home = (name: string, place: string, owner: string) => (
    ([[...objects[name].keys()], place, owner] as Home));
  if (form === 'step') {
    return [
      [['revision', 'key', 'steps', 'expect', 'counts', 'after'], 'beside "steps"', 'the change'],
      [[...objects.move.keys(), ...objects.resize.keys()], "to an entry of one of the step's lists", 'an entry'],
    ];
  }
  const parts = [
    home('items', 'to the items', 'the items'), home('edges', 'into "sectionInset", or other insets', 'insets'),
    home('header', 'to a header or footer', 'a header or footer'), home('node', 'to a node of a source', 'a node of a source'),
  ];
  const metrics = home('metrics', 'into "metrics"', 'the metrics');
  if (form === 'snapshot') return [metrics, home('section', 'to a section', 'a section'), ...parts];
  const sections = [home('section', 'to the section', 'a section'), home('snapshot', 'to the snapshot', 'the snapshot')];
  return form === 'metrics' ? [...sections, home('size', 'into "itemSize", or to the items', 'the items'), ...parts] : [metrics, ...sections, ...parts];
}

/** The key whose spelling differs least from a name, by at most a third. */
function nearest(name: string, names: readonly string[]) {
  let found;
  let least = Infinity;
  for (const key of names) {
    const distance = editDistance(name.toLowerCase(), key.toLowerCase());
    if (distance < least && 3 * distance <= Math.max(byteCount(name), byteCount(key))) [found, least] = [key, distance];
  }
  return found;
}

/** The edit distance of two texts: the number of bytes to insert, delete, replace, or exchange with the next one. */
function editDistance(one: string, other: string) {
  const [first, second] = [encoder.encode(one), encoder.encode(other)];
  let older: number[] = [];
  let above = Array.from({ length: second.length + 1 }, (_, place) => place);
  for (let row = 0; row < first.length; row += 1) {
    const distances = [row + 1];
    for (let column = 0; column < second.length; column += 1) {
      const replaced = above[column] + Number(first[row] !== second[column]);
      const isExchanged = row > 0 && column > 0 && first[row] === second[column - 1] && first[row - 1] === second[column];
      distances.push(Math.min(replaced, above[column + 1] + 1, distances[column] + 1, isExchanged ? older[column - 1] + 1 : Infinity));
    }
    [older, above] = [above, distances];
  }
  return above[second.length];
}

/** The beginning of a text, with invisible characters written as numbers. */
export function quoted(text: string) {
  let shown = '';
  for (const letter of text) {
    const next = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u.test(letter)
      ? `\\u{${letter.codePointAt(0)?.toString(16)}}` : letter.replace(/["\\]/, '\\$&');
    if (byteCount(shown + next) > keyMax) return `"${shown}"…`;
    shown += next;
  }
  return `"${shown}"`;
}

/** In UTF-8. */
export function byteCount(text: string) {
  return encoder.encode(text).length;
}

// @ts-check
import { members } from './tables.js';

/**
 * Whether the value of a member of items, in the form with lists, is a list with a value for each item. A matrix, which is a list of
 * numbers, is the value of all items.
 *
 * @param {string} name
 * @param {any} value
 * @returns {value is readonly any[]}
 */
export function isListed(name, value) {
  return Array.isArray(value) && !(members[name] === null && typeof value[0] === 'number');
}

/**
 * Whether two values of a member are the same. A missing one, null, and the identity matrix are the default.
 *
 * @param {string} name
 * @param {any} one
 * @param {any} other
 */
export function isSameValue(name, one, other) {
  const [first, second] = [said(name, one), said(name, other)];
  if (first === second) return true;
  return Array.isArray(first) && Array.isArray(second) && first.length === second.length && first.every((number, place) => number === second[place]);
}

/**
 * @param {string} name
 * @param {any} value
 */
function said(name, value) {
  const given = value ?? members[name];
  return Array.isArray(given) && isIdentity(given) ? null : given;
}

/** @param {readonly any[]} matrix of 6 or 16 numbers */
function isIdentity(matrix) {
  const stride = matrix.length === 6 ? 3 : 5;
  return matrix.every((number, place) => number === Number(place % stride === 0 && place < 4 * stride));
}

/**
 * The members that make one item another one, with null for the default; null if there are none.
 *
 * @param {any} one
 * @param {any} other
 */
export function adjustment(one, other) {
  const changed = Object.keys(members).filter((name) => !isSameValue(name, one[name], other[name]));
  if (changed.length === 0) return null;
  return withMembers({}, Object.fromEntries(changed.map((name) => [name, other[name] ?? null])));
}

/**
 * Members after others have been set. Both matrices are one member: the one that is set replaces the other.
 *
 * @param {any} before
 * @param {any} given
 */
export function withMembers(before, given) {
  const all = { ...before };
  for (const name in given) if (given[name] !== undefined) all[name] = given[name];
  // Both at once are a mistake, which is reported where they are applied.
  if (all.transform === undefined || all.transform3D === undefined || given.transform && given.transform3D) return all;
  const { transform, transform3D, ...others } = all;
  const isOfSpace = given.transform === undefined || (given.transform === null && given.transform3D !== undefined);
  return { ...others, ...(isOfSpace ? { transform3D } : { transform }) };
}

/**
 * Entries of `adjust` for items.
 *
 * @param {readonly any[]} items each with its `section`, its number `item`, and its members
 */
export function adjustEntries(items) {
  return itemEntries(items, Object.fromEntries(Object.keys(members).map((name) => [name, name])));
}

/**
 * Entries of a step that give values to items, one for all items of a section that are given the same ones.
 *
 * @param {readonly any[]} items each with its `section` and its number `item`
 * @param {Readonly<Record<string, string>>} lists for the name of each value, that of its list in an entry
 * @returns {any[]}
 */
export function itemEntries(items, lists) {
  /** @type {Map<string, any>} */
  const entries = new Map();
  const all = Object.keys(lists);
  for (const given of items) {
    const names = all.filter((name) => given[name] !== undefined);
    if (names.length === 0) continue;
    const key = `${given.section}/${names}`;
    let entry = entries.get(key);
    if (!entry) entries.set(key, entry = { section: given.section, at: [], ...Object.fromEntries(names.map((name) => [lists[name], []])) });
    entry.at.push(given.item);
    for (const name of names) entry[lists[name]].push(given[name]);
  }
  return [...entries.values()];
}

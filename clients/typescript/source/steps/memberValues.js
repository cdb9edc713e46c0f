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

import { members } from './tables.js';

/**
 * Whether the value of a member of items, in the form with lists, is a list with a value for each item. A matrix, which is a list of
 * numbers, is the value of all items.
 */
export function isListed(name: string, value: any): value is readonly any[] {
  return Array.isArray(value) && !(members[name] === null && typeof value[0] === 'number');
}

/** Whether two values of a member are the same. A missing one, null, and the identity matrix are the default. */
export function isSameValue(name: string, one: any, other: any) {
  const [first, second] = [said(name, one), said(name, other)];
  if (first === second) return true;
  return Array.isArray(first) && Array.isArray(second) && first.length === second.length && first.every((number, place) => number === second[place]);
}

function said(name: string, value: any) {
  const given = value ?? members[name];
  return Array.isArray(given) && isIdentity(given) ? null : given;
}

/** @param matrix of 6 or 16 numbers */
function isIdentity(matrix: readonly any[]) {
  const stride = matrix.length === 6 ? 3 : 5;
  return matrix.every((number, place) => number === Number(place % stride === 0 && place < 4 * stride));
}

/** The members that make one item another one, with null for the default; null if there are none. */
export function adjustment(one: any, other: any) {
  const changed = Object.keys(members).filter((name) => !isSameValue(name, one[name], other[name]));
  if (changed.length === 0) return null;
  return withMembers({}, Object.fromEntries(changed.map((name) => [name, other[name] ?? null])));
}

/** Members after others have been set. Both matrices are one member: the one that is set replaces the other. */
export function withMembers(before: any, given: any) {
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
 * @param items each with its `section`, its number `item`, and its members
 */
export function adjustEntries(items: readonly any[]) {
  return itemEntries(items, Object.fromEntries(Object.keys(members).map((name) => [name, name])));
}

/**
 * Entries of a step that give values to items, one for all items of a section that are given the same ones.
 *
 * @param items each with its `section` and its number `item`
 * @param lists for the name of each value, that of its list in an entry
 */
export function itemEntries(items: readonly any[], lists: Readonly<Record<string, string>>): any[] {
  const entries: Map<string, any> = new Map();
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

/** Whether a measurement names members of its item. */
export function hasMembers(size: object) {
  for (const name in size) if (name in members && (size as any)[name] !== undefined) return true;
  return false;
}

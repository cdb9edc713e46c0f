// @ts-check
import { equalEnds } from '../../steps/equalEnds.js';
import { keyDiff } from './keyDiff.js';

/** @typedef {import('./ItemRuns.js').ItemRuns} ItemRuns */
/** @typedef {[list: string, entry: any]} Entry of a step */

/**
 * The entries that make the items of a section those of another one (docs/rules.md#two-trees); null if steps cannot say it.
 *
 * @param {{ section: number, items: ItemRuns, keys: readonly any[] | null }} before
 * @param {{ section: number, items: ItemRuns, keys: readonly any[] | null }} after
 * @returns {Entry[] | null}
 */
export function itemsDifference(before, after) {
  const [{ section, items: old, keys }, { items: now, keys: names }] = [before, after];
  const inserted = (/** @type {number} */ item, /** @type {number} */ count) => (
    /** @type {Entry} */ (['insert', { section: after.section, item, items: now.part(item, count).said }]));
  if (old.count === 0 || now.count === 0) {
    return [...(old.count > 0 ? [/** @type {Entry} */ (['delete', { section, item: 0, ...counted(old.count) }])] : []),
      ...(now.count > 0 ? [inserted(0, now.count)] : [])];
  }
  const areEqual = old.isEqual(now);
  if (!keys || !names) return areEqual ? [] : null;
  const [head, tail] = equalEnds(keys.length, names.length, (place, other) => keys[place] === names[other]);
  const end = keys.length - tail;
  const known = new Map(keys.slice(head, end).map((key, place) => [key, place]));
  const places = names.slice(head, names.length - tail).map((key) => known.get(key));
  const step = keyDiff(end - head, places);
  const resized = areEqual && step.move.length + step.delete.length === 0 ? [] : resizes(old, now, [head, end], places);
  if (!resized) return null;
  /** @type {Entry[]} */
  const entries = step.delete.map(([item, count]) => ['delete', { section, item: head + item, ...counted(count) }]);
  for (const { item, items } of resized) entries.push(['resize', { section, item, items: items.said }]);
  for (const { from, to, count } of step.move) {
    entries.push(['move', { from: { section, item: head + from }, to: { section: after.section, item: head + to }, ...counted(count) }]);
  }
  return [...entries, ...step.insert.map(([item, count]) => inserted(head + item, count))];
}

/**
 * The items that stay and differ, each run of old neighbours with their new sizes; null if a step cannot say it.
 *
 * @param {ItemRuns} old
 * @param {ItemRuns} now
 * @param {number[]} middle the first item between the equal ends, and the first one of the end
 * @param {readonly (number | undefined)[]} places of the new items between the ends, among the old ones there
 */
function resizes(old, now, [head, end], places) {
  const after = new Map(places.map((before, place) => [before, place]));
  const shift = head + places.length - end;
  /** @type {{ item: number, items: ItemRuns }[]} */
  const resized = [];
  for (let item = 0; item < old.count; item += 1) {
    const between = after.get(item - head);
    const place = item < head ? item : item < end ? between === undefined ? -1 : head + between : item + shift;
    if (place < 0) continue;
    const [one, other] = [old.at(item), now.at(place)];
    if (old.isSame(one, other)) continue;
    if (Object.keys(one).some((name) => name !== 'estimated' && other[name] === undefined)) return null;
    const last = resized.at(-1);
    const isNext = last && last.item + last.items.count === item;
    const { items } = isNext ? last : { items: now.part(0, 0) };
    items.append(other, 1);
    if (!isNext) resized.push({ item, items });
  }
  return resized;
}

/** @param {number} count which is left out if it is one */
export function counted(count) {
  return count > 1 ? { count } : {};
}

import { itemCount } from './itemCount.js';
import { sectionsAfter } from './sectionsAfter.js';
import { stepEntries } from './stepEntries.js';
import type { Key, Step } from '../../types/index.js';

/** `items`: in any form; `keys`: null if it has none. */
type KeyedSection = { id?: string, items?: any, keys: readonly (Key | undefined)[] | null };
type Range = { item: number, count: number };

/** A section with more items than this loses its keys, since most of its items have none. */
const maximumKeys = 10_000_000;

/**
 * The sections after steps, with the keys of their items: moved and reloaded items keep their keys, new ones have none.
 *
 * @param steps that can be applied
 */
export function carriedSections(sections: readonly KeyedSection[], steps: readonly Step[]) {
  return steps.reduce(carriedBy, sections);
}

function carriedBy(before: readonly KeyedSection[], step: Step): readonly KeyedSection[] {
  const after = sectionsAfter(step, before, ({ id, items }, old) => (
    { id, items, keys: old && !old.keys ? null : unnamed(itemCount(items)) }));
  const entries = stepEntries(step, ({ isOfSections, takes, puts }) => !isOfSections && (takes || puts));
  const gone = bySection(entries.flatMap(({ list, from, count }) => (list.takes && from ? { ...from, count } : [])));
  // An empty entry stands beside any other one at its place.
  const come = bySection(entries.flatMap(({ from, to, count }) => (to && count > 0 ? {
    ...to, count, keys: from ? before[from.section].keys?.slice(from.item, from.item + count) ?? null : null,
  } : [])));
  if (gone.size + come.size === 0) return after;
  const numbers = new Map(before.map((section, number) => [section, number]));
  return after.map((section, number) => {
    const source = numbers.get(section);
    if (source === undefined || !gone.has(source) && !come.has(number)) return section;
    return carriedItems(section, gone.get(source) ?? [], come.get(number) ?? []);
  });
}

function bySection<Entry extends { section: number }>(entries: Entry[]): Map<number, Entry[]> {
  const groups = new Map();
  for (const entry of entries) {
    const group = groups.get(entry.section);
    if (group) group.push(entry);
    else groups.set(entry.section, [entry]);
  }
  return groups;
}

/**
 * @param gone ranges before the step
 * @param come ranges after it
 */
function carriedItems(
  { id, items, keys }: KeyedSection, gone: Range[], come: (Range & { keys: readonly (Key | undefined)[] | null })[],
): KeyedSection {
  const sum = (ranges: Range[]) => ranges.reduce((total, { count }) => total + count, 0);
  const count = itemCount(items) - sum(gone) + sum(come);
  if (!keys || count > maximumKeys) return { id, items: count, keys: null };
  const left = [];
  let start = 0;
  for (const range of gone.sort(byItem)) {
    left.push(keys.slice(start, range.item));
    start = range.item + range.count;
  }
  const rest = left.length > 0 ? [...left, keys.slice(start)].flat() : keys;
  const all = [];
  let [length, next] = [0, 0];
  for (const range of come.sort(byItem)) {
    const between = range.item - length;
    all.push(rest.slice(next, next + between), range.keys ?? new Array(range.count).fill(undefined));
    next += between;
    length = range.item + range.count;
  }
  return { id, items: count, keys: [...all, rest.slice(next)].flat() };
}

function unnamed(count: number) {
  return count > maximumKeys ? null : new Array(count).fill(undefined);
}

function byItem(left: Range, right: Range) {
  return left.item - right.item;
}

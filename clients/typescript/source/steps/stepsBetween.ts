import { itemNames, sizeNames } from './itemForms.js';
import { adjustEntries, adjustment } from './memberValues.js';
import { numbered } from './numbered.js';
import { checkFunction, checkList, checkOptions } from './options.js';
import { partitionPoint } from './partitionPoint.js';
import type { ItemSize, KeyOptions, Step } from '../../types/index.js';

const optionNames = ['key', 'size', 'section'];

/**
 * The steps, one or none, that lead from one list to another: removed items are deleted, new ones inserted, as few as possible moved, and
 * those with another size resized, those with other members adjusted. O(items · log items)
 *
 * @throws TypeError when two items of a list have the same key
 */
export function stepsBetween<Item>(before: readonly Item[], after: readonly Item[], options: KeyOptions<Item> = {}): Step[] {
  checkOptions('stepsBetween', options, optionNames);
  checkList('before', before);
  checkList('after', after);
  checkKeyOptions(options);
  const { key = (item) => item as any, size, section = 0 } = options;
  numbered(after, key);
  const places = numbered(before, key);
  const sources = Int32Array.from(after, (item) => places.get(key(item)) ?? -1);
  const known: SizeChange[] = [];
  if (size) sources.forEach((source, place) => source >= 0 && known.push({ place: source, one: size(before[source]), other: size(after[place]) }));
  const step = sourceSteps(sources, before.length, { section, first: 0, size: size && ((place) => size(after[place])) });
  Object.assign(step, changes(section, known));
  return Object.keys(step).length > 0 ? [step] : [];
}

/** An item before and after, at its place before. */
export type SizeChange = { place: number, one: ItemSize, other: ItemSize };

/**
 * What is removed, inserted and moved in a part of a section. O(items · log items)
 *
 * @param sources for each item after, its place before; negative for a new one
 * @param parts `first`: the number of items before the part; `size`: the size of an item after, if the engine reads any
 */
export function sourceSteps(
  sources: Int32Array, countBefore: number, { section, first, size }: { section: number, first: number, size?: (place: number) => ItemSize },
): Step {
  const staying = longestRow(sources);
  const isKept = new Uint8Array(countBefore);
  const [gone, made, moved]: number[][] = [[], [], []];
  sources.forEach((source, place) => {
    if (source < 0) made.push(place);
    else {
      isKept[source] = 1;
      if (!staying[place]) moved.push(place);
    }
  });
  isKept.forEach((kept, place) => kept || gone.push(place));
  const step: any = {};
  if (gone.length > 0) step.delete = ranges(gone).map(([item, count]) => ({ section, item: first + item, count }));
  if (made.length > 0) {
    step.insert = ranges(made).map(([item, count]) => (
      { section, item: first + item, items: size ? itemsOf(Array.from({ length: count }, (_, place) => size(item + place))) : count }));
  }
  if (moved.length > 0) {
    step.move = ranges(moved, sources).map(([item, count]) => (
      { from: { section, item: first + sources[item] }, to: { section, item: first + item }, count }));
  }
  return step;
}

export function checkKeyOptions({ key, size }: { key?: any, size?: any }) {
  if (key !== undefined) checkFunction('key', key);
  if (size !== undefined) checkFunction('size', size);
}

/** Whether each place is one of a longest increasing subsequence of sources; negative ones are none. */
function longestRow(sources: Int32Array) {
  /** For each length, the place with the least source at which such a subsequence ends. */
  const ends: number[] = [];
  const previous = new Int32Array(sources.length);
  let last = -1;
  sources.forEach((source, place) => {
    if (source < 0) return;
    const length = source > last ? ends.length : partitionPoint(0, ends.length, (row) => sources[ends[row]] > source);
    previous[place] = length > 0 ? ends[length - 1] : -1;
    if (length >= ends.length - 1) last = source;
    ends[length] = place;
  });
  const row = new Uint8Array(sources.length);
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]) row[place] = 1;
  return row;
}

/**
 * Groups consecutive places into ranges of a first place and a count.
 *
 * @param places ascending
 * @param sources their sources, which have to be consecutive, too
 */
export function ranges(places: readonly number[], sources?: ArrayLike<number>) {
  const found: [number, number][] = [];
  for (const place of places) {
    const last = found.at(-1);
    const isNext = last && place === last[0] + last[1] && (!sources || sources[place] === sources[last[0]] + last[1]);
    if (isNext) last[1] += 1;
    else found.push([place, 1]);
  }
  return found;
}

/**
 * The lists of a step that give items that stay their new sizes and members.
 *
 * @param items each before and after
 */
export function changes(section: number, items: readonly SizeChange[]): Step {
  const resized = items.filter(({ one, other }) => !isSame(one, other));
  const adjusted = items.flatMap(({ place, one, other }) => {
    const members = adjustment(one, other);
    return members ? [{ section, item: place, ...members }] : [];
  });
  return { ...(resized.length > 0 && { resize: resizes(section, resized) }), ...(adjusted.length > 0 && { adjust: adjustEntries(adjusted) }) };
}

function resizes(section: number, entries: readonly { place: number, other: ItemSize }[]): any[] {
  const sizes = entries.map(({ other }) => Object.fromEntries(Object.entries(other).filter(([name]) => sizeNames.includes(name))));
  const items = itemsOf(sizes);
  if (typeof items === 'object' && !Array.isArray(items)) return [{ section, at: entries.map(({ place }) => place), ...items }];
  return entries.map(({ place }, number) => ({ section, item: place, items: [sizes[number]] }));
}

/** Sizes as columns if they have the same members, as their number if they have none; otherwise as a list. */
export function itemsOf(sizes: ItemSize[]): any {
  const [first] = sizes;
  const has = (size: any, name: string) => size[name] !== undefined;
  if (!sizes.some((size) => itemNames.some((name) => has(size, name)))) return sizes.length;
  const names = itemNames.filter((name) => has(first, name));
  const isEven = sizes.every((size) => itemNames.every((name) => has(size, name) === names.includes(name)));
  if (!isEven || !(has(first, 'width') || has(first, 'height'))) return sizes;
  return Object.fromEntries(names.map((name) => (
    [name === 'width' || name === 'height' ? `${name}s` : name, sizes.map((size) => (size as any)[name])])));
}

function isSame(one: ItemSize, other: ItemSize) {
  return one.width === other.width && one.height === other.height && Boolean(one.estimated) === Boolean(other.estimated);
}

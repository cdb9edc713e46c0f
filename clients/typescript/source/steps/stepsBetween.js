// @ts-check
import { areOther, itemNames, sizeNames } from './itemForms.js';
import { numbered } from './numbered.js';
import { checkFunction, checkList, checkOptions } from './options.js';
import { partitionPoint } from './partitionPoint.js';

/** @typedef {import('../../index.js').ItemSize} ItemSize */
/** @typedef {import('../../index.js').Step} Step */

const optionNames = ['key', 'size', 'section'];

/**
 * The steps that lead from one list to another. Items with equal keys are the same. Of these, the longest subsequence in unchanged order
 * stays, the others are moved. One that differs in members beside its size is reloaded, or deleted and inserted if it would move.
 *
 * @template Item
 * @param {readonly Item[]} before
 * @param {readonly Item[]} after
 * @param {import('../../index.js').KeyOptions<Item>} [options]
 * @returns {Step[]} one, or none
 */
export function stepsBetween(before, after, options = {}) {
  checkOptions('stepsBetween', options, optionNames);
  checkList('before', before);
  checkList('after', after);
  checkKeyOptions(options);
  return stepsBehind(0, before, after, options);
}

/**
 * The same for lists that are parts of a section and begin after its first items.
 *
 * @template Item
 * @param {number} first number of items before the lists
 * @param {readonly Item[]} before
 * @param {readonly Item[]} after
 * @param {import('../../index.js').KeyOptions<Item>} options
 * @returns {Step[]}
 */
export function stepsBehind(first, before, after, { key = (item) => /** @type {any} */ (item), size, section = 0 }) {
  const places = numbered(after, key);
  const old = numbered(before, key);
  /** For each item of the new list, its place in the old one. */
  const sources = after.map((item) => old.get(key(item)) ?? -1);
  const changed = size ? sources.flatMap((source, place) => (source >= 0 && areOther(size(before[source]), size(after[place])) ? [place] : [])) : [];
  const staying = longestRow(sources);
  const reloaded = new Set(changed.filter((place) => staying.has(place)));
  /** Where the old list has what is deleted and inserted. */
  const lost = new Set(changed.filter((place) => !staying.has(place)).map((place) => sources[place]));
  const gone = before.flatMap((item, place) => (places.has(key(item)) && !lost.has(place) ? [] : [place]));
  sources.forEach((source, place) => { if (lost.has(source)) sources[place] = -1; });
  const made = sources.flatMap((source, place) => (source < 0 ? [place] : []));
  const resized = size ? sources.flatMap((source, place) => (
    source >= 0 && !isSame(size(before[source]), size(after[place])) ? [place] : [])).filter((place) => !reloaded.has(place)) : [];
  const moved = sources.flatMap((source, place) => (source < 0 || staying.has(place) ? [] : [place]));
  /** @type {any} */
  const step = {};
  if (gone.length > 0) step.delete = ranges(gone).map(([item, count]) => ({ section, item: first + item, count }));
  if (made.length > 0) {
    step.insert = ranges(made).map(([item, count]) => ({
      section, item: first + item, items: size ? itemsOf(after.slice(item, item + count).map(size)) : count,
    }));
  }
  if (moved.length > 0) {
    step.move = ranges(moved, sources).map(([item, count]) => (
      { from: { section, item: first + sources[item] }, to: { section, item: first + item }, count }));
  }
  if (size && resized.length > 0) step.resize = resizes(section, resized.map((place) => [first + sources[place], size(after[place])]));
  if (size && reloaded.size > 0) step.reload = reloads(section, [...reloaded].map((place) => [first + sources[place], size(after[place])]));
  return Object.keys(step).length > 0 ? [step] : [];
}

/** @param {{ key?: any, size?: any }} options */
export function checkKeyOptions({ key, size }) {
  if (key !== undefined) checkFunction('key', key);
  if (size !== undefined) checkFunction('size', size);
}

/**
 * The places of a longest increasing subsequence of sources.
 *
 * @param {readonly number[]} sources negative for no source
 */
function longestRow(sources) {
  /** For each length, the place with the least source at which such a subsequence ends. */
  const ends = /** @type {number[]} */ ([]);
  const previous = new Int32Array(sources.length);
  sources.forEach((source, place) => {
    if (source < 0) return;
    const length = partitionPoint(0, ends.length, (row) => sources[ends[row]] > source);
    previous[place] = length > 0 ? ends[length - 1] : -1;
    ends[length] = place;
  });
  const row = new Set();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place]) row.add(place);
  return row;
}

/**
 * Groups consecutive places into ranges of a first place and a count.
 *
 * @param {readonly number[]} places ascending
 * @param {readonly number[]} [sources] their sources, which have to be consecutive, too
 */
export function ranges(places, sources) {
  /** @type {[number, number][]} */
  const found = [];
  for (const place of places) {
    const last = found.at(-1);
    const isNext = last && place === last[0] + last[1] && (!sources || sources[place] === sources[last[0]] + last[1]);
    if (isNext) last[1] += 1;
    else found.push([place, 1]);
  }
  return found;
}

/**
 * @param {number} section
 * @param {[number, ItemSize][]} entries
 */
export function resizes(section, entries) {
  const sizes = entries.map(([, item]) => Object.fromEntries(Object.entries(item).filter(([name]) => sizeNames.includes(name))));
  const items = itemsOf(sizes);
  if (typeof items === 'object' && !Array.isArray(items)) return [{ section, at: entries.map(([place]) => place), ...items }];
  return entries.map(([item], place) => ({ section, item, items: [sizes[place]] }));
}

/**
 * @param {number} section
 * @param {[number, ItemSize][]} entries in the order of their places
 */
export function reloads(section, entries) {
  let start = 0;
  return ranges(entries.map(([place]) => place)).map(([item, count]) => (
    { section, item, count, items: itemsOf(entries.slice(start, start += count).map(([, size]) => size)) }));
}

/**
 * Sizes as columns if they have the same members, as their number if they have none; otherwise as a list.
 *
 * @param {ItemSize[]} sizes
 * @returns {any}
 */
export function itemsOf(sizes) {
  const [first] = sizes;
  const has = (/** @type {any} */ size, /** @type {string} */ name) => size[name] !== undefined;
  if (!sizes.some((size) => itemNames.some((name) => has(size, name)))) return sizes.length;
  const names = itemNames.filter((name) => has(first, name));
  const isEven = sizes.every((size) => itemNames.every((name) => has(size, name) === names.includes(name)));
  if (!isEven || !(has(first, 'width') || has(first, 'height'))) return sizes;
  return Object.fromEntries(names.map((name) => (
    [name === 'width' || name === 'height' ? `${name}s` : name, sizes.map((size) => /** @type {any} */ (size)[name])])));
}

/**
 * @param {ItemSize} one
 * @param {ItemSize} other
 */
function isSame(one, other) {
  return one.width === other.width && one.height === other.height && Boolean(one.estimated) === Boolean(other.estimated);
}

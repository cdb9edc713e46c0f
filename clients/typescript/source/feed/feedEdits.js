// @ts-check
import { carriedNames } from './carriedNames.js';
import { FeedNames } from './FeedNames.js';
import { itemCount } from '../steps/itemCount.js';
import { itemsOfPieces, joined } from '../steps/itemForms.js';
import { sizes } from '../steps/snapshotSteps.js';
import { itemsOf, ranges } from '../steps/stepsBetween.js';
import { described } from '../steps/options.js';

/** @typedef {import('../../index.js').Key} Key */
/** @typedef {import('../../index.js').Step} Step */
/** @typedef {import('../steps/CheckedKeys.js').CheckedKeys} CheckedKeys */
/** @typedef {{ names: FeedNames, steps: Step[] }} Edit the names after the edit, and its steps */

/**
 * @param {FeedNames} names of the current list
 * @param {import('../../index.js').FeedInsertPlace} at
 * @param {any} items in any form
 * @param {{ section?: number, keys: readonly Key[] }} options
 * @param {CheckedKeys} checked
 * @returns {Edit}
 */
export function insertion(names, at, items, { section = 0, keys }, checked) {
  const list = known(names, section);
  const count = itemCount(items);
  if (!Array.isArray(keys) || keys.length !== count) throw new TypeError(`${count} items are inserted, with ${keys?.length ?? 'no'} keys`);
  const place = at === 'end' ? list.length : typeof at === 'number' ? at : list.indexOf(at?.key);
  if (!Number.isInteger(place) || place < 0 || place > list.length) {
    throw new RangeError(typeof at === 'object' && at !== null ? `There is no item of the key ${described(at.key)}` : `There is no place ${described(at)} among ${list.length} items`);
  }
  const listAfter = joined([list.slice(0, place), keys, list.slice(place)]);
  checked.edit(section, list, listAfter, [], keys);
  const pieces = [{ start: 0, end: place }, { added: items }, { start: place, end: list.length }];
  const after = edited(names, section, checked, pieces, listAfter);
  if (count === 0) return { names: after, steps: [] };
  const given = sizes(after.snapshot, after.snapshot.sections[section]);
  const made = given ? itemsOf(Array.from({ length: count }, (_, index) => given.at(place + index))) : count;
  return { names: after, steps: [{ insert: [{ section, item: place, items: made }] }] };
}

/**
 * @param {FeedNames} names of the current list
 * @param {readonly Key[] | { item: number, count?: number }} which
 * @param {{ section?: number }} options
 * @param {CheckedKeys} checked
 * @returns {Edit}
 */
export function removal(names, which, { section = 0 }, checked) {
  const list = known(names, section);
  const gone = placesOf(which, list);
  const pieces = [];
  let start = 0;
  for (const [item, count] of gone) {
    pieces.push({ start, end: item });
    start = item + count;
  }
  pieces.push({ start, end: list.length });
  const listAfter = joined(pieces.map(({ start, end }) => list.slice(start, end)));
  checked.edit(section, list, listAfter, gone.flatMap(([item, count]) => list.slice(item, item + count)), []);
  const after = edited(names, section, checked, pieces, listAfter);
  const entries = gone.map(([item, count]) => ({ section, item, count }));
  return { names: after, steps: entries.length > 0 ? [{ delete: entries }] : [] };
}

/**
 * Moves one item. The list may be known by its keys alone.
 *
 * @param {FeedNames} names of the current list
 * @param {{ section: number, item: number }} from
 * @param {{ section: number, item: number }} to its new place
 * @returns {Edit}
 */
export function movement(names, from, to) {
  const steps = [{ move: [{ from, to }] }];
  const { snapshot, making, total } = names;
  if (!snapshot) return { names: carriedNames(names, steps), steps };
  const keys = names.keys && withMoved(/** @type {any[]} */ (names.keys), from, to, movedKeys);
  const moved = (/** @type {any} */ other) => ({ ...other, sections: withMoved(other.sections, from, to, movedItems) });
  const after = new FeedNames(moved(snapshot));
  Object.assign(after, { keys, total, list: names.list });
  // The snapshot for another extent has the item in the new place, too.
  if (making) after.making = { make: (extent) => moved(making.make(extent)), keys: /** @type {any} */ (keys), extent: making.extent };
  return { names: after, steps };
}

/**
 * @param {readonly any[]} sections their items, or their keys
 * @param {{ section: number, item: number }} from
 * @param {{ section: number, item: number }} to
 * @param {(value: any, pieces: readonly import('../steps/itemForms.js').Piece[]) => any} made
 */
function withMoved(sections, from, to, made) {
  const one = made(sections[from.section], [{ start: from.item, end: from.item + 1 }]);
  const without = made(sections[from.section], [{ start: 0, end: from.item }, { start: from.item + 1, end: Infinity }]);
  const rest = sections.map((value, number) => (number === from.section ? without : value));
  return rest.map((value, number) => (number === to.section
    ? made(value, [{ start: 0, end: to.item }, { added: one?.items ?? one }, { start: to.item, end: Infinity }]) : value));
}

/**
 * @param {any} section
 * @param {readonly import('../steps/itemForms.js').Piece[]} pieces
 */
function movedItems(section, pieces) {
  return { ...section, items: itemsOfPieces(section.items ?? 0, pieces) };
}

/**
 * @param {readonly Key[] | null} list
 * @param {readonly import('../steps/itemForms.js').Piece[]} pieces
 */
function movedKeys(list, pieces) {
  return list && joined(pieces.map((piece) => ('added' in piece ? piece.added ?? [undefined] : list.slice(piece.start, piece.end))));
}

/**
 * @param {any} which
 * @param {readonly Key[]} list
 * @returns {[number, number][]}
 */
function placesOf(which, list) {
  if (!Array.isArray(which)) {
    const { item, count = 1 } = which ?? {};
    const isRange = Number.isInteger(item) && Number.isInteger(count) && item >= 0 && count >= 0 && item + count <= list.length;
    if (!isRange) throw new RangeError(`There are no ${described(count)} items from ${described(item)} on among ${list.length}`);
    return count > 0 ? [[item, count]] : [];
  }
  const keys = new Set(which);
  const places = /** @type {number[]} */ ([]);
  for (let place = 0; place < list.length; place += 1) if (keys.has(list[place])) places.push(place);
  if (places.length < keys.size) {
    const there = new Set(list);
    throw new RangeError(`There is no item of the key ${described([...keys].find((key) => !there.has(key)))}`);
  }
  return ranges(places);
}

/**
 * @param {FeedNames} names
 * @param {number} section
 * @returns {readonly Key[]}
 */
function known({ snapshot, keys }, section) {
  const list = keys?.[section];
  if (!snapshot || !list) {
    throw new TypeError(`The items of section ${described(section)} are not known here: update(snapshot, { keys }) says what they are`);
  }
  return /** @type {readonly Key[]} */ (list);
}

/**
 * @param {FeedNames} names
 * @param {number} section
 * @param {CheckedKeys} checked
 * @param {readonly import('../steps/itemForms.js').Piece[]} pieces of its items
 * @param {readonly Key[]} list
 */
function edited(names, section, checked, pieces, list) {
  const { snapshot } = names;
  const sections = snapshot.sections.map((/** @type {any} */ value, /** @type {number} */ number) => (
    number === section ? { ...value, items: itemsOfPieces(value.items ?? 0, pieces) } : value));
  const keys = /** @type {any[]} */ (names.keys);
  const after = new FeedNames({ ...snapshot, sections }, keys.map((other, number) => (number === section ? list : other)), sections, checked);
  after.list = names.list;
  return after;
}

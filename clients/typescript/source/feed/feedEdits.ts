import { carriedNames } from './carriedNames.js';
import { FeedNames } from './FeedNames.js';
import { itemCount } from '../steps/itemCount.js';
import { itemsOfPieces, joined } from '../steps/itemForms.js';
import { sizes } from '../steps/snapshotSteps.js';
import { itemsOf, ranges } from '../steps/stepsBetween.js';
import { described } from '../steps/options.js';
import type { FeedInsertPlace, Key, Step } from '../../types/index.js';
import type { CheckedKeys } from '../steps/CheckedKeys.js';
import type { Piece } from '../steps/itemForms.js';

/** The names after the edit, and its steps. */
export type EditMaker = (edits: typeof import('./feedEdits.js'), names: FeedNames) => Edit;
export type Edit = { names: FeedNames, steps: Step[] };

/**
 * @param names of the current list
 * @param items in any form
 */
export function insertion(
  names: FeedNames, at: FeedInsertPlace, items: any, { section = 0, keys }: { section?: number, keys: readonly Key[] },
  checked: CheckedKeys,
): Edit {
  const list = known(names, section);
  const count = itemCount(items);
  if (!Array.isArray(keys) || keys.length !== count) throw new TypeError(`${count} items are inserted, with ${keys?.length ?? 'no'} keys`);
  const place = at === 'end' ? list.length : typeof at === 'number' ? at : list.indexOf(at?.key);
  if (!Number.isInteger(place) || place < 0 || place > list.length) {
    throw new RangeError(typeof at === 'object' && at !== null ? `There is no item of the key ${described(at.key)}` : `There is no place ${described(at)} among ${list.length} items`);
  }
  const listAfter = joined([list.slice(0, place), keys, list.slice(place)]);
  checked.edit(section, list, listAfter, keys);
  const pieces = [{ start: 0, end: place }, { added: items }, { start: place, end: list.length }];
  const after = edited(names, section, checked, pieces, listAfter);
  if (count === 0) return { names: after, steps: [] };
  const given = sizes(after.snapshot, after.snapshot.sections[section]);
  const made = given ? itemsOf(Array.from({ length: count }, (_, index) => given.at(place + index))) : count;
  return { names: after, steps: [{ insert: [{ section, item: place, items: made }] }] };
}

/** @param names of the current list */
export function removal(
  names: FeedNames, which: readonly Key[] | { item: number, count?: number }, { section = 0 }: { section?: number }, checked: CheckedKeys,
): Edit {
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
  checked.edit(section, list, listAfter, []);
  const after = edited(names, section, checked, pieces, listAfter);
  const entries = gone.map(([item, count]) => ({ section, item, count }));
  return { names: after, steps: entries.length > 0 ? [{ delete: entries }] : [] };
}

/**
 * Moves one item. The list may be known by its keys alone.
 *
 * @param names of the current list
 * @param to its new place
 */
export function movement(names: FeedNames, from: { section: number, item: number }, to: { section: number, item: number }): Edit {
  const steps = [{ move: [{ from, to }] }];
  const { snapshot, making, total } = names;
  if (!snapshot) return { names: carriedNames(names, steps), steps };
  const keys = names.keys && withMoved(names.keys, from, to, movedKeys);
  const moved = (other: any) => ({ ...other, sections: withMoved(other.sections, from, to, movedItems) });
  const after = new FeedNames(moved(snapshot));
  Object.assign(after, { keys, total, list: names.list });
  // The snapshot for another extent has the item in the new place, too.
  if (making) after.making = { make: (extent) => moved(making.make(extent)), keys: keys as any, extent: making.extent };
  return { names: after, steps };
}

/** @param sections their items, or their keys */
function withMoved(
  sections: readonly any[], from: { section: number, item: number }, to: { section: number, item: number },
  made: (value: any, pieces: readonly Piece[]) => any,
) {
  const one = made(sections[from.section], [{ start: from.item, end: from.item + 1 }]);
  const without = made(sections[from.section], [{ start: 0, end: from.item }, { start: from.item + 1, end: Infinity }]);
  const rest = sections.map((value, number) => (number === from.section ? without : value));
  return rest.map((value, number) => (number === to.section
    ? made(value, [{ start: 0, end: to.item }, { added: one?.items ?? one }, { start: to.item, end: Infinity }]) : value));
}

function movedItems(section: any, pieces: readonly Piece[]) {
  return { ...section, items: itemsOfPieces(section.items ?? 0, pieces) };
}

function movedKeys(list: readonly Key[] | null, pieces: readonly Piece[]) {
  return list && joined(pieces.map((piece) => ('added' in piece ? piece.added ?? [undefined] : list.slice(piece.start, piece.end))));
}

function placesOf(which: any, list: readonly Key[]): [number, number][] {
  if (!Array.isArray(which)) {
    const { item, count = 1 } = which ?? {};
    const isRange = Number.isInteger(item) && Number.isInteger(count) && item >= 0 && count >= 0 && item + count <= list.length;
    if (!isRange) throw new RangeError(`There are no ${described(count)} items from ${described(item)} on among ${list.length}`);
    return count > 0 ? [[item, count]] : [];
  }
  const keys = new Set(which);
  const places: number[] = [];
  for (let place = 0; place < list.length; place += 1) if (keys.has(list[place])) places.push(place);
  if (places.length < keys.size) {
    const there = new Set(list);
    throw new RangeError(`There is no item of the key ${described([...keys].find((key) => !there.has(key)))}`);
  }
  return ranges(places);
}

function known({ snapshot, keys }: FeedNames, section: number): readonly Key[] {
  const list = keys?.[section];
  if (!snapshot || !list) {
    throw new TypeError(`The items of section ${described(section)} are not known here: update(snapshot, { keys }) says what they are`);
  }
  return list as readonly Key[];
}

/** @param pieces of its items */
function edited(names: FeedNames, section: number, checked: CheckedKeys, pieces: readonly Piece[], list: readonly Key[]) {
  const { snapshot } = names;
  const sections = snapshot.sections.map((value: any, number: number) => (
    number === section ? { ...value, items: itemsOfPieces(value.items ?? 0, pieces) } : value));
  const keys = names.keys as any[];
  const after = new FeedNames({ ...snapshot, sections }, keys.map((other, number) => (number === section ? list : other)), sections, checked);
  after.list = names.list;
  return after;
}

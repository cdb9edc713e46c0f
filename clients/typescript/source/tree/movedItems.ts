import { itemCount } from '../steps/itemCount.js';
import { itemNames, ItemSizes, itemsOfPieces, joined } from '../steps/itemForms.js';
import type { Step } from '../../types/index.js';

type Range = { section: number, item: number, count: number };
/** A range after a step, and the same items before it. */
type Arrival = Range & { from: Range };

/**
 * The items and keys of the sections that a step changes by moving and deleting items, by the numbers of the sections. The keys of a
 * section are left out if items come without keys, or with the key of another item. Items that come from a section where items without a
 * size have another one say their sizes. Entries for sections that do not exist are ignored.
 *
 * @param sections with `items` and `keys`, as far as they have any, and the sizes of items without one (`itemSizes`)
 * @param step whose other lists are ignored
 */
export function movedItems(sections: readonly any[], step: Step): Map<number, { items: any, keys?: any }> {
  const isHere = ({ section }: { section: number }) => section in sections;
  const moves = (step.move ?? []).filter(({ from, to }) => isHere(from) && isHere(to))
    .map(({ from, to, count = 1 }) => ({ ...to, count, from: { ...from, count } }));
  const gone = [...(step.delete ?? []).filter(isHere).map((range) => ({ count: 1, ...range })), ...moves.map(({ from }) => from)];
  const changed = new Set([...gone, ...moves].map(({ section }) => section));
  return new Map([...changed].map((section) => [section, contents(sections, section, {
    gone: rangesIn(gone, section), come: rangesIn(moves, section),
  })]));
}

/**
 * @param number of the changed section
 * @param ranges in order
 */
function contents(sections: readonly any[], number: number, { gone, come }: { gone: Range[], come: Arrival[] }) {
  const { items = 0, keys } = sections[number];
  const pieces = piecesOf(itemCount(items), gone, come);
  const all = keys && come.every(({ from }) => sections[from.section].keys)
    ? joined(pieces.map((piece) => sections[piece.section ?? number].keys.slice(piece.start, piece.end))) : [];
  return {
    items: itemsOfPieces(items, pieces.map(({ section = number, start, end }) => (section === number
      ? { start, end } : { added: added(sections[section], sections[number], start, end) }))),
    ...(keys && { keys: all.length > 0 && new Set(all).size === all.length ? all : undefined }),
  };
}

/** Items of a section for another one. */
function added({ items = 0, sizes }: any, other: any, start: number, end: number) {
  if (JSON.stringify(sizes.posted) === JSON.stringify(other.sizes.posted)) return itemsOfPieces(items, [{ start, end }]);
  const all = new ItemSizes(items, itemNames, sizes.posted);
  return Array.from({ length: end - start }, (_, place) => ({ ...other.sizes.moved, ...all.at(start + place) }));
}

/**
 * The pieces of sections before a step of which a section consists after it. A piece without a number is of the same section.
 *
 * @param count of its items before
 */
function piecesOf(count: number, gone: readonly Range[], come: readonly Arrival[]) {
  let start = 0;
  const rest = [...gone, { item: count, count: 0 }].map((range) => {
    const stretch = { start, end: range.item };
    start = range.item + range.count;
    return stretch;
  });
  const pieces: { section?: number, start: number, end: number }[] = [];
  const stay = (most: number) => {
    for (let left = most; left > 0 && rest.length > 0;) {
      const [first] = rest;
      const end = Math.min(first.start + left, first.end);
      pieces.push({ start: first.start, end });
      left -= end - first.start;
      first.start = end;
      if (end >= first.end) rest.shift();
    }
  };
  let length = 0;
  for (const { item, count: added, from } of come) {
    stay(item - length);
    pieces.push({ section: from.section, start: from.item, end: from.item + added });
    length = item + added;
  }
  stay(Infinity);
  return pieces;
}

function rangesIn<Entry extends Range>(ranges: readonly Entry[], section: number) {
  return ranges.filter((range) => range.section === section).sort((left, right) => left.item - right.item);
}

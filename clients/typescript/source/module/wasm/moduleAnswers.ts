import type { ScrollAnchor } from '../../../types/index.js';
import type { Fault } from './CheckedNumbers.js';
import type { Row, Vocabulary } from './Vocabulary.js';

/** The number of numbers of an element. */
export const elementNumbers = 11;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The number of numbers of a section before its members. */
const sectionHead = 14;

/** The number of numbers of a section. */
export function sectionNumbers({ sectionMembers: rows }: Vocabulary) {
  return rows.reduce((count, row) => count + numbersOf(row), sectionHead);
}

/**
 * A section, as the service lists it.
 *
 * @param bytes the texts
 */
export function sectionMembers(section: number, numbers: Float64Array, bytes: Uint8Array, { engines, sectionMembers: rows }: Vocabulary) {
  const [engine, itemCount, estimatedCount, estimatedHeaderCount, meanWidth, meanHeight, x, y, width, height] = numbers;
  const text = (place: number) => (
    decoder.decode(bytes.slice(numbers[place], numbers[place] + numbers[place + 1])));
  const members: any = { section };
  if (numbers[10] >= 0) members.id = text(10);
  Object.assign(members, { digest: text(12), engine: engines[engine], itemCount });
  if (estimatedCount > 0) members.estimatedCount = estimatedCount;
  if (estimatedHeaderCount > 0) members.estimatedHeaderCount = estimatedHeaderCount;
  if (!Number.isNaN(meanWidth) || !Number.isNaN(meanHeight)) {
    members.meanSize = {
      ...(Number.isNaN(meanWidth) ? {} : { width: meanWidth }), ...(Number.isNaN(meanHeight) ? {} : { height: meanHeight }),
    };
  }
  members.frame = { x: x + 0, y: y + 0, width, height };
  return Object.assign(members, rowValues(rows, numbers, sectionHead, bytes));
}

export function stepFaults(numbers: Float64Array, { objects, problems }: Vocabulary): Fault[] {
  const lists = [...objects.step.keys()];
  const faults = [];
  for (let place = 1; place < numbers.length; place += 3) {
    const [list, entry, code] = numbers.subarray(place, place + 3);
    const path = list < 0 ? '' : `/${lists[list]}/${entry}`;
    faults.push({ pointer: `/steps/${numbers[0]}${path}`, code: problems[code] });
  }
  return faults;
}

function textAt(numbers: Float64Array, place: number, bytes: Uint8Array) {
  return numbers[place] < 0 ? null : decoder.decode(bytes.slice(numbers[place], numbers[place] + numbers[place + 1]));
}

/** The number of numbers of a look before the members of headers. */
const lookHead = 11;

/** The number of numbers of a value. */
export function numbersOf({ form, detail }: Row) {
  return form === 'text' ? 2 : form === 'matrix' ? detail : 1;
}

/** The number of numbers of a look. */
export function lookNumbers({ headerMembers }: Vocabulary) {
  return headerMembers.reduce((count, row) => count + numbersOf(row), lookHead);
}

export function look(numbers: Float64Array, bytes: Uint8Array, { headerMembers }: Vocabulary) {
  const text = (place: number) => textAt(numbers, place, bytes);
  const members: any = {};
  const [backgroundColor, selectedBackgroundColor, color] = [text(0), text(2), text(9)];
  if (backgroundColor !== null) members.backgroundColor = backgroundColor;
  if (selectedBackgroundColor !== null) members.selectedBackgroundColor = selectedBackgroundColor;
  if (numbers[4] === 1) {
    members.padding = { top: numbers[5], left: numbers[6], bottom: numbers[7], right: numbers[8] };
  }
  if (color !== null) members.color = color;
  return Object.assign(members, rowValues(headerMembers, numbers, lookHead, bytes));
}

/** @param tellsWaits whether it says that it waits, as in pinning records */
export function element(numbers: Float64Array, place: number, looks: any[], vocabulary: Vocabulary, tellsWaits: boolean) {
  const [kind, section, index, x, y, width, height, zIndex, columnIndex, marks, lookPlace] =
    numbers.subarray(place, place + elementNumbers);
  const members = named(kind, section, index, vocabulary);
  members.frame = { x: x + 0, y: y + 0, width, height };
  if (columnIndex >= 0) members.columnIndex = columnIndex;
  if (zIndex !== 0) members.zIndex = zIndex;
  if (marks & 1) members.pinned = (marks & 2) !== 0;
  if (lookPlace >= 0) Object.assign(members, looks[lookPlace]);
  if (marks & 4) members.estimated = true;
  if (tellsWaits && marks & 8) members.waits = true;
  return members;
}

/**
 * The value of a member: a number, a text, a flag, or the numbers of a matrix. Null for its default.
 *
 * @param bytes the texts
 */
export function valueAt(row: Row, numbers: Float64Array, place: number, bytes: Uint8Array) {
  const { form } = row;
  if (form === 'text') return textAt(numbers, place, bytes);
  if (Number.isNaN(numbers[place])) return null;
  if (form === 'matrix') return [...numbers.subarray(place, place + numbersOf(row))];
  return form === 'flag' ? numbers[place] === 1 : numbers[place];
}

/**
 * The members that do not have their defaults.
 *
 * @param bytes the texts
 */
function rowValues(rows: readonly Row[], numbers: Float64Array, start: number, bytes: Uint8Array) {
  let place = start;
  return Object.fromEntries(rows.flatMap((row) => {
    const value = valueAt(row, numbers, place, bytes);
    place += numbersOf(row);
    return value === null ? [] : [[row.name, value]];
  }));
}

/**
 * Adds the members of their items to elements. Returns the number of numbers that were read.
 *
 * @param bytes the texts
 */
export function itemMembers(elements: any[], numbers: Float64Array, start: number, bytes: Uint8Array, { members }: Vocabulary) {
  const end = start + 1 + numbers[start];
  for (let place = start + 1; place < end;) {
    const [element, row] = [elements[numbers[place]], members[numbers[place + 1]]];
    place += 2;
    if (row) {
      element[row.name] = valueAt(row, numbers, place, bytes);
      place += numbersOf(row);
    } else {
      const [x, y, width, height] = numbers.subarray(place, place += 4);
      element.transformedFrame = { x: x + 0, y: y + 0, width, height };
    }
  }
  return end - start;
}

/** The new bounds, and the anchor. */
export function anchored([x, y, width, height, dx, dy, ...still]: Float64Array) {
  return {
    anchor: anchor(still),
    bounds: { x: x + 0, y: y + 0, width, height }, scrollDelta: { x: dx + 0, y: dy + 0 },
  };
}

/** The anchor; null for none. */
export function anchor([edge, section, item]: readonly number[]): ScrollAnchor | null {
  return edge === 0 ? null : { section, item, edge: edge === 1 ? 'leading' : 'trailing' };
}

/**
 * The name of an element: its numbers, and its kind if that is not its category.
 *
 * @param number of the kind
 */
export function named(number: number, section: number, index: number, { kinds }: Vocabulary): any {
  const [kind, category] = kinds[number];
  return path(kind === category ? { category } : { category, kind }, kind, section, index);
}

/** @param section below 0 for an element outside of sections */
function path(members: any, kind: string, section: number, index: number) {
  if (section >= 0) members.section = section;
  members[kind === 'cell' ? 'item' : 'index'] = index;
  return members;
}

/**
 * Transitions, one after the other.
 *
 * @param start of the first one
 */
export function transitions(numbers: Float64Array, start: number, count: number, vocabulary: Vocabulary) {
  let place = start;
  return Array.from({ length: count }, () => {
    const members = moved(numbers.subarray(place), vocabulary);
    place += transitionNumbers;
    for (const end of [members.initial, members.final]) {
      const length = numbers[place];
      const matrix = numbers.subarray(place + 1, place += 1 + length);
      if (length > 0) end[length === 6 ? 'transform' : 'transform3D'] = [...matrix];
    }
    return members;
  });
}

/** The number of numbers of a transition before its transforms. */
const transitionNumbers = 19;

function moved(numbers: Float64Array, { kinds }: Vocabulary) {
  const [kind, category] = kinds[numbers[numbers[3] >= 0 ? 3 : 0]];
  const members: any = kind === category ? { category } : { category, kind };
  if (numbers[0] >= 0) members.from = path({}, kind, numbers[1], numbers[2]);
  if (numbers[3] >= 0) members.to = path({}, kind, numbers[4], numbers[5]);
  for (const [name, place] of ([['initial', 6], ['final', 12]] as [string, number][])) {
    const [x, y, width, height, alpha, pinned] = numbers.subarray(place, place + 6);
    members[name] = { frame: { x: x + 0, y: y + 0, width, height } };
    if (alpha !== 1) members[name].alpha = alpha;
    if (pinned >= 0) members[name].pinned = pinned === 1;
  }
  if (numbers[18] !== 0) members.zIndex = numbers[18];
  return members;
}

/** The number of numbers of a section's record. */
const recordNumbers = 7;

/** The number of numbers before the records: the place of a text, an end, and the number of records. */
const recordsHead = 4;

/**
 * The pinning records.
 *
 * @param elements all of them, the global headers first
 * @param bytes the texts
 */
export function pinningRecords(
  elements: any[], numbers: Float64Array, bytes: Uint8Array, sectionCount: number, { isHorizontal }: { isHorizontal: boolean },
  { objects }: Vocabulary,
) {
  const records = Array.from({ length: sectionCount }, (_, place) => (
    numbers.slice(recordsHead + place * recordNumbers, recordsHead + (place + 1) * recordNumbers)));
  const own = records.reduce((count, record) => count + record[6], 0);
  let first = elements.length - own;
  const globalHeaders = elements.slice(0, first);
  const sections = records.map(([section, x, y, width, height, headersExtent, count]) => {
    first += count;
    const stretch = isHorizontal ? { minX: x, maxX: x + width, headersWidth: headersExtent }
      : { minY: y, maxY: y + height, headersHeight: headersExtent };
    const made: any = { section, ...stretch, elements: elements.slice(first - count, first) };
    return made;
  });
  for (let place = recordsHead + sectionCount * recordNumbers; place < numbers.length;) {
    const { effect, end } = effectAt(numbers, place + 1, [...objects.stop.keys()]);
    sections[numbers[place]].effect = effect;
    place = end;
  }
  const color = textAt(numbers, 0, bytes);
  return { globalHeaders, ...(color !== null && { globalHeaderBackground: { color, end: numbers[2] } }), sections };
}

/**
 * An effect, and where it ends.
 *
 * @param names of the members of stops
 */
function effectAt(numbers: Float64Array, start: number, names: readonly string[]) {
  const [unit, perspective, focus, x, y, z, count] = numbers.subarray(start, start + 7);
  const end = start + 7 + count * names.length;
  const stops = Array.from({ length: count }, (_, place) => {
    const values = numbers.subarray(start + 7 + place * names.length, end);
    return Object.fromEntries(names.flatMap((name, index) => (Number.isNaN(values[index]) ? [] : [[name, values[index]]])));
  });
  const origin = Object.fromEntries(Object.entries({ x, y, z }).filter(([name, number]) => number !== (name === 'z' ? 0 : 0.5)));
  const effect = {
    ...(unit > 0 && { unit }), ...(focus !== 0.5 && { focus }), ...(perspective > 0 && { perspective }),
    ...(Object.keys(origin).length > 0 && { origin }), stops,
  };
  return { effect, end };
}

/** The number of numbers of a place with too little space. */
const shortageNumbers = 5;

/** @param pointerTo a section, if it is not in the body's list */
export function shortages(numbers: Float64Array, isHorizontal: boolean, pointerTo?: ((section: number) => string) | null) {
  const [wide, width] = isHorizontal ? ['high', 'height'] : ['wide', 'width'];
  return Array.from({ length: numbers.length / shortageNumbers }, (_, place) => {
    const [kind, section, item, extent, line] = numbers.subarray(place * shortageNumbers);
    const pointer = pointerTo?.(section) ?? `/sections/${section}`;
    if (kind === 0) {
      return { pointer: `${pointer}/items`, code: 'wider-than-line', detail: `item ${item} is ${extent} points ${wide}, its line ${line}` };
    }
    const detail = kind === 1 ? `the insets leave no ${width} for the items` : `the columns are ${extent} points ${wide}, narrower than one`;
    return { pointer, code: 'no-room', detail };
  });
}

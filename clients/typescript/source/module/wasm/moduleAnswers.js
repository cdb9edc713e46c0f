// @ts-check
import { stepLists } from './StepNumbers.js';

/** @typedef {import('./CheckedNumbers.js').Fault} Fault */

/** The kinds of elements, in the order of the core's list. */
export const kinds = ['globalHeader', 'header', 'cell', 'footer', 'rowSeparator', 'columnSeparator', 'sectionSeparator'];
const categories = ['supplementary', 'supplementary', 'cell', 'supplementary', 'decoration', 'decoration', 'decoration'];
const stepCodes = [
  'section-out-of-range-before', 'section-out-of-range-after', 'item-out-of-range-before', 'item-out-of-range-after',
  'delete-and-reload-same', 'delete-and-move-same', 'delete-and-resize-same', 'insert-and-move-same', 'moves-from-same',
  'moves-to-same', 'move-from-deleted-section', 'move-into-inserted-section', 'insert-into-inserted-section',
  'duplicate-delete', 'duplicate-insert', 'duplicate-reload', 'duplicate-resize', 'duplicate-set', 'size-missing', 'over-limit',
];
/** How many numbers an element is. */
export const elementNumbers = 11;
const decoder = new TextDecoder();

/**
 * A section, as the service lists it.
 *
 * @param {number} section
 * @param {Float64Array} numbers
 * @param {Uint8Array} bytes the texts
 * @param {readonly string[]} engines
 */
export function sectionMembers(section, numbers, bytes, engines) {
  const [engine, itemCount, estimatedCount, meanWidth, meanHeight, x, y, width, height] = numbers;
  const text = (/** @type {number} */ place) => (
    decoder.decode(bytes.slice(numbers[place], numbers[place] + numbers[place + 1])));
  /** @type {any} */
  const members = { section };
  if (numbers[9] >= 0) members.id = text(9);
  Object.assign(members, { digest: text(11), engine: engines[engine], itemCount });
  if (estimatedCount > 0) members.estimatedCount = estimatedCount;
  if (!Number.isNaN(meanWidth) || !Number.isNaN(meanHeight)) {
    members.meanSize = {
      ...(Number.isNaN(meanWidth) ? {} : { width: meanWidth }), ...(Number.isNaN(meanHeight) ? {} : { height: meanHeight }),
    };
  }
  members.frame = { x: x + 0, y: y + 0, width, height };
  return members;
}

/**
 * @param {Float64Array} numbers
 * @returns {Fault[]}
 */
export function stepFaults(numbers) {
  const faults = [];
  for (let place = 1; place < numbers.length; place += 3) {
    const [list, entry, code] = numbers.subarray(place, place + 3);
    const path = list < 0 ? '' : `/${stepLists[list]}/${entry}`;
    faults.push({ pointer: `/steps/${numbers[0]}${path}`, code: stepCodes[code] });
  }
  return faults;
}

/**
 * @param {Float64Array} numbers
 * @param {Uint8Array} bytes
 */
export function look(numbers, bytes) {
  const text = (/** @type {number} */ place) => (
    numbers[place] < 0 ? null : decoder.decode(bytes.slice(numbers[place], numbers[place] + numbers[place + 1])));
  /** @type {any} */
  const members = {};
  const [backgroundColor, selectedBackgroundColor, color] = [text(0), text(2), text(9)];
  if (backgroundColor !== null) members.backgroundColor = backgroundColor;
  if (selectedBackgroundColor !== null) members.selectedBackgroundColor = selectedBackgroundColor;
  if (numbers[4] === 1) {
    members.padding = { top: numbers[5], left: numbers[6], bottom: numbers[7], right: numbers[8] };
  }
  if (color !== null) members.color = color;
  return members;
}

/**
 * @param {Float64Array} numbers
 * @param {number} place
 * @param {any[]} looks
 */
export function element(numbers, place, looks) {
  const [kind, section, index, x, y, width, height, zIndex, columnIndex, marks, lookPlace] =
    numbers.subarray(place, place + elementNumbers);
  const members = path({ category: categories[kind] }, kind, section, index);
  members.frame = { x: x + 0, y: y + 0, width, height };
  if (columnIndex >= 0) members.columnIndex = columnIndex;
  if (zIndex !== 0) members.zIndex = zIndex;
  if (marks & 1) members.pinned = (marks & 2) !== 0;
  if (lookPlace >= 0) Object.assign(members, looks[lookPlace]);
  if (marks & 4) members.estimated = true;
  return members;
}

/**
 * @param {any} members
 * @param {number} kind
 * @param {number} section
 * @param {number} index
 * @param {boolean} [namesKind]
 */
function path(members, kind, section, index, namesKind = true) {
  const isCell = kind === 2;
  if (namesKind && !isCell) members.kind = kinds[kind];
  if (kind !== 0) members.section = section;
  members[isCell ? 'item' : 'index'] = index;
  return members;
}

/**
 * Where bounds go, and what stands still.
 *
 * @param {Float64Array} numbers
 */
export function anchored([x, y, width, height, dx, dy, ...still]) {
  return {
    anchor: anchor(still),
    bounds: { x: x + 0, y: y + 0, width, height }, scrollDelta: { x: dx + 0, y: dy + 0 },
  };
}

/**
 * What stands still; null for nothing.
 *
 * @param {readonly number[]} numbers
 * @returns {import('../../../index.js').ScrollAnchor | null}
 */
export function anchor([edge, section, item]) {
  return edge === 0 ? null : { section, item, edge: edge === 1 ? 'leading' : 'trailing' };
}

/**
 * Which element it is.
 *
 * @param {Float64Array} numbers
 * @returns {any}
 */
export function named([kind, section, index]) {
  return path({ category: categories[kind] }, kind, section, index);
}

/** @param {Float64Array} numbers */
export function moved(numbers) {
  const kind = numbers[3] >= 0 ? numbers[3] : numbers[0];
  /** @type {any} */
  const members = { category: categories[kind] };
  if (kind !== 2) members.kind = kinds[kind];
  if (numbers[0] >= 0) members.from = path({}, numbers[0], numbers[1], numbers[2], false);
  if (numbers[3] >= 0) members.to = path({}, numbers[3], numbers[4], numbers[5], false);
  for (const [name, place] of /** @type {[string, number][]} */ ([['initial', 6], ['final', 12]])) {
    const [x, y, width, height, alpha, pinned] = numbers.subarray(place, place + 6);
    members[name] = { frame: { x: x + 0, y: y + 0, width, height } };
    if (alpha !== 1) members[name].alpha = alpha;
    if (pinned >= 0) members[name].pinned = pinned === 1;
  }
  if (numbers[18] !== 0) members.zIndex = numbers[18];
  return members;
}

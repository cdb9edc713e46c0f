// @ts-check
import { itemCount } from './itemCount.js';
import { stepLists } from './tables.js';

/** @typedef {{ section: number, item: number }} Place */
/** @typedef {{ isOfSections: boolean, takes: boolean, puts: boolean, replaces: boolean }} StepList what the entries of a list do */
/**
 * An entry of a step's list. `from`: its place before the step; `to`: its place after it; `count`: of sections or items; `made`: its new
 * sections
 *
 * @typedef {{ list: StepList, from: Place | null, to: Place | null, count: number, made: readonly any[] | null }} StepEntry
 */

const lists = /** @type {[string, StepList][]} */ (Object.entries(stepLists));

/**
 * The entries of a step, list by list.
 *
 * @param {any} step whose values are checked
 * @param {(list: StepList) => boolean} [isWanted] which lists to read
 * @returns {StepEntry[]}
 */
export function stepEntries(step, isWanted = () => true) {
  const entries = [];
  for (const [name, list] of lists) {
    if (!step[name] || !isWanted(list)) continue;
    for (const { section, item, from, to, count, items, sections, value } of step[name]) {
      const isMove = from !== undefined;
      const made = sections ?? (value === undefined ? null : [value]);
      entries.push({
        list,
        from: isMove ? placeAt(from) : list.puts ? null : { section, item },
        to: isMove ? placeAt(to) : list.puts ? { section, item } : null,
        count: count ?? (!list.puts || isMove ? 1 : list.isOfSections ? made.length : itemCount(items)),
        made,
      });
    }
  }
  return entries;
}

/**
 * Whether the entries of a list put sections elsewhere, or others in their place.
 *
 * @param {StepList} list
 */
export function renumbers({ isOfSections, takes, puts, replaces }) {
  return isOfSections && (takes || puts || replaces);
}

/**
 * @param {Place | number} place
 * @returns {Place}
 */
function placeAt(place) {
  return typeof place === 'number' ? { section: place, item: 0 } : { section: place.section, item: place.item };
}

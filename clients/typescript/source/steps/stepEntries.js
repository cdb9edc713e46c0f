// @ts-check
import { itemCount } from './itemCount.js';
import { stepLists } from './tables.js';

/** @typedef {import('../../index.js').Step} Step */
/**
 * An entry of a step's list, with what the list does.
 *
 * @typedef {{ isOfSections: boolean, takes: boolean, puts: boolean, replaces: boolean, from: Place | null, to: Place | null, count: number,
 *   made: readonly any[] | null }} StepEntry `from`: its place before the step; `to`: its place after it; `count`: of
 *   sections or items; `made`: its new sections
 * @typedef {{ section: number, item: number }} Place
 */

/**
 * The entries of a step, list by list.
 *
 * @param {any} step whose values are checked
 * @returns {StepEntry[]}
 */
export function stepEntries(step) {
  return Object.entries(stepLists).flatMap(([name, does]) => (step[name] ?? []).map((/** @type {any} */ entry) => {
    const { section, item = 0, sections, value, items, count = sections?.length ?? (does.puts && items !== undefined ? itemCount(items) : 1) } = entry;
    const own = { section, item };
    const [from, to] = [entry.from ?? (does.puts ? null : own), entry.to ?? (does.puts ? own : null)].map((place) => (
      typeof place === 'number' ? { section: place, item: 0 } : place));
    return { ...does, from, to, count, made: sections ?? (value === undefined ? null : [value]) };
  }));
}

/**
 * Whether an entry puts sections elsewhere, or others in their place.
 *
 * @param {StepEntry} entry
 */
export function renumbers({ isOfSections, takes, puts, replaces }) {
  return isOfSections && (takes || puts || replaces);
}

// @ts-check
import { sectionsAfter } from './sectionsAfter.js';
import { renumbers, stepEntries } from './stepEntries.js';

/** @typedef {import('../../index.js').Step} Step */

/**
 * The sections, by their numbers before all steps, whose items or metrics are needed to apply the steps.
 *
 * @param {readonly Step[]} steps whose values are checked
 * @param {number} count of sections
 * @returns {Set<number>}
 */
export function touchedSections(steps, count) {
  /** @type {Set<number>} */
  const touched = new Set();
  /** For each section its number before all steps; −1 for an inserted one. Null as long as no section has moved. */
  let numbers = /** @type {number[] | null} */ (null);
  for (const step of steps) {
    const entries = stepEntries(step);
    const before = numbers;
    const after = entries.some(({ list }) => renumbers(list)) ? sectionsAfter(step, before ?? Array.from({ length: count }, (_, number) => number), () => -1) : before;
    /** @type {(place: import('./stepEntries.js').Place | null, length: number, list: number[] | null) => void} */
    const touch = (place, length, list) => {
      if (!place) return;
      const end = Math.min(place.section + length, list?.length ?? count);
      for (let section = place.section; section < end; section += 1) {
        const number = list ? list[section] : section;
        if (number >= 0) touched.add(number);
      }
    };
    for (const { list, from, to, count: length } of entries) {
      if (renumbers(list)) continue;
      touch(from, list.isOfSections ? length : 1, before);
      touch(to, list.isOfSections ? length : 1, after);
    }
    numbers = after;
  }
  return touched;
}

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
    const after = entries.some(renumbers) ? sectionsAfter(step, before ?? Array.from({ length: count }, (_, number) => number), () => -1) : before;
    for (const entry of entries) {
      if (renumbers(entry)) continue;
      for (const [place, list] of /** @type {const} */ ([[entry.from, before], [entry.to, after]])) {
        if (!place) continue;
        const end = Math.min(place.section + (entry.isOfSections ? entry.count : 1), list?.length ?? count);
        for (let section = place.section; section < end; section += 1) {
          const number = list ? list[section] : section;
          if (number >= 0) touched.add(number);
        }
      }
    }
    numbers = after;
  }
  return touched;
}

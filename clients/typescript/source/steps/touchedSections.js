// @ts-check
import { sectionsAfter } from './sectionsAfter.js';

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
    const before = numbers;
    const after = movesSections(step) ? sectionsAfter(step, before ?? Array.from({ length: count }, (_, number) => number), () => -1) : before;
    /** @type {(section: number, list: number[] | null) => void} */
    const touch = (section, list) => {
      const number = list ? list[section] ?? -1 : section;
      if (number >= 0) touched.add(number);
    };
    for (const { section } of [...step.delete ?? [], ...step.resize ?? [], ...step.reload ?? []]) touch(section, before);
    for (const { section, count: length = 1 } of step.setSections ?? []) {
      const end = Math.min(section + length, before?.length ?? count);
      for (let place = section; place < end; place += 1) touch(place, before);
    }
    for (const { section } of step.insert ?? []) touch(section, after);
    for (const { from, to } of step.move ?? []) {
      touch(from.section, before);
      touch(to.section, after);
    }
    numbers = after;
  }
  return touched;
}

/** @param {Step} step */
function movesSections(step) {
  return step.deleteSections ?? step.insertSections ?? step.moveSections ?? step.reloadSections;
}

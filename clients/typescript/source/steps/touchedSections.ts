import { sectionsAfter } from './sectionsAfter.js';
import { renumbers, stepEntries } from './stepEntries.js';
import type { Step } from '../../types/index.js';
import type { Place } from './stepEntries.js';

/**
 * The sections, by their numbers before all steps, whose items or metrics are needed to apply the steps.
 *
 * @param steps whose values are checked
 * @param count of sections
 */
export function touchedSections(steps: readonly Step[], count: number): Set<number> {
  const touched: Set<number> = new Set();
  /** For each section its number before all steps; −1 for an inserted one. Null as long as no section has moved. */
  let numbers: number[] | null = null;
  for (const step of steps) {
    const entries = stepEntries(step);
    const before: number[] | null = numbers;
    const after: number[] | null = entries.some(({ list }) => renumbers(list)) ? sectionsAfter(step, before ?? Array.from({ length: count }, (
      _, number,
    ) => number), () => -1) : before;
    const touch: (place: Place | null, length: number, list: number[] | null) => void = (place, length, list) => {
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

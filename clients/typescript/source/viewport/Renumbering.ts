import { stepEntries } from '../steps/stepEntries.js';
import type { Step } from '../../types/index.js';
import type { StepEntry } from '../steps/stepEntries.js';

type Touch = { isBefore: boolean, first: number, last: number, isWhole: boolean };

/**
 * The numbers of sections and items after those that steps change. The last changed section and all after it, and the items after the
 * changed ones in that section, keep their numbers counted from the end.
 */
export class Renumbering {
  /** The number of sections before the first changed one. */
  declare head: number;
  /** The number of the last changed section. */
  declare boundary: number;
  /** Whether a whole section is inserted, deleted, moved or replaced. */
  isWhole = false;
  /** Whether a step sets global headers. */
  declare isGlobal: boolean;
  /** The difference between new and old section numbers. */
  #sections = 0;
  /** The difference between new and old numbers of the boundary section's items; NaN if these are replaced. */
  #items = 0;

  /** @param countBefore of sections; NaN if it is not known, and then no new number is known */
  constructor(steps: Step | readonly Step[], countBefore: number, countAfter: number) {
    const list = [steps].flat();
    this.isGlobal = list.some((step) => step.set);
    let count = countBefore;
    let tail = countBefore;
    let head = this.isGlobal ? 0 : countBefore;
    const stages = list.map((step) => {
      const entries = stepEntries(step);
      const after = count + more(entries, true);
      const stage = { entries, before: count, after, touches: entries.flatMap(touches) };
      for (const { isBefore, first, last, isWhole } of stage.touches) {
        head = Math.min(head, first);
        tail = Math.min(tail, (isBefore ? count : after) - 1 - last);
        this.isWhole ||= isWhole;
      }
      count = after;
      return stage;
    });
    const isKnown = count === countAfter;
    this.head = isKnown ? Math.max(0, head) : 0;
    this.boundary = isKnown ? countBefore - 1 - tail : Infinity;
    this.#sections = countAfter - countBefore;
    for (const { entries, before, after, touches: all } of isKnown ? stages : []) {
      const [old, made] = [before - 1 - tail, after - 1 - tail];
      const isOther = all.some(({ isBefore, first, last, isWhole }) => {
        const number = isBefore ? old : made;
        return isWhole && first <= number && number <= last;
      });
      this.#items += isOther ? NaN : more(entries, false, ({ section }, isBefore) => section === (isBefore ? old : made));
    }
  }

  /** The new number of a section, which is the boundary section or after it. */
  section(section: number) {
    return section + this.#sections;
  }

  /** The new number of an item after all changed ones; NaN if it is not known. */
  item(section: number, item: number) {
    if (section > this.boundary) return item;
    const number = section === this.boundary ? item + this.#items : NaN;
    return number >= 0 ? number : NaN;
  }

  /** Whether items after all changed ones have new numbers. */
  get movesItems() {
    return this.#items !== 0;
  }
}

/** The sections that an entry changes. */
function touches({ list: { isOfSections }, from, to, count }: StepEntry): Touch[] {
  const touch = ({ section }: { section: number }, isBefore: boolean) => (
    { isBefore, first: section, last: section + (isOfSections ? count : 1) - 1, isWhole: isOfSections });
  return [...(from ? [touch(from, true)] : []), ...(to ? [touch(to, false)] : [])];
}

/**
 * The number that entries of some kind add to a section, or to the sections.
 *
 * @param isThere whether a place is in it
 */
function more(
  entries: readonly StepEntry[], isOfSections: boolean, isThere: (place: { section: number }, isBefore: boolean) => boolean = () => true,
) {
  return entries.reduce((total, { list, from, to, count }) => (list.isOfSections !== isOfSections ? total
    : total + count * (Number(to !== null && isThere(to, false)) - Number(list.takes && from !== null && isThere(from, true)))), 0);
}

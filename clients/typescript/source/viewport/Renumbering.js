// @ts-check

/** @typedef {import('../../index.js').Step} Step */
/** @typedef {{ isBefore: boolean, first: number, last: number, isWhole: boolean }} Touch */

/**
 * The numbers of sections and items after those that steps change. The last changed section and all after it, and the items after the
 * changed ones in that section, keep their numbers counted from the end.
 */
export class Renumbering {
  /** The number of sections before the first changed one. */
  head;
  /** The number of the last changed section. */
  boundary;
  /** Whether a whole section is inserted, deleted, moved or replaced. */
  isWhole = false;
  /** Whether a step sets global headers. */
  isGlobal;
  /** The difference between new and old section numbers. */
  #sections = 0;
  /** The difference between new and old numbers of the boundary section's items; NaN if these are replaced. */
  #items = 0;

  /**
   * @param {Step | readonly Step[]} steps
   * @param {number} countBefore of sections; NaN if it is not known, and then no new number is known
   * @param {number} countAfter
   */
  constructor(steps, countBefore, countAfter) {
    const list = [steps].flat();
    this.isGlobal = list.some((step) => step.set);
    let count = countBefore;
    let tail = countBefore;
    let head = this.isGlobal ? 0 : countBefore;
    const stages = list.map((step) => {
      const after = count + sum(step.insertSections, ({ sections }) => sections.length) - sum(step.deleteSections, counted);
      const stage = { step, before: count, after, touches: [...touches(step)] };
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
    for (const { step, before, after, touches: all } of isKnown ? stages : []) {
      const [old, made] = [before - 1 - tail, after - 1 - tail];
      const isOther = all.some(({ isBefore, first, last, isWhole }) => {
        const number = isBefore ? old : made;
        return isWhole && first <= number && number <= last;
      });
      this.#items += isOther ? NaN : itemsMore(step, old, made);
    }
  }

  /**
   * The new number of a section, which is the boundary section or after it.
   *
   * @param {number} section
   */
  section(section) {
    return section + this.#sections;
  }

  /**
   * The new number of an item after all changed ones; NaN if it is not known.
   *
   * @param {number} section
   * @param {number} item
   */
  item(section, item) {
    if (section > this.boundary) return item;
    const number = section === this.boundary ? item + this.#items : NaN;
    return number >= 0 ? number : NaN;
  }

  /** Whether items after all changed ones have new numbers. */
  get movesItems() {
    return this.#items !== 0;
  }
}

/**
 * The sections that a step changes.
 *
 * @param {Step} step
 * @returns {Generator<Touch>}
 */
function* touches(step) {
  /**
   * @param {boolean} isBefore
   * @param {number} first
   * @param {number} count
   * @param {boolean} isWhole
   * @returns {Touch}
   */
  const touch = (isBefore, first, count, isWhole) => ({ isBefore, first, last: first + count - 1, isWhole });
  for (const { section } of [...step.delete ?? [], ...step.resize ?? [], ...step.reload ?? []]) {
    yield touch(true, section, 1, false);
  }
  for (const { section } of step.insert ?? []) yield touch(false, section, 1, false);
  for (const { from, to } of step.move ?? []) {
    yield touch(true, from.section, 1, false);
    yield touch(false, to.section, 1, false);
  }
  for (const entry of [...step.deleteSections ?? [], ...step.setSections ?? []]) {
    yield touch(true, entry.section, counted(entry), true);
  }
  for (const { section } of step.reloadSections ?? []) yield touch(true, section, 1, true);
  for (const { from, to, count = 1 } of step.moveSections ?? []) {
    yield touch(true, from, count, true);
    yield touch(false, to, count, true);
  }
  for (const { section, sections } of step.insertSections ?? []) yield touch(false, section, sections.length, true);
}

/**
 * The number of items that a step adds to a section.
 *
 * @param {Step} step
 * @param {number} before its number before the step
 * @param {number} after
 */
function itemsMore(step, before, after) {
  return sum(step.insert, ({ section, items }) => (section === after ? countOf(items) : 0))
    - sum(step.delete, (entry) => (entry.section === before ? counted(entry) : 0))
    + sum(step.move, (entry) => (Number(entry.to.section === after) - Number(entry.from.section === before)) * counted(entry));
}

/** @param {import('../../index.js').StepItems} items */
function countOf(items) {
  if (typeof items === 'number') return items;
  if (Array.isArray(items)) return sum(items, counted);
  const { count, widths, heights } = /** @type {any} */ (items);
  return count ?? (widths ?? heights).length;
}

/** @param {{ count?: number }} entry */
function counted({ count = 1 }) {
  return count;
}

/**
 * @template Entry
 * @param {readonly Entry[] | undefined} entries
 * @param {(entry: Entry) => number} value
 */
function sum(entries, value) {
  return (entries ?? []).reduce((total, entry) => total + value(entry), 0);
}

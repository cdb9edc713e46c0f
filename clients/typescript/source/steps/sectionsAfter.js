// @ts-check

/** @typedef {import('../../index.js').Step} Step */

/**
 * The sections after a step: inserted and moved ones at their given places, the others in order between them.
 *
 * @template Section
 * @param {Step} step
 * @param {readonly Section[]} before
 * @param {(value: any, old: Section | null) => Section} made the result for a section that is inserted or replaces an old one
 * @returns {Section[]}
 */
export function sectionsAfter(step, before, made) {
  const gone = new Set();
  /** @type {Map<number, Section>} */
  const placed = new Map();
  const reloaded = new Map((step.reloadSections ?? []).map(({ section, value }) => [section, value]));
  for (const { section, count = 1 } of step.deleteSections ?? []) {
    for (let place = section; place < Math.min(section + count, before.length); place += 1) gone.add(place);
  }
  for (const { from, to, count = 1 } of step.moveSections ?? []) {
    for (let place = 0; place < Math.min(count, before.length - from); place += 1) {
      gone.add(from + place);
      placed.set(to + place, before[from + place]);
    }
  }
  for (const { section, sections } of step.insertSections ?? []) {
    sections.forEach((value, place) => placed.set(section + place, made(value, null)));
  }
  const others = before.flatMap((one, section) => (
    gone.has(section) ? [] : [reloaded.has(section) ? made(reloaded.get(section), one) : one]));
  const after = [];
  for (let other = 0; other < others.length || placed.has(after.length);) {
    after.push(placed.get(after.length) ?? others[other++]);
  }
  return after;
}

// @ts-check
import { renumbers, stepEntries } from './stepEntries.js';

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
  /** @type {Map<number, any>} */
  const replaced = new Map();
  for (const { list: { takes }, from, to, count, made: values } of stepEntries(step, renumbers)) {
    const most = from ? Math.min(count, before.length - from.section) : count;
    for (let place = 0; place < most; place += 1) {
      if (takes && from) gone.add(from.section + place);
      if (to) placed.set(to.section + place, from ? before[from.section + place] : made(values?.[place], null));
      else if (values && from) replaced.set(from.section, values[0]);
    }
  }
  const others = before.flatMap((one, section) => (
    gone.has(section) ? [] : [replaced.has(section) ? made(replaced.get(section), one) : one]));
  const after = [];
  for (let other = 0; other < others.length || placed.has(after.length);) {
    after.push(placed.get(after.length) ?? others[other++]);
  }
  return after;
}

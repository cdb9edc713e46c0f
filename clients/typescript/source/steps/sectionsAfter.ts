import { renumbers, stepEntries } from './stepEntries.js';
import type { Step } from '../../types/index.js';

/**
 * The sections after a step: inserted and moved ones at their given places, the others in order between them.
 *
 * @param made the result for a section that is inserted or replaces an old one
 */
export function sectionsAfter<Section>(
  step: Step, before: readonly Section[], made: (value: any, old: Section | null) => Section,
): Section[] {
  const gone = new Set();
  const placed: Map<number, Section> = new Map();
  const replaced: Map<number, any> = new Map();
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

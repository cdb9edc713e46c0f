import { isNumber } from '../../service/parameterFaults.js';
import { SnapshotNumbers } from './SnapshotNumbers.js';
import type { Vocabulary } from './Vocabulary.js';

type Measured = { headers?: any, footers?: any, items: Map<number, number[]> };

/**
 * A step that sets true sizes alone, as numbers for the module; null for any other step, and for one with a mistake.
 *
 * @param step as `measuringStep` makes it
 * @param vocabulary of the module
 */
export function measuredNumbers(
  { resize = [], adjust, setSections = [], set = {} }: any, vocabulary: Vocabulary, isHorizontal: boolean,
): SnapshotNumbers | null {
  if (adjust) return null;
  const sections: Map<number, Measured> = new Map();
  const measured = (section: number) => {
    const known = sections.get(section) ?? { items: new Map() };
    sections.set(section, known);
    return known;
  };
  const lists = vocabulary.extentLists(vocabulary.objects.resize);
  for (const entry of resize) {
    const { items } = measured(entry.section);
    for (const [place, item] of entry.at.entries()) {
      const sizes = lists.map((name) => entry[name]?.[place]);
      const areRight = sizes.every((extent) => extent === undefined || (isNumber(extent) && extent >= 0));
      if (!areRight || !isPlace(item) || items.has(item)) return null;
      items.set(item, sizes.map((extent) => extent ?? NaN));
    }
  }
  for (const { section, headers, footers } of setSections) Object.assign(measured(section), { headers, footers });
  const numbers = new SnapshotNumbers(vocabulary);
  numbers.isHorizontal = isHorizontal;
  // Of what a step sets, only global headers are measured.
  numbers.add(Number(set.globalHeaders !== undefined));
  if (set.globalHeaders) numbers.value(vocabulary.objects.set.get('globalHeaders') as any, set.globalHeaders, '');
  numbers.add(sections.size);
  for (const [section, { items, ...stacks }] of ascending(sections)) {
    numbers.add(section);
    numbers.object(stacks, '', vocabulary.stacks);
    numbers.add(items.size);
    const sizes = ascending(items);
    for (const [item] of sizes) numbers.add(item);
    for (const [, size] of sizes) for (const extent of size) numbers.add(extent);
  }
  return numbers.faults.length > 0 || ![...sections.keys()].every(isPlace) ? null : numbers;
}

function isPlace(number: any) {
  return Number.isSafeInteger(number) && number >= 0;
}

function ascending<Value>(map: Map<number, Value>) {
  return [...map].sort(([first], [second]) => first - second);
}

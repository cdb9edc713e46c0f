import type { Key } from '../../types/index.js';

/** How many keys are skipped at most in search of the next equal ones, and after how many searches without any the rest is looked up. */
const [reach, searchesMax] = [64, 64];

/**
 * Where the keys of a list were in the list before: `head` and `tail` keys at its ends are equal; between them `sources` has the place of
 * each key among those between the ends before, −1 for a new one, and for a key that has occurred. Each key occurs once in the list before.
 * O(keys), with a table only of the keys that were not found near their old places.
 */
export function keySources(before: readonly Key[], after: readonly Key[]) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [end, endAfter] = [before.length - tail, after.length - tail];
  const sources = new Int32Array(endAfter - head).fill(-1);
  const skipped: [number, number][] = [];
  let [place, other, searches] = [head, head, 0];
  while (place < end && other < endAfter && searches < searchesMax) {
    if (before[place] === after[other]) {
      sources[other - head] = place - head;
      place += 1;
      other += 1;
      continue;
    }
    let [gone, come] = [1, 1];
    while (gone <= reach && before[place + gone] !== after[other]) gone += 1;
    while (come <= reach && before[place] !== after[other + come]) come += 1;
    if (gone > reach && come > reach) {
      searches += 1;
      [gone, come] = [1, 1];
    } else if (gone <= come) come = 0;
    else gone = 0;
    if (gone > 0) skipped.push([place, Math.min(end, place + gone)]);
    place += gone;
    other += come;
  }
  skipped.push([place, end]);
  const places = new Map<Key, number>();
  for (const [from, to] of skipped) for (let number = from; number < to; number += 1) places.set(before[number] as Key, number - head);
  for (let number = 0; places.size > 0 && number < sources.length; number += 1) {
    const key = after[head + number] as Key;
    if (sources[number] < 0) sources[number] = places.get(key) ?? -1;
    places.delete(key);
  }
  return { head, tail, sources };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keySources } from '../../built/source/steps/keySources.js';
import { SeededRandom } from '../support/SeededRandom.js';

/** The whole list of sources: those of the ends, too. */
function sourcesOf(before, after) {
  const { head, tail, sources } = keySources(before, after);
  return after.map((_, place) => {
    if (place < head) return place;
    if (place >= after.length - tail) return place + before.length - after.length;
    return sources[place - head] < 0 ? -1 : sources[place - head] + head;
  });
}

test('each key is found where it was, the first time that it occurs between the ends', () => {
  const random = new SeededRandom(51);
  const below = (limit) => random.whole(0, limit - 1);
  for (let turn = 0; turn < 3000; turn += 1) {
    const size = below(turn % 10 === 0 ? 400 : 12);
    const before = Array.from({ length: size }, (_, number) => `k${number}`);
    let after = before.slice();
    for (let change = below(8); change > 0; change -= 1) {
      const place = below(after.length + 1);
      const cut = after.splice(place, below(turn % 3 === 0 ? 120 : 3));
      const kind = below(4);
      if (kind === 0) after.splice(below(after.length + 1), 0, ...cut);
      if (kind === 1) after.splice(place, 0, `new${turn}.${change}`);
      if (kind === 2) after = after.concat(cut.reverse());
    }
    if (turn % 5 === 0 && after.length > 0) after.splice(below(after.length), 0, after[below(after.length)]);
    const found = sourcesOf(before, after);
    assert.deepEqual(found.filter((source) => source >= 0).length, new Set(found.filter((source) => source >= 0)).size);
    found.forEach((source, place) => source >= 0 && assert.equal(before[source], after[place]));
    const isTwice = (key) => after.indexOf(key) !== after.lastIndexOf(key);
    after.forEach((key, place) => assert.equal(found[place] >= 0 || isTwice(key), isTwice(key) || before.includes(key), `${turn}: ${key}`));
    // Of a key that occurs twice one place is found, if it was there.
    for (const key of new Set(after)) assert.equal(found.some((source, place) => source >= 0 && after[place] === key), before.includes(key));
  }
});

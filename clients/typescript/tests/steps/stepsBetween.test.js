import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsBetween } from '../../built/index.js';
import { SeededRandom } from '../support/SeededRandom.js';

/** What a step makes of a list: inserted and moved items take their places, the others the rest. */
function applied(step, before, inserted) {
  const after = [];
  const gone = new Set();
  for (const { item, count } of step.delete ?? []) for (let number = 0; number < count; number += 1) gone.add(item + number);
  for (const { from, to, count } of step.move ?? []) {
    for (let number = 0; number < count; number += 1) {
      after[to.item + number] = before[from.item + number];
      gone.add(from.item + number);
    }
  }
  for (const { item, items } of step.insert ?? []) {
    for (let number = 0; number < items; number += 1) after[item + number] = inserted[item + number];
  }
  let place = 0;
  before.forEach((key, number) => {
    if (gone.has(number)) return;
    while (after[place] !== undefined) place += 1;
    after[place] = key;
  });
  return after;
}

test('the steps make the one list of the other, with as few moves as there can be', () => {
  const random = new SeededRandom(3);
  for (let turn = 0; turn < 3000; turn += 1) {
    const before = Array.from({ length: random.whole(0, 8) }, (_, number) => `k${number}`);
    const after = before.filter(() => random.chance(0.7));
    for (let count = random.whole(0, 3); count > 0; count -= 1) after.splice(random.whole(0, after.length), 0, `n${count}`);
    for (let count = random.whole(0, 2); count > 0 && after.length > 0; count -= 1) {
      after.splice(random.whole(0, after.length - 1), 0, ...after.splice(random.whole(0, after.length - 1), 1));
    }
    const [step = {}, ...others] = stepsBetween(before, after);
    assert.deepEqual(applied(step, before, after), after);
    assert.equal(others.length, 0);
    const moves = (step.move ?? []).reduce((sum, { count }) => sum + count, 0);
    const kept = after.filter((key) => key.startsWith('k')).map((key) => Number(key.slice(1)));
    assert.equal(moves, kept.length - longestAscent(kept));
  }
});

/** By a look at every choice. */
function longestAscent(numbers, least = -1) {
  if (numbers.length === 0) return 0;
  const [first, ...others] = numbers;
  return Math.max(longestAscent(others, least), first > least ? 1 + longestAscent(others, first) : 0);
}

test('neighbours go together, and sizes in columns', () => {
  const rows = (...pairs) => pairs.map(([id, height]) => ({ id, height }));
  const before = rows(['a', 1], ['b', 2], ['c', 3], ['d', 4], ['e', 5]);
  const after = rows(['x', 8], ['y', 9], ['d', 4], ['e', 6], ['a', 7]);
  const options = { key: ({ id }) => id, size: ({ height }) => ({ height }), section: 3 };
  assert.deepEqual(stepsBetween(before, after, options), [{
    delete: [{ section: 3, item: 1, count: 2 }],
    insert: [{ section: 3, item: 0, items: { heights: [8, 9] } }],
    move: [{ from: { section: 3, item: 0 }, to: { section: 3, item: 4 }, count: 1 }],
    resize: [{ section: 3, at: [4, 0], heights: [6, 7] }],
  }]);
  assert.deepEqual(stepsBetween(before, before, options), []);
  const [{ insert, resize }] = stepsBetween([1, 2], [1, 2, 3, 4], { size: (key) => (key > 3 ? { width: 5 } : { height: 6 }) });
  assert.deepEqual([insert[0].items, resize], [[{ height: 6 }, { width: 5 }], undefined]);
});

test('a member of a size that is undefined is none', () => {
  const size = ({ height, estimated }) => ({ width: undefined, height, estimated });
  assert.deepEqual(
    stepsBetween([], [{ id: 1, height: 5 }, { id: 2, height: 6 }], { key: ({ id }) => id, size }),
    [{ insert: [{ section: 0, item: 0, items: { heights: [5, 6] } }] }]);
});

test('1 and "1" are two keys; the same key twice, and no key, are mistakes', () => {
  assert.deepEqual(stepsBetween([1], ['1']), [{
    delete: [{ section: 0, item: 0, count: 1 }], insert: [{ section: 0, item: 0, items: 1 }],
  }]);
  assert.throws(() => stepsBetween(['a'], ['b', 'b']), /Items 0 and 1 have the same key b/);
  assert.throws(() => stepsBetween([{}], []), /item 0 is no string and no number/);
});

test('a million items, one of them moved', () => {
  const before = Array.from({ length: 1_000_000 }, (_, number) => number);
  const after = [...before.slice(1, 500_000), 0, ...before.slice(500_000)];
  assert.deepEqual(stepsBetween(before, after), [{
    move: [{ from: { section: 0, item: 0 }, to: { section: 0, item: 499_999 }, count: 1 }],
  }]);
});

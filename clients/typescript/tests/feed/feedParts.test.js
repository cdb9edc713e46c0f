import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../source/service/Clock.js';
import { FeedEnds } from '../../source/feed/FeedEnds.js';
import { NodeMeasuring } from '../../source/module/NodeMeasuring.js';
import { Problem } from '../../source/service/Problem.js';
import { Turning } from '../../source/feed/Turning.js';
import { ManualClock, settled } from '../support/ManualClock.js';

/** The number of events while lists are shown one after the other, near the start. */
function ends(lists, look = () => {}) {
  const told = [];
  const watched = new FeedEnds((name) => told.push(name));
  for (const keys of lists) {
    look(watched);
    watched.look({ startreached: 0, endreached: 9000 }, { reach: 800, isFull: true, itemCount: keys.length, names: { keys: [keys] } });
  }
  return told.length;
}
const items = Array.from({ length: 50 }, (_, item) => `k${item}`);

test('a row at the end that has another key after each load does not make it load again', () => {
  const lists = Array.from({ length: 20 }, (_, load) => (
    [`today ${load}`, ...Array.from({ length: 5 * load }, (_, item) => `older ${5 * load - item}`), ...items]));
  assert.equal(ends(lists), 1);
  assert.equal(ends(lists, (watched) => watched.scrolled()), 20);
  assert.equal(ends([items, items.slice(1)]), 1);
  assert.equal(ends([['spinner', ...items], items.slice(40)]), 1);
  assert.equal(ends([['spinner', ...items], items.map((key) => `other ${key}`)]), 2);
  // Items without keys are none that were there.
  assert.equal(ends([['a', undefined], ['b', undefined]]), 2);
});

test('names of what was measured are kept, those that were measured last', () => {
  const view = {
    ResizeObserver: class { disconnect() {} }, getComputedStyle: () => ({ width: '1px', height: '20px' }),
  };
  const measuring = new NodeMeasuring(view, () => {});
  const cell = (number) => ({
    id: `cell ${number}`, kind: 'cell', section: 0, number, frame: { width: 1, height: 20 },
    node: { offsetWidth: 1, offsetHeight: 20 }, isFree: true, isFresh: true, isEstimated: false,
  });
  for (let first = 0; first < 150_000; first += 1000) {
    measuring.read([cell(0), ...Array.from({ length: 1000 }, (_, place) => cell(first + place + 1))], false);
  }
  const isFree = (number, height = 20) => measuring.isFree({ ...cell(number), frame: { width: 300, height } });
  assert.deepEqual([0, 1, 40_000, 60_000, 150_000].map((number) => isFree(number)), [true, false, false, true, true]);
  // A list has given it another size since.
  assert.equal(isFree(0, 50), false);
});

test('what is scheduled very late is not called at once', () => {
  const { setTimeout } = globalThis;
  const asked = [];
  try {
    globalThis.setTimeout = (callback, milliseconds) => asked.push(milliseconds);
    for (const milliseconds of [1000, 2 ** 31, 1e15, Infinity]) systemClock.schedule(() => {}, milliseconds);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assert.deepEqual(asked, [1000, 2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1]);
});

test('who is told of a failure may throw, and another extent is turned to all the same', async () => {
  let extent = 300;
  const asked = [];
  const thrown = [];
  const act = async () => {
    asked.push(extent);
    if (extent > 300) return;
    // The scroller is resized meanwhile. That this extent has failed is final.
    extent = 400;
    turning.to(extent, act);
    throw new Problem({ status: 400 });
  };
  const turning = new Turning({
    clock: new ManualClock(), told: () => {}, failed: () => { throw new Error('onError'); },
    again: () => {
      if (asked.at(-1) !== extent) turning.to(extent, act);
    },
  });
  turning.to(extent, act).catch(({ message }) => thrown.push(message));
  await settled();
  await turning.whenDone();
  assert.deepEqual([asked, turning.state, thrown], [[300, 400], null, ['onError']]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../built/source/service/Clock.js';
import { FeedEnds } from '../../built/source/feed/FeedEnds.js';
import { NodeMeasuring } from '../../built/source/module/NodeMeasuring.js';
import { Problem } from '../../built/source/service/Problem.js';
import { Relayout } from '../../built/source/feed/Relayout.js';
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

const view = {
  ResizeObserver: class { disconnect() {} observe() {} unobserve() {} }, getComputedStyle: ({ computed }) => computed, requestAnimationFrame: () => 1,
  cancelAnimationFrame: () => {},
};
/** A cell that is drawn, with an estimate of 20, and whose node has a computed height, or is not displayed. */
const cell = (number, height = '20px', inside = []) => ({
  id: `cell ${number}`, kind: 'cell', section: 0, number, frame: { width: 1, height: 20 }, isFree: true, isFresh: true, isEstimated: false,
  node: {
    computed: { width: '1px', height }, getClientRects: () => (height === 'auto' ? [] : [0]),
    getElementsByTagName: (name) => inside.filter(({ complete }) => name === '*' || complete !== undefined),
  },
});

test('a measured 0 is a size, unless there is no box, or a picture is to come', async () => {
  const told = [];
  const measuring = new NodeMeasuring(view, (sizes) => told.push(...sizes.map(({ item, height }) => [item, height])));
  const heard = [];
  const picture = { complete: false, computed: {}, addEventListener: (name, act) => heard.push([name, act]) };
  const skipped = { computed: { contentVisibility: 'auto' }, style: {} };
  const rendered = cell(5, '0px');
  const all = [
    cell(0, '0.4px', [skipped]), cell(1, '0px'), cell(2, 'auto'), cell(3, '0px', [picture]), cell(4, '30px'), rendered,
    { ...cell(0, '0px'), id: 'header', kind: 'header', isEstimated: true },
  ];
  assert.deepEqual(measuring.read(all, false).map(({ item, height }) => [item, height]), [[0, 0.4], [4, 30]]);
  assert.equal(skipped.style.contentVisibility, 'visible');
  measuring.watch(all);
  // A component renders at the end of the task.
  rendered.node.computed.height = '50px';
  await settled();
  assert.deepEqual(told.splice(0), [[1, 2 ** -9], [5, 50], [undefined, 2 ** -9]]);
  assert.deepEqual(heard.map(([name]) => name), ['load', 'error', 'load', 'error']);
  picture.complete = true;
  heard[1][1]();
  assert.deepEqual(told, [[3, 2 ** -9]]);
  // More than a hundred empty ones are not made so small: each would bring another into sight.
  const many = Array.from({ length: 150 }, (_, number) => ({ ...cell(number, '0px'), id: `many ${number}` }));
  for (const shown of many.slice(0, 100)) shown.frame = { width: 1, height: 2 ** -9 };
  measuring.watch(many);
  measuring.read(many.slice(100), false);
  await settled();
  assert.equal(told.length, 1);
  measuring.close();
});

test('names of what was measured are kept, those that were measured last', () => {
  const measuring = new NodeMeasuring(view, () => {});
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
    relayout.to(extent, act);
    throw new Problem({ status: 400 });
  };
  const relayout = new Relayout({
    clock: new ManualClock(), told: () => {}, failed: () => { throw new Error('onError'); },
    again: () => {
      if (asked.at(-1) !== extent) relayout.to(extent, act);
    },
  });
  relayout.to(extent, act).catch(({ message }) => thrown.push(message));
  await settled();
  await relayout.whenDone();
  assert.deepEqual([asked, relayout.state, thrown], [[300, 400], null, ['onError']]);
});

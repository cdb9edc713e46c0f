import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { attach } from '../../built/source/feed/features/prefetching.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { FakeService, list } from '../support/FakeService.js';
import { settled } from '../support/ManualClock.js';

const names = (keys) => new FeedNames({ sections: [{ items: keys.length }] }, keys);

/** A feed's screen of rows 50 high, 400 high itself, and what it has named. */
async function start(options = {}) {
  const layout = await (await new LayoutService('', { fetch: new FakeService(list(1000)).fetch }).post('{}')).layout(390);
  const viewport = layout.viewport();
  await viewport.questions();
  const closing = new AbortController();
  const told = [];
  const named = new Map();
  const screen = { viewport, names: names(Array.from({ length: 1000 }, (_, item) => `row ${item}`)) };
  const parts = {
    screen, signal: closing.signal,
    options: {
      prefetch: (items) => {
        told.push(['prefetch', items.map(({ item }) => item)]);
        for (const item of items) {
          const name = item.key ?? `${item.section}/${item.item}`;
          assert.ok(!named.has(name), `${name} is named twice`);
          named.set(name, item);
        }
      },
      cancel: (items) => {
        told.push(['cancel', items.map(({ item }) => item)]);
        for (const item of items) {
          const name = item.key ?? `${item.section}/${item.item}`;
          assert.equal(named.get(name), item);
          named.delete(name);
        }
      },
      ...options,
    },
  };
  let time = 0;
  const feature = attach(parts);
  const go = async (y, milliseconds = 100) => {
    viewport.update({ x: 0, y, width: 390, height: 400 }, { time: time += milliseconds });
    await viewport.whenWhole();
    await settled();
    feature.drawn();
    return told.splice(0);
  };
  return { screen, viewport, go, named, told, feature, close: () => closing.abort() };
}

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

test('what comes next is named, the nearest first, and cancelled when the direction turns', async () => {
  const { go, named, close, told } = await start();
  assert.deepEqual(await go(5000), []);
  assert.deepEqual(await go(5100), [['prefetch', range(110, 117)]]);
  assert.deepEqual(await go(5150), [['prefetch', [118]]]);
  assert.deepEqual(await go(5150), []);
  assert.deepEqual(await go(5050), [['cancel', range(110, 118)], ['prefetch', range(93, 100).reverse()]]);
  assert.deepEqual([...named.keys()], range(93, 100).reverse().map((item) => `row ${item}`));
  close();
  assert.deepEqual(told, [['cancel', range(93, 100).reverse()]]);
  assert.equal(named.size, 0);
});

test('what was seen is cancelled when it is behind, and may be named again', async () => {
  const { go, named, close } = await start();
  await go(5000);
  let seen = 0;
  for (const y of [5100, 5200, 5300, 5400, 5500, 5600, 5700, 5800, 5900, 6000]) {
    await go(y);
    seen += 1;
    assert.ok(named.size <= 16, String(named.size));
  }
  assert.equal(seen, 10);
  // What is visible and what is ahead.
  assert.deepEqual([...named.values()].map(({ item }) => item), range(120, 135));
  const told = await go(5900);
  assert.deepEqual(told, [['cancel', range(126, 135)], ['prefetch', range(110, 117).reverse()]]);
  close();
  assert.equal(named.size, 0);
});

test('nothing is named while it moves too fast, and what was named is cancelled', async () => {
  const { go, named } = await start();
  await go(5000);
  assert.deepEqual(await go(5100), [['prefetch', range(110, 117)]]);
  // 700 points in 100 milliseconds are more than three viewports in a second.
  assert.deepEqual(await go(5800), [['cancel', range(110, 115)]]);
  assert.deepEqual([...named.values()].map(({ item }) => item), [116, 117]);
  assert.deepEqual((await go(5820, 100)).at(-1)?.[0], undefined);
  await go(5840);
  assert.deepEqual((await go(5860)).at(-1)?.[0], 'prefetch');
});

test('items are told apart by their keys, and without keys by their numbers until these may mean others', async () => {
  const keyed = await start();
  await keyed.go(5000);
  await keyed.go(5100);
  // The same list, one item fewer before: all numbers are others.
  keyed.screen.names = names([...Array.from({ length: 999 }, (_, item) => `row ${item + 1}`), 'new']);
  assert.deepEqual(await keyed.go(5150), [['prefetch', [117, 118]]]);
  assert.deepEqual([...keyed.named.keys()], range(110, 119).map((item) => `row ${item}`));

  const plain = await start();
  plain.screen.names = new FeedNames(null);
  await plain.go(5000);
  await plain.go(5100);
  plain.screen.names = new FeedNames(null);
  assert.deepEqual(await plain.go(5150), [['cancel', range(110, 117)], ['prefetch', range(111, 118)]]);
});

test('what a callback throws is told, and what scrolls goes on', async () => {
  const errors = [];
  const { go } = await start({ prefetch: () => { throw new Error('no network'); }, onError: ({ message }) => errors.push(message) });
  await go(5000);
  await go(5100);
  assert.deepEqual(errors, ['no network']);
});

test('what is named next is told, also where cancelling throws', async () => {
  const named = [];
  const errors = [];
  const { go } = await start({
    cancel: () => { throw new Error('not found'); }, prefetch: (items) => named.push(...items.map(({ item }) => item)),
    onError: ({ message }) => errors.push(message),
  });
  await go(5000);
  await go(5100);
  await go(5000);
  assert.deepEqual([named, errors], [[...range(110, 117), ...range(92, 99).reverse()], ['not found']]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from '../../built/source/feed/finding/find.js';
import { folded } from '../../built/source/feed/finding/folded.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { ManualClock, settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';

const axis = { start: ({ y }) => y, extent: ({ height }) => height };

/** A feed of sections with texts by their keys, of which four rows are in sight, each 10 high. */
function feedOf(lists, { isNamed = true, ...options } = {}) {
  const clock = new ManualClock();
  const features = new Set();
  const closing = new AbortController();
  const texts = new Map();
  const log = [];
  class MutationObserver {
    observe() {}
    takeRecords() { return []; }
    disconnect() {}
  }
  const view = { MutationObserver };
  const node = () => {
    const attributes = {};
    return {
      attributes, setAttribute: (name, value) => void (attributes[name] = value), removeAttribute: (name) => void delete attributes[name],
    };
  };
  const nodes = new Map();
  const screen = {
    scroller: { content: { ownerDocument: { defaultView: view } } },
    features: { add: (one) => features.add(one), remove: (one) => features.delete(one) },
  };
  const rows = () => made.lists.flatMap((list, section) => list.map((key, item) => ({ section, item, key })));
  const made = {
    clock, screen, texts, log, features, asked: 0,
    /** Shows other lists of keys. */
    show(next) {
      made.lists = next;
      const names = isNamed ? new FeedNames({ sections: next.map(({ length }) => ({ items: length })) }, next) : new FeedNames(null);
      for (const one of [...features]) one.changing(names);
      screen.names = names;
      screen.viewport = {
        bounds: screen.viewport?.bounds ?? { y: 0, height: 40 },
        layout: {
          axis, snapshot: { sectionCount: next.length, itemCount: next.flat().length },
          async* sections() {
            for (const { length } of next) {
              await null;
              yield { itemCount: length };
            }
          },
        },
      };
      made.draw(screen.viewport.bounds.y / 10);
    },
    draw(row) {
      screen.viewport.bounds.y = Math.max(0, row) * 10;
      for (const one of [...features]) one.drawn();
    },
    /** What the user does. */
    scroll(row) {
      for (const one of [...features]) one.scrolled();
      made.draw(row);
    },
    close: () => closing.abort(new Error('closed')),
    marks: () => screen.shown.filter((shown) => 'data-found' in shown.node.attributes)
      .map((shown) => `${shown.key}${shown.node.attributes['data-found'] && '!'}`).join(' '),
  };
  Object.defineProperty(screen, 'place', { get: () => rows()[screen.viewport.bounds.y / 10] ?? {} });
  Object.defineProperty(screen, 'axis', { get: () => axis });
  Object.defineProperty(screen, 'shown', {
    get: () => rows().flatMap(({ section, item, key }, row) => {
      const y = row * 10;
      const isShown = y < screen.viewport.bounds.y + 40 && y + 10 > screen.viewport.bounds.y;
      if (!nodes.has(key)) nodes.set(key, node());
      return isShown ? [{ kind: 'cell', section, number: item, key, node: nodes.get(key), frame: { y, height: 10 } }] : [];
    }),
  });
  const travel = { count: 0 };
  const feed = {
    async scrollTo(target, { alignment }) {
      assert.equal(alignment, 'center');
      travel.count += 1;
      const row = rows().findIndex(({ section, item }) => section === target.section && item === target.item);
      log.push(rows()[row].key);
      made.draw(row - 2);
      return true;
    },
  };
  const parts = { feed, screen, travel, options: { onError: (error) => log.push(error.message), ...options }, signal: closing.signal };
  made.find = (word, more) => find(parts, Promise.resolve(), word, {
    text: ({ section, item, key = made.lists[section][item] }) => {
      made.asked += 1;
      clock.time += 1;
      return texts.get(key);
    },
    ...more,
  }, clock);
  made.show(lists);
  return made;
}

async function whole(search, { clock }) {
  for (let slices = 0; !search.isDone && slices < 1000; slices += 1) await clock.advance(0);
  assert.ok(search.isDone);
}

/** A feed of 30 rows, each third of which has the word. */
function thirds() {
  const keys = Array.from({ length: 30 }, (_, number) => `k${number}`);
  const feed = feedOf([keys]);
  for (const [number, key] of keys.entries()) feed.texts.set(key, number % 3 === 1 ? `A Word ${number}` : `${number}`);
  return { feed, keys };
}

test('the hits are numbered, gone to and marked from what is in sight on, and around the end', async () => {
  const { feed } = thirds();
  feed.scroll(14);
  const search = await feed.find('word');
  // The first slice is over.
  assert.deepEqual([search.count, search.current, search.isDone, feed.asked], [2, 0, false, 8]);
  assert.equal(feed.marks(), 'k16');
  const told = [];
  search.addEventListener('change', () => told.push([search.current, search.count]));
  assert.deepEqual(await search.next(), { section: 0, item: 16, key: 'k16' });
  assert.deepEqual(told.at(-1), [1, 2]);
  assert.equal(feed.marks(), 'k16!');
  await whole(search, feed);
  assert.deepEqual([search.count, search.current, search.skipped], [10, 6, 0]);
  for (let step = 0; step < 5; step += 1) await search.next();
  assert.equal(search.current, 1);
  await search.previous();
  assert.deepEqual(feed.log, ['k16', 'k19', 'k22', 'k25', 'k28', 'k1', 'k28']);
  // What the user has scrolled to is what counts, unless the hit is still in sight.
  feed.scroll(feed.screen.viewport.bounds.y / 10 + 1);
  assert.equal((await search.previous()).key, 'k25');
  feed.scroll(2);
  assert.equal((await search.next()).key, 'k4');
  feed.scroll(10);
  assert.equal((await search.previous()).key, 'k7');
  const count = told.length;
  search.close();
  assert.equal(feed.marks(), '');
  assert.equal(await search.next(), null);
  assert.equal(told.length, count);
  assert.equal(feed.features.size, 0);
});

test('a step waits until its hit is found, and steps are made in order', async () => {
  const { feed } = thirds();
  const search = await feed.find('WORD 2');
  const steps = [search.next(), search.next(), search.previous()];
  const keys = [];
  for (const step of steps) void step.then(({ key }) => keys.push(key));
  await settled();
  assert.deepEqual(keys, []);
  await whole(search, feed);
  await settled();
  assert.deepEqual(keys, ['k22', 'k25', 'k22']);
  const none = await feed.find('no such word');
  const step = none.next();
  await whole(none, feed);
  assert.equal(await step, null);
  const empty = await feed.find('');
  assert.deepEqual([empty.isDone, empty.count, await empty.previous()], [true, 0, null]);
});

test('a feed has one search, which ends with it and with its signal', async () => {
  const { feed } = thirds();
  const first = await feed.find('word');
  const closed = [];
  first.addEventListener('close', () => closed.push('first'));
  await first.next();
  await first.next();
  const before = feed.asked;
  const second = await feed.find('Word 1');
  assert.deepEqual([first.isClosed, closed], [true, ['first']]);
  await feed.clock.advance(0);
  // It goes on where the first one was: k4 is in its way to k10.
  assert.equal((await Promise.all([second.next(), whole(second, feed)]))[0].key, 'k10');
  assert.equal(feed.asked - before, 30);
  const controller = new AbortController();
  const third = await feed.find('word', { signal: controller.signal });
  controller.abort();
  assert.ok(second.isClosed && third.isClosed);
  await assert.rejects(feed.find('word', { signal: controller.signal }), { name: 'AbortError' });
  const last = await feed.find('2');
  const waiting = last.previous();
  feed.close();
  assert.equal(await waiting, null);
  assert.deepEqual([last.isClosed, feed.marks(), feed.features.size], [true, '', 0]);
  await assert.rejects(feed.find('word'), { message: 'closed' });
  for (const wrong of [[3, {}], ['a', { text: 'a' }], ['a', { words: 3 }]]) await assert.rejects(feed.find(...wrong), TypeError);
});

test('a longer text is found at the hit where a shorter one was', async () => {
  const { feed, keys } = thirds();
  for (const key of keys.slice(3, 7)) feed.texts.set(key, 'needle');
  const first = await feed.find('need');
  for (let step = 0; step < 3; step += 1) await first.next();
  const second = await feed.find('needle');
  assert.deepEqual([feed.log.at(-1), second.current], ['k5', 0]);
  assert.equal((await second.next()).key, 'k5');
  feed.scroll(20);
  const third = await feed.find('needle');
  assert.deepEqual([(await Promise.all([third.next(), whole(third, feed)]))[0].key, third.current], ['k3', 1]);
});

test('rows without a text are counted, a function that throws is reported once, and a list of counts alone is asked for them', async () => {
  const { feed, keys } = thirds();
  for (const key of keys.slice(0, 12)) feed.texts.delete(key);
  const search = await feed.find('word');
  await whole(search, feed);
  assert.deepEqual([search.count, search.skipped], [6, 12]);
  const thrown = await feed.find('word', { text: () => { throw new Error('no text'); } });
  await whole(thrown, feed);
  assert.deepEqual([thrown.skipped, feed.log], [30, ['no text']]);
  const bare = feedOf([keys.slice(0, 10), [], keys.slice(10)], { isNamed: false });
  for (const key of keys) bare.texts.set(key, key);
  const counted = await bare.find('k1');
  await settled();
  await whole(counted, bare);
  assert.equal(counted.count, 11);
  bare.show([keys.slice(0, 10)]);
  await settled();
  await whole(counted, bare);
  assert.equal(counted.count, 1);
});

test('a host gives its own items', async () => {
  const keys = ['a', 'b', 'c'];
  const feed = feedOf([keys], { itemOf: ({ key }) => (key === 'b' ? null : { item: { title: `The ${key}` } }) });
  const search = await feed.find('the', { text: ({ title }) => title });
  assert.deepEqual([search.count, search.skipped], [2, 1]);
});

test('the list for another width is the same list', async () => {
  const { feed, keys } = thirds();
  const make = () => ({});
  feed.screen.names.making = { make, extent: 300 };
  const search = await feed.find('word');
  await whole(search, feed);
  const turned = new FeedNames({ sections: [{ items: 30 }] }, [keys]);
  turned.making = { make, extent: 400 };
  for (const one of feed.features) one.changing(turned);
  feed.screen.names = turned;
  feed.draw(3);
  assert.equal(feed.asked, 30);
  // The same function may make another list.
  const changed = new FeedNames({ sections: [{ items: 30 }] }, [keys]);
  changed.making = { make, extent: 400 };
  for (const one of feed.features) one.changing(changed);
  feed.screen.names = changed;
  feed.draw(3);
  await whole(search, feed);
  assert.equal(feed.asked, 60);
});

test('after changes of the list, a search is as one that begins with it, at the same hit if it is one', async () => {
  const words = ['a', 'A\u0301', 'b\u00e1', 'ab', 'x', 'B'];
  let kept = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = new SeededRandom(seed * 13);
    let next = 0;
    const list = (count) => Array.from({ length: count }, () => `n${next += 1}`);
    const feed = feedOf([list(random.whole(5, 30)), list(random.whole(0, 20))]);
    const write = () => {
      for (const key of feed.lists.flat()) {
        if (!feed.texts.has(key) && random.chance(0.9)) feed.texts.set(key, `${random.pick(words)}${random.pick(words)}`);
      }
    };
    write();
    const word = random.pick(words);
    const isHit = (key) => feed.texts.has(key) && folded(feed.texts.get(key)).includes(folded(word));
    const hits = () => feed.lists.flat().filter(isHit);
    const search = await feed.find(word);
    for (let change = 0; change < 4; change += 1) {
      const way = random.chance(0.5) ? 'next' : 'previous';
      const step = search[way]();
      for (let slices = random.whole(0, 8); slices > 0; slices -= 1) await feed.clock.advance(0);
      if (random.chance(0.5)) {
        await whole(search, feed);
        const found = await step;
        if (found) assert.equal(hits()[search.current - 1], found.key, `seed ${seed}`);
        else assert.equal(hits().length, 0);
      }
      const before = search.current > 0 ? feed.log.at(-1) : null;
      const lists = feed.lists.map((keys) => keys.filter(() => random.chance(0.8)));
      lists[random.whole(0, 1)].splice(random.whole(0, 5), 0, ...list(random.whole(0, 5)));
      for (const key of lists.flat()) if (random.chance(0.1)) feed.texts.set(key, random.pick(words));
      feed.lists = lists;
      write();
      feed.show(lists);
      // A step that waited goes on in the new list.
      if (before && hits().includes(before)) {
        kept += 1;
        assert.ok(search.current > 0, `seed ${seed}`);
      }
      await whole(search, feed);
      await step;
      assert.equal(search.count, hits().length, `seed ${seed}`);
      assert.equal(search.skipped, feed.lists.flat().filter((key) => !feed.texts.has(key)).length);
      const marked = feed.marks().split(' ').filter(Boolean);
      const inSight = feed.screen.shown.map(({ key }) => key);
      assert.deepEqual(marked.map((name) => name.replace('!', '')), hits().filter((key) => inSight.includes(key)), `seed ${seed}`);
    }
    search.close();
  }
  assert.ok(kept > 50, `${kept}`);
});

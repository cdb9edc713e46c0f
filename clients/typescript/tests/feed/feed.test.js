import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { leadAt, placeOf } from '../../built/source/feed/FeedPlace.js';
import { glide } from '../../built/source/viewport/scrolling/glide.js';
import { FakeService, list } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

/** A window whose frames come when they are asked for, 16 ms apart. */
class FakeView {
  #time = 0;
  #callbacks = new Map();
  #next = 1;

  requestAnimationFrame(callback) {
    this.#callbacks.set(this.#next, callback);
    return this.#next++;
  }

  cancelAnimationFrame(handle) {
    this.#callbacks.delete(handle);
  }

  get isWaiting() {
    return this.#callbacks.size > 0;
  }

  frame() {
    this.#time += 16;
    const callbacks = [...this.#callbacks.values()];
    this.#callbacks.clear();
    for (const callback of callbacks) callback(this.#time);
  }
}

/** A glide from 0 to 1000, and what has become of it. */
function start() {
  const view = new FakeView();
  const controller = new AbortController();
  const way = { origin: 0, target: 1000, places: [] };
  const ended = glide(view, {
    origin: () => way.origin, target: () => way.target, extent: 800,
    go: (origin) => { way.origin = origin; way.places.push(origin); },
  }, controller.signal);
  return { view, controller, way, ended };
}

test('a glide goes there without turning, and ends exactly there', async () => {
  const { view, way, ended } = start();
  while (view.isWaiting) view.frame();
  assert.equal(await ended, true);
  assert.equal(way.origin, 1000);
  assert.ok(way.places.length > 15);
  assert.deepEqual(way.places, [...way.places].sort((left, right) => left - right));
});

test('a glide whose target moves, alone or with what is visible, ends where that is', async () => {
  const { view, way, ended } = start();
  for (let frame = 0; frame < 5; frame += 1) view.frame();
  const left = way.target - way.origin;
  // So much came in front: nothing that is visible moves by that.
  way.origin += 5000;
  way.target += 5000;
  view.frame();
  assert.ok(way.target - way.origin > 0 && way.target - way.origin < left);
  way.target += 77;
  while (view.isWaiting) view.frame();
  assert.equal(await ended, true);
  assert.equal(way.origin, 6077);
});

test('a glide that is ended stays where it is', async () => {
  const { view, controller, way, ended } = start();
  for (let frame = 0; frame < 5; frame += 1) view.frame();
  const { origin } = way;
  controller.abort();
  assert.equal(await ended, false);
  assert.equal(view.isWaiting, false);
  assert.equal(way.origin, origin);
});

test('a glide that was ended before it began is ended, and asks for no frame', async () => {
  const view = new FakeView();
  const ended = glide(view, { origin: () => 0, target: () => 1000, extent: 800, go: assert.fail }, AbortSignal.abort());
  assert.deepEqual([view.isWaiting, await ended], [false, false]);
});

/** 2000 rows of 50 points. */
async function shown(y) {
  const fake = new FakeService(list(2000));
  const clock = new ManualClock();
  const layout = await (await new LayoutService('', { fetch: fake.fetch, clock, attempts: 1 }).post({ sections: [] })).layout(390);
  const viewport = layout.viewport({ clock });
  viewport.update({ x: 0, y, width: 390, height: 800 });
  await settled();
  return { layout, viewport };
}
const keys = Array.from({ length: 2000 }, (_, item) => `k${item}`);
const names = (list) => new FeedNames({ sections: [{ items: list.length }] }, list);

test('a place is the first cell that is not covered, and leads back to it, wherever that has gone', async () => {
  const { layout, viewport } = await shown(5010);
  const place = placeOf(viewport, names(keys));
  assert.deepEqual(place, { section: 0, item: 101, key: 'k101', offset: 40, lead: 5010, isAtEnd: false });
  assert.equal(await leadAt(layout, place, names(keys)), 5010);
  assert.equal(await leadAt(layout, place, names([...keys.slice(1000), ...keys.slice(0, 1000)])), 55_010);
  // Another section may have the same key.
  const twice = new FeedNames({ sections: [{ items: 2 }, { items: 2000 }] }, [['k0', 'k101'], keys]);
  assert.deepEqual([twice.findNear('k101', 1), twice.findNear('k7', 0)], [{ section: 1, item: 101 }, { section: 1, item: 7 }]);
  assert.deepEqual([await leadAt(layout, place, twice), await leadAt(layout, { ...place, section: 1 }, twice)], [10, 5010]);
  // Without the key it is its number; without that the distance from the start.
  assert.equal(await leadAt(layout, place, names(keys.map((key) => `other ${key}`))), 5010);
  assert.equal(await leadAt(layout, { ...place, key: undefined, item: 40 }, names(keys)), 1960);
  assert.equal(await leadAt(layout, { offset: 0, lead: 300, isAtEnd: false }, names(keys)), 300);
  assert.equal(await leadAt(layout, { ...place, item: 5000, key: 'gone' }, names(keys)), 5010);
  assert.equal(placeOf((await shown(99_200)).viewport, names(keys)).isAtEnd, true);
});

test('elements are named by the ids of sections and the keys of items, else by numbers', () => {
  const sections = [{ id: 'b', items: 2 }, { id: 'a', items: 1 }];
  const named = new FeedNames({ sections }, [['x', 'y'], [1]]);
  const turned = new FeedNames({ sections: [...sections].reverse() }, [[1], ['y', 'x']]);
  assert.equal(named.id('cell', 0, 1), turned.id('cell', 1, 0));
  assert.deepEqual([named.find('y'), named.find(1), named.find('1'), named.find('y', 1)], [
    { section: 0, item: 1 }, { section: 1, item: 0 }, undefined, undefined,
  ]);
  assert.deepEqual([named.count(0), named.count(7), named.sectionId(1)], [2, -1, 'a']);
  assert.equal(named.isOther(named.id('cell', 0, 1)), false);
  assert.equal(named.isOther(named.id('header', 0, 1)), false);
  const some = new FeedNames({ sections }, [null, ['k #1']]);
  assert.deepEqual([some.isOther(some.id('cell', 0, 1)), some.isOther(some.id('cell', 1, 0))], [true, false]);
  const unknown = new FeedNames(null);
  assert.equal(unknown.isOther(named.id('cell', 0, 1)), true);
  assert.notEqual(unknown.id('cell', 0, 1), unknown.id('cell', 1, 1));
  assert.notEqual(unknown.id('cell', 0, 1), unknown.id('header', 0, 1));
});

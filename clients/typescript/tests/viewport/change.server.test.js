import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedItems, LayoutService, ScrollSpace, stepsBetween } from '../../built/index.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { cases, views } from '../support/cases.js';
import { program } from '../support/running.js';
import { keyLists } from '../../built/source/steps/keyLists.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';

/** How many requests for elements the client has sent. */
let requestCount = 0;
const service = new LayoutService(program.url, {
  fetch: (url, init) => {
    requestCount += Number(url.includes('/elements?'));
    return fetch(url, init);
  },
});

const list = ({ x, y, width, height }) => [x, y, width, height].join();

/** What a viewport shows, and what the service has there: by key, with frames. */
async function compare(viewport, message) {
  const { layout, bounds } = viewport;
  const isVertical = layout.scrollDirection === 'vertical';
  const query = `${isVertical ? 'width' : 'height'}=${layout.containerExtent}`;
  const [place, extent] = isVertical ? ['x', 'width'] : ['y', 'height'];
  // Pages speak of what is across the container.
  const from = Math.max(0, bounds[place]);
  const end = Math.min(layout.containerExtent, bounds[place] + bounds[extent]);
  const rect = { ...bounds, [place]: from, [extent]: end - from };
  const shown = new Map();
  viewport.forEach((page, index) => {
    const element = page.element(index);
    assert.ok(!shown.has(keyOf(element)), `${message}: ${keyOf(element)} twice`);
    shown.set(keyOf(element), element);
  });
  const { elements, special } = await program.json(`/v1/layouts/${layout.id}/elements?${query}&rect=${list(rect)}&bounds=${list(bounds)}`);
  same(shown, elements, message);
  same(new Map(viewport.special.map(({ key, ...element }) => [key, element])), special, message);
  return elements.length;
}

/** Whether bounds show something of what is across the container. */
function isBeside({ axis: { isHorizontal }, containerExtent }, { x, y, width, height }) {
  return isHorizontal ? y < containerExtent && y + height > 0 : x < containerExtent && x + width > 0;
}

function same(shown, elements, message) {
  assert.deepEqual([...shown.keys()].sort(), elements.map(keyOf).sort(), message);
  for (const element of elements) {
    const { frame, ...members } = shown.get(keyOf(element));
    const { frame: expected, ...others } = element;
    assert.deepEqual(members, others, message);
    for (const name of ['x', 'y', 'width', 'height']) {
      assert.ok(Math.abs(frame[name] - expected[name]) < 1e-5, `${message}: ${keyOf(element)} ${name} ${frame[name]} ${expected[name]}`);
    }
  }
}

function keyOf({ category, kind = category, section, item, index = item }) {
  return section === undefined ? `${kind}/${index}` : `${kind}/${section}/${index}`;
}

test('what is kept of pages is what the service has', async () => {
  let [visited, kept] = [0, 0];
  for (const { seed, snapshot, container, extent, turns } of cases('lists', { count: 48, turns: 4, places: 4 })) {
    const layout = await service.post(snapshot, { [container]: extent });
    const viewport = layout.viewport({ pageLength: [150, 400, 1000][seed % 3], maximumPages: 300, maximumPrefetchPages: 0 });
    for (const [turn, { places, anchor, steps }] of turns.entries()) {
      const seen = views({ places }).map(({ bounds }) => bounds).filter((bounds) => isBeside(viewport.layout, bounds));
      if (seen.length === 0) break;
      for (const bounds of seen) {
        viewport.update(bounds);
        await viewport.whenWhole();
      }
      const message = `seed ${seed}, turn ${turn}: ${JSON.stringify(steps)} ${list(viewport.bounds)}`;
      const change = await viewport.change(steps, { anchor }).catch((error) => assert.equal(error.name, 'Problem', message));
      if (!change) {
        await assert.rejects(viewport.layout.change(steps), { name: 'Problem' }, message);
        continue;
      }
      const { bounds, scrollDelta } = change;
      assert.deepEqual({ ...viewport.bounds }, bounds);
      kept += viewport.pageCount;
      for (const [number, { x, y, width, height }] of [bounds, ...seen, ...seen].entries()) {
        const isMoved = number > seen.length;
        viewport.update({ x: x + (isMoved ? scrollDelta.x : 0), y: y + (isMoved ? scrollDelta.y : 0), width, height });
        await viewport.whenWhole();
        visited += await compare(viewport, message);
      }
    }
    viewport.close();
  }
  assert.ok(visited > 3000 && kept > 100, `${visited} ${kept}`);
});

/** A list of rows, shown from an origin on. */
async function shown(heights, y, options = {}) {
  const sections = [{ engine: 'column', headers: [{ height: 40, pin: true }], items: { heights } }];
  const layout = await service.post({ sections }, { width: 390, ...options });
  const viewport = layout.viewport({ maximumPrefetchPages: 0 });
  viewport.update({ x: 0, y, width: 390, height: 800 });
  await viewport.whenWhole();
  return viewport;
}

/** The positions of items in the window, by their keys in a list. */
function inSight(viewport, keys) {
  const places = new Map();
  viewport.forEach((page, index) => places.set(keys[page.item[index]], page.y[index] - viewport.bounds.y));
  return places;
}

const rows = (count, first = 0) => Array.from({ length: count }, (_, number) => first + number);
const heightOf = (key) => 40 + (key * 7919) % 60;

for (const [name, after, height = heightOf] of [
  ['items in front', (keys) => [...rows(500, 10_000), ...keys]],
  ['items in the page before', (keys) => [...keys.slice(0, 260), ...rows(4, 10_000), ...keys.slice(260)]],
  ['items that go above', (keys) => [...keys.slice(0, 100), ...keys.slice(150)]],
  ['items that go from both sides', (keys) => keys.filter((key) => key % 50 !== 3)],
  ['items that go below', (keys) => keys.slice(0, 600)],
  ['items that get other sizes above', (keys) => keys, (key) => (key < 200 ? 61.75 : heightOf(key))],
  ['an item that is moved from above to below', (keys) => [...keys.slice(1), keys[0]]],
  ['an item that is moved from below to above', (keys) => [keys.at(-1), ...keys.slice(0, -1)]],
]) {
  test(`what is visible stays where it is: ${name}`, async () => {
    const before = rows(1000);
    const viewport = await shown(before.map(heightOf), 20_000);
    const places = inSight(viewport, before);
    const keys = after(before);
    const sized = (list, size) => list.map((key) => ({ key, height: size(key) }));
    const steps = stepsBetween(sized(before, heightOf), sized(keys, height), { key: (row) => row.key, size: (row) => ({ height: row.height }) });
    const change = await viewport.change(steps, { transition: true });
    assert.equal(viewport.state, 'whole');
    assert.equal(viewport.layout, change.layout);
    assert.equal(change.layout.snapshot.itemCount, keys.length);
    assert.ok(await compare(viewport, name) > 8);
    for (const [key, place] of inSight(viewport, keys)) {
      if (places.has(key)) assert.ok(Math.abs(places.get(key) - place) < 0.5, `${key}: ${places.get(key)} ${place}`);
    }
    assert.ok(change.transition.filter(({ category, from, to }) => category === 'cell' && from && to).length > 5);
    assert.equal(viewport.special[0].frame.y, viewport.bounds.y);
    const sections = [{ engine: 'column', headers: [{ height: 40, pin: true }], items: { heights: keys.map(height) } }];
    assert.equal((await service.post({ sections })).id, change.layout.id);
    viewport.close();
  });
}

test('pages that are behind the change are moved, not asked for', async () => {
  const viewport = await shown(rows(2000).map(heightOf), 20_000);
  for (let y = 20_000; y < 28_000; y += 500) {
    viewport.update({ x: 0, y, width: 390, height: 800 });
    await viewport.whenWhole();
  }
  viewport.update({ x: 0, y: 24_000, width: 390, height: 800 });
  const { scrollDelta } = await viewport.change({ insert: [{ section: 0, item: 3, items: { count: 7, height: 33.25 } }] });
  assert.deepEqual(scrollDelta, { x: 0, y: 232.75 });
  requestCount = 0;
  for (let y = 21_300; y < 27_900; y += 500) {
    viewport.update({ x: 0, y, width: 390, height: 800 });
    assert.equal(viewport.state, 'whole');
    assert.ok(await compare(viewport, String(y)) > 8);
  }
  assert.equal(requestCount, 0);
  viewport.close();
});

test('changes come one after the other, scrolls in between', async () => {
  const viewport = await shown(rows(1000).map(heightOf), 20_000);
  let keys = rows(1000);
  const changes = [];
  for (const first of [10_000, 20_000, 30_000]) {
    const next = [...rows(20, first), ...keys.slice(5)];
    changes.push(viewport.change(stepsBetween(keys, next, { size: (key) => ({ height: heightOf(key) }) })));
    keys = next;
  }
  viewport.update({ x: 0, y: 20_300, width: 390, height: 800 });
  await Promise.all(changes);
  const [item] = rows(1000).filter((key) => inSight(viewport, keys).has(key));
  const above = rows(1000).slice(0, item).reduce((sum, key) => sum + heightOf(key), 40);
  assert.ok(Math.abs(inSight(viewport, keys).get(item) - (above - 20_300)) < 0.5);
  await viewport.whenWhole();
  assert.ok(await compare(viewport, 'three') > 8);
  viewport.close();
});

test('keyed items: what is shuffled, resized, new and gone', async () => {
  const random = new SeededRandom(5);
  const viewport = await shown([], 0);
  const items = new KeyedItems(viewport, [], { key: ({ id }) => id, size: ({ height }) => ({ height }) });
  for (let turn = 0; turn < 12; turn += 1) {
    const next = items.items.filter(() => random.chance(0.9)).map((item) => (random.chance(0.1) ? { ...item, height: random.whole(20, 90) } : item));
    for (let count = 0; count < 30; count += 1) next.splice(random.whole(0, next.length), 0, { id: `${turn}/${count}`, height: random.whole(20, 90) });
    if (random.chance(0.5)) next.push(...next.splice(random.whole(0, next.length - 5), 5));
    await items.update(next);
    assert.equal(items.items, next);
    const layout = await service.post({ sections: [{ engine: 'column', headers: [{ height: 40, pin: true }], items: { heights: next.map(({ height }) => height) } }] });
    assert.equal(viewport.layout.id, layout.id);
  }
  assert.equal(await items.update([...items.items]), null);
  await assert.rejects(items.update([{ id: 1 }, { id: 1 }]), TypeError);
  viewport.close();
});

test('steps between snapshots of every engine and form make the one of the other, whatever the metrics give', async () => {
  const random = new SeededRandom(5);
  const size = (extents) => Object.fromEntries(extents.map((name) => [name, random.pick([10, 44, 50])]));
  const items = (engine, count) => {
    const sizes = () => size(engine === 'waterfall' ? ['height'] : ['width', 'height'].filter(() => random.chance(0.5)));
    if (engine !== 'waterfall' && random.chance(0.3)) return count;
    return random.chance(0.3) ? { count, ...sizes() } : Array.from({ length: count }, () => (
      { ...sizes(), ...(random.chance(0.3) ? { width: 30 } : {}), ...(random.chance(0.2) ? { estimated: true } : {}) }));
  };
  const settings = { metrics: { itemSize: { width: 20 }, rowHeight: 30 } };
  const keyed = () => {
    const engines = ['flow', 'column', 'waterfall', 'mosaic'].filter(() => random.chance(0.8));
    const keys = engines.map(() => [...'abcdef'].filter(() => random.chance(0.5)).sort(() => random.whole(0, 2) - 1));
    const sections = engines.map((engine, section) => ({ id: engine, engine, items: items(engine, keys[section].length) }));
    return { snapshot: { ...settings, sections }, keys };
  };
  for (let round = 0; round < 60; round += 1) {
    const [before, after] = [keyed(), keyed()];
    const steps = snapshotSteps(...[before, after].map(({ snapshot, keys }) => ({ snapshot, keys: keyLists(keys, snapshot) })));
    const [old, expected] = [await service.post(before.snapshot), await service.post(after.snapshot)];
    assert.equal((await old.change(steps)).id, expected.id, JSON.stringify([before, after, steps]));
  }
});

test('where the service has forgotten a changed layout, the snapshot and the steps are posted again', async () => {
  const viewport = await shown(rows(300).map(heightOf), 5000);
  const [base] = [viewport.layout.id];
  await viewport.change({ delete: [{ section: 0, item: 0 }] });
  const forget = async () => {
    for (const id of [base, viewport.layout.id]) await fetch(`${program.url}/v1/layouts/${id}`, { method: 'DELETE' });
  };
  await forget();
  await assert.rejects(program.json(`/v1/layouts/${viewport.layout.id}`), /layout-not-found/);
  await viewport.change([{ insert: [{ section: 0, item: 5, items: { heights: [70] } }] }, { move: [{ from: { section: 0, item: 9 }, to: { section: 0, item: 1 } }] }]);
  await forget();
  viewport.update({ x: 0, y: 9000, width: 390, height: 800 });
  await viewport.whenWhole();
  assert.ok(await compare(viewport, 'again') > 8);
  viewport.close();
});

test('steps that make no sense are a problem that points at them, and change nothing', async () => {
  const viewport = await shown(rows(30).map(heightOf), 0);
  const { id } = viewport.layout;
  const error = await viewport.change({ delete: [{ section: 0, item: 30 }] }).catch((thrown) => thrown);
  assert.deepEqual(error.errors.map(({ pointer, code }) => [pointer, code]), [['/steps/0/delete/0', 'item-out-of-range-before']]);
  assert.equal(viewport.layout.id, id);
  await viewport.change({ delete: [{ section: 0, item: 29 }] });
  assert.notEqual(viewport.layout.id, id);
  viewport.close();
});

test('a thousand million rows change while they are scrolled, and the scroller stays where it is', async () => {
  const layout = await service.post({ sections: [{ engine: 'column', metrics: { rowHeight: 50 }, items: 1_000_000_000 }] }, { width: 390 });
  const space = new ScrollSpace({ contentExtent: layout.contentSize.height, viewportExtent: 844 });
  const viewport = layout.viewport();
  space.scrollTo(123_456_789);
  viewport.update({ x: 0, y: space.origin, width: 390, height: 844 });
  await viewport.whenWhole();
  for (const [steps, delta] of [
    [{ insert: [{ section: 0, item: 0, items: { count: 7, height: 31.5 } }] }, 220.5],
    [{ delete: [{ section: 0, item: 0, count: 1_000_000 }] }, -220.5 - 50 * 999_993],
  ]) {
    const { position, origin } = space;
    const { bounds } = await viewport.change(steps);
    const isMoved = space.resize({ contentExtent: viewport.layout.contentSize.height, viewportExtent: 844, origin: bounds.y });
    assert.deepEqual([space.origin, space.position, isMoved], [origin + delta, position, false]);
    assert.ok(await compare(viewport, JSON.stringify(steps)) > 15);
  }
  viewport.close();
});

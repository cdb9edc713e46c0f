import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { partitionPoint } from '../../built/source/steps/partitionPoint.js';
import { FakeService, isIn, json, list } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { models } from '../support/running.js';

async function layoutOf(model, limit = 10_000) {
  const fake = new FakeService(model);
  fake.limit = limit;
  const clock = new ManualClock();
  const service = new LayoutService('', { fetch: fake.fetch, clock });
  const { contentSize, scrollDirection } = model;
  const layout = await (await service.post({ sections: [] }))
    .layout(scrollDirection === 'horizontal' ? contentSize.height : contentSize.width);
  return { fake, clock, layout };
}

const cellsFirst = (elements) => [
  ...elements.filter(({ category }) => category === 'cell'), ...elements.filter(({ category }) => category !== 'cell'),
];

test('a page is asked for with the same bytes each time, aligned, without bounds', async () => {
  const { fake, layout } = await layoutOf(list(1000));
  await layout.page(3);
  assert.equal(String(fake.requests.at(-1).query), String(new URLSearchParams('width=390&rect=0,3000,390,1000&format=columns&pinning=true')));
  const horizontal = await layoutOf({ ...list(1000), scrollDirection: 'horizontal', contentSize: { width: 50_000, height: 390 } });
  await horizontal.layout.page(2, { length: 512 });
  assert.equal(
    String(horizontal.fake.requests.at(-1).query), String(new URLSearchParams('height=390&rect=1024,0,512,390&format=columns&pinning=true')));
});

test('a page has what rows would say, in order, however many pieces it comes in', async () => {
  let count = 0;
  for (const { seed, model } of await models({ count: 80, places: 0 })) {
    const random = new SeededRandom(seed);
    const { fake, layout } = await layoutOf(model, random.whole(1, 60));
    fake.isOld = seed % 2 === 0;
    const page = await layout.page(random.whole(0, 3), { length: random.whole(100, 1000) });
    const expected = cellsFirst(model.elements.filter(({ frame }) => isIn(frame, page.rect)));
    assert.deepEqual(Array.from({ length: page.count }, (_, index) => page.element(index)), expected);
    count += page.count;
  }
  assert.ok(count > 300, `${count} elements`);
});

test('members that are not known are handed back, kinds are left out', async () => {
  const { fake, layout } = await layoutOf(list(0));
  const frame = { x: 0, y: 0, width: 10, height: 10 };
  fake.failures = [json({
    id: fake.id, news: 1, next: null,
    cells: { section: [0, 0], item: [0, 1], x: [0, 5], y: [0, 0], width: [5, 5], height: [9, 9], glow: [1, null] },
    others: [
      { category: 'decoration', kind: 'halo', section: 0, index: 0, frame, zIndex: 5 },
      { category: 'mist', section: 0, index: 0, frame },
      { category: 'supplementary', kind: 'header', section: 0, index: 0, frame, zIndex: 1000, glow: 2 },
    ],
    pinning: {
      scrollDirection: 'vertical', layoutDirection: 'ltr', globalHeaders: [], news: 1,
      sections: [{ section: 0, minY: 0, maxY: 10, headersHeight: 0, news: 1, elements: [{ category: 'supplementary', kind: 'sidebar', section: 0, index: 0, frame }] }],
    },
  })];
  const page = await layout.page(0);
  assert.deepEqual(Array.from({ length: page.count }, (_, index) => page.kind(index)), ['cell', 'cell', 'header']);
  assert.deepEqual(Object.keys(page.element(0)), ['category', 'section', 'item', 'frame', 'glow']);
  assert.deepEqual([0, 1, 2].map((index) => page.element(index).glow), [1, undefined, 2]);
  assert.deepEqual(page.sections, []);
});

test('columns are typed arrays, and accessors say the rest', async () => {
  const cell = (item, extra) => ({ category: 'cell', section: 2, item, frame: { x: item, y: 1, width: 2, height: 3 }, ...extra });
  const { layout } = await layoutOf({
    ...list(0), contentSize: { width: 390, height: 100 },
    elements: [
      cell(0, { columnIndex: 4, backgroundColor: 'red', padding: { top: 1, left: 2, bottom: 3, right: 4 } }),
      cell(1, { selectedBackgroundColor: 'blue', zIndex: -3, alpha: 0.5, transform: [1, 0, 0, 1, 2, 3], data: 'a' }),
      { category: 'decoration', kind: 'rowSeparator', section: 2, index: 2 ** 53, frame: { x: 0, y: 0, width: 9, height: 0.5 }, zIndex: 100, color: 'gray' },
      { category: 'supplementary', kind: 'globalHeader', index: 5, frame: { x: 0, y: 0, width: 9, height: 9 }, zIndex: 1000 },
    ],
  });
  const page = await layout.page(0);
  for (const name of ['item', 'x', 'y', 'width', 'height']) assert.ok(page[name] instanceof Float64Array, name);
  for (const name of ['section', 'zIndex', 'columnIndex']) assert.ok(page[name] instanceof Int32Array, name);
  assert.equal(page.number, 0);
  assert.deepEqual(page.rect, { x: 0, y: 0, width: 390, height: 1000 });
  assert.deepEqual([page.count, page.cellCount], [4, 2]);
  assert.deepEqual([0, 1, 2, 3].map((index) => page.isCell(index)), [true, true, false, false]);
  assert.deepEqual([0, 1, 2, 3].map((index) => page.kind(index)), ['cell', 'cell', 'rowSeparator', 'globalHeader']);
  assert.deepEqual([...page.columnIndex], [4, -1, -1, -1]);
  assert.deepEqual([...page.section], [2, 2, 2, -1]);
  assert.deepEqual([...page.item], [0, 1, 2 ** 53, 5]);
  assert.deepEqual([...page.zIndex], [0, -3, 100, 1000]);
  assert.deepEqual([page.data(1), page.element(1).zIndex], ['a', -3]);
  assert.deepEqual([0, 1, 2].map((index) => page.look(index)), [{ backgroundColor: 'red' }, { alpha: 0.5, transform: [1, 0, 0, 1, 2, 3] }, null]);
  assert.deepEqual([0, 1].map((index) => page.backgroundColor(index)), ['red', undefined]);
  assert.deepEqual([0, 1].map((index) => page.selectedBackgroundColor(index)), [undefined, 'blue']);
  assert.deepEqual(page.padding(0), { top: 1, left: 2, bottom: 3, right: 4 });
  assert.deepEqual([page.padding(1), page.color(2), page.color(0)], [undefined, 'gray', undefined]);
});

test('a page with more elements than allowed is refused, at the piece that says so', async () => {
  const { fake, layout } = await layoutOf(list(1000, 10), 30);
  assert.equal((await layout.page(0, { maximumElements: 100 })).count, 100);
  const count = fake.requests.length;
  await assert.rejects(layout.page(0, { maximumElements: 59 }), RangeError);
  assert.equal(fake.requests.length, count + 2);
});

test('page lengths are whole numbers, so that pages meet exactly', async () => {
  const { layout } = await layoutOf(list(10));
  for (const length of [0, 0.5, -1, NaN, 1e9 + 1]) await assert.rejects(layout.page(0, { length }), RangeError, String(length));
  await assert.rejects(layout.page(-1), RangeError);
  await assert.rejects(layout.page(0.5), RangeError);
});

test('a viewport visits each element in its bounds once, on whatever pages it stands', async () => {
  let shared = 0;
  for (const { seed, model, places } of await models({ seed: 100, count: 50, places: 8 })) {
    const random = new SeededRandom(seed);
    const { fake, clock, layout } = await layoutOf(model);
    const pageLength = random.whole(40, 400);
    const viewport = layout.viewport({ pageLength, maximumPages: 1000, clock });
    for (const [turn, { bounds }] of places.entries()) {
      // Now and then some pages are missing.
      const lost = random.chance(0.4) ? random.whole(2, 4) : 0;
      fake.isHeld = lost > 0;
      viewport.update(bounds);
      await settled();
      if (lost) await fake.release(({ query }) => start(query) / pageLength % lost !== 0);
      const isHere = ({ frame }) => !viewport.missing.length || here(viewport, model, bounds, pageLength).some((page) => isIn(frame, page));
      const expected = model.elements.filter((element) => isIn(element.frame, bounds) && isHere(element));
      const visited = [];
      viewport.forEach((page, index) => visited.push(page.element(index)));
      const key = (element) => JSON.stringify([element.section, element.item, element.kind, element.index]);
      assert.deepEqual(visited.map(key).sort(), expected.map(key).sort(), `seed ${seed}, turn ${turn}`);
      shared += expected.filter(({ frame }) => frame.height > pageLength || frame.width > pageLength).length;
      fake.isHeld = false;
      await fake.release();
    }
    viewport.close();
  }
  assert.ok(shared > 50, `${shared} on several pages`);
});

const start = (query) => Math.max(...query.get('rect').split(',').slice(0, 2).map(Number));

/** The pages of the bounds that are not missing. */
function here(viewport, { scrollDirection, contentSize }, bounds, pageLength) {
  const isVertical = scrollDirection === 'vertical';
  const along = isVertical ? 'y' : 'x';
  const missing = new Set(viewport.missing.map((rect) => rect[along]));
  const pages = [];
  const end = isVertical ? contentSize.height : contentSize.width;
  for (let place = 0; place < end || place === 0; place += pageLength) {
    const page = isVertical
      ? { x: 0, y: place, width: contentSize.width, height: pageLength } : { x: place, y: 0, width: pageLength, height: contentSize.height };
    if (isIn(page, { ...bounds, [isVertical ? 'x' : 'y']: 0 }) && !missing.has(place)) pages.push(page);
  }
  return pages;
}

test('a visit looks at the elements in the bounds, not at all of the page', async () => {
  const { layout } = await layoutOf(list(100_000, 1));
  const page = await layout.page(0, { length: 10_000 });
  let looks = 0;
  const { width } = page;
  page.width = new Proxy(width, { get: (array, index) => (typeof index === 'string' && /^\d+$/.test(index) ? (looks += 1, array[index]) : array[index]) });
  let visits = 0;
  page.visit({ x: 0, y: 5000.5, width: 390, height: 10 }, -Infinity, () => { visits += 1; });
  assert.equal(visits, 11);
  assert.equal(looks, 11);
});

test('the same holds for what is no cell', async () => {
  const separators = Array.from({ length: 1000 }, (_, index) => ({
    category: 'decoration', kind: 'rowSeparator', section: 0, index, frame: { x: 0, y: index * 10, width: 390, height: 1 }, zIndex: 100,
  }));
  const model = list(1000, 10);
  model.elements.push(...separators);
  const { layout } = await layoutOf(model);
  const page = await layout.page(0, { length: 10_000 });
  let looks = 0;
  const { width } = page;
  page.width = new Proxy(width, { get: (array, index) => (typeof index === 'string' && /^\d+$/.test(index) ? (looks += 1, array[index]) : array[index]) });
  let visits = 0;
  page.visit({ x: 0, y: 5000.5, width: 390, height: 100 }, -Infinity, () => { visits += 1; });
  assert.equal(visits, 22);
  assert.equal(looks, 22);
});

test('backgrounds and shelves are decorations', async () => {
  const frame = { x: 0, y: 0, width: 390, height: 100 };
  const decorations = [
    { category: 'decoration', kind: 'background', section: 0, index: 0, frame, zIndex: -1000, color: 'red' },
    { category: 'decoration', kind: 'shelf', section: 0, index: 3, frame, zIndex: -100 },
  ];
  const { layout } = await layoutOf({ ...list(0), contentSize: { width: 390, height: 100 }, elements: decorations });
  const page = await layout.page(0);
  assert.deepEqual([0, 1].map((index) => page.element(index)), decorations);
});

test('a partition point is the first for which the condition holds', () => {
  for (let count = 0; count < 20; count += 1) {
    for (let point = 0; point <= count; point += 1) {
      assert.equal(partitionPoint(0, count, (index) => index >= point), point);
    }
  }
});

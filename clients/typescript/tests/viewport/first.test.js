import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout, LayoutService } from '../../built/index.js';
import { FakeService, isIn, json, list } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { models } from '../support/running.js';

function start(model = list(1000)) {
  const fake = new FakeService(model);
  const clock = new ManualClock();
  return { fake, clock, service: new LayoutService('', { fetch: fake.fetch, clock }) };
}

const bounds = (y, height = 800) => ({ x: 0, y, width: 390, height });
const visits = (viewport) => {
  const items = [];
  viewport.forEach((page, index) => items.push(page.item[index]));
  return items;
};
const rows = (first, end) => Array.from({ length: end - first }, (_, index) => first + index);

test('a post with a width and bounds is one round trip to the first screen', async () => {
  const { fake, service } = start();
  const layout = await service.post({ sections: [] }, { width: 390, bounds: bounds(1500) });
  assert.ok(layout instanceof Layout);
  assert.deepEqual([layout.id, layout.contentSize, layout.snapshot.id], [fake.id, { width: 390, height: 50_000 }, fake.id]);
  assert.equal(
    String(fake.requests[0].query), String(new URLSearchParams('width=390&rect=0,1000,390,2000&format=columns&pinning=true')));
  const viewport = layout.viewport({ maximumPrefetchPages: 0 });
  viewport.update(bounds(1500));
  await viewport.whenWhole();
  assert.deepEqual(visits(viewport), rows(30, 46));
  assert.deepEqual([fake.requests.length, fake.requests[0].method], [1, 'POST']);
  viewport.update(bounds(2300));
  assert.deepEqual([viewport.state, viewport.missing], ['loading', [{ x: 0, y: 3000, width: 390, height: 1000 }]]);
  assert.deepEqual(visits(viewport), rows(46, 60));
  await viewport.whenWhole();
  assert.deepEqual(visits(viewport), rows(46, 62));
  assert.deepEqual(fake.pages, [1000, 3000]);
  assert.deepEqual((await (await layout.snapshot.layout(200)).page(0)).count, 20);
});

test('without bounds it is the first page; a height is that of a layout that scrolls horizontally', async () => {
  const { fake, service } = start();
  await service.post('{}', { width: 390, pageLength: 500 });
  await service.post('{}', { height: 300, bounds: { x: 999, y: 0, width: 2, height: 300 } });
  assert.deepEqual(fake.requests.map(({ query }) => [query.get('width'), query.get('height'), query.get('rect')]), [
    ['390', null, '0,0,390,500'], [null, '300', '0,0,2000,300']]);
});

test('a post that asks for what makes no sense is refused before it is sent', async () => {
  const { fake, service } = start();
  for (const options of [{ width: 390, height: 300 }, { bounds: bounds(0) }, { pageLength: 500 }]) {
    await assert.rejects(service.post('{}', options), TypeError, JSON.stringify(options));
  }
  for (const options of [
    { width: 0 }, { width: NaN }, { height: '300' }, { width: 390, bounds: bounds(NaN) }, { width: 390, bounds: bounds(0, 0) },
    { width: 390, pageLength: 0.5 },
  ]) await assert.rejects(service.post('{}', options), RangeError, JSON.stringify(options));
  assert.equal(fake.requests.length, 0);
});

test('a service that answers no pinning records to a post is asked twice more', async () => {
  const { fake, service } = start();
  fake.isOld = true;
  const layout = await service.post('{}', { width: 390, bounds: bounds(0) });
  assert.deepEqual(fake.requests.map(({ method, query }) => [method, query.has('pinning')]), [
    ['POST', true], ['POST', false], ['GET', true]]);
  const viewport = layout.viewport();
  viewport.update(bounds(0));
  await viewport.whenWhole();
  assert.deepEqual(visits(viewport), rows(0, 16));
});

test('a first screen of more elements than one answer has is asked for in pages', async () => {
  const { fake, service } = start();
  fake.limit = 19;
  const viewport = (await service.post('{}', { width: 390 })).viewport({ maximumPrefetchPages: 0 });
  viewport.update(bounds(0));
  await viewport.whenWhole();
  assert.deepEqual([visits(viewport), fake.pages], [rows(0, 16), [0, 0]]);
});

test('what was posted and forgotten is posted again without what was asked beside it', async () => {
  const { fake, service } = start();
  const layout = await service.post('{"sections":[]}', { width: 390 });
  fake.isForgetful = true;
  assert.equal((await layout.page(7)).count, 20);
  const [first, again] = fake.requests.filter(({ method }) => method === 'POST');
  assert.deepEqual([first.query.has('rect'), again.query.has('rect'), again.body], [true, false, '{"sections":[]}']);
});

test('a layout goes on from an answer that a server put into its page', async () => {
  const { fake, service } = start();
  const rendered = JSON.stringify(await service.post('{}', { width: 390, bounds: bounds(0, 1000) }));
  fake.requests.length = 0;
  const layout = Layout.fromAnswer(JSON.parse(rendered), { service });
  const viewport = layout.viewport({ maximumPrefetchPages: 0 });
  viewport.update(bounds(0));
  assert.deepEqual([viewport.state, visits(viewport), fake.requests.length], ['whole', rows(0, 16), 0]);
  assert.equal((await viewport.scrollOrigin(0, 4, { alignment: 'start' })).y, 200);
  assert.equal(layout.snapshot.itemCount, 1000);
});

test('a layout of a known snapshot, asked with bounds, goes on in a page as that of a post', async () => {
  const { fake, service } = start();
  const posted = await service.post('{}', { width: 390, bounds: bounds(1500) });
  fake.requests.length = 0;
  const known = await (await service.snapshot(fake.id)).layout(390, { bounds: bounds(1500) });
  assert.deepEqual(fake.requests.map(({ path, query }) => [path, query.get('rect'), query.get('limit')]), [
    [`/v1/layouts/${fake.id}`, null, null], [`/v1/layouts/${fake.id}/elements`, '0,1000,390,2000', null]]);
  const { width, rect, ...members } = JSON.parse(JSON.stringify(known));
  assert.deepEqual({ ...members, rect }, JSON.parse(JSON.stringify(posted)));
  fake.requests.length = 0;
  const viewport = Layout.fromAnswer({ ...members, rect }, { service }).viewport({ maximumPrefetchPages: 0 });
  viewport.update(bounds(1500));
  assert.deepEqual([viewport.state, visits(viewport), fake.requests.length], ['whole', rows(30, 46), 0]);
  await assert.rejects(known.snapshot.layout(390, { bounds: bounds(NaN) }), RangeError);
});

test('an answer may have rows or columns, of a GET or a POST, and less than a page', async () => {
  const { fake, service } = start();
  const answer = {
    id: fake.id, width: 390, contentSize: { width: 390, height: 50_000 }, rect: { x: 0, y: 0, width: 390, height: 844 }, next: null,
    elements: fake.layout.elements.slice(0, 17),
    pinning: { scrollDirection: 'vertical', layoutDirection: 'ltr', globalHeaders: [], sections: [] },
  };
  const cells = { section: Array(17).fill(0), item: rows(0, 17) };
  for (const edge of ['x', 'y', 'width', 'height']) cells[edge] = answer.elements.map(({ frame }) => frame[edge]);
  const { rect, elements, ...members } = answer;
  for (const [json, options] of [
    [answer, {}], [{ ...members, rect, cells, others: [] }, {}], [{ ...members, rect, elements: { cells, others: [] } }, {}],
    [{ ...members, elements }, { rect }], [{ ...members, cells, others: [] }, { rect }],
  ]) {
    fake.isHeld = true;
    const layout = Layout.fromAnswer(json, { service, ...options });
    assert.ok(Number.isNaN(layout.snapshot.itemCount) && layout.snapshot.scrollDirection === 'vertical');
    const viewport = layout.viewport({ maximumPrefetchPages: 0 });
    viewport.update(bounds(40));
    assert.deepEqual([viewport.state, visits(viewport)], ['whole', rows(0, 17)]);
    viewport.update(bounds(50));
    assert.deepEqual([viewport.state, visits(viewport), viewport.missing.length], ['loading', rows(1, 17), 1]);
    await settled();
    await fake.release();
    assert.deepEqual([viewport.state, visits(viewport)], ['whole', rows(1, 17)]);
    viewport.close();
  }
  // The searched rectangle is missing, or does not span the container.
  for (const [json, options] of [[{ ...members, elements }, {}], [answer, { rect: { ...rect, width: 389 } }]]) {
    const viewport = Layout.fromAnswer(json, { service, ...options }).viewport();
    viewport.update(bounds(0));
    assert.deepEqual([viewport.state, visits(viewport)], ['loading', []]);
    viewport.close();
  }
});

test('an answer that is none is refused', () => {
  const { service, fake } = start();
  const pinning = { scrollDirection: 'vertical', layoutDirection: 'ltr', globalHeaders: [], sections: [] };
  const contentSize = { width: 1, height: 1 };
  for (const answer of [null, {}, { id: fake.id, contentSize }, { id: fake.id, pinning }]) {
    assert.throws(() => Layout.fromAnswer(answer, { service }), /pinning=true/);
  }
  assert.throws(() => Layout.fromAnswer({ id: '7', pinning, contentSize }, { service }), RangeError);
  assert.throws(() => Layout.fromAnswer({ id: fake.id, pinning, contentSize }, { service, restore: 1 }), TypeError);
  assert.throws(() => Layout.fromAnswer({}, { servis: service }), /nearest one is service/);
});

test('a layout that goes on from an answer is restored by its backend', async () => {
  const { fake, service } = start();
  const answer = JSON.parse(JSON.stringify(await service.post('{}', { width: 390 })));
  fake.isForgetful = true;
  const layout = Layout.fromAnswer(answer, { service, restore: () => { fake.isForgetful = false; } });
  assert.equal((await layout.page(3)).count, 20);
  assert.equal(fake.requests.filter(({ method }) => method === 'POST').length, 1);
});

test('whatever an answer has, and whichever pages are here, each element is visited once', async () => {
  let [seeded, pinned] = [0, 0];
  for (const { seed, model, places, special } of await models({ seed: 700, count: 60, places: 6 })) {
    const random = new SeededRandom(seed);
    const { fake, clock, service } = start(model);
    const isVertical = model.scrollDirection === 'vertical';
    const [along, extent] = isVertical ? ['y', 'height'] : ['x', 'width'];
    const pageLength = random.whole(40, 400);
    const area = random.extent(20, 900);
    const from = random.extent(-50, model.contentSize[extent]);
    const rect = isVertical
      ? { x: 0, y: from, width: model.contentSize.width, height: area } : { x: from, y: 0, width: area, height: model.contentSize.height };
    const query = `${isVertical ? 'width' : 'height'}=${model.contentSize[isVertical ? 'width' : 'height']}`;
    const response = await fake.fetch(`/v1/layouts/${fake.id}/elements?${query}&rect=${rect.x},${rect.y},${rect.width},${rect.height}`, {});
    const viewport = Layout.fromAnswer(await response.json(), { service }).viewport({ pageLength, maximumPages: 1000, clock });
    for (const [turn, { bounds }] of places.entries()) {
      fake.isHeld = true;
      viewport.update(bounds);
      await settled();
      await fake.release(({ query: asked }) => {
        const [x, y] = asked.get('rect').split(',').map(Number);
        return ((isVertical ? y : x) / pageLength + turn) % 3 > 0;
      });
      const shown = rectsOf(fake).filter((other, index) => index === 0
        || (other[along] < bounds[along] + bounds[extent] && bounds[along] < other[along] + other[extent]));
      const isHere = ({ frame }) => shown.some((other) => isIn(frame, other));
      const expected = model.elements.filter((element) => isIn(element.frame, bounds) && isHere(element));
      const visited = [];
      viewport.forEach((page, index) => visited.push(page.element(index)));
      const key = (element) => JSON.stringify([element.section, element.item, element.kind, element.index]);
      assert.deepEqual(visited.map(key).sort(), expected.map(key).sort(), `seed ${seed}, turn ${turn}`);
      seeded += viewport.missing.length === 0 ? 1 : 0;
      fake.isHeld = false;
      await fake.release();
      if (viewport.state !== 'whole') await viewport.whenWhole();
      const pinning = await special(bounds);
      assert.deepEqual(viewport.special.map((element) => element.pinned), pinning.map((element) => element.pinned));
      pinned += pinning.length;
    }
    viewport.close();
  }
  assert.ok(seeded > 30 && pinned > 50, `${seeded} ${pinned}`);
});

/** The searched rectangles of answers, the layout's own first. */
function rectsOf(fake) {
  const open = new Set(fake.open.map(({ request }) => request));
  return fake.requests.filter((request) => request.query.has('rect') && !request.isAborted && !open.has(request))
    .map(({ query }) => query.get('rect').split(',').map(Number)).map(([x, y, width, height]) => ({ x, y, width, height }));
}

test('warnings of a post are those of its layout\'s snapshot', async () => {
  const { fake, service } = start();
  const answer = await (await fake.fetch(`/v1/layouts/${fake.id}/elements?width=390&rect=0,0,390,9`, {})).json();
  const warnings = [{ pointer: '/sections/0/items', code: 'wider-than-line', detail: '' }];
  fake.failures = [json({ ...answer, sectionCount: 1, itemCount: 1000, scrollDirection: 'vertical', warnings })];
  assert.deepEqual((await service.post('{}', { width: 390 })).snapshot.warnings, warnings);
});

test('the source of a post leads from nodes to sections and back', async () => {
  const { fake, service } = start();
  const nodes = [
    { id: 'page', state: 'loading', first: 0, sectionCount: 3 }, { id: 'details', state: 'loaded', first: 0, sectionCount: 2 },
    { id: 'rows', state: 'loaded', first: 1, sectionCount: 1, movable: true }, { id: 'hidden', state: 'initial', sectionCount: 0 },
    { id: 'reviews', state: 'loading', first: 2, sectionCount: 1 },
  ];
  const body = { id: fake.id, sectionCount: 3, itemCount: 1000, scrollDirection: 'vertical', source: { state: 'loading', load: ['hidden'], nodes } };
  fake.failures = [json(body)];
  const { source } = await service.post({ source: { id: 'page' } });
  assert.deepEqual([source.state, source.load, source.nodes], ['loading', ['hidden'], nodes]);
  assert.deepEqual(source.path(1), [{ id: 'page', section: 1 }, { id: 'details', section: 1 }, { id: 'rows', section: 0 }]);
  assert.deepEqual([source.path(3), source.path(-1), source.path(0.5)], [[], [], []]);
  assert.deepEqual(source.node('rows'), nodes[2]);
  assert.equal(source.node('none'), null);
  assert.deepEqual(['page', 'details', 'rows', 'hidden', 'none'].map((id) => source.place(id)), [0, 0, 1, null, null]);
  assert.deepEqual([source.place('page', 2), source.place('page', 3), source.place('reviews', -1)], [2, null, null]);
  for (const { id, first, sectionCount } of nodes) {
    for (let k = 0; k < sectionCount; k += 1) {
      assert.equal(source.place(id, k), first + k);
      assert.ok(source.path(first + k).some((found) => found.id === id && found.section === k));
    }
  }
  assert.equal((await service.snapshot(fake.id)).source, null);
});

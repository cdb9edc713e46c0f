import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService, json, list } from '../support/FakeService.js';

const frame = { x: 1, y: 2, width: 3, height: 4 };

async function start() {
  const fake = new FakeService(list(10));
  const snapshot = await new LayoutService('', { fetch: fake.fetch }).post('{}');
  const layout = await snapshot.layout(390);
  fake.requests.length = 0;
  /** What a call asks for, given these answers, and its value. */
  const asks = async (call, ...answers) => {
    fake.failures = answers.map((answer) => json(answer));
    const before = fake.requests.length;
    const value = await call();
    const prefix = `/v1/layouts/${fake.id}`;
    return [fake.requests.slice(before).map(({ path, query }) => path.replace(prefix, '') + (`${query}` && `?${decodeURIComponent(query)}`)), value];
  };
  return { fake, snapshot, layout, asks };
}

const bounds = { x: 0, y: 10, width: 390, height: 844 };
const inset = { top: 1, left: 2, bottom: 3, right: 4 };

test('single elements are asked for where they rest, or where they stand for bounds', async () => {
  const { layout, asks } = await start();
  const element = { category: 'supplementary', kind: 'header', frame };
  for (const [call, path] of [
    [() => layout.supplementary('header', 2, 1), '/supplementary/header/2/1?width=390'],
    [() => layout.supplementary('footer', 2, 1, { bounds }), '/supplementary/footer/2/1?width=390&bounds=0,10,390,844'],
    [() => layout.globalHeader(3), '/supplementary/globalHeader/3?width=390'],
    [() => layout.globalHeader(3, { bounds, inset }), '/supplementary/globalHeader/3?width=390&bounds=0,10,390,844&inset=1,2,3,4'],
    [() => layout.decoration('rowSeparator', 0, 2 ** 40), '/decorations/rowSeparator/0/1099511627776?width=390'],
    [() => layout.decoration('rowSeparator', 0, 1, { scale: 2 }), '/decorations/rowSeparator/0/1?width=390&scale=2'],
    [() => layout.item(0, 1, { bounds, scale: 2.625 }), '/items/0/1?width=390&scale=2.625&bounds=0,10,390,844'],
  ]) assert.deepEqual(await asks(call, element), [[path], element]);
  for (const call of [() => layout.supplementary('header', 0), () => layout.supplementary('header', -1, 0), () => layout.decoration('rowSeparator', 0, 0.5)]) {
    await assert.rejects(call(), RangeError);
  }
});

test('what is hit is an element or null, whatever stands beside it in the answer', async () => {
  const { layout, asks, fake } = await start();
  const element = { category: 'cell', section: 0, item: 1, frame };
  const point = { x: 5, y: 6.5 };
  assert.deepEqual(await asks(() => layout.hit(point), { element }), [['/hit?width=390&point=5,6.5'], element]);
  assert.deepEqual(
    await asks(() => layout.hit(point, { special: 'rest' }), { id: fake.id, width: 390, element: null }),
    [['/hit?width=390&point=5,6.5&special=rest'], null]);
  assert.deepEqual(
    await asks(() => layout.hit(point, { bounds, inset, scale: 3 }), { element }),
    [['/hit?width=390&point=5,6.5&scale=3&bounds=0,10,390,844&inset=1,2,3,4'], element]);
});

test('sections come one after the other, asked for as they are needed, with their numbers', async () => {
  const { fake, layout, asks } = await start();
  const old = { engine: 'flow', itemCount: 3, frame };
  const all = async () => {
    const found = [];
    for await (const section of layout.sections({ limit: 2 })) found.push(section);
    return found;
  };
  assert.deepEqual(
    await asks(all, { sections: [old, { id: 'b', ...old }], next: 'c2' }, { sections: [old], next: null }),
    [
      ['/sections?width=390&limit=2', '/sections?width=390&limit=2&cursor=c2'],
      [{ section: 0, ...old }, { section: 1, id: 'b', ...old }, { section: 2, ...old }],
    ]);
  const section = { section: 7, digest: 'd'.repeat(64), engine: 'spiral', itemCount: 3, frame, news: 1 };
  const [, found] = await asks(all, { id: fake.id, width: 390, sections: [section], next: null });
  assert.deepEqual(found, [section]);
  const first = async () => {
    for await (const { itemCount } of layout.sections()) return itemCount;
    return 0;
  };
  assert.deepEqual(await asks(first, { sections: [old], next: 'c2' }), [['/sections?width=390&limit=10000'], 3]);
  for (const limit of [0, 1.5, 10_001]) assert.throws(() => layout.sections({ limit }), RangeError);
});

test('a snapshot is deleted, and posted again by the next call that needs it', async () => {
  const { fake, snapshot, layout } = await start();
  fake.failures = [new Response(null, { status: 204 })];
  assert.equal(await snapshot.delete(), undefined);
  assert.deepEqual(fake.requests.map(({ method, path }) => [method, path]), [['DELETE', `/v1/layouts/${fake.id}`]]);
  fake.isForgetful = true;
  assert.equal((await layout.page(0)).count, 10);
  assert.deepEqual(fake.requests.map(({ method }) => method), ['DELETE', 'GET', 'POST', 'GET']);
});

test('what rests is kept, what stands for bounds is not', async () => {
  const { fake, layout } = await start();
  const cacheable = { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: '"1"' };
  fake.failures = Array.from({ length: 3 }, () => json({ element: null, frame }, 200, cacheable));
  for (const options of [{}, {}, { bounds }, { bounds }]) await layout.hit({ x: 0, y: 0 }, options);
  assert.equal(fake.requests.length, 3);
});

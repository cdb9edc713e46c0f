import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../index.js';
import { FakeService, json, list, problem } from './FakeService.js';
import { ManualClock, settled } from './ManualClock.js';

async function start() {
  const fake = new FakeService(list(1000));
  const service = new LayoutService('http://fake.test', { fetch: fake.fetch, clock: new ManualClock() });
  const snapshot = await service.post({ sections: [{ items: 1000 }] });
  return { fake, service, snapshot, layout: await snapshot.layout(390) };
}

const posts = (fake) => fake.requests.filter(({ method }) => method === 'POST');

test('a forgotten snapshot is posted again, once for all who wait, and everybody gets an answer', async () => {
  const { fake, layout } = await start();
  fake.isForgetful = true;
  const pages = await Promise.all(Array.from({ length: 20 }, (_, number) => layout.page(number)));
  assert.equal(posts(fake).length, 2);
  assert.deepEqual(posts(fake).map(({ body }) => body), Array(2).fill('{"sections":[{"items":1000}]}'));
  assert.deepEqual(pages.map(({ number, count }) => [number, count]), Array.from({ length: 20 }, (_, number) => [number, 20]));
});

test('a request that learns late that the snapshot was forgotten does not post it once more', async () => {
  const { fake, layout } = await start();
  fake.isForgetful = true;
  fake.isHeld = true;
  const early = layout.page(0);
  await settled();
  const late = problem(404, 'layout-not-found');
  fake.failures = [problem(404, 'layout-not-found')];
  const second = layout.page(1);
  await settled();
  await fake.release(({ query }) => query.get('rect') === '0,0,390,1000');
  await fake.release(({ method }) => method === 'POST');
  fake.failures = [late];
  await fake.release(({ query }) => query.get('rect') === '0,1000,390,1000');
  fake.isHeld = false;
  await fake.release();
  assert.equal((await early).count + (await second).count, 40);
  assert.equal(posts(fake).length, 2);
});

test('a snapshot that is forgotten twice in one request is a problem', async () => {
  const { fake, layout } = await start();
  fake.failures = [problem(404, 'layout-not-found'), json({ id: fake.id }), problem(404, 'layout-not-found')];
  await assert.rejects(layout.page(0), { type: '/problems/layout-not-found' });
  assert.equal(posts(fake).length, 2);
});

test('a snapshot known by its id alone cannot be posted again', async () => {
  const { fake, service } = await start();
  const layout = await (await service.snapshot(fake.id)).layout(390);
  fake.isForgetful = true;
  await assert.rejects(layout.page(0), { type: '/problems/layout-not-found', isLayoutNotFound: true });
  assert.equal(posts(fake).length, 1);
});

test('an id that has changed is said, not followed', async () => {
  const { fake, layout } = await start();
  const newId = 'cd'.repeat(32);
  fake.failures = [problem(404, 'layout-not-found'), json({ id: newId })];
  await assert.rejects(layout.page(0), { name: 'IdChanged', id: fake.id, newId });
});

test('who stops waiting for the post does not stop it for the others', async () => {
  const { fake, layout } = await start();
  fake.isForgetful = true;
  fake.isHeld = true;
  const controller = new AbortController();
  const stopped = layout.page(0, { signal: controller.signal });
  const stays = layout.page(1);
  await settled();
  await fake.release(({ method }) => method === 'GET');
  controller.abort();
  await assert.rejects(stopped, { name: 'AbortError' });
  fake.isHeld = false;
  await fake.release();
  assert.equal((await stays).count, 20);
  assert.equal(posts(fake).length, 2);
});

test('a post that fails is told to all who wait, and the next request tries anew', async () => {
  const { fake, layout } = await start();
  fake.isForgetful = true;
  fake.failures = [problem(404, 'layout-not-found'), problem(404, 'layout-not-found'), problem(413, 'too-large')];
  const outcomes = await Promise.allSettled([layout.page(0), layout.page(1)]);
  assert.deepEqual(outcomes.map(({ reason }) => reason?.status), [413, 413]);
  assert.equal((await layout.page(0)).count, 20);
});

test('one answer says what a layout is, and the same layout is not asked for twice', async () => {
  const { fake, snapshot, layout } = await start();
  assert.equal(layout.id, fake.id);
  assert.equal(layout.containerExtent, 390);
  assert.deepEqual(layout.contentSize, { width: 390, height: 50_000 });
  assert.equal(layout.scrollDirection, 'vertical');
  assert.equal(layout.layoutDirection, 'ltr');
  assert.deepEqual(layout.globalHeaders, []);
  const count = fake.requests.length;
  await snapshot.layout(390);
  assert.equal(fake.requests.length, count);
});

test('warnings of a post are handed on', async () => {
  const { fake, service, snapshot } = await start();
  assert.deepEqual(snapshot.warnings, []);
  const warnings = [{ pointer: '/sections/0/metrics/rowHeight', code: 'not-read', detail: 'flow does not read it' }];
  fake.failures = [json({ id: fake.id, sectionCount: 1, itemCount: 0, scrollDirection: 'vertical', warnings })];
  assert.deepEqual((await service.post({ sections: [] })).warnings, warnings);
});

test('container extents are above 0 and up to 2^53', async () => {
  const { snapshot, fake } = await start();
  for (const extent of [0, -1, NaN, Infinity, 2 ** 53 + 2, '390']) {
    await assert.rejects(snapshot.layout(extent), RangeError, String(extent));
  }
  await snapshot.layout(2 ** 53);
  assert.equal(fake.requests.at(-1).query.get('width'), '9007199254740992');
});

test('items are named by whole numbers up to 2^53', async () => {
  const { layout, fake } = await start();
  for (const [section, item] of [[-1, 0], [0, 0.5], [0, NaN], [0, 2 ** 53 + 2]]) {
    await assert.rejects(layout.item(section, item), RangeError);
  }
  assert.equal((await layout.item(0, 7)).frame.y, 350);
  await assert.rejects(layout.item(0, 2 ** 53 - 1), { type: '/problems/not-found' });
  assert.equal(fake.requests.at(-1).path, `/v1/layouts/${fake.id}/items/0/9007199254740991`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService, limits } from '../../built/index.js';
import { FakeService, json, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

async function start() {
  const fake = new FakeService(list(1000));
  const clock = new ManualClock();
  const service = new LayoutService('http://fake.test', { fetch: fake.fetch, clock });
  const snapshot = await service.post({ sections: [{ items: 1000 }] });
  return { fake, clock, service, snapshot, layout: await snapshot.layout(390) };
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

test('a snapshot that the backend posted is restored by it, once for all who wait', async () => {
  const { fake, service } = await start();
  fake.isForgetful = true;
  const restored = [];
  const restore = async (id) => {
    restored.push(id);
    await settled();
    fake.isForgetful = false;
    return new Response('done');
  };
  const snapshot = await service.snapshot(fake.id, { restore });
  assert.deepEqual([snapshot.id, restored], [fake.id, [fake.id]]);
  const layout = await snapshot.layout(390);
  fake.isForgetful = true;
  const pages = await Promise.all([0, 1, 2].map((number) => layout.page(number)));
  assert.deepEqual([pages.map(({ count }) => count), restored.length, posts(fake).length], [[20, 20, 20], 2, 1]);
});

test('what is not found after a restoration is asked for again after growing pauses, so often and no more', async () => {
  const { fake, service, clock } = await start();
  const layout = await (await service.snapshot(fake.id, { restore: () => { restored += 1; } })).layout(390);
  let restored = 0;
  fake.isForgetful = true;
  const page = layout.page(0);
  page.catch(() => {});
  await settled();
  const count = fake.requests.length;
  for (let attempt = 1; attempt < limits.attempts - 1; attempt += 1) {
    assert.equal(restored, attempt);
    const [milliseconds] = clock.pending;
    const longest = 250 * 2 ** (attempt - 1);
    assert.ok(milliseconds >= longest / 2 && milliseconds <= longest, `${milliseconds} of ${longest}`);
    await clock.advance(milliseconds - 0.001);
    assert.equal(restored, attempt);
    await clock.advance(0.001);
  }
  await assert.rejects(page, { type: '/problems/layout-not-found' });
  assert.deepEqual([restored, fake.requests.length - count], [limits.attempts - 1, limits.attempts - 2]);
});

test('a restoration that fails is told to who waits; one that changes the id, too', async () => {
  const { fake, service } = await start();
  fake.isForgetful = true;
  await assert.rejects(service.snapshot(fake.id, { restore: () => { throw new Error('no backend'); } }), /no backend/);
  const newId = 'cd'.repeat(32);
  for (const answer of [newId, { id: newId }]) {
    await assert.rejects(service.snapshot(fake.id, { restore: async () => answer }), { name: 'IdChanged', newId });
  }
  await assert.rejects(service.snapshot(fake.id, { restore: fake.id }), TypeError);
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

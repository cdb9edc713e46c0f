import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { LayoutService } from '../index.js';
import { LayoutModule } from '../source/LayoutModule.js';
import { ManualClock } from './ManualClock.js';
import { Program } from './Program.js';
import { SeededRandom } from './SeededRandom.js';

const file = new URL('../layout.wasm', import.meta.url);
const skip = existsSync(file) ? false : 'there is no layout.wasm: script/wasm makes it';
let program;
let layoutModule;
before(async () => {
  if (skip) return;
  program = await Program.start();
  layoutModule = await LayoutModule.load(readFileSync(file));
});
after(async () => {
  if (program) assert.equal(await program.stop(), 0);
});

/** A service, what is asked of it, and its clock. */
function connected(fault = () => null) {
  const requests = [];
  const clock = new ManualClock();
  const service = new LayoutService(program.url, {
    clock, attempts: 1,
    fetch: (url, init) => {
      requests.push(`${init.method} ${new URL(url).pathname}`);
      return fault(url, init) ?? fetch(url, init);
    },
  });
  return { service, requests, clock };
}
const list = (count, height = 50) => ({
  sections: [{ engine: 'column', metrics: { numberOfColumns: 1 }, headers: [{ height: 30, pin: true }], items: { count, height, estimated: true } }],
});
const bounds = (y) => ({ x: 0, y, width: 390, height: 800 });
const sizes = (first, count) => Array.from({ length: count }, (_, place) => ({ section: 0, item: first + place, height: 20 + place % 7 }));
/** Lets what has been asked come back. */
const settled = async (condition) => {
  for (let turn = 0; turn < 500 && !condition(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('what was posted from here is held without a request, and the service is told in batches, by the same names', { skip }, async () => {
  const { service, requests, clock } = connected();
  const served = await service.post(list(100_000), { width: 390 });
  requests.length = 0;
  const local = await served.local({ module: layoutModule });
  assert.deepEqual(requests, []);
  assert.deepEqual([local.id, local.contentSize], [served.id, served.contentSize]);
  const viewport = local.viewport();
  viewport.update(bounds(1_000_000));
  viewport.measure(sizes(19_990, 30));
  viewport.measure(sizes(20_010, 30));
  await viewport.change({ delete: [{ section: 0, item: 5 }] });
  viewport.measure(sizes(30_000, 30));
  assert.deepEqual(requests, []);
  await clock.advance(1999);
  assert.deepEqual(requests, []);
  await clock.advance(1);
  await settled(() => requests.length > 0);
  assert.equal(requests.length, 1);
  const told = await viewport.layout.told();
  assert.equal(told.id, viewport.layout.id);
  assert.equal(requests.length, 1);
  const there = await told.layout(390);
  assert.deepEqual(there.contentSize, viewport.layout.contentSize);
  for (const item of [0, 19_989, 20_000, 30_010, 99_998]) assert.deepEqual(await there.item(0, item), await viewport.layout.item(0, item));
});

test('what somebody else posted is read once', { skip }, async () => {
  const { service, requests } = connected();
  const { id } = (await connected().service.post(list(1000)));
  const served = await (await service.snapshot(id)).layout(390);
  requests.length = 0;
  const local = await served.local({ module: layoutModule, offline: true });
  assert.deepEqual(requests, [`GET /v1/layouts/${id}/snapshot`]);
  assert.equal(local.id, id);
  assert.ok(local.measured(sizes(0, 3)));
  await assert.rejects(local.told(), TypeError);
});

test('a layout that was changed here before is held with its changes', { skip }, async () => {
  const { service, requests } = connected();
  const served = await service.post(list(1000), { width: 390 });
  const { layout } = await served.change({ insert: [{ section: 0, item: 4, items: { count: 2, height: 9 } }] });
  requests.length = 0;
  const local = await layout.local({ module: layoutModule });
  assert.deepEqual([local.id, local.contentSize, requests], [layout.id, layout.contentSize, []]);
});

test('while the service is away, measuring goes on, and it is told afterwards', { skip }, async () => {
  let isAway = false;
  const { service, requests, clock } = connected(() => (isAway ? Promise.reject(new TypeError('no network')) : null));
  const local = await (await service.post(list(1000), { width: 390 })).local({ module: layoutModule });
  isAway = true;
  requests.length = 0;
  const viewport = local.viewport();
  viewport.update(bounds(0));
  viewport.measure(sizes(0, 10));
  await clock.advance(2000);
  await settled(() => requests.length === 1);
  await settled(() => clock.pending.length === 1);
  viewport.measure(sizes(10, 10));
  await assert.rejects(viewport.layout.told());
  isAway = false;
  const told = await viewport.layout.told();
  assert.equal(told.id, viewport.layout.id);
});

test('a viewport that is held here follows a document, and keeps what it has measured', { skip }, async () => {
  const { service } = connected();
  const backend = connected().service.document('held');
  await backend.put(list(500), { revision: 'none' });
  const { layout, revision } = await service.document('held').layout(390);
  const viewport = (await layout.local({ module: layoutModule, offline: true })).viewport();
  viewport.update(bounds(0));
  viewport.measure(sizes(0, 20));
  const following = service.document('held').follow({ viewport });
  await following.whenAt(revision);
  assert.equal(viewport.layout.snapshot.estimatedCount, 480);
  await backend.change({ delete: [{ section: 0, item: 0, count: 5 }] }, { revision });
  await following.whenAt(revision + 1);
  assert.deepEqual([viewport.layout.snapshot.estimatedCount, viewport.layout.snapshot.itemCount], [480, 495]);
  const random = new SeededRandom(3);
  for (let turn = 0; turn < 5; turn += 1) {
    viewport.measure(sizes(random.whole(0, 400), 10));
    await backend.change({ insert: [{ section: 0, item: random.whole(0, 100), items: { count: 1, height: 60 } }] }, { revision: revision + 1 + turn });
    await following.whenAt(revision + 2 + turn);
  }
  const head = await backend.get();
  assert.equal(viewport.layout.snapshot.list.id, head.layout);
  await backend.put(list(300), { revision: head.revision });
  await following.whenAt(head.revision + 1);
  assert.deepEqual([viewport.isLocal, viewport.layout.snapshot.itemCount], [true, 300]);
  following.close();
});

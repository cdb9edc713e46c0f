import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { LayoutService, Problem } from '../../built/index.js';
import { FaultyProxy, fastClock } from '../support/FaultyProxy.js';
import { until } from '../support/ManualClock.js';
import { Program } from '../support/Program.js';
import { SeededRandom } from '../support/SeededRandom.js';

let program;
let proxy;
/** Through the proxy, and straight to the program. */
let service;
let straight;
let count = 0;
before(async () => {
  program = await Program.start();
  straight = new LayoutService(program.url);
  proxy = await FaultyProxy.before(program.url);
  service = new LayoutService(proxy.url, { clock: fastClock(20), attempts: 20 });
});
afterEach(() => {
  proxy.fault = () => null;
  proxy.requests = [];
});
after(async () => {
  await proxy.stop();
  assert.equal(await program.stop(), 0);
});

const rows = (items) => ({ sections: [{ engine: 'column', headers: [{ height: 40, pin: true }], items }] });
const insert = (height, item = 0) => ({ insert: [{ section: 0, item, items: [{ height }] }] });

/** A new document, seen through the proxy and straight. */
async function made(items = { count: 500, height: 50 }) {
  const name = `doc-${count += 1}`;
  const direct = straight.document(name);
  const head = await direct.put(rows(items), { revision: 'none' });
  return { name, direct, head, seen: service.document(name) };
}

/** A viewport of a document, at an origin. */
async function shown(handle, y = 5000) {
  const { revision, layout } = await handle.layout(390);
  const viewport = layout.viewport();
  viewport.update({ x: 0, y, width: 390, height: 800 });
  await viewport.whenWhole();
  return { viewport, revision };
}

const refusal = (promise) => promise.then(() => assert.fail('it was not refused'), (error) => error);

test('a document is put, read, listed and deleted, each for the revision it is meant for', async () => {
  const { name, direct, head } = await made();
  const { warnings, ...members } = head;
  assert.deepEqual(Object.keys(members), ['name', 'revision', 'layout', 'updatedAt']);
  assert.equal(head.name, name);
  assert.deepEqual(await direct.get(), members);
  const { layout } = await direct.layout(390, { bounds: { x: 0, y: 0, width: 390, height: 800 } });
  assert.equal(layout.toJSON().cells.item.length, 20);
  assert.deepEqual(warnings.map(({ code }) => code), ['not-stored']);
  const other = await straight.post(rows(3));
  const { revision } = await direct.put(other, { revision: head.revision });
  assert.equal(revision, head.revision + 1);
  const late = await refusal(direct.put({ layout: head.layout }, { revision: head.revision }));
  assert.deepEqual([late.is('precondition-failed'), late.revision, late.layout], [true, revision, other.id]);
  assert.ok((await refusal(direct.put(other, { revision: 'none' }))).is('precondition-failed'));
  assert.equal((await direct.put({ layout: head.layout }, { revision: 'any' })).revision, revision + 1);
  const names = [];
  for await (const found of straight.documents({ prefix: name, limit: 1 })) names.push(found.name);
  assert.ok(names.includes(name));
  assert.ok((await refusal(direct.delete({ revision }))).is('precondition-failed'));
  await direct.delete({ revision: 'any' });
  await direct.delete({ revision: 'any' });
  assert.ok((await refusal(direct.get())).is('document-not-found'));
  const again = await direct.put({ sections: [{ engine: 'mosaic', metrics: { rowHeight: 4 }, items: 4 }] }, { revision: 'any' });
  assert.deepEqual(again.warnings.map(({ code }) => code), ['not-read', 'not-stored']);
  assert.ok(again.revision > revision + 2);
  assert.throws(() => straight.document('.hidden'), RangeError);
  assert.throws(() => straight.document('a/b'), RangeError);
});

test('what has not changed is answered with 304', async () => {
  const { seen } = await made();
  const head = await seen.get();
  assert.equal(await seen.get(), head);
  assert.deepEqual(proxy.requests.map(({ headers }) => headers['if-none-match']), [undefined, `"${head.revision}"`]);
});

test('steps for another revision are a conflict, and are carried over what came between', async () => {
  const { direct, head } = await made();
  const first = await direct.change(insert(60, 10), { revision: head.revision });
  assert.deepEqual(first.revision, head.revision + 1);
  const conflict = await refusal(direct.change(insert(61, 20), { revision: head.revision }));
  assert.deepEqual([conflict.is('conflict'), conflict.revision, conflict.layout], [true, first.revision, first.layout]);
  const seen = [];
  const carried = await direct.change(insert(61, 20), {
    revision: head.revision,
    rebase: (records, [step]) => {
      seen.push(...records.map(({ revision, kind, steps }) => [revision, kind, steps]));
      const [{ section, item, items }] = step.insert;
      return { insert: [{ section, item: item + records.length, items }] };
    },
  });
  assert.deepEqual(seen, [[first.revision, 'change', [insert(60, 10)]]]);
  assert.deepEqual([carried.revision, carried.isRepeated, carried.steps], [first.revision + 1, false, [insert(61, 21)]]);
  assert.ok((await refusal(direct.change(insert(1), { revision: head.revision, rebase: () => null }))).is('conflict'));
});

test('1000 changes, of whose requests and answers many are lost, are each applied once', async () => {
  const random = new SeededRandom(11);
  const { name, direct, head } = await made(0);
  const seen = new LayoutService(proxy.url, { clock: fastClock(500), attempts: 20, postTimeoutSeconds: 3600 }).document(name);
  const faults = { refuse: 0, lose: 0 };
  proxy.fault = ({ method }) => {
    const fault = method === 'POST' ? random.pick([null, null, null, 'lose', 'lose', 'refuse']) : null;
    if (fault) faults[fault] += 1;
    return fault;
  };
  let { revision } = head;
  let repeated = 0;
  for (let number = 0; number < 1000; number += 1) {
    const change = await seen.change(insert(number + 1), { revision });
    assert.equal(change.revision, revision + 1);
    revision = change.revision;
    repeated += Number(change.isRepeated);
  }
  assert.ok(faults.lose > 200 && faults.refuse > 100 && repeated > 150, JSON.stringify([faults, repeated]));
  const heights = Array.from({ length: 1000 }, (_, place) => 1000 - place);
  assert.equal((await direct.get()).layout, (await straight.post(rows({ heights }))).id);
  const { changes } = await program.json(`/v1/documents/${name}/changes?after=${revision - 999}`);
  assert.deepEqual(changes.map((record) => record.steps), Array.from({ length: 999 }, (_, place) => [insert(place + 2)]));
});

test('writers who lose answers and meet each other apply each change once', async () => {
  const random = new SeededRandom(12);
  const { direct, head, name } = await made(0);
  proxy.fault = ({ method }) => (method === 'POST' && random.chance(0.3) ? random.pick(['lose', 'refuse']) : null);
  await Promise.all([100, 200, 300].map(async (first) => {
    const handle = service.document(name);
    let { revision } = head;
    for (let number = 0; number < 30; number += 1) {
      ({ revision } = await handle.change(insert(first + number), { revision, rebase: (_, steps) => steps }));
    }
  }));
  const { layout } = await direct.layout(390);
  const page = await layout.page(0, { length: 100_000 });
  const heights = [...page.height].filter((_, index) => page.isCell(index)).sort((one, other) => one - other);
  assert.deepEqual(heights, [100, 200, 300].flatMap((first) => Array.from({ length: 30 }, (_, number) => first + number)));
});

test('a put or a deletion whose answer was lost is found to be done', async () => {
  const { seen, direct, head } = await made();
  const others = await Promise.all([1, 2, 3].map((items) => straight.post(rows(items))));
  let losses = 1;
  const loseOne = () => {
    losses = 1;
    proxy.fault = ({ method }) => (method !== 'GET' && losses-- > 0 ? 'lose' : null);
  };
  loseOne();
  const put = await seen.put({ layout: others[0].id }, { revision: head.revision });
  assert.deepEqual([put.revision, put.layout], [head.revision + 1, others[0].id]);
  assert.deepEqual({ ...await direct.get(), warnings: [] }, put);
  // Another client writes before it is sent again.
  loseOne();
  let between;
  proxy.beforeLoss = async () => {
    between = await direct.put({ layout: others[2].id }, { revision: put.revision + 1 });
  };
  const second = await seen.put({ layout: others[1].id }, { revision: put.revision });
  assert.deepEqual([second.revision, between.revision], [put.revision + 1, put.revision + 2]);
  proxy.beforeLoss = async () => {};
  loseOne();
  await seen.put({ layout: others[0].id }, { revision: 'any' });
  const { revision } = await direct.get();
  loseOne();
  await seen.delete({ revision });
  assert.ok((await refusal(direct.get())).is('document-not-found'));
  loseOne();
  const created = await seen.put({ layout: others[1].id }, { revision: 'none' });
  assert.equal((await direct.get()).revision, created.revision);
});

for (const way of ['stream', 'poll']) {
  test(`who follows by ${way} sees every record once and in order, while connections are cut`, async (context) => {
    const random = new SeededRandom(way.length);
    const { seen, direct, head } = await made();
    const isStream = (url) => url.includes('/events');
    const faults = new Set();
    proxy.cutAfter = () => (way === 'stream' ? random.whole(0, 12) : 0);
    proxy.fault = ({ url }) => {
      const fault = isStream(url) ? (way === 'poll' ? 'hold' : random.pick(['cut', 'cut', 'refuse']))
        : random.chance(0.2) ? random.pick(['refuse', 'lose', 'cut']) : null;
      faults.add(`${fault} ${isStream(url)}`);
      return fault;
    };
    const { viewport, revision } = await shown(seen);
    const events = [];
    const states = new Set();
    const following = seen.follow({ viewport, revision, onChange: (event) => events.push(event), onState: (state) => states.add(state) });
    context.after(() => { following.close(); viewport.close(); });
    const cuts = () => proxy.requests.filter(({ path, fault }) => fault === 'cut' && isStream(path) === (way === 'stream')).length;
    let at = head.revision;
    // If changes are quick, few connections are cut meanwhile.
    for (let number = 0; number < 150 || (cuts() <= 5 && number < 2000); number += 1) {
      const steps = random.chance(0.7) ? insert(random.whole(20, 90), random.whole(0, 400)) : { delete: [{ section: 0, item: random.whole(0, 400) }] };
      ({ revision: at } = await direct.change(steps, { revision: at }));
      if (random.chance(0.1)) ({ revision: at } = await direct.put({ layout: head.layout }, { revision: at }));
      // Now and then who follows comes up.
      const least = at - random.whole(0, 3);
      if (random.chance(0.2)) await until(() => following.revision >= least);
    }
    await following.whenAt(at);
    const numbers = Array.from({ length: at - head.revision }, (_, number) => head.revision + 1 + number);
    assert.deepEqual(events.flatMap((event) => event.records.map((record) => record.revision)), numbers);
    assert.deepEqual(events.filter(({ kind }) => kind !== 'change' && kind !== 'replace'), []);
    for (const { records, change } of events) if (change) assert.equal(change.layout.id, records.at(-1).layout);
    assert.equal(viewport.layout.id, (await direct.get()).layout);
    assert.ok(states.has(way), [...states].join());
    assert.ok(faults.size > 3, [...faults].join());
    assert.ok(cuts() > 5);
    following.close();
    assert.equal(await following.ended, 'closed');
  });
}

test('what is visible keeps its place, and a viewport of other sizes applies the same steps', async () => {
  const { direct, seen, head } = await made();
  const { viewport, revision } = await shown(seen);
  const measured = (await shown(seen)).viewport;
  await measured.change({ resize: [{ section: 0, at: [0, 1, 2], heights: [10, 20, 30] }] });
  const place = (port, item) => {
    let found = NaN;
    port.forEach((page, index) => { if (page.item[index] === item) found = page.y[index] - port.bounds.y; });
    return found;
  };
  const before = [place(viewport, 105), place(measured, 105)];
  const changes = [];
  const followings = [viewport, measured].map((port) => seen.follow({
    viewport: port, revision, transition: true, onChange: ({ change }) => changes.push(change),
  }));
  const { revision: at, layout } = await direct.change([insert(33.25, 3), { delete: [{ section: 0, item: 300 }] }], { revision: head.revision });
  await Promise.all(followings.map((following) => following.whenAt(at)));
  assert.deepEqual([place(viewport, 106), place(measured, 106)], before);
  assert.equal(viewport.layout.id, layout);
  assert.equal(measured.layout.id, (await straight.post(rows({ heights: [10, 20, 30, 33.25, ...Array(496).fill(50)] }))).id);
  for (const { transition } of changes) assert.ok(transition.some(({ from, to }) => from && to));
  for (const following of followings) following.close();
});

test('a document that is replaced is shown from where the viewport is', async () => {
  const { direct, seen, head } = await made();
  const { viewport } = await shown(seen, 20_000);
  const events = [];
  const following = seen.follow({ viewport, onChange: (event) => events.push(event) });
  await following.whenAt(head.revision);
  assert.equal(following.revision, head.revision);
  const { revision } = await direct.put(rows({ count: 100, height: 30 }), { revision: head.revision });
  await following.whenAt(revision);
  assert.deepEqual(events.map(({ kind }) => kind), ['replace']);
  assert.deepEqual(viewport.bounds, { x: 0, y: 2240, width: 390, height: 800 });
  assert.equal(viewport.state, 'whole');
  following.close();
  await assert.rejects(following.whenAt(revision + 1), { name: 'AbortError' });
});

test('steps that are made of what is shown are made anew where somebody else was faster', async () => {
  const { name, direct } = await made(0);
  const random = new SeededRandom(15);
  proxy.fault = ({ method, url }) => (method === 'POST' && url.includes('/documents/') && random.chance(0.2) ? 'lose' : null);
  const attempts = { count: 0 };
  await Promise.all([100, 200, 300].map(async (first) => {
    const handle = service.document(name);
    const { viewport, revision } = await shown(handle, 0);
    const following = handle.follow({ viewport, revision });
    // Each appends after the last row.
    for (let number = 0; number < 10; number += 1) {
      await following.change(() => {
        attempts.count += 1;
        return insert(first + number, viewport.layout.snapshot.itemCount);
      });
    }
    assert.equal(await following.change(() => null), null);
    following.close();
    await assert.rejects(following.change(() => insert(1)), { name: 'AbortError' });
  }));
  const { layout } = await direct.layout(390);
  const page = await layout.page(0, { length: 100_000 });
  const heights = [...page.height].filter((_, index) => page.isCell(index));
  assert.equal(heights.length, 30);
  for (const first of [100, 200, 300]) {
    const own = heights.filter((height) => Math.floor(height / 100) * 100 === first);
    assert.deepEqual(own.slice(0, 10), Array.from({ length: 10 }, (_, number) => first + number));
  }
  assert.ok(attempts.count > 30, String(attempts.count));
});

test('a viewport that shows nothing yet follows, too', async () => {
  const { direct, seen, head } = await made();
  const { revision, layout } = await seen.layout(390);
  const viewport = layout.viewport();
  const following = seen.follow({ viewport, revision, anchor: 'first', transition: true });
  let { revision: at } = await direct.change(insert(33), { revision: head.revision });
  await following.whenAt(at);
  ({ revision: at } = await direct.put(rows(9), { revision: at }));
  await following.whenAt(at);
  assert.equal(viewport.layout.id, (await direct.get()).layout);
  assert.equal(viewport.bounds.width, 0);
  following.close();
});

test('a viewport is turned while changes come, and misses none', async () => {
  const { direct, seen, head } = await made();
  const { viewport, revision } = await shown(seen);
  const following = seen.follow({ viewport, revision });
  let at = head.revision;
  const widths = [];
  for (let number = 0; number < 12; number += 1) {
    ({ revision: at } = await direct.change(insert(30 + number, 450), { revision: at }));
    widths.push(viewport.show((layout) => layout.snapshot.layout(500 + number)));
  }
  await Promise.all(widths);
  await following.whenAt(at);
  assert.equal(viewport.layout.id, (await direct.get()).layout);
  assert.equal(viewport.layout.containerExtent, 511);
  assert.equal(viewport.bounds.y, 5000);
  viewport.update({ ...viewport.bounds, width: 511 });
  await viewport.whenWhole();
  viewport.forEach((page, index) => assert.ok(!page.isCell(index) || page.width[index] === 511));
  following.close();
});

test('who finds nobody to ask goes on when there is somebody again', async () => {
  const { direct, seen, head } = await made();
  const { viewport, revision } = await shown(seen);
  const following = seen.follow({ viewport, revision });
  proxy.fault = () => 'refuse';
  let at = head.revision;
  for (let number = 0; number < 5; number += 1) ({ revision: at } = await direct.change(insert(70), { revision: at }));
  // It has asked again and again, and found nobody.
  const { length } = proxy.requests;
  await until(() => proxy.requests.length >= length + 3);
  assert.ok(following.revision < at);
  proxy.fault = () => null;
  await following.whenAt(at);
  assert.equal(viewport.layout.id, (await direct.get()).layout);
  following.close();
});

test('following ends with the deletion; what is made of the name later is read anew', async () => {
  const { direct, seen } = await made();
  const { viewport, revision } = await shown(seen);
  const events = [];
  const following = seen.follow({ viewport, revision, onChange: ({ kind }) => events.push(kind) });
  await direct.delete({ revision });
  assert.equal(await following.ended, 'deleted');
  assert.deepEqual(events, ['delete']);
  await direct.put(rows({ count: 7, height: 20 }), { revision: 'none' });
  const later = seen.follow({ viewport, revision, onChange: ({ kind }) => events.push(kind) });
  const { revision: at, layout } = await direct.get();
  await later.whenAt(at);
  assert.equal(viewport.layout.id, layout);
  assert.deepEqual(events, ['delete', 'reset']);
  later.close();
  const none = service.document('never-was').follow();
  assert.ok((await refusal(none.ended)).is('document-not-found'));
});

test('records are told to who shows nothing, and headers go along with the stream', async () => {
  const { name, direct, head } = await made();
  const keyed = new LayoutService(proxy.url, { headers: { Authorization: 'Bearer key' } }).document(name);
  const events = [];
  const following = keyed.follow({ revision: head.revision, onChange: (event) => events.push(event) });
  const { revision, layout } = await direct.change(insert(33), { revision: head.revision });
  await following.whenAt(revision);
  const [{ kind, records: [{ time, ...record }], change }] = events;
  assert.deepEqual([kind, change], ['change', null]);
  assert.deepEqual(record, { revision, kind: 'change', layout, parent: head.layout, steps: [insert(33)] });
  assert.ok(!Number.isNaN(Date.parse(time)));
  assert.deepEqual(proxy.requests.map(({ path, headers }) => [path.split('/').at(-1), headers.authorization]), [['events?after=13', 'Bearer key']]);
  following.close();
});

test('requests about a document and its layouts say near what they are', async () => {
  const { seen, head } = await made();
  const { viewport, revision } = await shown(seen);
  const following = seen.follow({ viewport, revision });
  const { revision: at } = await seen.change(insert(5), { revision: head.revision });
  await following.whenAt(at);
  following.close();
  const near = [...new Set(proxy.requests.slice(1).map(({ headers }) => headers['layoutd-near']))];
  assert.equal(near.length, 1);
  assert.match(near[0], /^[0-9a-f]{16}$/);
  const before = near[0];
  proxy.requests = [];
  const posted = await service.post(rows(12), { width: 390 });
  await (await posted.change(insert(9))).layout.item(0, 0);
  const [post, change, item] = proxy.requests.map(({ headers }) => headers['layoutd-near']).filter((value) => value !== before);
  assert.deepEqual([post, change, item], [undefined, posted.id.slice(0, 16), posted.id.slice(0, 16)]);
});

test('a log that has forgotten what comes is read over: the document as it is', async () => {
  const short = await Program.start(['--history', '5']);
  try {
    const direct = new LayoutService(short.url).document('short');
    const head = await direct.put(rows({ count: 500, height: 50 }), { revision: 'none' });
    const { viewport, revision } = await shown(direct);
    let at = head.revision;
    for (let number = 0; number < 9; number += 1) ({ revision: at } = await direct.change(insert(70), { revision: at }));
    const events = [];
    const following = direct.follow({ viewport, revision, onChange: (event) => events.push([event.kind, event.revision]) });
    await following.whenAt(at);
    ({ revision: at } = await direct.change(insert(70), { revision: at }));
    await following.whenAt(at);
    assert.deepEqual(events, [['reset', at - 1], ['change', at]]);
    assert.ok((await refusal(direct.change(insert(1), { revision, rebase: (_, steps) => steps }))) instanceof Problem);
    following.close();
  } finally {
    assert.equal(await short.stop(), 0);
  }
});

test('who follows comes back after the program has ended, to the one that takes its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'layoutd-documents-'));
  const options = ['--store', `sqlite:${join(folder, 'layouts.db')}`];
  const first = await Program.start(options);
  let second;
  try {
    const listen = new URL(first.url).host;
    const direct = new LayoutService(first.url, { attempts: 20 }).document('kept');
    const head = await direct.put(rows({ count: 500, height: 50 }), { revision: 'none' });
    const quick = new LayoutService(first.url, { clock: fastClock(20), attempts: 20 }).document('kept');
    const { viewport, revision } = await shown(quick);
    const events = [];
    const following = quick.follow({ viewport, revision, onChange: (event) => events.push([event.kind, event.revision]) });
    let { revision: at } = await direct.change(insert(70), { revision: head.revision });
    await following.whenAt(at);
    assert.equal(await first.stop(), 0);
    const change = direct.change(insert(80), { revision: at });
    second = await Program.start(options, listen);
    ({ revision: at } = await change);
    await following.whenAt(at);
    assert.deepEqual(events, [['change', at - 1], ['change', at]]);
    assert.equal(viewport.layout.id, (await direct.get()).layout);
    following.close();
  } finally {
    assert.equal(await second?.stop(), 0);
    rmSync(folder, { recursive: true });
  }
});

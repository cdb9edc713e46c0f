import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeyedItems, LayoutService } from '../../built/index.js';
import { FakeService, json, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

const ids = (number) => String(number).padStart(64, '0');

/** 20 rows on each page of 1000 points, at 5000. Every change puts two rows of 50 in front. */
async function start() {
  const fake = new FakeService(list(2000));
  let count = 2000;
  fake.change = (steps, { query }) => {
    const parent = fake.id;
    count += 2 * steps.length;
    fake.layout = list(count);
    fake.id = ids(count);
    const d = 100 * steps.length;
    const bounds = query.get('bounds')?.split(',').map(Number);
    const change = {
      parent, changed: { before: { start: 0, end: 0 }, after: { start: 0, end: d } },
      ...(bounds && {
        bounds: { x: 0, y: bounds[1] + d, width: 390, height: bounds[3] }, scrollDelta: { x: 0, y: d },
        anchor: { section: 0, item: bounds[1] / 50 + 2 * steps.length, edge: 'leading' },
      }),
    };
    const { contentSize, sections } = fake.layout;
    return json({
      id: fake.id, sectionCount: 1, itemCount: count, scrollDirection: 'vertical', contentSize, change,
      cells: { section: [], item: [], x: [], y: [], width: [], height: [] }, others: [], next: 'more',
      pinning: { scrollDirection: 'vertical', layoutDirection: 'ltr', globalHeaders: [], sections },
    }, 201);
  };
  const service = new LayoutService('', { fetch: fake.fetch, attempts: 2, clock: new ManualClock() });
  const layout = await (await service.post({ sections: [] })).layout(390);
  const viewport = layout.viewport();
  viewport.update(bounds(5000));
  await settled();
  return { fake, service, layout, viewport };
}

const bounds = (y) => ({ x: 0, y, width: 390, height: 800 });
const step = { insert: [{ section: 0, item: 0, items: { count: 2, height: 50 } }] };
const posts = ({ requests }) => requests.filter(({ method }) => method === 'POST');
const visits = (viewport) => {
  const items = [];
  viewport.forEach((page, index) => items.push([page.item[index], page.y[index]]));
  return items;
};

test('a change is posted with where the viewport is, and moves it and its pages', async () => {
  const { fake, layout, viewport } = await start();
  const events = [];
  viewport.addEventListener('layout', (event) => events.push([event.change.layout, { ...viewport.bounds }]));
  viewport.update(bounds(5000), { inset: { top: 1, left: 0, bottom: 2, right: 0 } });
  const change = await viewport.change(step, { anchor: { section: 0, item: 101 }, transition: true, endThreshold: 3 });
  const { path, query, body } = posts(fake).at(-1);
  assert.equal(path, `/v1/layouts/${layout.id}/changes`);
  assert.deepEqual(Object.fromEntries(query), {
    width: '390', format: 'columns', pinning: 'true', bounds: '0,5000,390,800', inset: '1,0,2,0', anchor: '0,101',
    endThreshold: '3', transition: 'true',
  });
  assert.deepEqual(JSON.parse(body), { steps: [step] });
  assert.deepEqual(events, [[change.layout, bounds(5100)]]);
  assert.deepEqual([change.parent, viewport.layout], [layout, change.layout]);
  // Page 6 lacks the elements that were on page 7, which is requested; page 5 is there.
  assert.deepEqual(visits(viewport), Array.from({ length: 16 }, (_, row) => [102 + row, 5100 + 50 * row]));
});

test('scrolls while a change is on the way are kept', async () => {
  const { fake, viewport } = await start();
  fake.isHeld = true;
  const changing = viewport.change(step);
  await settled();
  viewport.update(bounds(5333));
  await fake.release(({ method }) => method === 'POST');
  assert.deepEqual((await changing).bounds, bounds(5433));
  assert.deepEqual({ ...viewport.bounds }, bounds(5433));
});

test('what was asked for of the layout before is aborted', async () => {
  const { fake, viewport } = await start();
  fake.isHeld = true;
  viewport.update(bounds(50_000));
  await settled();
  const asked = fake.requests.filter(({ path }) => path.endsWith('/elements')).slice(-3);
  const changing = viewport.change(step);
  await settled();
  await fake.release(({ method }) => method === 'POST');
  await changing;
  assert.deepEqual(asked.map(({ isAborted }) => isAborted), [true, true, true]);
  assert.ok(fake.open.length > 0 && fake.open.every(({ request }) => request.path.startsWith(`/v1/layouts/${viewport.layout.id}/`)));
});

test('changes wait for each other, and fail with the one that they wait for; the next one begins anew', async () => {
  const { fake, viewport, layout } = await start();
  const works = fake.change;
  fake.change = () => problem(422, 'invalid-change');
  const results = await Promise.allSettled([viewport.change(step), viewport.change(step)]);
  assert.deepEqual(results.map(({ status, reason }) => [status, reason.status]), [['rejected', 422], ['rejected', 422]]);
  assert.deepEqual([posts(fake).length, viewport.layout], [2, layout]);
  fake.change = works;
  await Promise.all([viewport.change(step), viewport.change(step)]);
  assert.deepEqual([viewport.layout.id, viewport.bounds.y], [ids(2004), 5200]);
});

test('a change that a function makes does not fail with an earlier one, and others wait for it', async () => {
  const { fake, viewport, layout } = await start();
  const works = fake.change;
  const seen = [];
  fake.change = () => {
    fake.change = works;
    return problem(422, 'invalid-change');
  };
  const made = ({ id }) => {
    seen.push(id);
    return step;
  };
  const results = await Promise.allSettled([
    viewport.change(step), viewport.change(step), viewport.change(made), viewport.change(step), viewport.show((shown) => (seen.push(shown.id), shown)),
    viewport.change(() => { throw new Error('none'); }), viewport.change(step), viewport.change(made),
  ]);
  assert.deepEqual(results.map(({ reason }) => reason && (reason.status ?? reason.message)), [422, 422, undefined, 422, undefined, 'none', 'none', undefined]);
  assert.deepEqual([seen, viewport.layout.id], [[layout.id, ids(2002), ids(2002)], ids(2004)]);
});

test('a change made while one waits does not fail with one that has failed before', async () => {
  const { fake, viewport } = await start();
  const works = fake.change;
  fake.change = () => problem(422, 'invalid-change');
  const changes = [viewport.change(step), viewport.change(() => step)];
  await assert.rejects(changes[0], { status: 422 });
  fake.change = works;
  await Promise.all([changes[1], viewport.change(step)]);
  assert.equal(viewport.layout.id, ids(2004));
});

test('a change is asked for when it is prepared, and fails if it cannot be', async () => {
  const { fake, viewport, layout } = await start();
  const seen = [];
  let isLoaded = false;
  viewport.prepare = async (given) => {
    seen.push([given, posts(fake).length]);
    if (!isLoaded) throw new TypeError('not loaded');
  };
  const before = posts(fake).length;
  await assert.rejects(viewport.change(step), { message: 'not loaded' });
  assert.deepEqual([posts(fake).length, viewport.layout], [before, layout]);
  isLoaded = true;
  await viewport.change(() => [step]);
  assert.deepEqual([seen, viewport.layout.id], [[[step, before], [[step], before]], ids(2002)]);
});

test('a viewport that is closed, or shows nothing yet', async () => {
  const { layout, viewport } = await start();
  const blank = layout.viewport();
  const { bounds: none } = await blank.change(step);
  assert.deepEqual([none, blank.layout.id], [null, ids(2002)]);
  const changing = viewport.change(step);
  viewport.close();
  assert.equal((await changing).layout.id, ids(2004));
  assert.equal(viewport.layout, layout);
  for (const asked of [{ transition: true }, { endThreshold: 0 }, { anchor: 'none' }]) await assert.rejects(layout.change(step, asked), TypeError);
  await assert.rejects(layout.change(step, { ancor: 'end' }), /nearest one is anchor/);
});

test('a layout that is forgotten comes about by what was posted and all steps since', async () => {
  const { fake, layout } = await start();
  const works = fake.change;
  const first = await layout.change(step);
  const second = await first.layout.change([step, step]);
  const count = posts(fake).length;
  const expected = second.layout.id;
  [fake.isForgetful, fake.id] = [true, layout.id];
  fake.change = (steps, request) => {
    if (!request.query.has('width')) {
      assert.equal(steps.length, 3);
      return json({ id: expected });
    }
    return works(steps, request);
  };
  await second.layout.change(step);
  assert.deepEqual(posts(fake).slice(count).map(({ path, query }) => [path.slice(0, 12), query.has('width')]), [
    ['/v1/layouts/', true], ['/v1/layouts', false], ['/v1/layouts/', false], ['/v1/layouts/', true],
  ]);
});

test('another id than before is an error', async () => {
  const { fake, layout } = await start();
  const { layout: next } = await layout.change(step);
  const works = fake.change;
  fake.change = (steps, request) => (request.query.has('width') ? works(steps, request) : json({ id: ids(7) }));
  [fake.isForgetful, fake.id] = [true, layout.id];
  await assert.rejects(next.change(step), { name: 'IdChanged', newId: ids(7) });
});

test('steps that have become longer than their snapshot are forgotten, where the service says that', async () => {
  const { fake, layout } = await start();
  const snapshots = [];
  const { fetch } = fake;
  const service = new LayoutService('', {
    clock: new ManualClock(),
    fetch: (url, init) => {
      if (!String(url).endsWith('/snapshot')) return fetch(url, init);
      snapshots.push(url);
      return Promise.resolve(snapshots.length > 1 ? json({ sections: ['all'] }) : problem(404, 'not-found'));
    },
  });
  const long = { insert: [{ section: 0, item: 0, items: { heights: Array(12_000).fill(100.5) } }] };
  let { snapshot } = await service.post({ sections: [] }, { width: 390 });
  assert.equal(snapshot.id, layout.id);
  const lengths = [];
  for (let turn = 0; turn < 3; turn += 1) {
    snapshot = await snapshot.change(long);
    await settled();
    lengths.push(snapshots.length);
  }
  assert.deepEqual(lengths, [1, 1, 2]);
  fake.isForgetful = true;
  await snapshot.change(step);
  assert.deepEqual(posts(fake).slice(-3).map(({ body }) => body.slice(0, 20)), [
    '{"steps":[{"insert":', '{"sections":["all"]}', '{"steps":[{"insert":',
  ]);
});

test('keyed items stay those before where a change fails', async () => {
  const { fake, viewport } = await start();
  const items = new KeyedItems(viewport, ['a', 'b']);
  const works = fake.change;
  fake.change = () => problem(422, 'invalid-change');
  await assert.rejects(items.update(['b']), { status: 422 });
  assert.deepEqual(items.items, ['a', 'b']);
  fake.change = works;
  await Promise.all([items.update(['c', 'a', 'b']), items.update(['c', 'b'])]);
  assert.deepEqual(posts(fake).slice(-2).map(({ body }) => JSON.parse(body).steps), [
    [{ insert: [{ section: 0, item: 0, items: 1 }] }], [{ delete: [{ section: 0, item: 1, count: 1 }] }],
  ]);
});

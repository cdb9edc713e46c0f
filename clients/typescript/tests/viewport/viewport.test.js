import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService, Problem, limits } from '../../built/index.js';
import { FakeService, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';

/** 20 rows on each page of 1000 points. */
async function start(options = {}, count = 20_000) {
  const fake = new FakeService(list(count));
  const clock = new ManualClock();
  const service = new LayoutService('', { fetch: fake.fetch, clock, attempts: 1 });
  const layout = await (await service.post({ sections: [] })).layout(390);
  const viewport = layout.viewport({ clock, ...options });
  const events = [];
  viewport.addEventListener('change', ({ page, error }) => events.push(['change', page, error]));
  viewport.addEventListener('error', ({ page, error }) => events.push(['error', page, error]));
  /** What is asked for and not yet answered, by page. */
  const open = () => fake.open.map(({ request }) => pageOf(request)).sort((left, right) => left - right);
  return { fake, clock, layout, viewport, events, open };
}

const pageOf = ({ query }) => Number(query.get('rect').split(',')[1]) / 1000;
const pagesOf = (fake) => fake.pages.map((place) => place / 1000);
const bounds = (y, height = 800) => ({ x: 0, y, width: 390, height });
const visits = (viewport) => {
  const items = [];
  viewport.forEach((page, index) => items.push(page.item[index]));
  return items;
};
/** Updates at a velocity, a frame each 10 ms. */
async function scroll(viewport, clock, from, to, step) {
  for (let y = from; step > 0 ? y <= to : y >= to; y += step) {
    viewport.update(bounds(y));
    await clock.advance(10);
  }
}

test('the pages of the bounds are asked for first, then one on either side; changes are told when they arrive', async () => {
  const { fake, viewport, events } = await start();
  fake.isHeld = true;
  viewport.update(bounds(5500));
  await settled();
  assert.deepEqual(pagesOf(fake), [5, 6, 7, 4]);
  assert.deepEqual(viewport.missing, [5000, 6000].map((y) => ({ x: 0, y, width: 390, height: 1000 })));
  assert.deepEqual(visits(viewport), []);
  await fake.release((request) => pageOf(request) === 6);
  assert.deepEqual(visits(viewport), [120, 121, 122, 123, 124, 125]);
  await fake.release();
  assert.deepEqual(events, [['change', 6, null], ['change', 5, null]]);
  assert.deepEqual(viewport.missing, []);
  assert.deepEqual(visits(viewport), Array.from({ length: 16 }, (_, index) => 110 + index));
  assert.deepEqual([viewport.pageCount, viewport.elementCount, viewport.requestCount], [4, 80, 0]);
  assert.deepEqual({ ...viewport.bounds }, bounds(5500));
});

test('edges that touch do not count: bounds that end where a page begins do not ask for it as visible', async () => {
  const { fake, viewport } = await start({ maximumPrefetchPages: 0 });
  viewport.update(bounds(1000, 1000));
  viewport.update(bounds(2000 - 2 ** -30, 1));
  viewport.update(bounds(7999, 1 + 2 ** -30));
  viewport.update(bounds(4e-320, 4e-320));
  assert.deepEqual(pagesOf(fake), [1, 2, 7, 8, 0]);
});

test('which pages bounds cover is exact for any page length, however far down', async () => {
  const random = new SeededRandom(8);
  const bits = new BigUint64Array(1);
  const beside = (number, step) => {
    const view = new Float64Array(bits.buffer);
    view[0] = number;
    bits[0] += step;
    return view[0];
  };
  for (let turn = 0; turn < 60; turn += 1) {
    const fake = new FakeService({ ...list(0), contentSize: { width: 390, height: 2 ** 53 } });
    const layout = await (await new LayoutService('', { fetch: fake.fetch }).post('{}')).layout(390);
    const pageLength = Math.floor(2 ** (random.next() * 29.8));
    const viewport = layout.viewport({ pageLength, maximumPrefetchPages: 0 });
    const number = 1 + Math.floor(2 ** (random.next() * (52 - Math.log2(pageLength))));
    const edge = number * pageLength;
    const ulp = beside(edge, 1n) - edge;
    viewport.update({ ...bounds(edge), height: ulp });
    viewport.update({ ...bounds(beside(edge, -1n)), height: edge - beside(edge, -1n) });
    viewport.update({ ...bounds(beside(edge, -1n)), height: beside(edge, 1n) - beside(edge, -1n) });
    await settled();
    assert.deepEqual(fake.pages, [number, number - 1, number].map((page) => page * pageLength).slice(0, fake.pages.length));
    assert.equal(viewport.pageCount, 2, `page ${number} of ${pageLength}`);
    viewport.close();
  }
});

test('what comes into the bounds last is asked for first', async () => {
  for (const [velocity, pages] of [[undefined, [10, 11, 12, 9]], [1000, [11, 10, 12]], [-1000, [10, 11, 9]]]) {
    const { fake, viewport } = await start();
    viewport.update(bounds(10_100, 1800), { velocity });
    assert.deepEqual(pagesOf(fake), pages);
  }
});

test('a page is not asked for twice while it is on the way or held', async () => {
  const { fake, viewport } = await start();
  for (let turn = 0; turn < 5; turn += 1) {
    viewport.update(bounds(100 + turn));
    await settled();
  }
  assert.deepEqual(pagesOf(fake), [0, 1]);
});

test('pages are asked for as far ahead as the velocity reaches in the time set, and no farther than the limit', async () => {
  for (const [velocity, prefetchSeconds, ahead] of [
    [0, 0.5, [3, 5]], [100, 0.5, [5]], [2001, 0.5, [5, 6]], [-3999, 0.5, [3, 2]], [6000, 0.25, [5, 6]],
    [1e6, 0.5, [5, 6, 7, 8, 9, 10]], [-1e6, 0.5, [3, 2, 1, 0]], [NaN, 0.5, [3, 5]], [Infinity, 0.5, [3, 5]],
  ]) {
    const { fake, viewport } = await start({ prefetchSeconds, maximumRequests: 20 });
    viewport.update(bounds(4100), { velocity });
    await settled();
    assert.deepEqual(pagesOf(fake).sort((left, right) => left - right), [4, ...ahead].sort((left, right) => left - right), String(velocity));
  }
});

test('the velocity follows from the updates; a jump is no velocity', async () => {
  const { fake, viewport, clock } = await start({ maximumRequests: 20 });
  await scroll(viewport, clock, 10_000, 10_100, 20);
  // 2000 points per second.
  assert.deepEqual(pagesOf(fake), [10, 11, 9]);
  await scroll(viewport, clock, 10_140, 10_180, 40);
  assert.deepEqual(pagesOf(fake), [10, 11, 9, 12]);
  viewport.update(bounds(90_100));
  assert.deepEqual(pagesOf(fake).slice(4), [90, 91, 89]);
});

test('a rest ends a way', async () => {
  const { fake, viewport, clock, open } = await start();
  fake.isHeld = true;
  viewport.update(bounds(10_100));
  await clock.advance(300);
  viewport.update(bounds(10_150));
  assert.deepEqual(open(), [9, 10, 11]);
  await clock.advance(100);
  viewport.update(bounds(10_190));
  await settled();
  assert.deepEqual(open(), [10, 11]);
});

test('given times are those of the velocity', async () => {
  const { fake, viewport } = await start({ maximumRequests: 20 });
  for (let frame = 0; frame < 10; frame += 1) viewport.update(bounds(10_100 + frame * 10), { time: frame * 2 });
  assert.deepEqual(pagesOf(fake), [10, 11, 9, 12, 13]);
});

test('when the direction turns, requests ahead are aborted, and the other side is asked for', async () => {
  const { fake, viewport, clock, open } = await start();
  fake.isHeld = true;
  await scroll(viewport, clock, 50_000, 50_100, 50);
  await fake.release((request) => pageOf(request) === 50);
  assert.deepEqual(open(), [51, 52, 53]);
  viewport.update(bounds(50_090));
  await settled();
  assert.deepEqual(open(), [49]);
  assert.deepEqual(fake.requests.filter(({ isAborted }) => isAborted).map(pageOf).sort(), [49, 51, 52, 53]);
});

for (const speed of [600, 1000, 1990, 2000, 4000, 5990]) {
  test(`each page is asked for once while the content moves by ${speed} points a second, and none is aborted`, async () => {
    const { fake, viewport, clock } = await start({}, 4000);
    fake.isHeld = true;
    for (let frame = 0; frame * speed / 60 < 9000; frame += 1) {
      // A screen of 60 Hz, whole pixels, and a page that draws some frames twice.
      const place = bounds(Math.round(frame * speed / 60));
      viewport.update(place);
      if (frame % 5 === 0) viewport.update(place);
      await clock.advance(1000 / 60);
      if (frame % 12 > 0) continue;
      await fake.release();
      viewport.update(place);
    }
    const asked = pagesOf(fake);
    assert.deepEqual([...asked].sort((left, right) => left - right), [...new Set(asked)].sort((left, right) => left - right));
    assert.ok(asked.length >= 10 && asked.length <= 16, String(asked));
    assert.deepEqual(fake.requests.filter(({ isAborted }) => isAborted), []);
  });
}

test('the horizon falls by two pages or on a turn, not by one', async () => {
  const { fake, viewport, open } = await start({ maximumRequests: 20 });
  fake.isHeld = true;
  const ahead = async (y, velocity) => {
    viewport.update(bounds(y), { velocity });
    await settled();
    return open();
  };
  assert.deepEqual(await ahead(10_100, 5000), [10, 11, 12, 13]);
  assert.deepEqual(await ahead(10_110, 3900), [10, 11, 12, 13]);
  assert.deepEqual(await ahead(10_120, 0), [9, 10, 11]);
  assert.deepEqual(await ahead(10_130, 3900), [10, 11, 12]);
  assert.deepEqual(await ahead(10_140, 0), [9, 10, 11, 12]);
  assert.deepEqual(await ahead(10_130, -3900), [8, 9, 10]);
  assert.deepEqual(await ahead(10_120, -100), [8, 9, 10]);
  assert.deepEqual(await ahead(10_130, 100), [10, 11]);
});

test('bounds that are drawn again where they are do not change the velocity', async () => {
  const { fake, viewport, clock } = await start();
  fake.isHeld = true;
  await scroll(viewport, clock, 10_000, 10_200, 50);
  const asked = pagesOf(fake);
  assert.deepEqual(asked, [10, 11, 9, 12, 13]);
  for (let turn = 0; turn < 10; turn += 1) {
    viewport.update(bounds(10_200));
    await clock.advance(10);
  }
  assert.deepEqual(pagesOf(fake), asked);
  // The next move has taken all of that time: 500 points per second.
  viewport.update(bounds(10_260));
  assert.deepEqual(pagesOf(fake), asked);
});

test('a fling aborts requests for pages that it has passed', async () => {
  const { fake, viewport, clock, open } = await start();
  fake.isHeld = true;
  await scroll(viewport, clock, 0, 40_000, 500);
  assert.ok(open().every((page) => page >= 40), String(open()));
  assert.ok(open().includes(40));
  assert.ok(fake.requests.filter(({ isAborted }) => isAborted).length > 30);
  await fake.release();
  assert.deepEqual(viewport.missing, []);
});

test('a jump aborts all that it leaves behind', async () => {
  const { fake, viewport, open } = await start();
  fake.isHeld = true;
  viewport.update(bounds(0));
  viewport.update(bounds(500_100));
  await settled();
  assert.deepEqual(open(), [499, 500, 501]);
});

test('what arrives for an aborted request is not taken', async () => {
  const { fake, viewport, events } = await start({ maximumPrefetchPages: 0 });
  fake.isHeld = true;
  viewport.update(bounds(0));
  await settled();
  const released = fake.release();
  viewport.update(bounds(90_100));
  await released;
  assert.deepEqual(events, []);
  assert.equal(viewport.pageCount, 0);
});

test('with an overscan more is fetched and visited, what is seen first; pinning and places are of the bounds', async () => {
  const { fake, viewport, open } = await start({ overscan: 1500, maximumPrefetchPages: 0 });
  fake.isHeld = true;
  viewport.update(bounds(10_100));
  await settled();
  assert.deepEqual(pagesOf(fake), [10, 8, 9, 11, 12]);
  assert.equal(viewport.missing.length, 5);
  await fake.release();
  assert.deepEqual(viewport.missing, []);
  assert.deepEqual(visits(viewport), Array.from({ length: 76 }, (_, index) => 172 + index));
  assert.deepEqual({ ...viewport.bounds }, bounds(10_100));
  fake.isHeld = false;
  assert.equal((await viewport.scrollOrigin(0, 180)).y, 9000);
  assert.equal((await viewport.scrollOrigin(0, 203)).y, 10_100);
  // Another page comes to be seen while none comes into the overscan: it is asked for first.
  const second = await start({ overscan: 1500, maximumPrefetchPages: 0, maximumRequests: 1 });
  second.fake.isHeld = true;
  second.viewport.update(bounds(10_100));
  second.viewport.update(bounds(10_300));
  await settled();
  await second.fake.release((request) => pageOf(request) === 10);
  assert.deepEqual([open(), second.open()], [[], [11]]);
  assert.throws(() => second.viewport.update(bounds(5000, 62_000)), RangeError);
});

test('requests in flight are limited; pages in the bounds go before pages ahead', async () => {
  const { fake, viewport, open } = await start({ maximumRequests: 3 });
  fake.isHeld = true;
  viewport.update(bounds(10_100), { velocity: 1e5 });
  await settled();
  assert.deepEqual(open(), [10, 11, 12]);
  viewport.update(bounds(10_100, 3500), { velocity: 1e5 });
  await settled();
  assert.deepEqual(open(), [10, 11, 12]);
  await fake.release((request) => pageOf(request) === 10);
  assert.deepEqual(open(), [11, 12, 13]);
  viewport.update(bounds(8100, 1800), { velocity: -1e5 });
  await settled();
  assert.deepEqual(open(), [7, 8, 9]);
  viewport.update(bounds(6100, 1800), { velocity: -1e5 });
  await settled();
  assert.deepEqual(open(), [5, 6, 7]);
  assert.equal(viewport.requestCount, 3);
  // A page in the bounds takes the place of the one farthest ahead.
  viewport.update(bounds(6100, 2800), { velocity: -1e5 });
  await settled();
  assert.deepEqual(open(), [6, 7, 8]);
});

test('the pages used longest ago go when there are too many', async () => {
  const { fake, viewport } = await start({ maximumPages: 4, maximumPrefetchPages: 0 });
  for (const page of [0, 1, 2, 3, 0, 4]) {
    viewport.update(bounds(page * 1000 + 100));
    await settled();
    assert.ok(viewport.pageCount <= 4);
  }
  assert.deepEqual(pagesOf(fake), [0, 1, 2, 3, 4]);
  viewport.update(bounds(100));
  viewport.update(bounds(3100));
  assert.equal(pagesOf(fake).length, 5);
  viewport.update(bounds(1100));
  assert.deepEqual(pagesOf(fake), [0, 1, 2, 3, 4, 1]);
});

test('pages go when they have too many elements, but none of the bounds', async () => {
  const { viewport } = await start({ maximumElements: 70, maximumPrefetchPages: 0 });
  for (let page = 0; page < 10; page += 1) {
    viewport.update(bounds(page * 1000 + 100));
    await settled();
    assert.ok(viewport.elementCount <= 70);
  }
  viewport.update(bounds(0, 5000));
  await settled();
  assert.deepEqual([viewport.missing.length, viewport.elementCount], [0, 100]);
  viewport.update(bounds(0));
  assert.ok(viewport.elementCount <= 70);
});

test('no page is asked for ahead where the pages of the bounds are all that may be held, and none again and again', async () => {
  const { fake, viewport } = await start({ maximumElements: 30 });
  viewport.update(bounds(10_100, 1800));
  await settled();
  for (let turn = 0; turn < 5; turn += 1) {
    viewport.update(bounds(10_100 + turn, 1800), { velocity: turn * 1000 });
    await settled();
  }
  const asked = pagesOf(fake);
  assert.deepEqual(asked, [10, 11, 12, 9]);
  assert.ok(viewport.elementCount <= 30 + limits.maximumRequests * 20, String(viewport.elementCount));
});

test('bounds that cover more pages than may be held are refused, and so are bounds that are none', async () => {
  const { viewport, fake } = await start({ maximumPages: 3 });
  assert.throws(() => viewport.update(bounds(500, 3000)), RangeError);
  viewport.update(bounds(500, 2500));
  const count = fake.requests.length;
  for (const wrong of [bounds(0, 0), bounds(0, -1), bounds(NaN), bounds(Infinity), bounds(0, Infinity), { ...bounds(0), width: 0 }]) {
    assert.throws(() => viewport.update(wrong), RangeError);
  }
  assert.equal(fake.requests.length, count);
});

test('bounds beyond the content show its first or last page', async () => {
  const { fake, viewport } = await start({ maximumPrefetchPages: 0 }, 50);
  viewport.update(bounds(-5000));
  viewport.update(bounds(1e12));
  assert.deepEqual(pagesOf(fake), [0, 2]);
  assert.deepEqual(viewport.missing, [{ x: 0, y: 2000, width: 390, height: 500 }]);
  const empty = await start({}, 0);
  empty.viewport.update(bounds(0));
  await settled();
  assert.deepEqual([empty.viewport.missing.length, visits(empty.viewport).length], [0, 0]);
});

test('a page that failed in passing is asked for again, later each time', async () => {
  const { fake, viewport, clock, events } = await start({ maximumPrefetchPages: 0 });
  fake.failures = Array.from({ length: 8 }, () => problem(503, 'unavailable'));
  viewport.update(bounds(100));
  await settled();
  for (const seconds of [1, 2, 4, 8, 16, 32, 60]) {
    const count = fake.requests.length;
    const [pause] = clock.pending;
    assert.ok(clock.pending.length === 1 && pause >= seconds * 500 && pause <= seconds * 1000, `${clock.pending} of ${seconds}`);
    viewport.update(bounds(101));
    await clock.advance(pause - 1);
    assert.equal(fake.requests.length, count);
    await clock.advance(1);
    assert.equal(fake.requests.length, count + 1);
  }
  assert.equal(events.length, 8);
  assert.ok(events.every(([type, page, error]) => type === 'error' && page === 0 && error instanceof Problem && error.status === 503));
  await clock.advance(60_000);
  assert.deepEqual(events.slice(8), [['change', 0, null]]);
  assert.deepEqual(clock.pending, []);
});

test('a page of a layout that is not found is asked for again until somebody has posted it', async () => {
  const { fake, clock, events } = await start();
  const service = new LayoutService('', { fetch: fake.fetch, clock });
  let hasBackend = true;
  const restore = () => {
    if (!hasBackend) throw new Error('no backend');
  };
  const layout = await (await service.snapshot(fake.id, { restore })).layout(390);
  const viewport = layout.viewport({ clock, maximumPrefetchPages: 0 });
  viewport.addEventListener('change', ({ page }) => events.push(['change', page]));
  viewport.addEventListener('error', ({ error }) => events.push(['error', error.message.slice(0, 10)]));
  fake.isForgetful = true;
  viewport.update(bounds(100));
  for (let seconds = 0; seconds < 4; seconds += 0.125) await clock.advance(125);
  hasBackend = false;
  await clock.advance(1000);
  await clock.advance(4000);
  assert.deepEqual([viewport.missing.length, new Set(events.map(([, error]) => error))], [1, new Set(['404 layout', 'no backend'])]);
  fake.isForgetful = false;
  await clock.advance(60_000);
  assert.deepEqual([viewport.missing.length, events.at(-1)], [0, ['change', 0]]);
});

test('a page that can only fail again is left alone until it comes back into view', async () => {
  const { fake, viewport, clock, events } = await start({ maximumPrefetchPages: 0 });
  fake.failures = [problem(400, 'bad-parameter')];
  viewport.update(bounds(100));
  await settled();
  assert.deepEqual(clock.pending, []);
  viewport.update(bounds(101));
  assert.equal(pagesOf(fake).length, 1);
  assert.equal(events[0][2].status, 400);
  viewport.update(bounds(5100));
  viewport.update(bounds(100));
  await settled();
  assert.deepEqual(pagesOf(fake), [0, 5, 0]);
  assert.deepEqual(viewport.missing, []);
});

test('a page with too many elements fails, and says so', async () => {
  const { viewport, clock, events } = await start({ maximumPageElements: 19, maximumPrefetchPages: 0 });
  viewport.update(bounds(100));
  await settled();
  assert.equal(events[0][2].name, 'RangeError');
  assert.deepEqual(clock.pending, []);
});

test('a page ahead that failed does not hold up the others', async () => {
  const { fake, viewport } = await start();
  fake.failures = [problem(503, 'unavailable')];
  viewport.update(bounds(100));
  viewport.update(bounds(1100), { velocity: 3000 });
  await settled();
  assert.deepEqual(viewport.missing, []);
  assert.deepEqual(pagesOf(fake), [0, 1, 2, 3]);
});

test('closing aborts everything, and nothing is sent afterwards', async () => {
  const { fake, viewport, clock, open, events } = await start();
  fake.failures = [problem(503, 'unavailable')];
  viewport.update(bounds(100));
  await settled();
  fake.isHeld = true;
  viewport.update(bounds(9100));
  await settled();
  assert.deepEqual(open(), [8, 9, 10]);
  const count = fake.requests.length;
  viewport.close();
  assert.deepEqual(open(), []);
  viewport.update(bounds(50_000));
  await clock.advance(100_000);
  assert.equal(fake.requests.length, count);
  assert.deepEqual(clock.pending, []);
  assert.equal(events.filter(([type]) => type === 'error').length, 1);
});

test('options out of range are refused', async () => {
  const { layout } = await start();
  for (const options of [
    { pageLength: 0 }, { pageLength: 10.5 }, { maximumPages: 0 }, { maximumElements: 0 }, { maximumPageElements: 0 },
    { maximumPrefetchPages: -1 }, { overscan: -1 }, { overscan: NaN }, { prefetchSeconds: -1 }, { prefetchSeconds: 61 }, { maximumRequests: 0 }, { maximumPages: '4' }, { prefetchSeconds: '1' },
  ]) assert.throws(() => layout.viewport(options), RangeError, JSON.stringify(options));
});

test('pages are exact where coordinates are as large as they can be', async () => {
  const y = 2 ** 53 - 4000;
  const rows = [0, 1000, 2000, 3000].map((place, item) => ({
    category: 'cell', section: 0, item, frame: { x: 0, y: y + place, width: 390, height: 1000 },
  }));
  const fake = new FakeService({ ...list(0), contentSize: { width: 390, height: 2 ** 53 }, elements: rows });
  const layout = await (await new LayoutService('', { fetch: fake.fetch }).post('{}')).layout(390);
  const viewport = layout.viewport();
  for (const [place, seen] of [[0, [0]], [500, [0, 1]], [3000, [3]], [3001, [3]]]) {
    viewport.update(bounds(y + place));
    await settled();
    assert.deepEqual(visits(viewport), seen, String(place));
  }
  viewport.close();
});

test('a layout is shown from other bounds on, where these are given or found in it', async () => {
  const { fake, layout, viewport } = await start();
  viewport.update(bounds(5000));
  await settled();
  const told = [];
  viewport.addEventListener('layout', ({ change: { bounds: { y }, scrollDelta } }) => told.push([y, scrollDelta.y, viewport.missing.length]));
  await viewport.show(layout, { bounds: bounds(20_000) });
  await viewport.show((shown) => shown, { bounds: async (shown) => bounds(shown.contentSize.height) });
  await viewport.show(layout);
  assert.deepEqual(told, [[20_000, 15_000, 0], [999_200, 979_200, 0], [999_200, 0, 0]]);
  assert.ok(fake.pages.includes(20_000) && fake.pages.includes(999_000));
  assert.equal(visits(viewport)[0], 19_984);
});

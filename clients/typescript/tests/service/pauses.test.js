import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { pauseSeconds } from '../../built/source/service/backoff.js';
import { Pauses } from '../../built/source/documents/Pauses.js';
import { Problem } from '../../built/source/service/Problem.js';
import { Relayout } from '../../built/source/feed/Relayout.js';
import { FakeService, json, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

const later = (seconds) => problem(503, 'unavailable', {}, { 'Retry-After': String(seconds) });
const bounds = (y) => ({ x: 0, y, width: 390, height: 844 });

test('a pause grows, is spread by chance, and is never shorter than the service asks for', () => {
  for (let failures = 1; failures < 12; failures += 1) {
    const longest = Math.min(60, 2 ** (failures - 1));
    for (let turn = 0; turn < 200; turn += 1) {
      const own = pauseSeconds(failures, { first: 1, most: 60, error: new TypeError('fetch failed') });
      assert.ok(own >= longest / 2 && own <= longest, `${own} of ${longest}`);
      const asked = pauseSeconds(failures, { first: 1, most: 60, error: new Problem({ status: 503 }, 77) });
      assert.ok(asked > 77 && asked <= 77 + longest, `${asked}`);
    }
  }
});

test('no page is asked for before the time that the service has said, neither that which failed nor another one', async () => {
  const fake = new FakeService(list(3000));
  const clock = new ManualClock();
  const service = new LayoutService('', { fetch: fake.fetch, clock });
  const viewport = (await (await service.snapshot(fake.id)).layout(390)).viewport({ clock, maximumPrefetchPages: 0 });
  fake.failures = [later(60), later(60)];
  viewport.update(bounds(100));
  await settled();
  const count = fake.requests.length;
  for (let second = 0; second < 59; second += 1) {
    viewport.update(bounds(100 + second * 500));
    await clock.advance(1000);
  }
  assert.equal(fake.requests.length, count);
  viewport.update(bounds(100));
  for (let second = 0; second < 3; second += 1) await clock.advance(1000);
  assert.ok(fake.requests.length > count);
  for (let turn = 0; turn < 70; turn += 1) await clock.advance(1000);
  assert.deepEqual([viewport.state, viewport.missing], ['whole', []]);
  viewport.close();
});

test('a document that is followed is not asked for before the time that the service has said', async () => {
  const clock = new ManualClock();
  const times = [];
  const answers = [later(60), later(60), json({ name: 'feed', revision: 3, layout: 'ab'.repeat(32), updatedAt: 'now' })];
  const fetch = async (url, { signal }) => {
    times.push(clock.now());
    return answers.shift() ?? new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
  };
  const service = new LayoutService('http://fake.test', { fetch, clock });
  const following = service.document('feed').follow({});
  await settled();
  for (let turn = 0; turn < 40 && answers.length > 0; turn += 1) {
    // What ends pauses of one's own does not end that of the service.
    following.wake();
    await clock.advance(5000);
  }
  assert.equal(answers.length, 0);
  assert.ok(times[1] - times[0] >= 60_000 && times[2] - times[1] >= 60_000, times.join());
  following.close();
});

test('a pause of one\'s own is cut short, that of the service is not', async () => {
  const clock = new ManualClock();
  const pauses = new Pauses(clock, new AbortController().signal);
  const ends = [];
  for (const least of [0, 20]) {
    const begun = clock.now();
    const waiting = pauses.wait(30, least).then(() => ends.push(clock.now() - begun));
    await clock.advance(5000);
    pauses.end();
    await settled();
    await clock.advance(15_000);
    await waiting;
  }
  assert.deepEqual(ends, [5000, 20_000]);
});

/** A turning, and what it does: `answers` are what its attempts come to. */
function relayout(answers) {
  const clock = new ManualClock();
  const seen = { clock, extent: 300, times: [], errors: [], states: [] };
  const again = () => {
    if (seen.shown === seen.extent) seen.relayout.rest();
    else void seen.relayout.to(seen.extent, act);
  };
  const act = async () => {
    const { extent } = seen;
    seen.times.push(clock.now() - 1_000_000);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    seen.shown = extent;
  };
  seen.relayout = new Relayout({
    clock, again, failed: (error) => seen.errors.push(error),
    told: () => { if (seen.states.at(-1) !== seen.relayout.state) seen.states.push(seen.relayout.state); },
  });
  seen.again = again;
  return seen;
}
const unavailable = () => new Problem({ status: 503, title: 'Unavailable' });

test('a rotation that failed is made up for', async () => {
  const seen = relayout([unavailable(), unavailable(), unavailable()]);
  seen.again();
  const whole = seen.relayout.whenDone();
  await settled();
  assert.deepEqual([seen.relayout.state, seen.relayout.error.status], ['failing', 503]);
  for (let second = 0; second < 8; second += 0.5) await seen.clock.advance(500);
  await whole;
  assert.deepEqual([seen.shown, seen.relayout.state, seen.errors.length, seen.times.length], [300, null, 3, 4]);
  assert.deepEqual(seen.states, ['loading', 'failing', null]);
  assert.deepEqual(seen.clock.pending, []);
});

test('another width is tried at once, but not before the service allows it', async () => {
  const seen = relayout([unavailable(), new Problem({ status: 503 }, 60)]);
  seen.again();
  await settled();
  seen.extent = 400;
  seen.again();
  await settled();
  assert.deepEqual([seen.times, seen.relayout.state], [[0, 0], 'failing']);
  seen.extent = 500;
  for (let second = 0; second < 59; second += 1) {
    seen.again();
    await seen.clock.advance(1000);
  }
  assert.equal(seen.times.length, 2);
  await seen.clock.advance(2000);
  assert.deepEqual([seen.times.length, seen.shown, seen.relayout.state], [3, 500, null]);
});

test('what can only fail at a width is not tried again there, and told to who waits', async () => {
  const seen = relayout([new Problem({ status: 422, type: '/problems/cannot-lay-out' })]);
  seen.again();
  await assert.rejects(seen.relayout.whenDone(), { status: 422 });
  await seen.clock.advance(1e6);
  seen.again();
  await settled();
  await assert.rejects(seen.relayout.whenDone(), { status: 422 });
  assert.deepEqual([seen.times.length, seen.relayout.state], [1, 'failing']);
  // Turned back there is nothing to do.
  seen.shown = seen.extent;
  seen.again();
  assert.equal(seen.relayout.state, null);
  await seen.relayout.whenDone();
  seen.extent = 500;
  seen.again();
  await settled();
  assert.equal(seen.shown, 500);
});

test('nothing is tried again behind the end', async () => {
  const seen = relayout([unavailable(), unavailable()]);
  seen.again();
  await settled();
  const waiting = seen.relayout.whenDone();
  seen.relayout.close(new DOMException('closed', 'AbortError'));
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.deepEqual(seen.clock.pending, []);
  seen.again();
  await seen.clock.advance(1e6);
  assert.equal(seen.times.length, 1);
});

test('a GET to another origin stays one that a page may send without asking first', async () => {
  const near = '0123456789abcdef';
  /** The headers of the requests for two pages. */
  const sent = async (url, options = {}) => {
    const fake = new FakeService(list(300));
    const fetch = async (...parameters) => {
      const response = await fake.fetch(...parameters);
      response.headers.set('Layoutd-Near', near);
      return response;
    };
    const layout = await (await new LayoutService(url, { fetch, ...options }).post({ sections: [] })).layout(390);
    await Promise.all([layout.page(0), layout.page(1)]);
    return fake.requests.filter(({ method, query }) => method === 'GET' && query.has('rect')).map(({ headers }) => headers['Layoutd-Near']);
  };
  const all = [near, near, near];
  assert.deepEqual(await sent('http://other.test'), all);
  globalThis.location = { href: 'http://page.test/feed' };
  globalThis.origin = 'http://page.test';
  try {
    assert.deepEqual(await sent('http://other.test'), [undefined, undefined, undefined]);
    assert.deepEqual(await sent('http://other.test', { headers: { Accept: 'application/json' } }), [undefined, undefined, undefined]);
    assert.deepEqual(await sent('http://other.test', { nearAcrossOrigins: true }), all);
    assert.deepEqual(await sent('http://other.test', { headers: { Authorization: 'Bearer key' } }), all);
    for (const own of ['', 'http://page.test']) assert.deepEqual(await sent(own), all);
    // A frame that a `srcdoc` makes has the origin of the page around it, and the base of its addresses.
    Object.assign(globalThis, { location: { href: 'about:srcdoc', origin: 'null' }, document: { baseURI: 'http://page.test/feed' } });
    for (const own of ['', 'http://page.test']) assert.deepEqual(await sent(own), all, own);
    assert.deepEqual(await sent('http://other.test'), [undefined, undefined, undefined]);
  } finally {
    for (const name of ['location', 'document', 'origin']) delete globalThis[name];
  }
});

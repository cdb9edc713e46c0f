import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService, Problem, limits } from '../../built/index.js';
import { FakeService, json, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

const unavailable = (headers = {}) => problem(503, 'unavailable', {}, headers);

function start(failures, options = {}) {
  const fake = new FakeService(list(3));
  fake.failures = failures;
  const clock = new ManualClock();
  return { fake, clock, service: new LayoutService('http://fake.test/', { fetch: fake.fetch, clock, ...options }) };
}

/** A promise's outcome, once it is known. */
function outcome(promise) {
  const seen = { value: undefined, error: undefined, isSettled: false };
  promise.then((value) => Object.assign(seen, { value, isSettled: true }), (error) => Object.assign(seen, { error, isSettled: true }));
  return seen;
}

test('a request that fails in passing is sent again after growing pauses, so often and no more', async () => {
  const { fake, clock, service } = start(Array.from({ length: 9 }, () => unavailable()));
  const seen = outcome(service.snapshot(fake.id));
  await settled();
  for (let attempt = 1; attempt < limits.attempts; attempt += 1) {
    assert.equal(fake.requests.length, attempt);
    const [milliseconds] = clock.pending;
    const longest = 250 * 2 ** (attempt - 1);
    assert.ok(milliseconds >= longest / 2 && milliseconds <= longest, `${milliseconds} of ${longest}`);
    await clock.advance(milliseconds - 0.001);
    assert.equal(fake.requests.length, attempt);
    await clock.advance(0.001);
  }
  assert.equal(fake.requests.length, limits.attempts);
  assert.ok(seen.error instanceof Problem);
  assert.equal(seen.error.status, 503);
  assert.deepEqual(clock.pending, []);
});

for (const [name, failure] of [
  ['429', new Response('', { status: 429, headers: { 'Retry-After': '0' } })],
  ['502', new Response('<html>', { status: 502 })], ['504', new Response('', { status: 504 })],
  ['no connection', new TypeError('fetch failed')],
]) {
  test(`${name} is passing: the next answer is the one that counts`, async () => {
    const { fake, clock, service } = start([failure]);
    const seen = outcome(service.snapshot(fake.id));
    await settled();
    await clock.advance(250);
    assert.equal(seen.value.id, fake.id);
  });
}

test('Retry-After is waited for, as seconds and as a date', async () => {
  for (const header of ['7', new Date(1_000_000 + 7000).toUTCString()]) {
    const { fake, clock, service } = start([unavailable({ 'Retry-After': header })]);
    const seen = outcome(service.snapshot(fake.id));
    await settled();
    await clock.advance(6999);
    assert.equal(fake.requests.length, 1, header);
    // Chance adds to it.
    await clock.advance(251);
    assert.equal(seen.value.id, fake.id);
  }
});

test('who is told to wait longer than a pause may be fails at once, and is told how long', async () => {
  const { fake, service } = start([unavailable({ 'Retry-After': String(limits.maximumPauseSeconds + 1) })]);
  await assert.rejects(service.snapshot(fake.id), { name: 'Problem', retryAfterSeconds: limits.maximumPauseSeconds + 1 });
  assert.equal(fake.requests.length, 1);
});

test('what cannot pass is not sent again', async () => {
  for (const failure of [problem(400, 'bad-parameter'), problem(422, 'invalid-snapshot'), new Response('{', { status: 200 })]) {
    const { fake, service } = start([failure]);
    await assert.rejects(service.post({ sections: [] }));
    assert.equal(fake.requests.length, 1);
  }
});

test('an attempt that takes too long is given up and repeated', async () => {
  const { fake, clock, service } = start([]);
  fake.isHeld = true;
  const seen = outcome(service.snapshot(fake.id));
  await settled();
  await clock.advance(limits.timeoutSeconds * 1000 - 1);
  assert.equal(fake.requests[0].isAborted, false);
  await clock.advance(1);
  assert.equal(fake.requests[0].isAborted, true);
  await clock.advance(250);
  assert.equal(fake.requests.length, 2);
  await fake.release();
  assert.equal(seen.value.id, fake.id);
});

test('when no attempt is answered in time, it says so', async () => {
  const { fake, clock, service } = start([], { attempts: 1, postTimeoutSeconds: 40 });
  fake.isHeld = true;
  const seen = outcome(service.post({ sections: [] }));
  await settled();
  await clock.advance(39_999);
  assert.equal(seen.isSettled, false);
  await clock.advance(1);
  assert.equal(seen.error.name, 'TimeoutError');
});

test('an abort ends a request, and a pause between two', async () => {
  for (const isPause of [false, true]) {
    const { fake, clock, service } = start(isPause ? [unavailable()] : []);
    fake.isHeld = !isPause;
    const controller = new AbortController();
    const seen = outcome(service.snapshot(fake.id, { signal: controller.signal }));
    await settled();
    assert.equal(clock.pending.length, 1);
    controller.abort(new Error('enough'));
    await settled();
    assert.equal(seen.error.message, 'enough');
    assert.equal(fake.requests.length, 1);
    assert.deepEqual(clock.pending, []);
  }
});

test('nothing is sent for a signal that is aborted already', async () => {
  const { fake, service } = start([]);
  await assert.rejects(service.snapshot(fake.id, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  await assert.rejects(service.post('{}', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(fake.requests.length, 0);
});

test('a problem says all that the answer said', async () => {
  const errors = [{ pointer: '/sections/0/itmes', code: 'unknown-key', detail: 'is unknown' }];
  const { service } = start([problem(422, 'invalid-snapshot', { title: 'No snapshot', detail: 'It is none.', requestId: 'r1', errors })]);
  const error = await service.post({ sections: [] }).catch((thrown) => thrown);
  assert.ok(error instanceof Problem && error instanceof Error);
  assert.equal(error.message, '422 No snapshot: It is none: /sections/0/itmes: unknown-key: is unknown');
  assert.equal(error.type, '/problems/invalid-snapshot');
  assert.deepEqual(error.errors, errors);
  assert.equal(error.requestId, 'r1');
  assert.equal(error.isPassing, false);
});

test('an answer of something between is a problem too', async () => {
  const { service } = start([new Response('<html>go away</html>', { status: 403, statusText: 'Forbidden' })]);
  await assert.rejects(service.post('{}'), { type: 'about:blank', status: 403, title: 'Forbidden', errors: [] });
});

test('headers go with every request, and a snapshot is JSON however it is given', async () => {
  const { fake, service } = start([], { headers: { Authorization: 'Bearer k' } });
  const text = '{"sections":[]}';
  const bytes = new TextEncoder().encode(text);
  for (const body of [{ sections: [] }, text, bytes, bytes.buffer, new Blob([text])]) await service.post(body);
  assert.equal(fake.requests.length, 5);
  for (const request of fake.requests) {
    assert.equal(request.body, text);
    assert.equal(request.headers.Authorization, 'Bearer k');
    assert.equal(request.headers['Content-Type'], 'application/json');
    assert.equal(request.path, '/v1/layouts');
  }
});

test('options out of range and ids that are none are refused', async () => {
  for (const options of [{ attempts: 0 }, { attempts: 1.5 }, { timeoutSeconds: NaN }, { maximumAnswers: -1 }, { maximumPauseSeconds: 1e9 }]) {
    assert.throws(() => new LayoutService('', options), RangeError, JSON.stringify(options));
  }
  const { service } = start([]);
  await assert.rejects(service.snapshot('../../metrics'), RangeError);
});

test('a small answer is kept while it is fresh, then asked for with its ETag', async () => {
  const { fake, clock, service } = start([]);
  const first = await service.snapshot(fake.id);
  await service.snapshot(fake.id);
  assert.equal(fake.requests.length, 1);
  await clock.advance(31_536_000_000);
  const again = await service.snapshot(fake.id);
  assert.equal(fake.requests.length, 2);
  assert.equal(fake.requests[1].headers['If-None-Match'], `"/v1/layouts/${fake.id}?"`);
  assert.deepEqual({ ...again }, { ...first });
  await service.snapshot(fake.id);
  assert.equal(fake.requests.length, 2);
});

test('a kept answer that has changed is replaced; one that may not be kept is not', async () => {
  const { fake, service } = start([
    json({ id: 'a' }, 200, { ETag: '"1"', 'Cache-Control': 'no-cache, max-age=60' }),
    json({ id: 'b' }, 200, { ETag: '"2"', 'Cache-Control': 'no-store' }),
    json({ id: 'c' }),
  ]);
  assert.equal((await service.snapshot(fake.id)).id, 'a');
  assert.equal((await service.snapshot(fake.id)).id, 'b');
  assert.equal((await service.snapshot(fake.id)).id, 'c');
  assert.deepEqual(fake.requests.map(({ headers }) => headers['If-None-Match']), [undefined, '"1"', '"1"']);
});

test('the number of cached answers is limited', async () => {
  const { fake, service } = start([], { maximumAnswers: 2 });
  const ids = ['1', '2', '3'].map((digit) => digit.repeat(64));
  for (const id of ids) {
    fake.id = id;
    await service.snapshot(id);
  }
  await service.snapshot(ids[2]);
  await service.snapshot(ids[1]);
  assert.equal(fake.requests.length, 3);
  fake.id = ids[0];
  await service.snapshot(ids[0]);
  assert.equal(fake.requests.length, 4);
  await service.snapshot(ids[1]);
  assert.equal(fake.requests.length, 4);
});

test('the address of a service may have a path', async () => {
  for (const address of ['http://fake.test/a/layouts', 'http://fake.test/a/layouts/', '/a/layouts/']) {
    const { fake } = start([]);
    const paths = [];
    const fetch = (url, init) => {
      const { pathname, search } = new URL(url, 'http://fake.test');
      paths.push(pathname);
      return fake.fetch(pathname.replace('/a/layouts', '') + search, init);
    };
    const snapshot = await new LayoutService(address, { fetch }).snapshot(fake.id);
    await snapshot.layout(390);
    assert.ok(paths.length > 0 && paths.every((path) => path.startsWith('/a/layouts/v1/layouts/')), paths.join());
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

const large = { sections: [{ items: { heights: Array.from({ length: 30_000 }, (_, item) => 40 + item % 7) } }] };
const text = JSON.stringify(large);

function start(failures = [], options = {}, url = 'http://fake.test') {
  const fake = new FakeService(list(3));
  fake.failures = failures;
  const clock = new ManualClock();
  return { fake, clock, service: new LayoutService(url, { fetch: fake.fetch, clock, ...options }) };
}

const encodings = ({ requests }) => requests.map(({ headers }) => headers['Content-Encoding']);

test('a large body is compressed, one of less than 64 KiB is not', async () => {
  const { fake, service } = start();
  await service.post(large);
  await service.post('{"sections":[]}'.padEnd(65_535));
  await service.post('{"sections":[]}'.padEnd(65_536));
  assert.deepEqual(encodings(fake), ['gzip', undefined, 'gzip']);
  assert.equal(fake.requests[0].body, text);
  assert.ok(fake.requests[0].size < text.length / 5);
});

test('on this machine nothing is compressed, unless it is asked for', async () => {
  for (const url of ['http://localhost:1', 'http://a.localhost', 'http://127.0.0.1:9', 'http://[::1]', '']) {
    for (const [options, expected] of [[{}, undefined], [{ compress: true }, 'gzip']]) {
      const { fake, service } = start([], options, url);
      await service.post(large);
      assert.deepEqual(encodings(fake), [expected], url);
    }
  }
  for (const url of ['http://localhost.example', 'http://10.127.0.1']) {
    const { fake, service } = start([], {}, url);
    await service.post(large);
    assert.deepEqual(encodings(fake), ['gzip'], url);
  }
});

test('it can be switched off, and is where there is no CompressionStream', async () => {
  const off = start([], { compress: false });
  await off.service.post(large);
  assert.deepEqual(encodings(off.fake), [undefined]);
  const { CompressionStream } = globalThis;
  try {
    delete globalThis.CompressionStream;
    const { fake, service } = start([], { compress: true });
    await service.post(large);
    assert.deepEqual(encodings(fake), [undefined]);
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
});

test('a service that answers 415 gets it plain, at once and from then on', async () => {
  const { fake, service, clock } = start([problem(415, 'unsupported-media-type')], { attempts: 1 });
  await service.post(large);
  await service.post(large);
  assert.deepEqual(encodings(fake), ['gzip', undefined, undefined]);
  assert.ok(fake.requests.every(({ body }) => body === text));
  assert.deepEqual(clock.pending, []);
  const refusing = start([problem(415, 'no'), problem(415, 'no')]);
  await assert.rejects(refusing.service.post(large), { status: 415 });
  assert.deepEqual(encodings(refusing.fake), ['gzip', undefined]);
});

test('attempts before a refusal count: the plain request is one more', async () => {
  const busy = () => problem(503, 'busy');
  const { fake, service, clock } = start([busy(), problem(415, 'no'), busy(), busy(), busy()], { attempts: 3 });
  const posted = service.post(large);
  posted.catch(() => {});
  // Compressing takes some turns. In all of them together an attempt does not time out.
  for (let turn = 0; turn < 1000 && fake.requests.length < 4; turn += 1) await clock.advance(250);
  await assert.rejects(posted, { status: 503, attempts: 4 });
  assert.deepEqual(encodings(fake), ['gzip', 'gzip', undefined, undefined]);
});

test('each attempt sends the same bytes', async () => {
  const bodies = [];
  const fake = new FakeService(list(3));
  fake.failures = [problem(503, 'unavailable')];
  const clock = new ManualClock();
  const service = new LayoutService('http://fake.test', {
    clock, fetch: (url, init) => (bodies.push(init.body), fake.fetch(url, init)),
  });
  const posted = service.post(large);
  while (clock.pending.length === 0 || fake.requests.length === 0) await settled();
  while (fake.requests.length < 2) await clock.advance(250);
  assert.equal((await posted).id, fake.id);
  assert.deepEqual(encodings(fake), ['gzip', 'gzip']);
  assert.equal(bodies[0], bodies[1]);
});

test('an abort ends it while it is compressed, and then nothing is sent', async () => {
  const { fake, service } = start();
  const controller = new AbortController();
  const posted = service.post(large, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await assert.rejects(posted, { message: 'enough' });
  await settled();
  assert.equal(fake.requests.length, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { EventReader } from '../../built/source/documents/EventReader.js';
import { json, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';

const record = (revision) => ({ revision, kind: 'change', layout: 'ab'.repeat(32), parent: 'ab'.repeat(32), steps: [], time: 'now' });
const event = (value, name = value.kind) => `id: ${value.revision}\nevent: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
const beginning = 'retry: 3000\n\n';

/** A service whose streams are written by hand: what each request to follow is answered, first come, first served. */
class FakeLog {
  requests = [];
  answers = [];
  clock = new ManualClock();
  events = [];
  states = [];
  take = ({ kind, records, revision }) => { for (const each of records.length > 0 ? records : [{ revision }]) this.events.push([kind, each.revision]); };

  follow() {
    const service = new LayoutService('', { fetch: (url, init) => this.#answer(new URL(url, 'http://fake.test'), init), clock: this.clock });
    this.following = service.document('feed').follow({
      revision: 3, onChange: (event) => this.take(event), onState: (state) => this.states.push(state),
    });
    return settled();
  }

  async #answer(url, { headers, signal }) {
    this.requests.push({ path: url.pathname.split('/').at(-1), after: url.searchParams.get('after'), wait: url.searchParams.get('wait') });
    const answer = this.answers.shift() ?? (url.pathname.endsWith('/events') ? stream() : 'waits');
    if (answer instanceof Error) throw answer;
    if (answer === 'waits') return await new Promise((_, reject) => { signal.addEventListener('abort', () => reject(signal.reason)); });
    return answer;
  }
}

/** A stream: `write` and `end` go on with it. */
function stream(type = 'text/event-stream') {
  let controller;
  const body = new ReadableStream({ start: (made) => { controller = made; } });
  const answer = new Response(body, { headers: { 'Content-Type': type } });
  answer.write = async (text) => {
    controller.enqueue(new TextEncoder().encode(text));
    await settled();
  };
  answer.end = async () => {
    controller.close();
    await settled();
  };
  return answer;
}

test('events are read, however they are cut into pieces', () => {
  const text = '\r\n: a comment\r\nretry: 70\nid: 4\nevent: change\ndata: {"a":\ndata:"ü"}\n\nid\ndata\r\rdata: x\r\n\r\nevent: none\n\ndata: half';
  const whole = [
    { id: '4', name: 'change', data: '{"a":\n"ü"}' }, { id: '', name: 'message', data: '' }, { id: '', name: 'message', data: 'x' }];
  const bytes = new TextEncoder().encode(text);
  const random = new SeededRandom(1);
  for (let turn = 0; turn < 300; turn += 1) {
    const reader = new EventReader();
    const events = [];
    for (let start = 0; start < bytes.length;) {
      const end = start + (turn === 0 ? 1 : random.whole(1, turn === 1 ? 1000 : 9));
      events.push(...reader.read(bytes.slice(start, end)));
      start = end;
    }
    assert.deepEqual(events, whole);
    assert.equal(reader.retryMilliseconds, 70);
  }
});

test('a stream that ends is opened again behind its last record, after a pause of its own choice', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  await log.follow();
  await first.write(`${beginning}${event(record(4))}`);
  await first.write(event(record(5)));
  assert.deepEqual(log.events, [['change', 4], ['change', 5]]);
  await first.end();
  assert.deepEqual(log.states, ['stream', 'none']);
  const [pause] = log.clock.pending;
  assert.ok(pause >= 1500 && pause <= 3000, `${pause}`);
  await log.clock.advance(pause);
  assert.deepEqual(log.requests.map(({ path, after }) => [path, after]), [['events', '3'], ['events', '5']]);
  log.following.close();
});

test('records that come again are passed over, and what is missing is asked for', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  await log.follow();
  await first.write(`${beginning}${event(record(3))}${event(record(4))}${event(record(4))}${event(record(6))}`);
  assert.deepEqual(log.events, [['change', 4]]);
  await log.clock.advance(3000);
  assert.deepEqual(log.requests.at(-1).after, '4');
  log.following.close();
});

test('a deletion is taken whatever else was missed', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  await log.follow();
  await first.write(`${beginning}${event({ revision: 9, kind: 'delete', time: 'now' })}`);
  assert.deepEqual(log.events, [['delete', 9]]);
  assert.equal(await log.following.ended, 'deleted');
  assert.equal(log.requests.length, 1);
});

test('a stream without heartbeats is dead; one with them is not', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  await log.follow();
  await first.write(beginning);
  for (let beat = 0; beat < 5; beat += 1) {
    await log.clock.advance(44_999);
    await first.write('event: heartbeat\ndata: {"revision":3}\n\n');
  }
  assert.equal(log.requests.length, 1);
  await log.clock.advance(45_000);
  assert.deepEqual(log.states, ['stream', 'none']);
  await log.clock.advance(3000);
  assert.equal(log.requests.length, 2);
  assert.equal(log.requests[1].path, 'events');
  log.following.close();
});

for (const [name, answers, isSlow = false] of [
  ['holds everything back', () => [stream()], true], ['does not answer', () => ['waits'], true],
  ['has no body', () => [new Response(null, { status: 200 })]], ['is no stream', () => [stream('text/html')]],
  ['has no place', () => [problem(429, 'too-many-watchers', {}, { 'Retry-After': '5' })], true],
  ['ends before anything came', () => { const made = stream(); made.end(); return [made]; }],
]) {
  test(`polls take the place of a stream that ${name}, for a while`, async () => {
    const log = new FakeLog();
    log.answers = [...answers(), json({ changes: [record(4), record(5)], revision: 5, oldest: 1 }), 'waits'];
    await log.follow();
    if (isSlow) await log.clock.advance(8000);
    assert.deepEqual(log.events, [['change', 4], ['change', 5]]);
    assert.deepEqual(log.requests.map(({ path, after }) => [path, after]), [['events', '3'], ['changes', '3'], ['changes', '5']]);
    assert.equal(log.requests[1].wait, '25');
    assert.equal(log.following.state, 'poll');
    log.answers = Array(8).fill(0).map(() => problem(429, 'too-many-watchers', {}, { 'Retry-After': '20' }));
    for (let turn = 0; turn < 500; turn += 1) await log.clock.advance(1000);
    assert.ok(log.requests.filter(({ path }) => path === 'events').length > 1);
    log.following.close();
  });
}

test('pauses grow while nobody answers, and who asks for a longer one gets it', async () => {
  const log = new FakeLog();
  log.answers = Array(9).fill(0).map(() => new TypeError('fetch failed'));
  await log.follow();
  for (let attempt = 1; attempt < 5; attempt += 1) {
    const [pause] = log.clock.pending;
    const longest = Math.min(30_000, 3000 * 2 ** (attempt - 1));
    assert.ok(pause >= longest / 2 && pause <= longest, `${pause} of ${longest}`);
    await log.clock.advance(pause);
    assert.equal(log.requests.length, attempt + 1);
  }
  const count = log.requests.length;
  log.answers = [problem(503, 'unavailable', {}, { 'Retry-After': '77' })];
  log.following.wake();
  await settled();
  assert.equal(log.requests.length, count + 1);
  assert.ok(log.clock.pending[0] > 70_000);
  log.following.close();
  assert.equal(await log.following.ended, 'closed');
  assert.deepEqual(log.clock.pending, []);
});

test('a poll that does not wait comes again after a pause', async () => {
  const log = new FakeLog();
  log.answers = [new Response(null), ...Array(3).fill(0).map(() => json({ changes: [], revision: 3, oldest: 1 }))];
  await log.follow();
  for (let count = 2; count < 5; count += 1) {
    assert.equal(log.requests.length, count);
    const pause = Math.max(...log.clock.pending);
    assert.ok(pause >= 1500 && pause <= 3000, `${pause}`);
    await log.clock.advance(pause);
  }
  log.following.close();
});

test('what is said to be gone is read anew; what is forbidden ends it', async () => {
  const log = new FakeLog();
  const first = stream();
  const head = json({ name: 'feed', revision: 40, layout: 'cd'.repeat(32), updatedAt: 'now' }, 200, { ETag: '"40"', 'Cache-Control': 'no-cache' });
  log.answers = [first, head, problem(410, 'history-gone'), head.clone(), problem(403, 'forbidden')];
  await log.follow();
  await first.write(`${beginning}event: gone\ndata: {"oldest":30,"revision":40}\n\n`);
  await log.clock.advance(300);
  assert.deepEqual(log.events, [['reset', 40], ['reset', 40]]);
  await assert.rejects(log.following.ended, { status: 403 });
  assert.deepEqual(log.requests.map(({ path }) => path), ['events', 'feed', 'events', 'feed', 'events']);
});

test('changes that come while one is shown are shown together, others alone; the end comes behind them', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  let goOn;
  log.take = ({ kind, records, revision }) => {
    log.events.push([kind, revision, records.map((each) => each.revision)]);
    return new Promise((resolve) => { goOn = resolve; });
  };
  await log.follow();
  await first.write(`${beginning}${event(record(4))}`);
  const replaced = { ...record(7), kind: 'replace', parent: undefined, steps: undefined };
  const long = { ...record(9), steps: Array(900).fill({}) };
  await first.write([record(5), record(6), replaced, record(8), long, { ...record(10), steps: Array(101).fill({}) }].map((each) => event(each)).join(''));
  await first.write(event({ revision: 11, kind: 'delete', time: 'now' }));
  for (let turn = 0; turn < 6; turn += 1) {
    goOn();
    await settled();
  }
  assert.deepEqual(log.events, [
    ['change', 4, [4]], ['change', 6, [5, 6]], ['replace', 7, [7]], ['change', 9, [8, 9]], ['change', 10, [10]], ['delete', 11, [11]]]);
  assert.equal(await log.following.ended, 'deleted');
});

test('a slow client holds a limited number of records', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  let goOn;
  const seen = [];
  log.take = ({ records }) => {
    seen.push(records.length);
    return new Promise((resolve) => { goOn = resolve; });
  };
  await log.follow();
  await first.write(beginning + Array.from({ length: 2500 }, (_, number) => event(record(4 + number))).join(''));
  for (let turn = 0; turn < 6; turn += 1) {
    goOn();
    await settled();
  }
  assert.equal(seen.reduce((sum, count) => sum + count, 0), 2500);
  assert.ok(Math.max(...seen) <= 1000, seen.join());
  log.following.close();
});

test('what onChange throws ends it', async () => {
  const log = new FakeLog();
  const first = stream();
  log.answers = [first];
  log.take = () => { throw new Error('mine'); };
  await log.follow();
  await first.write(`${beginning}${event(record(4))}`);
  await assert.rejects(log.following.ended, /mine/);
});

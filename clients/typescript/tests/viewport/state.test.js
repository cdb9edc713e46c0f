import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService, list, problem } from '../support/FakeService.js';
import { ManualClock, settled } from '../support/ManualClock.js';

async function start(options = {}) {
  const fake = new FakeService(list(20_000));
  const clock = new ManualClock();
  const service = new LayoutService('', { fetch: fake.fetch, clock, attempts: 1 });
  const layout = await (await service.post({ sections: [] })).layout(390);
  const viewport = layout.viewport({ clock, maximumPrefetchPages: 0, ...options });
  const states = [];
  viewport.addEventListener('state', ({ state, error }) => {
    assert.deepEqual([viewport.state, viewport.error], [state, error]);
    states.push(error ? [state, error.status] : [state]);
  });
  return { fake, clock, layout, viewport, states };
}

const bounds = (y, height = 800) => ({ x: 0, y, width: 390, height });

/** What becomes of a promise. */
function outcome(promise) {
  const seen = { is: 'waiting', error: null };
  promise.then(() => { seen.is = 'resolved'; }, (error) => Object.assign(seen, { is: 'rejected', error }));
  return seen;
}

test('it is loading until all pages of the bounds are here, and told when that changes', async () => {
  const { fake, viewport, states } = await start();
  assert.deepEqual([viewport.state, viewport.error], ['loading', null]);
  fake.isHeld = true;
  viewport.update(bounds(500));
  await settled();
  await fake.release(({ query }) => query.get('rect') === '0,0,390,1000');
  assert.deepEqual([viewport.state, states], ['loading', []]);
  await fake.release();
  assert.deepEqual(states, [['whole']]);
  viewport.update(bounds(501));
  assert.deepEqual(states, [['whole']]);
  viewport.update(bounds(5000));
  viewport.update(bounds(100));
  assert.deepEqual(states, [['whole'], ['loading'], ['whole']]);
});

test('the change of a page is told before the state that it leads to', async () => {
  const { viewport } = await start();
  const events = [];
  for (const type of ['change', 'state']) viewport.addEventListener(type, () => events.push([type, viewport.missing.length]));
  viewport.update(bounds(0));
  await settled();
  assert.deepEqual(events, [['change', 0], ['state', 0]]);
});

test('it is failing from the first failure of a page until that is here', async () => {
  const { fake, clock, viewport, states } = await start();
  fake.failures = [problem(503, 'unavailable'), problem(500, 'broken')];
  viewport.update(bounds(500));
  await settled();
  assert.deepEqual(states, [['failing', 503]]);
  fake.isHeld = true;
  await clock.advance(1000);
  assert.equal(viewport.state, 'failing');
  await fake.release();
  // One of the two comes before the other.
  assert.deepEqual(states, [['failing', 503], ['failing', 500], ['whole']]);
  assert.equal(viewport.error, null);
});

test('a failure ahead of the bounds does not count until it is in them', async () => {
  const { fake, viewport, states } = await start({ maximumPrefetchPages: 1 });
  viewport.update(bounds(100));
  await settled();
  fake.failures = [problem(400, 'bad-parameter')];
  viewport.update(bounds(1100));
  await settled();
  assert.deepEqual(states, [['whole']]);
  viewport.update(bounds(1500));
  assert.deepEqual(states, [['whole'], ['failing', 400]]);
});

test('who waits for the whole is told when it is there', async () => {
  const { fake, viewport } = await start();
  const early = outcome(viewport.whenWhole());
  await settled();
  assert.equal(early.is, 'waiting');
  fake.isHeld = true;
  viewport.update(bounds(0));
  const late = outcome(viewport.whenWhole());
  const controller = new AbortController();
  const stopped = outcome(viewport.whenWhole({ signal: controller.signal }));
  controller.abort(new Error('enough'));
  await settled();
  assert.deepEqual([early.is, late.is, stopped.is, stopped.error?.message], ['waiting', 'waiting', 'rejected', 'enough']);
  await fake.release();
  assert.deepEqual([early.is, late.is], ['resolved', 'resolved']);
  await viewport.whenWhole();
  await assert.rejects(viewport.whenWhole({ signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('who waits waits through what passes, and is told what does not', async () => {
  const { fake, clock, viewport } = await start();
  fake.failures = [problem(503, 'unavailable')];
  viewport.update(bounds(0));
  const passing = outcome(viewport.whenWhole());
  await settled();
  assert.deepEqual([viewport.state, passing.is], ['failing', 'waiting']);
  await clock.advance(1000);
  assert.equal(passing.is, 'resolved');
  fake.failures = [problem(400, 'bad-parameter')];
  viewport.update(bounds(5000));
  const final = outcome(viewport.whenWhole());
  await settled();
  assert.deepEqual([final.is, final.error?.status], ['rejected', 400]);
  await assert.rejects(viewport.whenWhole(), { status: 400 });
  viewport.update(bounds(7000));
  await viewport.whenWhole();
});

test('who waits for a viewport that is closed is told so', async () => {
  const { fake, viewport } = await start();
  fake.isHeld = true;
  viewport.update(bounds(0));
  const seen = outcome(viewport.whenWhole());
  viewport.close();
  await settled();
  assert.deepEqual([seen.is, seen.error?.name], ['rejected', 'AbortError']);
  await assert.rejects(viewport.whenWhole(), { name: 'AbortError' });
  viewport.update(bounds(9000));
  await assert.rejects(viewport.whenWhole(), { name: 'AbortError' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService, isIn } from '../support/FakeService.js';
import { settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { models } from '../support/running.js';

/** 100 rows of 50 below a pinning global header of 60 and a pinning header of 40, above a pinning footer of 30. */
function rows() {
  const supplementary = (kind, y, height) => ({
    category: 'supplementary', kind, ...(kind === 'globalHeader' ? {} : { section: 0 }), index: 0,
    frame: { x: 0, y, width: 390, height }, zIndex: 9000, pinned: false,
  });
  return {
    scrollDirection: 'vertical', layoutDirection: 'ltr', contentSize: { width: 390, height: 5130 },
    elements: Array.from({ length: 100 }, (_, item) => ({
      category: 'cell', section: 0, item, frame: { x: 0, y: 100 + item * 50, width: 390, height: 50 },
    })),
    globalHeaders: [supplementary('globalHeader', 0, 60)],
    sections: [{
      section: 0, minY: 60, maxY: 5130, headersHeight: 40,
      elements: [supplementary('header', 60, 40), supplementary('footer', 5100, 30)],
    }],
  };
}

async function start(model, bounds, inset) {
  const fake = new FakeService(model);
  const { scrollDirection, contentSize } = model;
  const layout = await (await new LayoutService('', { fetch: fake.fetch }).post('{}'))
    .layout(scrollDirection === 'vertical' ? contentSize.width : contentSize.height);
  const viewport = layout.viewport();
  viewport.update(bounds, { inset });
  await settled();
  return { fake, viewport };
}

const bounds = { x: 0, y: 1000, width: 390, height: 800 };

test('an item comes to stand where it is asked for, clear of what pins', async () => {
  const { viewport } = await start(rows(), bounds, { top: 5, left: 0, bottom: 7, right: 0 });
  const y = async (item, options) => (await viewport.scrollOrigin(0, item, options)).y;
  // Item 50 is at 2600. Above it are 5 + 60 + 40, below it 30 + 7.
  assert.equal(await y(50, { alignment: 'start' }), 2600 - 105);
  assert.equal(await y(50, { alignment: 'end' }), 2650 + 37 - 800);
  assert.equal(await y(50, { alignment: 'center' }), (2600 - 105 + 2650 + 37 - 800) / 2);
  assert.equal(await y(50, { alignment: 'start', avoidsPinned: false }), 2600 - 5);
  assert.equal(await y(50, { alignment: 'end', avoidsPinned: false }), 2650 + 7 - 800);
  assert.equal(await y(50), 2650 + 37 - 800);
  assert.equal(await y(0), 0);
  assert.equal(await y(25), 1000);
  // Item 20 is at 1100, 5 points after the headers.
  assert.equal(await y(20), 1100 - 105);
  assert.equal(await y(20, { avoidsPinned: false }), 1000);
  assert.equal(await y(99, { alignment: 'start' }), 5130 - 800);
  assert.deepEqual(await viewport.scrollOrigin(0, 50, { alignment: 'start' }), { x: 0, y: 2495 });
});

test('the start of an item higher than the bounds is shown', async () => {
  const model = rows();
  model.elements[50].frame.height = 2000;
  for (const y of [2600, 3800, 2000, 5000]) {
    const { viewport } = await start(model, { ...bounds, y });
    assert.equal((await viewport.scrollOrigin(0, 50, { avoidsPinned: false })).y, 2600, String(y));
  }
});

test('the page of the item, which says what pins, is the one that is shown next', async () => {
  const { fake, viewport } = await start(rows(), { ...bounds, y: 0 });
  await viewport.scrollOrigin(0, 80, { alignment: 'start' });
  const { y } = await viewport.scrollOrigin(0, 80, { alignment: 'start' });
  viewport.update({ ...bounds, y });
  await settled();
  assert.equal(fake.pages.filter((place) => place === 4000).length, 1);
  assert.deepEqual(viewport.missing, []);
});

test('asking for many items holds no more pages than may be held', async () => {
  const { viewport, fake } = await start(rows(), { ...bounds, y: 0 });
  assert.equal(viewport.pageCount, 2);
  const few = await (async () => {
    const layout = await (await new LayoutService('', { fetch: fake.fetch }).post('{}')).layout(390);
    return layout.viewport({ maximumPages: 3, pageLength: 100 });
  })();
  for (let item = 0; item < 100; item += 3) await few.scrollOrigin(0, item);
  assert.equal(few.pageCount, 3);
});

test('an item that is none is a problem, an alignment that is none is refused', async () => {
  const { viewport } = await start(rows(), bounds);
  await assert.rejects(viewport.scrollOrigin(0, 100), { type: '/problems/not-found' });
  await assert.rejects(viewport.scrollOrigin(0, 1, { alignment: 'top' }), RangeError);
  await assert.rejects(viewport.scrollOrigin(0, 1, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('wherever an item fits between what pins, it is shown whole and uncovered', async () => {
  let count = 0;
  for (const { seed, model, special } of await models({ seed: 500, count: 60, places: 0 })) {
    const random = new SeededRandom(seed);
    const [along, extent] = model.scrollDirection === 'vertical' ? ['y', 'height'] : ['x', 'width'];
    const cells = model.elements.filter(({ category }) => category === 'cell');
    if (cells.length === 0) continue;
    const now = { x: 0, y: 0, ...model.contentSize, [extent]: random.whole(600, 900) };
    const { viewport } = await start(model, now);
    for (const alignment of ['start', 'center', 'end', 'nearest']) {
      const cell = random.pick(cells);
      const origin = await viewport.scrollOrigin(cell.section, cell.item, { alignment });
      const there = { ...now, ...origin };
      assert.ok(there[along] >= -1e-9 && there[along] <= Math.max(0, model.contentSize[extent] - now[extent]) + 1e-9);
      const record = model.sections.find(({ section }) => section === cell.section);
      const covered = [...model.globalHeaders, ...record?.elements ?? []].reduce((sum, { frame }) => sum + frame[extent], 0);
      if (covered + cell.frame[extent] > now[extent] - 1) continue;
      count += 1;
      assert.ok(cell.frame[along] >= there[along] - 1e-6, `seed ${seed} ${alignment}`);
      assert.ok(cell.frame[along] + cell.frame[extent] <= there[along] + there[extent] + 1e-6, `seed ${seed} ${alignment}`);
      // A hair narrower, for sums round.
      const inner = { ...cell.frame, [along]: cell.frame[along] + 1e-6, [extent]: cell.frame[extent] - 2e-6 };
      const own = (await special(there)).filter(({ kind, section }) => kind !== 'globalHeaderBackground' && (section === undefined || section === cell.section));
      assert.deepEqual(own.filter(({ frame }) => isIn(frame, inner)), [], `seed ${seed} ${alignment}`);
    }
    viewport.close();
  }
  assert.ok(count > 50, String(count));
});

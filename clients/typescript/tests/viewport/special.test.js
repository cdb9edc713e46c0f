import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService } from '../support/FakeService.js';
import { settled } from '../support/ManualClock.js';

/** A viewport of a layout, with all pages of it. */
async function viewportOf(model, options = {}) {
  const fake = new FakeService(model);
  const service = new LayoutService('', { fetch: fake.fetch });
  const isHorizontal = model.scrollDirection === 'horizontal';
  const layout = await (await service.post({ sections: [] }))
    .layout(isHorizontal ? model.contentSize.height : model.contentSize.width);
  return { fake, layout, viewport: layout.viewport(options) };
}

/** One section of 5000 points with a pinning header, below a pinning global header. */
function oneSection() {
  const header = (kind, y, height, zIndex) => ({
    category: 'supplementary', kind, ...(kind === 'header' ? { section: 0 } : {}), index: 0,
    frame: { x: 0, y, width: 390, height }, zIndex, pinned: false,
  });
  return {
    scrollDirection: 'vertical', layoutDirection: 'ltr', contentSize: { width: 390, height: 5060 }, elements: [],
    globalHeaders: [header('globalHeader', 0, 60, 10_000)],
    sections: [{ section: 0, minY: 60, maxY: 5060, headersHeight: 40, elements: [header('header', 60, 40, 9000)] }],
  };
}

const bounds = (y) => ({ x: 0, y, width: 390, height: 800 });

test('what is moved by no more than 0.001 points is not pinned', async () => {
  const { viewport } = await viewportOf(oneSection());
  for (const [y, isPinned] of [[0, false], [0.0009, false], [0.0011, true], [4100, true]]) {
    viewport.update(bounds(y));
    await settled();
    assert.deepEqual(viewport.special.map(({ pinned, frame }) => [pinned, frame.y]), [[isPinned, y], [isPinned, y + 60]]);
  }
  viewport.close();
});

test('global headers are there before any page is, a section\'s headers once one of its pages was', async () => {
  const { fake, viewport } = await viewportOf(oneSection());
  fake.isHeld = true;
  viewport.update(bounds(0));
  assert.deepEqual(viewport.special.map(({ key }) => key), ['globalHeader/0']);
  await settled();
  await fake.release();
  assert.deepEqual(viewport.special.map(({ key }) => key), ['globalHeader/0', 'header/0/0']);
  // No page of these bounds is here, but the section that they show was seen in the frame before.
  viewport.update(bounds(60));
  viewport.update(bounds(4000));
  assert.equal(viewport.missing.length, 1);
  assert.deepEqual(viewport.special.map(({ key, frame }) => [key, frame.y]), [['globalHeader/0', 4000], ['header/0/0', 4060]]);
  viewport.close();
});

test('elements pin for the bounds, whatever is shown beyond them', async () => {
  const plain = await viewportOf(oneSection());
  const { viewport } = await viewportOf(oneSection(), { overscan: 700 });
  for (const y of [0, 100, 2000, 4200, 4260]) {
    for (const other of [plain.viewport, viewport]) other.update(bounds(y));
    await settled();
    assert.deepEqual(viewport.special, plain.viewport.special);
  }
});

test('the objects are the same from frame to frame, also when another page tells of them', async () => {
  const { viewport } = await viewportOf(oneSection(), { maximumPages: 2, maximumPrefetchPages: 0 });
  viewport.update(bounds(0));
  await settled();
  const list = viewport.special;
  const objects = [...list];
  assert.equal(objects.length, 2);
  for (let y = 0; y <= 4260; y += 20) {
    viewport.update(bounds(y));
    if (y % 500 === 0) await settled();
    assert.equal(viewport.special, list);
    assert.ok(objects.every((object, index) => viewport.special[index] === object));
    assert.equal(viewport.special[0].frame.y, y);
  }
  viewport.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Axis } from '../../built/source/viewport/pages/Axis.js';
import { Previews } from '../../built/source/viewport/scrolling/Previews.js';
import { autoScrollAt, cellAt, draggedAt, placeIn } from '../../built/source/viewport/scrolling/reordering.js';
import { settled } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';

const path = (section, item) => ({ section, item });

test('a place behind a move is where the item then stands in the list', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = new SeededRandom(seed * 17);
    const lists = Array.from({ length: 2 }, (_, section) => Array.from({ length: random.whole(1, 6) }, (__, item) => path(section, item)));
    const from = random.pick(lists.flat());
    const section = random.whole(0, 1);
    const target = path(section, random.whole(0, lists[section].length - (section === from.section ? 1 : 0)));
    const after = lists.map((list) => list.filter((other) => other !== from));
    after[section].splice(target.item, 0, from);
    for (const [number, list] of after.entries()) {
      for (const [place, other] of list.entries()) if (other !== from) assert.deepEqual(placeIn(other, from, target), path(number, place), `seed ${seed}`);
    }
  }
});

test('the target is the place of the topmost cell at the finger, if there is one', () => {
  const cell = (item, x, width = 100) => ({ category: 'cell', section: 0, item, frame: { x, y: 0, width, height: 50 } });
  // Item 0 was moved to place 2: 1, 2, 0, 3; 3 lies over the gap.
  const preview = { target: path(0, 2), gap: { x: 200, y: 0, width: 100, height: 50 }, elements: [
    { category: 'supplementary', kind: 'header', section: 0, index: 0, frame: { x: 0, y: 0, width: 400, height: 50 } },
    cell(1, 0), cell(2, 100), cell(3, 280, 120)] };
  const at = (x, y = 25) => cellAt(preview, path(0, 0), { x, y })?.item;
  assert.deepEqual([at(0), at(99.9), at(100), at(200), at(279), at(281), at(399), at(400), at(50, 50), at(50, -1)],
    [0, 0, 1, 2, 2, 3, 3, undefined, undefined, undefined]);
});

test('the dragged frame and the speed are those of the rules', () => {
  assert.deepEqual(draggedAt({ x: 5, y: 5, width: 100, height: 40 }, { x: 60, y: 30 }), { x: 10, y: 10, width: 100, height: 40 });
  const bounds = { x: 0, y: 1000, width: 300, height: 600 };
  const vertical = new Axis('vertical', 'ltr', { width: 300, height: 9000 });
  const at = (y) => autoScrollAt(vertical, { x: 10, y }, bounds);
  assert.deepEqual([at(1300), at(1100), at(1099), at(1000), at(900), at(1500), at(1501), at(1600), at(1900)], [0, 0, -12, -1200, -1200, 0, 12, 1200, 1200]);
  // If both zones overlap, the first one counts.
  assert.equal(autoScrollAt(vertical, { x: 10, y: 1060 }, { ...bounds, height: 120 }), -480);
  const mirrored = new Axis('horizontal', 'rtl', { width: 9000, height: 300 });
  const across = { x: 1000, y: 0, width: 600, height: 300 };
  assert.deepEqual([1010, 1590].map((x) => autoScrollAt(mirrored, { x, y: 5 }, across)), [1080, -1080]);
});

test('the service is asked for what is not here, two at a time, and not again for what it refuses', async () => {
  const axis = new Axis('vertical', 'ltr', { width: 300, height: 9000 });
  const asked = [];
  let told = 0;
  const layout = { axis, reorder: ({ target, bounds, signal }) => new Promise((resolve, reject) => {
    asked.push({ item: target.item, bounds, signal, reject, answer: () => resolve({ target, gap: bounds, elements: [], special: [], contentSize: { width: 300, height: 9000 } }) });
  }) };
  const previews = new Previews(layout, path(0, 0), () => { told += 1; });
  const rect = { x: 0, y: 1000, width: 300, height: 600 };
  const at = (item, y = 1000) => previews.at(path(0, item), { ...rect, y }, {})?.target.item ?? null;
  assert.deepEqual([at(1), at(1), at(2), at(3)], [null, null, null, null]);
  assert.deepEqual(asked.map(({ item }) => item), [1, 2]);
  assert.deepEqual(asked[0].bounds, { x: 0, y: 400, width: 300, height: 1800 });
  asked[0].answer();
  asked[1].reject(new Error('no'));
  await settled();
  assert.deepEqual([told, at(1), at(1, 1500), at(2), previews.isRefused(path(0, 2)), asked.length], [2, 1, 1, null, true, 2]);
  // Farther away the old answer counts until another one is here.
  assert.deepEqual([at(1, 2500), asked.length], [1, 3]);
  asked[2].answer();
  await settled();
  assert.deepEqual([at(1, 2500), asked.length], [1, 3]);
  for (let item = 10; item < 40; item += 1) {
    at(item);
    asked.at(-1).answer();
    await settled();
  }
  assert.deepEqual([at(39), at(24), asked.length], [39, 24, 33]);
  assert.equal(at(1), null);
  previews.close();
  assert.ok(asked.at(-1).signal.aborted);
  asked.at(-1).reject(asked.at(-1).signal.reason);
  const before = told;
  await settled();
  assert.equal(told, before);
});

test('a layout that is held here is asked again where it cannot answer yet, and not where it refuses', async () => {
  const axis = new Axis('vertical', 'ltr', { width: 300, height: 9000 });
  const rect = { x: 0, y: 0, width: 300, height: 600 };
  const preview = ({ target }) => ({ target, gap: rect, elements: [], special: [], contentSize: { width: 300, height: 9000 } });
  let [answers, asked] = [() => { throw new Error('a part is missing'); }, 0];
  const layout = { axis, reorderNow: (request) => answers(request), reorder: async (request) => { asked += 1; return preview(request); } };
  const previews = new Previews(layout, path(0, 0), () => {});
  assert.equal(previews.at(path(0, 1), rect, {}), null);
  await settled();
  assert.deepEqual([previews.at(path(0, 1), rect, {}).target.item, asked], [1, 1]);
  answers = preview;
  assert.deepEqual([previews.at(path(0, 2), rect, {}).target.item, asked], [2, 1]);
  answers = () => { throw Object.assign(new Error('no'), { status: 422 }); };
  assert.deepEqual([previews.at(path(0, 3), rect, {}), previews.isRefused(path(0, 3)), asked], [null, true, 1]);
});

test('where a preview has no cell, the rules are asked for the target, once for a finger that rests', async () => {
  const axis = new Axis('horizontal', 'rtl', { width: 1000, height: 300 });
  const shown = { target: path(0, 1), contentSize: { width: 980, height: 300 } };
  const [asked, at] = [[], (x) => ({ x, y: 5 })];
  let told = 0;
  const reorder = (request) => new Promise((resolve, reject) => { asked.push({ request, resolve, reject }); });
  const previews = new Previews({ axis, reorder }, path(0, 0), () => { told += 1; });
  assert.deepEqual([previews.beside(shown, at(50)), previews.beside(shown, at(50)), previews.beside(shown, at(60))], [null, null, null]);
  const { item, target, point } = asked[0].request;
  // In its own coordinates.
  assert.deepEqual([asked.length, item, target, point], [1, path(0, 0), path(0, 1), { x: 30, y: 5 }]);
  asked[0].resolve({ target: path(1, 0) });
  await settled();
  assert.deepEqual([told, previews.beside(shown, at(50)), previews.beside(shown, at(50)), asked.length], [1, path(1, 0), path(1, 0), 1]);
  assert.equal(previews.beside(shown, at(60)), null);
  asked[1].reject(new Error('no'));
  await settled();
  assert.deepEqual([told, previews.beside(shown, at(60)), asked.length], [2, null, 2]);
  const held = new Previews({ axis, reorder, reorderNow: ({ point: { x } }) => ({ target: path(2, x) }) }, path(0, 0), () => {});
  assert.deepEqual([held.beside(shown, at(50)), asked.length], [path(2, 30), 2]);
});

test('in a mirrored layout a preview stands where the content begins', () => {
  const axis = new Axis('horizontal', 'rtl', { width: 1000, height: 300 });
  const frame = { x: 40, y: 0, width: 50, height: 300 };
  const layout = { axis, reorderNow: ({ target }) => ({
    target, gap: frame, elements: [{ category: 'cell', section: 0, item: 1, frame }], special: [], contentSize: { width: 980, height: 300 },
  }) };
  const preview = new Previews(layout, path(0, 0), () => {}).at(path(0, 1), { x: 0, y: 0, width: 500, height: 300 }, {});
  assert.deepEqual([preview.gap.x, preview.elements[0].frame.x], [60, 60]);
});

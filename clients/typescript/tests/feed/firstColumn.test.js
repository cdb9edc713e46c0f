import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FirstColumn } from '../../built/source/feed/first/FirstColumn.js';
import { FirstViewport } from '../../built/source/feed/first/FirstViewport.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { file, skip } from '../support/moduleFile.js';

const width = 390;

/** A snapshot of one column, in any form. */
function snapshotOf(random, pinned = {}) {
  const below = (most) => random.whole(0, most - 1);
  const number = (most) => random.extent(0, most);
  const maybe = (make) => (random.chance(0.5) ? {} : make());
  const metrics = () => maybe(() => ({
    metrics: {
      ...maybe(() => ({ rowHeight: number(60) })), ...maybe(() => ({ minimumLineSpacing: number(20) })),
      ...maybe(() => ({ sectionInset: { top: number(20), left: number(30), bottom: number(20), ...maybe(() => ({ right: number(30) })) } })),
    },
  }));
  const stack = () => Array.from({ length: below(3) }, () => ({ height: number(50), ...maybe(() => ({ estimated: true })) }));
  const count = () => 1 + below(6);
  const items = () => [
    () => count(), () => ({ count: count(), height: number(80), ...maybe(() => ({ estimated: true })) }),
    () => ({ heights: Array.from({ length: count() }, () => number(80)), ...maybe(() => ({ estimated: true })) }),
    () => Array.from({ length: count() }, () => ({ ...maybe(() => ({ height: number(80) })), ...maybe(() => ({ count: count() })) })),
  ][below(4)]();
  return {
    engine: 'column', ...metrics(),
    sections: Array.from({ length: 1 + below(4) }, () => ({
      ...metrics(), items: items(), ...maybe(() => ({ headers: stack().map((one) => ({ ...one, ...maybe(() => pinned) })) })), ...maybe(() => ({ footers: stack() })),
    })),
  };
}

test('rows are where the module lays them out', { skip }, async () => {
  const service = await LayoutService.local({ module: readFileSync(file) });
  for (let seed = 0; seed < 400; seed += 1) {
    const snapshot = snapshotOf(new SeededRandom(seed));
    const layout = await service.post(snapshot, { width });
    const elements = [...layout.lists({ x: 0, y: 0, width, height: layout.contentSize.height + 1 })].flat().filter(({ frame }) => frame.height > 0);
    const column = FirstColumn.of(snapshot, width);
    assert.ok(column.show(0, column.count), `${seed}`);
    const row = ({ kind, section, number, x, y, width: across, height, isEstimated }) => (
      { kind, section, number, frame: { x, y, width: across, height }, estimated: isEstimated });
    assert.deepEqual(
      column.rows.filter(({ height, width: across }) => height > 0 && across > 0).map(row),
      elements.map(({ kind = 'cell', section, item, index, frame, estimated = false }) => ({ kind, section, number: item ?? index, frame, estimated })),
      `${seed}: ${JSON.stringify(snapshot)}`);
    assert.equal(column.extent, layout.contentSize.height, `${seed}: ${JSON.stringify(snapshot)}`);
  }
});

test('pinned headers are where the module places them', { skip }, async () => {
  const service = await LayoutService.local({ module: readFileSync(file) });
  let pinned = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const random = new SeededRandom(seed);
    const snapshot = snapshotOf(random, { pin: true });
    const layout = await service.post(snapshot, { width });
    const { length: sectionCount } = snapshot.sections;
    const viewport = new FirstViewport(FirstColumn.of(snapshot, width), width, 'start', { sectionCount, itemCount: 9, isMeasured: true, taken: () => {} });
    const { height: most } = layout.contentSize;
    viewport.update({ x: 0, y: 0, width, height: most + 1 });
    for (let time = 0; time < 5; time += 1) {
      const bounds = { x: 0, y: random.next() * most, width, height: 1 + random.extent(0, 200) };
      const inset = { top: random.extent(0, 20), left: 0, bottom: 0, right: 0 };
      viewport.update(bounds, { inset });
      const placed = ({ kind, section, index, frame, pinned: isPinned }) => ({ kind, section, index, frame, isPinned });
      const expected = layout.placed.laid.special(bounds, inset);
      assert.deepEqual(viewport.special.map(placed), expected.map(placed), `${seed}: ${JSON.stringify([snapshot, bounds, inset])}`);
      pinned += expected.filter(({ pinned: isPinned }) => isPinned).length;
    }
  }
  assert.ok(pinned > 100, `${pinned}`);
});

test('measured rows are where the module lays them out, and nothing else is measured', { skip }, async () => {
  const service = await LayoutService.local({ module: readFileSync(file) });
  const snapshot = {
    engine: 'column', sections: [{ headers: [{ height: 10, estimated: true }], items: { heights: [40, 50, 60], estimated: [true, false, true] } }],
  };
  const layout = await service.post(snapshot, { width });
  const column = FirstColumn.of(snapshot, width);
  column.show(0, 10);
  column.measure([{ kind: 'header', section: 0, index: 0, height: 22.5 }, { section: 0, item: 2, height: 71.25 }, { section: 0, item: 1, height: 3 }]);
  assert.deepEqual(column.sizes, [{ kind: 'header', section: 0, index: 0, height: 22.5 }, { section: 0, item: 2, height: 71.25 }]);
  const { layout: measured } = layout.measured(column.sizes);
  assert.deepEqual(column.rows.map(({ y }) => y).slice(0, 3), [0, 22.5, 62.5]);
  assert.equal(measured.contentSize.height, 22.5 + 40 + 50 + 71.25);
});

test('what has anything else than rows below each other waits for the module', () => {
  const items = 3;
  for (const snapshot of [
    { sections: [{ items }] }, { engine: 'flow', sections: [{ items }] }, { engine: 'column', scrollDirection: 'horizontal', sections: [{ items }] },
    { engine: 'column', globalHeaders: [{ height: 4 }], sections: [{ items }] }, { engine: 'column', source: { items } },
    { engine: 'column', metrics: { numberOfColumns: 2 }, sections: [{ items }] }, { engine: 'column', metrics: { separatorColor: 'red' }, sections: [{ items }] },
    { engine: 'column', sections: [{ items, engine: 'flow' }] }, { engine: 'column', sections: [{ items, footers: [{ height: 4, pin: true }] }] },
    { engine: 'column', sections: [{ items: 0, headers: [{ height: 4 }] }] }, { engine: 'column', metrics: { rowHeight: 'remainder' }, sections: [{ items }] },
    { engine: 'column', sections: [{ items: { heights: 'high' } }] }, { engine: 'column', sections: [{ items, metrics: { sectionInset: { top: -1 } } }] },
    { engine: 'column', sections: 5 }, null, 'text',
  ]) assert.equal(FirstColumn.of(snapshot, width)?.show(0, 9) ?? false, false, JSON.stringify(snapshot));
  const column = FirstColumn.of({ engine: 'column', sections: [{ items: [{ height: 4 }, { height: 5, transform: [1, 0, 0, 1, 2, 3] }] }] }, width);
  assert.equal(column.show(0, 1), true);
  assert.equal(column.show(0, 2), false);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService, Problem } from '../../built/index.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { resizeStep } from '../../built/source/module/measurements.js';
import { file, skip } from '../support/moduleFile.js';

const local = async () => LayoutService.local({ module: readFileSync(file) });
const bounds = (y, height = 800) => ({ x: 0, y, width: 390, height });
const list = (count) => ({
  engine: 'column', metrics: { numberOfColumns: 1 },
  sections: [{ headers: [{ height: 30, pin: true }], items: { count, height: 50, estimated: true } }],
});
/** The true height of an item. */
const trueHeight = (item) => 20 + (item * 7919) % 90;
const shown = (viewport) => {
  const items = [];
  viewport.forEach((page, index) => {
    if (page.isCell(index)) items.push({ item: page.item[index], isEstimated: page.isEstimated(index), y: page.y[index], height: page.height[index] });
  });
  return items;
};
/** Measures what is shown until nothing of it is an estimate. */
const measureAll = (viewport, options) => {
  const changes = [];
  for (;;) {
    const sizes = shown(viewport).filter(({ isEstimated }) => isEstimated).map(({ item }) => ({ section: 0, item, height: trueHeight(item) }));
    if (sizes.length === 0) return changes;
    changes.push(viewport.measure(sizes, options));
  }
};

test('a local service answers what is asked of a layout, and refuses as the service does', { skip }, async () => {
  const service = await local();
  const layout = await service.post(list(1000), { width: 390 });
  assert.deepEqual([layout.isLocal, layout.contentSize, layout.snapshot.estimatedCount], [true, { width: 390, height: 50_030 }, 1000]);
  assert.deepEqual(await layout.item(0, 3), { category: 'cell', section: 0, item: 3, frame: { x: 0, y: 180, width: 390, height: 50 }, columnIndex: 0, estimated: true });
  assert.equal((await layout.hit({ x: 5, y: 181 })).item, 3);
  assert.deepEqual((await layout.special(bounds(100))).map(({ kind, frame }) => [kind, frame.y]), [['header', 100]]);
  const sections = [];
  for await (const section of layout.sections({ limit: 1 })) sections.push(section);
  assert.deepEqual(sections.map(({ section, engine, itemCount, estimatedCount }) => [section, engine, itemCount, estimatedCount]), [[0, 'column', 1000, 1000]]);
  const page = await layout.page(2);
  assert.deepEqual([page.cellCount, page.item[0], page.isEstimated(0), page.element(0).estimated], [21, 39, true, true]);
  const screens = await layout.snapshot.screens([300, 400], { length: 200 });
  assert.deepEqual(screens.map(({ width, bounds: { height } }) => [width, height]), [[300, 200], [400, 200]]);
  await assert.rejects(layout.item(0, 1000), (error) => error instanceof Problem && error.is('not-found') && error.status === 404);
  await assert.rejects(service.post({ sections: [{ items: { count: -1 } }] }), (error) => (
    error.is('invalid-snapshot') && error.status === 422 && error.errors[0].pointer === '/sections/0/items/count'));
  await assert.rejects(service.post('{'), (error) => error.is('bad-json'));
  await assert.rejects(service.post(list(1), { height: 5 }), (error) => error.is('bad-parameter'));
  await assert.rejects(service.snapshot('0'.repeat(64)), (error) => error.isLayoutNotFound);
  assert.equal((await service.snapshot(layout.id)).id, layout.id);
});

test('a list of numbers is not named as what it should be', { skip }, async () => {
  const service = await local();
  for (const [keys, noun] of [[new Float64Array(2), 'a typed array'], [{}, 'an object']]) {
    await assert.rejects(service.post({ engine: 'column', source: { items: 2, keys } }), (error) => (
      error.errors[0].detail === `must be an array, not ${noun}`));
  }
});

test('what is asked wrongly is refused as the service and its client do', { skip }, async () => {
  const service = await local();
  const layout = await service.post(list(20), { width: 390 });
  const { snapshot } = layout;
  const signal = AbortSignal.abort();
  const asked = [
    service.post(list(1), { signal }), service.snapshot(layout.id, { signal }), snapshot.layout(390, { signal }),
    snapshot.screens([390], { signal }), snapshot.change({}, { signal }), layout.change({}, { signal }), layout.page(0, { signal }),
    layout.item(0, 0, { signal }), layout.supplementary('header', 0, 0, { signal }), layout.globalHeader(0, { signal }),
    layout.decoration('rowSeparator', 0, 0, { signal }), layout.special(bounds(0), { signal }), layout.hit({ x: 0, y: 0 }, { signal }),
    layout.sections({ signal }).next(),
  ];
  for (const promise of asked) await assert.rejects(promise, (error) => error === signal.reason);
  assert.throws(() => layout.sections({ limt: 1 }), TypeError);
  await assert.rejects(service.post(list(1), { bounds: bounds(0) }), TypeError);
  await assert.rejects(layout.change({}, { anchor: 'first' }), TypeError);
  for (const kind of ['cell', 'globalHeader', 'rowSeparator', 'odd']) {
    await assert.rejects(layout.supplementary(kind, 0, 0), (error) => error.is('not-found'), kind);
  }
  for (const kind of ['cell', 'header', 'odd']) await assert.rejects(layout.decoration(kind, 0, 0), (error) => error.is('not-found'), kind);
  await snapshot.delete();
  await assert.rejects(service.snapshot(layout.id), (error) => error.isLayoutNotFound);
});

test('a viewport of a local layout has everything at once', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(200_000), { width: 390 })).viewport({ overscan: 400 });
  for (const y of [0, 5_000_000, 10_000_030 - 800, 123_456]) {
    viewport.update(bounds(y));
    assert.deepEqual([viewport.state, viewport.missing, viewport.requestCount, viewport.isLocal], ['whole', [], 0, true]);
    const [least, greatest] = [Math.max(y - 400, 0), Math.min(y + 1200, 10_000_030)];
    assert.deepEqual(shown(viewport).map(({ item }) => item), Array.from(
      { length: Math.ceil((greatest - 30) / 50) - Math.max(0, Math.floor((least - 30) / 50)) },
      (_, place) => Math.max(0, Math.floor((least - 30) / 50)) + place));
    assert.deepEqual(viewport.special.map(({ frame }) => frame.y), [y]);
  }
});

test('measuring moves nothing that is visible, and leaves neither gap nor overlap', { skip }, async () => {
  const service = await local();
  for (const speed of [20, 100, 700, -100, -900]) {
    const viewport = (await service.post(list(200_000), { width: 390 })).viewport({ overscan: 400 });
    let told = 0;
    viewport.addEventListener('layout', () => { told += 1; });
    viewport.update(bounds(5_000_000));
    measureAll(viewport);
    const isVisible = ({ y, height }) => y + height > viewport.bounds.y && y < viewport.bounds.y + 800;
    const tops = () => new Map(shown(viewport).filter(isVisible).map(({ item, y }) => [item, y - viewport.bounds.y]));
    let before = tops();
    for (let frame = 0; frame < 60; frame += 1) {
      viewport.update(bounds(viewport.bounds.y + speed));
      const changes = measureAll(viewport);
      told -= changes.length;
      const now = shown(viewport);
      for (const [place, cell] of now.entries()) {
        const { item, y, height, isEstimated } = cell;
        assert.equal(isEstimated, false);
        assert.equal(height, trueHeight(item));
        if (place > 0) assert.ok(Math.abs(y - (now[place - 1].y + now[place - 1].height)) < 1e-6, `frame ${frame}`);
        const top = y - viewport.bounds.y;
        // What was on the screen before, and is on it now, was moved by the finger alone.
        if (isVisible(cell) && before.has(item)) assert.ok(Math.abs(top - (before.get(item) - speed)) < 1e-6, `${speed}: frame ${frame}, item ${item}`);
      }
      before = tops();
    }
    assert.equal(told, 1);
  }
});

test('what is measured stays measured when the list changes, and not at another width', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(1000), { width: 390 })).viewport();
  viewport.update(bounds(0));
  measureAll(viewport);
  const measured = 1000 - viewport.layout.snapshot.estimatedCount;
  assert.ok(measured > 10);
  const { list: unmeasured } = viewport.layout.snapshot;
  assert.equal(unmeasured.estimatedCount, 1000);
  await viewport.change({ insert: [{ section: 0, item: 0, items: { count: 3, height: 70 } }] });
  assert.equal(viewport.layout.snapshot.estimatedCount, 1000 - measured);
  const wider = await viewport.layout.snapshot.layout(500);
  assert.deepEqual([wider.snapshot.estimatedCount, wider.snapshot.itemCount, wider.contentSize.height], [1000, 1003, 50_240]);
  assert.equal((await viewport.layout.snapshot.layout(390)).id, viewport.layout.id);
  await viewport.show((layout) => layout.snapshot.layout(500));
  assert.equal(viewport.layout.id, wider.id);
});

test('the list changes also where nothing differs of what was measured', { skip }, async () => {
  const service = await local();
  const items = [10, 90].map((height) => ({ height, estimated: true }));
  const layout = await service.post({ ...list(0), sections: [{ engine: 'column', items }] }, { width: 390 });
  const measured = layout.measured([{ section: 0, item: 0, height: 60 }, { section: 0, item: 1, height: 60 }]).layout;
  const change = await measured.change({ move: [{ from: { section: 0, item: 0 }, to: { section: 0, item: 1 } }] });
  assert.equal(change.layout.id, measured.id);
  const wider = await change.layout.snapshot.layout(500);
  assert.deepEqual([(await wider.item(0, 0)).frame.height, (await wider.item(0, 1)).frame.height], [90, 10]);
});

test('at the end one stays at the end, where that is asked for', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(1000), { width: 390 })).viewport();
  viewport.update(bounds(50_030 - 800));
  measureAll(viewport, { anchor: 'end' });
  assert.equal(viewport.bounds.y, viewport.layout.contentSize.height - 800);
  await viewport.change({ insert: [{ section: 0, item: 1000, items: { count: 1, height: 50, estimated: true } }] }, { anchor: 'end' });
  measureAll(viewport, { anchor: 'end' });
  assert.equal(viewport.bounds.y, viewport.layout.contentSize.height - 800);
  assert.equal(shown(viewport).at(-1).item, 1000);
});

test('measurements that are none are refused, and change nothing', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(100), { width: 390 })).viewport();
  viewport.update(bounds(0));
  const { id } = viewport.layout;
  for (const height of [NaN, -1, Infinity, '5']) {
    assert.throws(() => viewport.measure([{ section: 0, item: 1, height }]), (error) => error.is('invalid-change'), String(height));
  }
  assert.throws(() => viewport.measure([{ section: 0, item: 100, height: 5 }]), (error) => error.is('invalid-change'));
  assert.throws(() => viewport.measure([{ section: 0, item: 1 }]), TypeError);
  assert.equal(viewport.measure([]), null);
  assert.equal(viewport.layout.id, id);
  viewport.measure([{ section: 0, item: 1, height: 60 }]);
  assert.equal(viewport.measure([{ section: 0, item: 1, height: 60 }]), null);
});

test('the last extents of an item count', () => {
  const step = resizeStep([
    { section: 0, item: 1, height: 5 }, { section: 1, item: 1, height: 6 }, { section: 0, item: 2, height: 7 },
    { section: 0, item: 1, width: 8, height: 9 }, { section: 0, item: 2, height: 4 }, { section: 0, item: 3, width: 1 },
    { section: 0, item: 3, height: 2 },
  ]);
  assert.deepEqual(step, { resize: [
    { section: 0, at: [1, 3], widths: [8, 1], heights: [9, 2] }, { section: 1, at: [1], heights: [6] }, { section: 0, at: [2], heights: [4] },
  ] });
  assert.equal(resizeStep([]), null);
});

test('layouts that measuring made are given back', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const service = await LayoutService.local({ module: layoutModule });
  const first = await service.post(list(1000), { width: 390 });
  const viewport = first.viewport();
  viewport.update(bounds(0));
  // More than the module has numbers for.
  for (let turn = 0; turn < 4200; turn += 1) {
    const { layout, parent } = viewport.measure([{ section: 0, item: turn % 1000, height: 51 + turn }]);
    assert.equal(viewport.layout, layout);
    await null;
    if (turn > 0) assert.ok(parent.isClosed);
  }
  assert.equal(first.isClosed, false);
  assert.ok(layoutModule.byteCount < 64 * 2 ** 20, String(layoutModule.byteCount));
});

test('of a change or a measurement that is refused nothing is left in the module', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const service = await LayoutService.local({ module: layoutModule });
  const layout = await service.post(list(20), { width: 390 });
  const probe = layoutModule.snapshot({ sections: [] });
  /** The place that the next layout gets. */
  const freePlace = () => {
    const next = probe.layout(1);
    next.close();
    return (next.handle - 1) % 65_536;
  };
  const before = freePlace();
  const anchor = { section: 0, item: 20 };
  for (const asked of [{ anchor }, { anchor: 'none', endThreshold: -1 }]) {
    await assert.rejects(layout.change({ delete: [{ section: 0, item: 0 }] }, { bounds: bounds(0), ...asked }), { status: 400 });
    assert.throws(() => layout.measured([{ section: 0, item: 3, height: 7 }], { bounds: bounds(0), ...asked }), { status: 400 });
  }
  assert.equal(freePlace(), before);
});

test('headers that are measured keep their looks, also where they have none', { skip }, async () => {
  const service = await local();
  const none = { top: 0, left: 0, bottom: 0, right: 0 };
  for (const looks of [{}, { backgroundColor: null }, { selectedBackgroundColor: null }, { backgroundColor: 'red' }, { padding: none }, { padding: { ...none, top: 1 } }]) {
    for (const metrics of [{}, { backgroundColor: 'blue', selectedBackgroundColor: 'pink', padding: { ...none, left: 3 } }]) {
      const body = (height) => ({
        engine: 'column', metrics, globalHeaders: [{ height, ...looks }],
        sections: [{ metrics, headers: [{ height, ...looks }], items: 3 }],
      });
      const [guessed, real] = [await service.post(body(30), { width: 390 }), await service.post(body(40), { width: 390 })];
      const measured = guessed.measured([{ kind: 'header', section: 0, index: 0, height: 40 }, { kind: 'globalHeader', index: 0, height: 40 }]);
      assert.equal(measured.layout.id, real.id, JSON.stringify([looks, metrics]));
    }
  }
});

test('a layout that was given back is not shown', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(100), { width: 390 })).viewport();
  viewport.update(bounds(0));
  const { layout } = viewport.measure([{ section: 0, item: 0, height: 5 }]);
  viewport.measure([{ section: 0, item: 1, height: 5 }]);
  await null;
  await assert.rejects(viewport.show(layout), TypeError);
  assert.equal(viewport.state, 'whole');
});

test('of a module that has failed nothing is given back, and another one is shown', { skip }, async () => {
  let hasFailed = false;
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const exports = Object.fromEntries(Object.entries(instance.exports).map(([name, value]) => [
    name, typeof value !== 'function' ? value : (...numbers) => {
      if (hasFailed) throw new WebAssembly.RuntimeError('unreachable');
      return value(...numbers);
    },
  ]));
  const service = await LayoutService.local({ module: new LayoutModule({ exports }) });
  const layout = await service.post(list(1000), { width: 390 });
  const viewport = layout.viewport();
  viewport.update(bounds(0));
  assert.ok(viewport.measure([{ section: 0, item: 0, height: 4 }]).layout);
  hasFailed = true;
  assert.throws(() => viewport.measure([{ section: 0, item: 1, height: 4 }]), (error) => error.type === 'module-broken');
  await viewport.show(await (await local()).post(list(10), { width: 390 }));
  assert.deepEqual([viewport.state, viewport.layout.snapshot.itemCount], ['whole', 10]);
  layout.close();
  assert.ok(layout.isClosed);
});

test('more is not held than there is room for, until something is given back', { skip }, async () => {
  const service = await local();
  const { snapshot } = await service.post(list(3), { width: 390 });
  const layouts = [];
  const fill = async () => {
    for (;;) layouts.push(await snapshot.layout(100 + layouts.length));
  };
  await assert.rejects(fill(), (error) => error.is('too-much-work') && error.isPassing);
  layouts.pop().close();
  assert.equal((await snapshot.layout(390)).contentSize.height, 180);
});

test('who is told of a measurement may measure again', { skip }, async () => {
  const service = await local();
  const viewport = (await service.post(list(1000), { width: 390 })).viewport();
  viewport.update(bounds(0));
  const made = [];
  viewport.addEventListener('layout', ({ change }) => {
    made.push(change.layout);
    if (made.length === 1) assert.ok(viewport.measure([{ section: 0, item: 1, height: 70 }]).layout);
  });
  for (const item of [0, 2, 3]) {
    viewport.measure([{ section: 0, item, height: 71 }]);
    await null;
  }
  // A layout that was made after the task is closed after it.
  await null;
  assert.deepEqual(made.map(({ isClosed }) => isClosed), [true, true, true, false]);
  assert.equal(viewport.layout, made.at(-1));
});

test('headers, footers and global headers are measured, too', { skip }, async () => {
  const service = await local();
  for (const [scrollDirection, name] of [['vertical', 'height'], ['horizontal', 'width']]) {
    const layout = await service.post({
      scrollDirection, globalHeaders: [{ [name]: 5 }, { [name]: 40, estimated: true, pin: true, backgroundColor: 'teal' }],
      sections: [
        { engine: 'column', headers: [{ hidden: true }, { [name]: 30, estimated: true, pin: true }, { [name]: 7 }], items: [{ [name]: 50, estimated: true }], footers: [{ [name]: 9, estimated: true, padding: { top: 1, left: 2, bottom: 3, right: 4 } }] },
        { engine: 'column', headers: [{ [name]: 20 }], items: 3 },
      ],
    }, scrollDirection === 'vertical' ? { width: 390 } : { height: 390 });
    const sizes = [
      { kind: 'header', section: 0, index: 1, [name]: 33.5 }, { kind: 'footer', section: 0, index: 0, [name]: 8 },
      { kind: 'globalHeader', index: 1, [name]: 41 }, { section: 0, item: 0, [name]: 51 },
    ];
    const { layout: measured } = layout.measured(sizes);
    assert.equal(measured.contentSize[name], layout.contentSize[name] + 3.5 - 1 + 1 + 1);
    const before = await layout.special({ x: 0, y: 0, width: 390, height: 390 });
    const after = await measured.special({ x: 0, y: 0, width: 390, height: 390 });
    assert.deepEqual(before.map(({ kind, index, estimated, frame }) => [kind, index, estimated, frame[name]]), [['globalHeader', 1, true, 40], ['header', 1, true, 30]]);
    assert.deepEqual(after.map(({ kind, index, estimated, frame }) => [kind, index, estimated, frame[name]]), [['globalHeader', 1, undefined, 41], ['header', 1, undefined, 33.5]]);
    assert.equal(after[0].backgroundColor, 'teal');
    const { estimated, padding, frame } = await measured.supplementary('footer', 0, 0);
    assert.deepEqual([estimated, padding, frame[name]], [undefined, { top: 1, left: 2, bottom: 3, right: 4 }, 8]);
    assert.equal(measured.measured(sizes), null);
    assert.throws(() => layout.measured([{ kind: 'header', section: 0, index: 0, [name]: 3 }]), RangeError);
    assert.throws(() => layout.measured([{ kind: 'header', section: 5, index: 0, [name]: 3 }]), (error) => error.is('bad-parameter'));
    assert.throws(() => layout.measured([{ kind: 'footer', section: 0, index: 0 }]), TypeError);
    assert.throws(() => layout.measured([{ kind: 'footer', section: 0, index: 0, [name]: -1 }]), (error) => error.is('invalid-change'));
  }
});

test('what was measured as empty can be measured again, with all else that it had', { skip }, async () => {
  const service = await local();
  const layout = await service.post({
    globalHeaders: [{ height: 4 }, { height: 12, estimated: true, pin: true, backgroundColor: 'teal' }],
    sections: [{
      engine: 'column', metrics: { backgroundColor: 'white' }, items: 4,
      headers: [{ height: 0 }, { height: 30, estimated: true, pin: true, padding: { top: 1, left: 2, bottom: 3, right: 4 } }],
    }],
  }, { width: 390 });
  const sizes = (height) => [{ kind: 'header', section: 0, index: 1, height }, { kind: 'globalHeader', index: 1, height }];
  const { layout: empty } = layout.measured(sizes(0));
  assert.deepEqual((await empty.special({ x: 0, y: 0, width: 390, height: 90 })).length, 0);
  const { layout: shorter } = await empty.change({ insert: [{ section: 0, item: 0, items: [{ height: 5 }] }] });
  const { layout: again } = shorter.measured(sizes(21));
  const { layout: straight } = (await layout.change({ insert: [{ section: 0, item: 0, items: [{ height: 5 }] }] })).layout.measured(sizes(21));
  assert.deepEqual([again.id, again.contentSize], [straight.id, straight.contentSize]);
  assert.deepEqual(await again.supplementary('header', 0, 1), await straight.supplementary('header', 0, 1));
  assert.throws(() => empty.measured([{ kind: 'header', section: 0, index: 0, height: 3 }]), RangeError);
  assert.throws(() => empty.measured([{ kind: 'header', section: 0, index: 2, height: 3 }]), RangeError);
});

test('unreferenced memory is freed while changes go on, also without a pause', { skip }, async () => {
  const service = await local();
  let { snapshot } = await service.post(list(3), { width: 390 });
  let tasks = 0;
  const tick = setInterval(() => { tasks += 1; }, 0);
  for (let turn = 0; turn < 1500; turn += 1) {
    snapshot = await snapshot.change({ resize: [{ section: 0, at: [0], heights: [turn % 77] }] });
  }
  clearInterval(tick);
  assert.ok(tasks > 0);
  assert.equal(snapshot.itemCount, 3);
});

test('unreferenced memory is freed while long lists are posted, also without a pause', { skip }, async () => {
  const service = await local();
  const heights = Float64Array.from({ length: 50_000 }, (_, item) => trueHeight(item));
  let tasks = 0;
  const tick = setInterval(() => { tasks += 1; }, 0);
  for (let turn = 0; turn < 20; turn += 1) await service.post({ sections: [{ engine: 'waterfall', items: { heights } }] }, { width: 390 });
  clearInterval(tick);
  assert.ok(tasks > 0);
});

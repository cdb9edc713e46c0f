import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { SnapshotNumbers } from '../../built/source/module/wasm/SnapshotNumbers.js';
import { StepNumbers } from '../../built/source/module/wasm/StepNumbers.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { cases } from '../support/cases.js';
import { inStep } from './inStep.js';
import { file, shipped, skip } from '../support/moduleFile.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 600);
const odd = [NaN, Infinity, -Infinity, -1, 0.5, 1e300, 2 ** 53, 1.7e308, 2 ** 31, 2 ** 31 - 1, 2 ** 63, 5e-324, 1e9, 1e9 + 1, -0, 7e8, 1e-300];

test('the module needs nothing from outside', { skip }, () => {
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))), []);
});

test('only what may fill a content is looked for when nothing lacks', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const hasUnread = (sections, others) => layoutModule.snapshot({ ...others, sections }).hasUnread;
  assert.equal(hasUnread([{ placeholder: {} }]), true);
  assert.equal(hasUnread([{ placeholder: { width: 3 }, items: [] }]), true);
  assert.equal(hasUnread([{ placeholder: { width: 3 } }], { scrollDirection: 'horizontal' }), false);
  assert.equal(hasUnread([{ placeholder: { height: 3 } }, { items: 1, placeholder: {} }, {}]), false);
  assert.equal(hasUnread([{ placeholder: {} }], { minimumContentLength: 1 }), false);
});

/** Takes more memory than there may be. */
const fail = (layoutModule) => {
  assert.throws(() => layoutModule.instance.call('bad-parameter', 'layoutd_input', 2 ** 28, 0), { type: 'module-broken', message: /has failed: RuntimeError/ });
};

test('a module that has failed starts anew, without what it held, and not for ever', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const body = { sections: [{ engine: 'column', items: 3 }] };
  const before = layoutModule.snapshot(body);
  const laid = before.layout(300);
  const { handle } = before;
  fail(layoutModule);
  assert.equal(layoutModule.isBroken, false);
  const again = layoutModule.snapshot({ sections: [{ engine: 'column', items: 4 }] });
  assert.deepEqual([again.handle, again.itemCount, again.layout(300).contentSize.height], [handle, 4, 176]);
  for (const ask of [() => before.layout(300), () => before.change([]), () => before.close(), () => laid.stack('header', 0), () => laid.close()]) {
    assert.throws(ask, { type: 'module-broken', message: /is lost/ });
  }
  assert.deepEqual([before.isLost, again.isLost], [true, false]);
  for (let turn = 0; turn < 10; turn += 1) fail(layoutModule);
  assert.equal(layoutModule.isBroken, true);
  assert.equal(layoutModule.byteCount, 0);
  assert.throws(() => layoutModule.snapshot(body), { type: 'module-broken' });
});

test('a module that was made of an instance alone does nothing any more when that has failed', { skip }, async () => {
  const { instance, module: compiled } = await WebAssembly.instantiate(readFileSync(file), {});
  const [alone, both] = [new LayoutModule(instance), new LayoutModule(await WebAssembly.instantiate(compiled, {}), compiled)];
  for (const layoutModule of [alone, both]) fail(layoutModule);
  assert.deepEqual([alone.isBroken, both.isBroken], [true, false]);
  assert.throws(() => alone.snapshot({ sections: [] }), { type: 'module-broken' });
});

test('a module that is a file is not fetched, and the problem says what to do', async () => {
  for (const source of [undefined, new URL('nothing.wasm', import.meta.url), 'file:///nothing.wasm']) {
    await assert.rejects(LayoutModule.load(source), { name: 'ModuleProblem', type: 'module-missing', message: /give its bytes/ });
  }
  await assert.rejects(LayoutService.local(), { type: 'module-missing' });
});

test('items beyond what the module counts are refused', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const rows = (items) => ({ sections: [{ engine: 'column', items }, { engine: 'column', items: 5 }] });
  assert.equal(layoutModule.snapshot(rows(1e9 - 5)).itemCount, 1e9);
  const errors = [{ pointer: '/sections/1/items', code: 'too-many' }];
  assert.throws(() => layoutModule.snapshot(rows(1e9 - 4)), { type: 'invalid-snapshot', errors });
  errors.unshift({ pointer: '/sections/0/items', code: 'too-many' });
  for (const items of [2 ** 31, 2 ** 53]) assert.throws(() => layoutModule.snapshot(rows(items)), { type: 'invalid-snapshot', errors });
  const most = layoutModule.snapshot(rows(1e9 - 5));
  const steps = [{}, { insert: [{ section: 0, item: 0, items: 1 }] }];
  assert.throws(() => most.change(steps), { type: 'invalid-change', errors: [{ pointer: '/steps/1', code: 'over-limit' }] });
});

test('items that say nothing are items, however many', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const items = Array.from({ length: 30 }, () => ({}));
  const snapshot = layoutModule.snapshot({ sections: [{ engine: 'column', items }] });
  assert.deepEqual([snapshot.itemCount, snapshot.layout(100).contentSize.height], [30, 30 * 44]);
  const mosaic = layoutModule.snapshot({ sections: [{ engine: 'mosaic', items }] });
  assert.equal(mosaic.change({ insert: [{ section: 0, item: 3, items }] }).itemCount, 60);
});

test('items are found in leaves of as many as the module counts', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const items = [{ count: 7e8, height: 1 }, ...Array.from({ length: 100 }, (_, item) => ({ height: 2 + item % 7 }))];
  const snapshot = layoutModule.snapshot({ sections: [{ engine: 'column', items }] });
  const layout = snapshot.layout(100);
  assert.equal(layout.elements({ x: 0, y: 699_999_999, width: 100, height: 2 }).elements[0].item, 699_999_999);
  const changed = snapshot.change({ delete: [{ section: 0, item: 699_999_990, count: 5 }] });
  assert.deepEqual(changed.layout(100, layout).contentSize, { width: 100, height: layout.contentSize.height - 5 });
});

test('what is given back is used again', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const body = { sections: [{ engine: 'waterfall', items: { heights: Float64Array.from({ length: 100_000 }, (_, item) => 20 + item % 77) } }] };
  const sizes = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const snapshot = layoutModule.snapshot(body);
    const layout = snapshot.layout(300 + turn);
    snapshot.close();
    layout.close();
    sizes.push(layoutModule.byteCount);
  }
  assert.equal(sizes.at(-1), sizes[2]);
  assert.throws(() => layoutModule.instance.call('bad-parameter', 'layoutd_layout', 1, 300, 0), { type: 'bad-parameter' });
});

test('numbers that the module has not are not taken for others', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const snapshot = layoutModule.snapshot({ sections: [{ engine: 'column', items: 100 }, {}] });
  const layout = snapshot.layout(100);
  const rect = { x: 0, y: 0, width: 100, height: 4400 };
  assert.equal(layout.element('cell', 0, 99).item, 99);
  for (const number of [2 ** 32, 2 ** 31, -1, -(2 ** 32), 0.5, NaN, undefined, null]) {
    assert.equal(layout.element('cell', 0, number), null);
    assert.equal(layout.element('cell', number, 0), null);
  }
  for (const limit of [2 ** 31 - 1, 2 ** 31, 2 ** 32, 1e12, Infinity]) {
    assert.equal(layout.elements(rect, { limit }).elements.length, 100);
    assert.equal(layout.sections(0, limit).length, 2);
  }
  for (const limit of [2 ** 31 - 1, Infinity]) assert.equal(layout.sections(1, limit).length, 1);
  assert.deepEqual(layout.sections(2 ** 32, 5), []);
  layout.close();
  assert.throws(() => layout.close(), { type: 'bad-parameter', message: /was given back/ });
  const local = await LayoutService.local({ module: layoutModule });
  const held = await local.post({ sections: [{ items: 3 }] }, { width: 100 });
  held.close();
  await assert.rejects(held.sections().next(), (error) => error.is('bad-parameter') && /was given back/.test(error.message));
});

test('room for more numbers than there are addresses is refused, and none of it is used', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  for (const count of [2 ** 29, 2 ** 29 + 1, 2 ** 30, 2 ** 31 - 1]) assert.equal(layoutModule.instance.call('bad-parameter', 'layoutd_input', count, 0), 0);
  const heights = Float64Array.from({ length: 50_000 }, (_, item) => 20 + item % 7);
  assert.equal(layoutModule.snapshot({ sections: [{ engine: 'column', items: { heights } }] }).itemCount, 50_000);
});

test('of small snapshots, layouts and changes nothing is left either', { skip }, async () => {
  const layoutModule = await LayoutModule.load(readFileSync(file));
  const sections = [
    { headers: [{ height: 9, pin: true, padding: { top: 1 } }], items: 3 }, { engine: 'mosaic', metrics: { padding: { top: 1 }, background: { color: 'red' }, shelf: { insets: { top: -3 }, height: 3 } }, items: 3 },
    { engine: 'waterfall', id: 'w', items: { heights: [1, 2, 3] } }, { engine: 'column', metrics: { separatorColor: 'red' }, items: [{ height: 3, count: 2 }] },
    { metrics: { effect: { unit: 3, origin: { z: 1 }, stops: [{ at: 0, scale: 2 }, { at: 1 }] } }, items: 1 },
  ];
  const step = {
    insert: [{ section: 2, item: 1, items: [{ height: 5 }] }], reloadSections: [{ section: 0, value: { items: 2 } }],
    setSections: [{ section: 1, metrics: { padding: { left: 2 }, background: null, shelf: { insets: { left: -3 } } } }, { section: 3, engine: 'flow', headers: [{ height: 4 }] }],
  };
  const turn = () => {
    const before = layoutModule.snapshot({ sections });
    const after = before.change(step);
    const layout = before.layout(100);
    const changed = after.layout(100, layout);
    assert.equal(layout.element('cell', 4, 0, { bounds: { x: 0, y: 0, width: 100, height: 50 } }).distance > 0, true);
    changed.hit({ x: 1, y: 1 }, { bounds: { x: 0, y: 0, width: 100, height: 50 } });
    changed.changeFrom(layout, { bounds: { x: 0, y: 0, width: 100, height: 50 }, transition: true });
    for (const held of [before, after, layout, changed]) held.close();
  };
  for (let count = 0; count < 200; count += 1) turn();
  const { byteCount } = layoutModule;
  for (let count = 0; count < 2000; count += 1) turn();
  assert.equal(layoutModule.byteCount, byteCount);
});

test('whatever numbers are written, they are refused or laid out', { skip }, async () => {
  // A module with run-time checks ends at the first wrong number; the published one has none, and continues.
  const files = [file, shipped].filter((each, place) => place === 0 || (each.href !== file.href && existsSync(each)));
  const all = await Promise.all(files.map(async (each) => (await WebAssembly.instantiate(readFileSync(each), {})).instance.exports));
  const exports = inStep(all);
  const { vocabulary } = (await LayoutModule.load(readFileSync(file))).instance;
  let [made, changed] = [0, 0];
  const write = (random, input, isSpoilt) => {
    const numbers = new Float64Array(input.totalCount);
    input.writeNumbers(numbers);
    for (let turn = isSpoilt ? random.whole(1, 3) : 0; turn > 0; turn -= 1) {
      numbers[random.whole(0, numbers.length - 1)] = random.chance(0.5) ? random.pick(odd) : random.whole(0, 9);
    }
    for (const each of all) {
      const place = each.layoutd_input(numbers.length, input.textCount) >>> 0;
      new Float64Array(each.memory.buffer, place, numbers.length).set(numbers);
      new Uint8Array(each.memory.buffer, each.layoutd_input_texts() >>> 0, input.textCount).set(input.texts.subarray(0, input.textCount));
    }
    return [isSpoilt && random.chance(0.1) ? random.whole(0, numbers.length) : numbers.length, input.textCount];
  };
  const number = (random) => (random.chance(0.2) ? random.pick(odd) : random.extent(-100, 3000));
  const whole = (random, most) => (random.chance(0.1) ? random.pick([-(2 ** 31), 2 ** 30, 2 ** 31 - 1]) : random.whole(-2, most));
  const query = (random, layout, snapshot) => {
    const four = () => [number(random), number(random), number(random), number(random)];
    exports.layoutd_sections(layout, snapshot, whole(random, 5), whole(random, 9));
    exports.layoutd_pinning(layout, ...four());
    exports.layoutd_stack(layout, random.whole(-1, 7), whole(random, 5));
    exports.layoutd_elements(layout, ...four(), random.whole(-1, 7), whole(random, 5), whole(random, 400), whole(random, 200));
    exports.layoutd_special(layout, ...four(), ...four());
    exports.layoutd_hit(layout, number(random), number(random), random.whole(0, 1), ...four(), ...four(), random.whole(0, 1));
    exports.layoutd_element(layout, random.whole(-1, 7), whole(random, 5), whole(random, 400), random.whole(0, 1), ...four(), ...four());
  };
  for (const { seed, snapshot: body, container, turns: [{ steps: given }] } of cases('lists', { count, turns: 1, places: 0 })) {
    const random = new SeededRandom(seed * 31_337);
    const numbers = new SnapshotNumbers(vocabulary);
    numbers.snapshot(body);
    assert.deepEqual(numbers.faults, []);
    const snapshot = exports.layoutd_snapshot(...write(random, numbers, random.chance(0.7)));
    if (snapshot < 0) continue;
    made += 1;
    const layout = exports.layoutd_layout(snapshot, random.chance(0.1) ? random.pick(odd) : random.extent(1, 500), 0);
    if (layout > 0) query(random, layout, snapshot);
    const steps = new StepNumbers(vocabulary, container === 'height');
    steps.steps(given);
    const after = exports.layoutd_change(snapshot, ...write(random, steps, random.chance(0.7)));
    if (after > 0) {
      changed += 1;
      const next = exports.layoutd_layout(after, 300, random.chance(0.5) ? layout : 0);
      if (next > 0) {
        query(random, next, after);
        const four = () => [number(random), number(random), number(random), number(random)];
        exports.layoutd_motion(after, layout, next, 1, ...four(), ...four(), random.whole(-1, 5), random.whole(-1, 3), random.whole(-1, 9), number(random), 1);
        exports.layoutd_remove_layout(next);
      }
      exports.layoutd_remove_snapshot(after);
    }
    if (layout > 0) exports.layoutd_remove_layout(layout);
    exports.layoutd_remove_snapshot(snapshot);
  }
  assert.ok(made > count / 4 && changed > count / 16, `${made} ${changed}`);
});

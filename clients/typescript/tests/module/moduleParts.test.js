import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { cases } from '../support/cases.js';
import { inStep } from './inStep.js';
import { measuredNumbers } from '../../built/source/module/wasm/measuredNumbers.js';
import { SnapshotNumbers } from '../../built/source/module/wasm/SnapshotNumbers.js';
import { file } from '../support/moduleFile.js';

const list = new URL('../../module/files.js', import.meta.url);
const skip = existsSync(list) ? false : 'there is no module/files.js: script/wasm makes it';
const files = skip ? null : await import(list);
const [first, rest] = skip ? [] : [readFileSync(files.first), readFileSync(files.rest)];
const body = { sections: [{ engine: 'column', items: [...Array(50)].map(() => ({ height: 40, estimated: true })) }] };
const remove = { delete: [{ section: 0, item: 1, count: 2 }] };
const address = 'http://page.test/rest.wasm';

/** What waits until the page is idle, which it is when a test says so. */
const idle = [];
globalThis.requestIdleCallback = (act) => idle.push(act);

/** Answers requests for the rest while `act` runs. */
async function answering(answer, act) {
  const { fetch } = globalThis;
  const asked = [];
  globalThis.fetch = async (url, { cache }) => {
    asked.push(cache === 'default' ? String(url) : `${url} ${cache}`);
    return answer(asked.length);
  };
  try {
    await act(asked);
  } finally {
    globalThis.fetch = fetch;
  }
}

const found = () => new Response(rest, { headers: { 'Content-Type': 'application/wasm' } });

/** Another build's rest: it has another mark. */
function other() {
  const bytes = Uint8Array.from(rest);
  bytes[bytes.length - 1] ^= 1;
  return bytes;
}

test('the first file lays out, answers, hits and measures alone, and refuses the rest by name', { skip }, async () => {
  const module = await LayoutModule.load({ first, rest }, { waitsForRest: false });
  assert.equal(module.isComplete, false);
  const before = module.snapshot(body);
  const laid = before.layout(300);
  assert.equal(laid.elements({ x: 0, y: 0, width: 300, height: 200 }).elements.length, 5);
  assert.equal(laid.hit({ x: 10, y: 90 }).item, 2);
  assert.deepEqual([laid.sections(0, 9).length, laid.special({ x: 0, y: 0, width: 300, height: 200 }).length], [1, 0]);
  const after = before.measure({ resize: [{ section: 0, at: [3, 1], heights: [60, 55] }] });
  const placed = after.layout(300, laid);
  assert.equal(placed.contentSize.height, laid.contentSize.height + 35);
  assert.equal(placed.changeFrom(laid, { bounds: { x: 0, y: 100, width: 300, height: 200 } }).scrollDelta.y, 15);
  const steps = [{ resize: [{ section: 9, at: [0], heights: [1] }] }, { adjust: [{ section: 0, at: [3], alpha: [0.5] }] }];
  for (const call of [() => before.change(remove), ...steps.map((step) => () => before.measure(step))]) {
    assert.throws(call, { type: 'module-incomplete' });
  }
  assert.throws(() => placed.changeFrom(laid, { bounds: { x: 0, y: 0, width: 300, height: 9 }, transition: true }), { type: 'module-incomplete' });
  await Promise.all([module.complete(), module.complete()]);
  assert.equal(module.isComplete, true);
  assert.equal(before.change(remove).itemCount, 48);
  // What was measured before the rest came is the same as by steps.
  assert.equal(before.change({ resize: [{ section: 0, at: [3, 1], heights: [60, 55] }] }).id, after.id);
});

test('the first file imports nothing, and exports no number that the rest could have itself', { skip }, () => {
  const part = new WebAssembly.Module(first);
  assert.deepEqual(WebAssembly.Module.imports(part), []);
  assert.equal(WebAssembly.Module.exports(part).filter(({ kind }) => kind === 'global').length, 1, 'the stack pointer');
});

test('measuring makes what the step makes, of items, headers and footers of all engines and directions', { skip }, async () => {
  const whole = await LayoutModule.load(readFileSync(file));
  let compared = 0;
  for (const { seed, snapshot, container, extent } of cases('lists', { count: 200, turns: 0 })) {
    const random = new SeededRandom(seed * 7_919);
    const module = await LayoutModule.load({ first, rest }, { waitsForRest: false });
    const [one, two] = [module.snapshot(snapshot), whole.snapshot(snapshot)];
    assert.equal(one.id, two.id);
    const [laid, same] = [one, two].map((held) => held.layout(extent));
    const step = randomMeasuring(random, snapshot, same, container === 'height');
    let changed;
    try {
      changed = two.change(step);
    } catch (error) {
      assert.throws(() => one.measure(step), { type: 'module-incomplete' }, error.message);
      continue;
    }
    const measured = one.measure(step);
    assert.deepEqual([measured.id, measured.itemCount, measured.estimatedCount], [changed.id, changed.itemCount, changed.estimatedCount]);
    const bounds = { x: 0, y: 0, width: 390, height: 390 };
    const [answered, expected] = [[measured, laid], [changed, same]].map(([held, before]) => {
      const after = held.layout(extent, before);
      const { changed: differing, ...change } = after.changeFrom(before, { bounds });
      const elements = after.elements({ x: 0, y: 0, width: 1e6, height: 1e6 });
      return { differing, all: [elements, after.sections(0, 100), change, after.contentSize] };
    });
    assert.deepEqual(answered.all, expected.all);
    // The first file does not find the difference: it says that they may differ everywhere.
    const length = (held) => (container === 'height' ? held.contentSize.width : held.contentSize.height);
    const [before, after] = [laid, measured.layout(extent, laid)].map((held) => ({ start: 0, end: length(held) }));
    assert.deepEqual(answered.differing, { before, after });
    if (expected.differing && before.end > 0) assert.ok(expected.differing.after.end <= after.end && expected.differing.before.end <= before.end, `seed ${seed}`);
    compared += 1;
  }
  assert.ok(compared > 60, `${compared}`);
});

test('whatever numbers are written as measured, they are refused or measured', { skip }, async () => {
  const odd = [NaN, Infinity, -Infinity, -1, 0.5, 1e300, 2 ** 53, 2 ** 31, 2 ** 31 - 1, 2 ** 63, 5e-324, 1e9, -0];
  // A call of the rest would end it.
  const parts = [(await WebAssembly.instantiate(first)).instance.exports];
  // A module with run-time checks ends at the first wrong number.
  const { exports: checked } = (await WebAssembly.instantiate(readFileSync(file))).instance;
  if ('layoutd_measure' in checked) parts.push(checked);
  const exports = inStep(parts);
  const write = (input, spoil) => {
    const numbers = new Float64Array(input.totalCount);
    input.writeNumbers(numbers);
    const count = spoil(numbers);
    for (const each of parts) {
      const place = each.layoutd_input(numbers.length, input.textCount) >>> 0;
      new Float64Array(each.memory.buffer, place, numbers.length).set(numbers);
      new Uint8Array(each.memory.buffer, each.layoutd_input_texts() >>> 0, input.textCount).set(input.texts.subarray(0, input.textCount));
    }
    return [count, input.textCount];
  };
  const whole = await LayoutModule.load(readFileSync(file));
  const counts = { measured: 0, refused: 0 };
  for (const { seed, snapshot, container, extent } of cases('lists', { seed: 1000, count: 250, turns: 0 })) {
    const random = new SeededRandom(seed * 104_729);
    const isHorizontal = container === 'height';
    const input = new SnapshotNumbers(whole.instance.vocabulary);
    input.snapshot(snapshot);
    const before = exports.layoutd_snapshot(...write(input, ({ length }) => length));
    const laid = exports.layoutd_layout(before, extent, 0);
    const step = randomMeasuring(random, snapshot, whole.snapshot(snapshot).layout(extent), isHorizontal);
    const after = exports.layoutd_measure(before, ...write(measuredNumbers(step, whole.instance.vocabulary, isHorizontal), (numbers) => {
      for (let turn = random.whole(0, 2); turn > 0; turn -= 1) {
        numbers[random.whole(0, numbers.length - 1)] = random.chance(0.5) ? random.pick(odd) : random.whole(0, 9);
      }
      return random.chance(0.1) ? random.whole(0, numbers.length) : numbers.length;
    }));
    counts[after > 0 ? 'measured' : 'refused'] += 1;
    if (after > 0) {
      const next = exports.layoutd_layout(after, extent, laid);
      const number = () => (random.chance(0.2) ? random.pick(odd) : random.extent(-100, 3000));
      const place = Array.from({ length: 8 }, number);
      if (next > 0) exports.layoutd_anchor(after, laid, next, ...place, random.whole(-1, 5), random.whole(-1, 3), random.whole(-1, 9), number());
    }
    for (const each of parts) each.layoutd_remove_layout(laid);
  }
  assert.ok(counts.measured > 30 && counts.refused > 30, JSON.stringify(counts));
});

/** A step as measuring makes it: some items by their numbers, and headers and footers again as they are with other extents. */
function randomMeasuring(random, snapshot, layout, isHorizontal) {
  const step = { resize: [] };
  for (const { section, itemCount } of layout.sections(0, 100)) {
    if (itemCount === 0 || random.whole(0, 2) === 0) continue;
    const at = [...new Set([...Array(1 + random.whole(0, 4))].map(() => random.whole(0, itemCount - 1)))];
    const extents = () => at.map(() => 1 + random.whole(0, 89));
    const sides = random.whole(0, 2);
    step.resize.push({ section, at, ...(sides === 1 ? {} : { heights: extents() }), ...(sides === 0 ? {} : { widths: extents() }) });
  }
  const side = isHorizontal ? 'width' : 'height';
  if (random.whole(0, 1) === 0 && snapshot.sections.length > 0) {
    step.setSections = [{ section: random.whole(0, snapshot.sections.length - 1), headers: [{ [side]: 1 + random.whole(0, 49) }] }];
  }
  if (random.whole(0, 2) === 0) step.set = { globalHeaders: [{ [side]: 1 + random.whole(0, 49), pin: true }] };
  return step;
}

test('a rest that is missing, blocked, no module or of another build is named, and is tried again', { skip }, async () => {
  const faults = [
    [() => new Response('', { status: 404 }), 'module-missing'], [() => { throw new TypeError('blocked'); }, 'module-missing'],
    [() => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }), 'module-missing'],
    [() => new Response(rest.subarray(0, rest.length / 2)), 'module-missing'],
    [() => new Response(other()), 'module-mismatched'], [() => new Response(readFileSync(files.first)), 'module-mismatched'],
  ];
  for (const [fault, type] of faults) {
    await answering((count) => (count === 1 ? fault() : found()), async (asked) => {
      const module = await LayoutModule.load({ first, rest: address }, { waitsForRest: false });
      const held = module.snapshot(body);
      const laid = held.layout(300);
      const { elements } = laid.elements({ x: 0, y: 0, width: 300, height: 400 });
      await assert.rejects(module.complete(), { name: 'ModuleProblem', type });
      // What was there is there, and answers as before.
      assert.deepEqual([module.isBroken, module.isComplete], [false, false]);
      assert.deepEqual(laid.elements({ x: 0, y: 0, width: 300, height: 400 }).elements, elements);
      assert.throws(() => held.change(remove), { type: 'module-incomplete' });
      await module.complete();
      assert.equal(held.change(remove).itemCount, 48);
      await module.complete();
      // A cache may have kept what was of no use.
      assert.deepEqual(asked, [address, `${address} reload`]);
      await (await LayoutModule.load({ first, rest: address }, { waitsForRest: false })).complete();
      assert.deepEqual(asked.slice(2), [address]);
    });
  }
  await answering(() => new Response('', { status: 404 }), async () => {
    await assert.rejects(LayoutModule.load({ first, rest: 'http://page.test/gone.wasm' }), { type: 'module-missing' });
  });
  await assert.rejects(LayoutModule.load({ first: rest, rest: first }), { type: 'module-missing', message: /is the rest/ });
  const alone = await LayoutModule.load(first, { waitsForRest: false });
  await assert.rejects(alone.complete(), { type: 'module-missing', message: /first, rest/ });
});

test('a layout that is held in the page changes with the rest, which is fetched when it is needed, and once', { skip }, async () => {
  await answering(found, async (asked) => {
    const service = await LayoutService.local({ module: { first, rest: address } });
    const layout = await service.post(body, { width: 300 });
    const viewport = layout.viewport();
    viewport.update({ x: 0, y: 0, width: 300, height: 200 });
    const measured = viewport.measure([{ section: 0, item: 0, height: 70 }]);
    assert.equal(measured.layout.contentSize.height, layout.contentSize.height + 30);
    assert.deepEqual(asked, []);
    const changes = await Promise.all([viewport.change(remove), (await service.post(body, { width: 300 })).change(remove)]);
    assert.deepEqual(changes.map(({ layout: { contentSize } }) => contentSize.height), [48 * 40 + 30, 48 * 40]);
    assert.deepEqual(asked, [address]);
    viewport.close();
  });
});

test('the rest comes when the page is idle, and nothing is said where it does not', { skip }, async () => {
  await answering((count) => (count === 1 ? new Response('', { status: 404 }) : found()), async (asked) => {
    idle.length = 0;
    const module = await LayoutModule.load({ first, rest: address }, { waitsForRest: false });
    assert.deepEqual([idle.length, asked.length], [1, 0]);
    idle[0]();
    await assert.rejects(module.complete(), { type: 'module-missing' });
    assert.equal(asked.length, 1);
    idle[0]();
    await module.complete();
    assert.deepEqual([module.isComplete, asked.length], [true, 2]);
    idle.length = 0;
    await LayoutModule.load(readFileSync(file), { waitsForRest: false });
    assert.deepEqual(idle, []);
  });
});

test('before the rest is there, a viewport finds what comes next in its pages', { skip }, async () => {
  await answering(found, async () => {
    const service = await LayoutService.local({ module: { first, rest: address } });
    const layout = await service.post(body, { width: 300 });
    const viewport = layout.viewport({ overscan: 400 });
    viewport.update({ x: 0, y: 400, width: 300, height: 200 });
    const questions = await viewport.questions();
    const [bounds, previous] = [viewport.bounds, { ...viewport.bounds, y: 320 }];
    const requests = [{ bounds }, { bounds, previous }, { bounds, velocity: { x: 0, y: -80 } }, { bounds, previous, velocity: { x: 0, y: 80 } }];
    const windows = () => requests.map((request) => questions.window(request));
    const before = windows();
    assert.equal(layout.windowNow({ bounds }), null);
    assert.deepEqual(before.map(({ isWhole, entering, prefetch }) => [isWhole, entering.length, prefetch.length]),
      [[true, 5, 0], [true, 2, 5], [true, 5, 5], [true, 2, 5]]);
    assert.equal((await layout.window({ bounds })).entering.length, 5);
    const shapes = (all) => all.map(({ entering, ...others }) => ({ ...others, entering: entering.map(({ item, frame }) => ({ item, frame: { ...frame } })) }));
    assert.deepEqual(shapes(windows()), shapes(before));
    viewport.close();
  });
});

test('a change that cannot have the rest is refused by name, and goes when it can', { skip }, async () => {
  await answering((count) => (count === 1 ? new Response('', { status: 503 }) : found()), async () => {
    const service = await LayoutService.local({ module: { first, rest: address } });
    const layout = await service.post(body, { width: 300 });
    await assert.rejects(layout.change(remove), { type: 'module-missing' });
    assert.equal((await layout.change(remove)).layout.contentSize.height, 48 * 40);
  });
});

test('a change that waits for the rest is aborted', { skip }, async () => {
  await answering(() => new Promise(() => {}), async () => {
    const service = await LayoutService.local({ module: { first, rest: address } });
    const layout = await service.post(body, { width: 300 });
    const viewport = layout.viewport();
    for (const changed of [layout, layout.snapshot, viewport]) {
      const controller = new AbortController();
      const change = changed.change(remove, { signal: controller.signal });
      setImmediate(() => controller.abort());
      await assert.rejects(change, { name: 'AbortError' });
    }
    viewport.close();
  });
});

test('a module in two files that has failed starts anew, with the rest where that was there', { skip }, async () => {
  for (const isComplete of [false, true]) {
    const module = await LayoutModule.load({ first, rest }, { waitsForRest: isComplete });
    assert.throws(() => module.instance.call('bad-parameter', 'layoutd_input', 2 ** 28, 0), { type: 'module-broken' });
    assert.deepEqual([module.isBroken, module.isComplete], [false, isComplete]);
    const held = module.snapshot(body);
    await module.complete();
    assert.equal(held.change(remove).itemCount, 48);
  }
});

test('both files have the names of what is in them, and brotli beside them', { skip }, async () => {
  const { createHash } = await import('node:crypto');
  const { brotliDecompressSync } = await import('node:zlib');
  for (const url of [files.first, files.rest]) {
    const bytes = readFileSync(url);
    assert.ok(url.pathname.endsWith(`-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.wasm`), `${url}`);
    assert.ok(brotliDecompressSync(readFileSync(`${url.pathname}.br`)).equals(bytes));
  }
});

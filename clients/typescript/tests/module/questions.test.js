import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { reorder, scrollWindow, target } from '../../built/source/module/wasm/scrolling.js';
import { SnapshotNumbers } from '../../built/source/module/wasm/SnapshotNumbers.js';
import { cases } from '../support/cases.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { inStep } from './inStep.js';
import { file, pageModule, shipped, skip } from '../support/moduleFile.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 240);
const odd = [NaN, Infinity, -Infinity, -1, 0.5, 1e300, 2 ** 53, 1.7e308, 2 ** 31, 2 ** 31 - 1, 2 ** 63, 5e-324, 1e9, -0, 1e-300];

/** A question as the module reads it. */
function written(ask, request, isHorizontal) {
  let numbers = new Float64Array(0);
  const instance = {
    write: (input) => {
      numbers = new Float64Array(input.totalCount);
      input.writeNumbers(numbers);
      return [numbers.length, 0];
    },
    call: () => { throw new Error('written'); },
  };
  assert.throws(() => ask(instance, { handle: 1, snapshot: { isHorizontal } }, request));
  return numbers;
}

test('whatever numbers are written as a question about scrolling, they are refused or answered', { skip }, async () => {
  // A module with run-time checks ends at the first wrong number; the published ones have none, and continue.
  const files = [file, shipped].filter((each, place) => place === 0 || (each.href !== file.href && existsSync(each)));
  const { vocabulary } = (await LayoutModule.load(readFileSync(file))).instance;
  const wholes = await Promise.all(files.map(async (each) => (await WebAssembly.instantiate(readFileSync(each), {})).instance.exports));
  const firsts = [...wholes];
  const { first } = await pageModule();
  if (first) firsts.push((await WebAssembly.instantiate(first)).instance.exports);
  const [whole, exports] = [inStep(wholes), inStep(firsts)];
  const write = (numbers, texts) => {
    for (const each of firsts) {
      const place = each.layoutd_input(numbers.length, texts.length) >>> 0;
      new Float64Array(each.memory.buffer, place, numbers.length).set(numbers);
      new Uint8Array(each.memory.buffer, each.layoutd_input_texts() >>> 0, texts.length).set(texts);
    }
  };
  const counts = { answered: 0, refused: 0 };
  const took = (result) => { counts[result < 0 ? 'refused' : 'answered'] += 1; };
  for (const { seed, snapshot: body, container, extent, turns: [{ places }] } of cases('lists', { count, turns: 1, places: 6 })) {
    const random = new SeededRandom(seed * 86_028_121);
    const input = new SnapshotNumbers(vocabulary);
    input.snapshot(body);
    const numbers = new Float64Array(input.totalCount);
    input.writeNumbers(numbers);
    write(numbers, input.texts.subarray(0, input.textCount));
    const snapshot = exports.layoutd_snapshot(numbers.length, input.textCount);
    const layout = exports.layoutd_layout(snapshot, extent, 0);
    const ask = (one, name, form, request) => {
      const asked = written(form, request, container === 'height');
      for (let turn = random.chance(0.6) ? random.whole(1, 3) : 0; turn > 0; turn -= 1) {
        asked[random.whole(0, asked.length - 1)] = random.chance(0.5) ? random.pick(odd) : random.whole(0, 9);
      }
      write(asked, new Uint8Array(0));
      took(one[name](layout, random.chance(0.9) ? asked.length : random.whole(0, asked.length)));
    };
    for (const { bounds, inset, target: aim, window, reorder: drag } of places) {
      ask(exports, 'layoutd_target', target, { bounds, inset, ...aim });
      ask(whole, 'layoutd_window', scrollWindow, { bounds, inset, ...window });
      ask(whole, 'layoutd_reorder', reorder, { bounds, inset, ...drag });
      took(whole.layoutd_neighbors(layout, random.whole(-2, 6), random.chance(0.1) ? 2 ** 31 - 1 : random.whole(-2, 300)));
    }
    exports.layoutd_remove_layout(layout);
    exports.layoutd_remove_snapshot(snapshot);
  }
  assert.ok(counts.answered > count * 4 && counts.refused > count * 4, JSON.stringify(counts));
});

const list = { sections: [{ engine: 'column', headers: [{ height: 40, pin: true }], items: { count: 600, height: 50 } }] };
const bounds = { x: 0, y: 900, width: 320, height: 400 };
const item = { section: 0, item: 20 };

test('the first file says where to scroll, and refuses the rest by name', { skip }, async () => {
  const files = await pageModule();
  if (!files.first) return;
  const module = await LayoutModule.load(files, { waitsForRest: false });
  const layout = module.snapshot(list).layout(320);
  assert.equal(layout.target({ bounds, item }).bounds.y, 1040);
  const next = () => layout.window({ bounds, velocity: { x: 0, y: 100 }, ahead: 0.25 });
  for (const ask of [next, () => layout.neighbors(0, 1), () => layout.reorder({ bounds, item, point: { x: 1, y: 1 } })]) {
    assert.throws(ask, { type: 'module-incomplete' });
  }
  await module.complete();
  assert.deepEqual(next().prefetch, [26, 27].map((number) => ({ section: 0, item: number })));
  assert.deepEqual(layout.neighbors(0, 1).up, { section: 0, item: 0, frame: { x: 0, y: 40, width: 320, height: 50 } });
});

test('of questions nothing is left in the module, but the last preview, which goes with its layout', { skip }, async () => {
  const module = await LayoutModule.load(readFileSync(file));
  const snapshot = module.snapshot(list);
  const turn = () => {
    const layout = snapshot.layout(320);
    for (let place = 0; place < 40; place += 1) {
      const point = { x: 10, y: 900 + 13 * place };
      layout.reorder({ bounds, item, target: { section: 0, item: place }, point });
      layout.target({ bounds, keep: 'first', previous: bounds, previousExtent: 200 + place });
      layout.window({ bounds, previous: { ...bounds, y: 700 } });
      layout.neighbors(0, place);
    }
    layout.close();
  };
  for (let count = 0; count < 20; count += 1) turn();
  const { byteCount } = module;
  for (let count = 0; count < 60; count += 1) turn();
  assert.equal(module.byteCount, byteCount);
});

test('a preview is of the layout that is asked, also where another one has its number', { skip }, async () => {
  const module = await LayoutModule.load(readFileSync(file));
  const heights = [50, 80].map((height) => module.snapshot({ sections: [{ engine: 'column', items: { count: 9, height } }] }));
  const request = { bounds: { x: 0, y: 0, width: 100, height: 100 }, item: { section: 0, item: 0 }, target: { section: 0, item: 2 }, point: { x: 500, y: 0 } };
  for (const [place, snapshot] of heights.entries()) {
    const [one, two] = [snapshot.layout(100), snapshot.layout(200)];
    assert.deepEqual(one.reorder(request).gap, { x: 0, y: 2 * [50, 80][place], width: 100, height: [50, 80][place] });
    assert.equal(two.reorder(request).gap.width, 200);
    assert.equal(one.reorder(request).gap.width, 100);
    one.close();
    two.close();
  }
});

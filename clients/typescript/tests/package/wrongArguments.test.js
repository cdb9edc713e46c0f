import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { KeyedItems, Layout, LayoutService, ScrollSpace, SourceTree, stepsBetween } from '../../built/index.js';
import { checkOptions } from '../../built/source/steps/options.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { CheckedKeys } from '../../built/source/steps/CheckedKeys.js';
import { insertion, removal } from '../../built/source/feed/feedEdits.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { FakeService, list, problem } from '../support/FakeService.js';
import { settled } from '../support/ManualClock.js';
import { file, skip } from '../support/moduleFile.js';


const wrongs = [undefined, null, {}, 'x', 3, true, [], [null], [3], () => 3];
/** What engines say by themselves of what is not as expected. */
const engineWords = /\[object |is not a function|Cannot (read|destructure|convert|use|mix)|is not iterable|not a constructor|Reduce of empty|Invalid (array|URL)|is not defined|Cannot set|is not an object|not an instance|The ".*" argument|WebAssembly\.|Failed to parse URL|^Unexpected (token|end)/;
const bounds = { x: 0, y: 0, width: 390, height: 100 };
const point = { x: 1, y: 1 };
const inset = { top: 0, left: 0, bottom: 0, right: 0 };
const path = { section: 0, item: 0 };
const snapshot = { engine: 'column', sections: [{ items: { heights: [50, 50, 50] } }] };
const source = { engine: 'column', source: { id: 'b', selected: 0, children: [{ id: 'a', items: { heights: [50, 50, 50] }, movable: true, editable: true }] } };
const steps = { delete: [{ section: 0, item: 0 }] };

/** Arguments that are right, but for one that is not, or for a member of one. */
function* callsOf(right) {
  for (const [place, value] of right.entries()) {
    for (const wrong of wrongs) yield [right.map((one, at) => (at === place ? wrong : one)), `argument ${place} = ${show(wrong)}`];
    if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) continue;
    for (const name of Object.keys(value)) {
      for (const wrong of wrongs) {
        yield [right.map((one, at) => (at === place ? { ...one, [name]: wrong } : one)), `argument ${place}.${name} = ${show(wrong)}`];
      }
    }
  }
}

const show = (value) => (typeof value === 'function' ? 'function' : JSON.stringify(value));

/** The error of a call, at once or later; null if it has none, or if it waits for something. */
async function thrownBy(call) {
  try {
    const value = call();
    if (typeof value?.[Symbol.asyncIterator] === 'function') await value.next();
    else await Promise.race([value, settled()]);
    if (typeof value?.catch === 'function') value.catch(() => {});
    return null;
  } catch (error) {
    return error;
  }
}

/** The public functions of what a service makes: the object that has it, its name, and correct arguments. */
async function functionsOf(service) {
  const posted = await service.post(snapshot);
  const layout = await posted.layout(390);
  const viewport = layout.viewport();
  viewport.update(bounds);
  await viewport.whenWhole();
  const signal = new AbortController().signal;
  const functions = [
    [service, 'post', [snapshot, { width: 390, bounds, pageLength: 1000, signal }]],
    [service, 'snapshot', [posted.id, { restore: () => {}, signal }]],
    [posted, 'layout', [390, { signal }]],
    [posted, 'screens', [[390], { length: 100, signal }]],
    [posted, 'change', [steps, { expect: { itemCount: 2 }, signal }]],
    [layout, 'page', [0, { length: 1000, maximumElements: 9, signal }]],
    [layout, 'item', [0, 0, { signal }]],
    [layout, 'supplementary', ['header', 0, 0, { bounds, signal }]],
    [layout, 'globalHeader', [0, { bounds, signal }]],
    [layout, 'decoration', ['rowSeparator', 0, 0, { signal }]],
    [layout, 'special', [bounds, { inset: { top: 0, left: 0, bottom: 0, right: 0 }, signal }]],
    [layout, 'hit', [point, { bounds, special: 'rest', signal }]],
    [layout, 'sections', [{ limit: 3, signal }]], ...scrollingFunctions(layout, signal),
    [layout, 'change', [steps, { bounds, anchor: 'first', signal }]],
    [layout, 'viewport', [{ overscan: 3, pageLength: 9, bounds }]],
    [viewport, 'update', [bounds, { inset: { top: 0, left: 0, bottom: 0, right: 0 } }]],
    [viewport, 'forEach', [() => {}]],
    [viewport, 'scrollOrigin', [0, 0, { alignment: 'start', signal }]],
    [viewport, 'hasEffect', [0]],
    [viewport, 'whenWhole', [{ signal }]],
    [viewport, 'change', [steps, { anchor: 'first', endThreshold: 3, signal }]],
    [viewport, 'measure', [[{ section: 0, item: 0, height: 3 }], { anchor: 'first' }]],
    [viewport, 'show', [layout, { bounds }]],
    [{ KeyedItems: (...all) => new KeyedItems(...all) }, 'KeyedItems', [viewport, ['a', 'b', 'c'], { key: (key) => key, section: 0 }]],
    [new KeyedItems(viewport, ['a', 'b', 'c']), 'update', [['a'], { anchor: 'first', signal }]],
  ];
  const tree = () => new SourceTree(layout, source);
  functions.push(
    [{ SourceTree: (...all) => new SourceTree(...all) }, 'SourceTree', [layout, source]], [tree(), 'node', ['a']],
    [tree(), 'set', ['a', { items: 3 }, { signal }]], [tree(), 'select', ['b', 0, { signal }]],
    [tree(), 'move', [path, path, { bounds, anchor: 'first', signal }]], [tree(), 'delete', [{ ...path, count: 1 }, { signal }]],
    [tree(), 'mayMove', [path, path]], [tree(), 'mayDelete', [path]],
  );
  if (service instanceof LayoutService) {
    const document = service.document('d');
    const following = document.follow({ revision: 1 });
    following.ended.catch(() => {});
    functions.push(
      [Layout, 'fromAnswer', [layout.toJSON(), { service, restore: () => {}, rect: bounds }]],
      [layout, 'local', [{ module: new Uint8Array(3), signal }]],
      [posted, 'delete', [{ signal }]], [service, 'document', ['d']], [service, 'documents', [{ prefix: '', limit: 3, signal }]],
      [document, 'get', [{ signal }]], [document, 'snapshot', [{ signal }]], [document, 'layout', [390, { signal }]],
      [document, 'put', [snapshot, { revision: 1, signal }]], [document, 'delete', [{ revision: 1, signal }]],
      [document, 'follow', [{ viewport, revision: 1, anchor: 'first', onChange: () => {}, onState: () => {}, signal: AbortSignal.abort() }]],
      [following, 'change', [() => null, { expect: {}, signal }]], [following, 'whenAt', [1, { signal }]],
      [document, 'change', [steps, { revision: 1, rebase: () => null, expect: { itemCount: 3 }, signal }]],
    );
  }
  return functions;
}

const withoutSignal = (value) => {
  if (typeof value !== 'object') return value;
  const { signal, ...others } = value;
  return others;
};

/** Questions about scrolling. */
const scrollingFunctions = (layout, signal) => [
  [layout, 'target', [{ bounds, inset, item: path, position: 'end', signal }]],
  [layout, 'target', [{ bounds, page: 100, proposed: point, velocity: point }]],
  [layout, 'target', [{ bounds, keep: 'first', previous: bounds, previousExtent: 300, previousInset: inset }]],
  [layout, 'window', [{ bounds, inset, previous: bounds, velocity: point, previousVelocity: point, ahead: 1, speed: 3, signal }]],
  [layout, 'neighbors', [0, 0, { signal }]],
  [layout, 'reorder', [{ bounds, inset, item: path, target: path, point, signal }]],
];

const free = [
  [{ stepsBetween }, 'stepsBetween', [['a'], ['b'], { key: (key) => key, size: () => ({}), section: 0 }]],
  [{ ScrollSpace: (all) => new ScrollSpace(all) }, 'ScrollSpace', [{ contentExtent: 9, viewportExtent: 3, origin: 0 }]],
  [ScrollSpace, 'maximumExtent', [1]],
  [new ScrollSpace({ contentExtent: 9, viewportExtent: 3 }), 'resize', [{ contentExtent: 9, viewportExtent: 3 }]],
  ...['scrolled', 'scrollTo', 'placed', 'originAt', 'positionAt'].map((name) => [new ScrollSpace({ contentExtent: 9, viewportExtent: 3 }), name, [3]]),
  [{ LayoutService: (...all) => new LayoutService(...all) }, 'LayoutService', ['', { fetch, headers: {}, attempts: 3, clock: undefined, compress: true }]],
  [LayoutService, 'local', [{ module: readFileSync(file) }]],
];
const names = () => new FeedNames(snapshot, ['a', 'b', 'c'], snapshot.sections, new CheckedKeys());
const feed = [
  [{ insert: (at, items, options = {}) => checkOptions('insert', options, ['keys', 'section']) ?? insertion(names(), at, items, options, new CheckedKeys()) }, 'insert', [0, { heights: [3] }, { keys: ['d'], section: 0 }]],
  [{ remove: (which, options = {}) => checkOptions('remove', options, ['section']) ?? removal(names(), which, options, new CheckedKeys()) }, 'remove', [['a'], { section: 0 }]],
  [{ keys: (keys) => new FeedNames(snapshot, keys, snapshot.sections, new CheckedKeys()) }, 'keys', [['a', 'b', 'c']]],
];

/** The same of the module alone. */
async function functionsOfModule() {
  const module = await LayoutModule.load(readFileSync(file));
  const held = module.snapshot(snapshot);
  const layout = held.layout(390);
  const inset = { top: 0, left: 0, bottom: 0, right: 0 };
  return [
    [LayoutModule, 'load', [readFileSync(file), { waitsForRest: true }]], [module, 'snapshot', [snapshot]], [held, 'layout', [390, layout]],
    [held, 'change', [steps]], [layout, 'elements', [bounds, { limit: 3, from: null }]], [layout, 'special', [bounds, inset]],
    [layout, 'hit', [point, { bounds, inset, special: 'rest' }]], [layout, 'element', ['cell', 0, 0, { bounds, inset }]],
    [layout, 'pinning', [bounds]], ...scrollingFunctions(layout).map(([owner, name, [...given]]) => [owner, name, given.map(withoutSignal)]), [layout, 'stack', ['header', 0]], [layout, 'sections', [0, 3]],
    [layout, 'changeFrom', [layout, { bounds, inset, anchor: 'first', endThreshold: 3, transition: true }]],
  ];
}

async function faults(functions) {
  const found = [];
  for (const [owner, name, right] of functions) {
    for (const [given, what] of callsOf(right)) {
      const error = await thrownBy(() => owner[name](...given));
      if (error && engineWords.test(error.message)) found.push(`${nameOf([owner, name])}: ${what}: ${error.stack}`);
    }
  }
  return found;
}

/** Public functions by class and name that are given something. */
function declared() {
  const source = new URL('../../source/', import.meta.url);
  const index = readFileSync(new URL('../../index.ts', import.meta.url), 'utf8');
  const kinds = [...index.matchAll(/\{ ([\w, ]+) \} from '\.\/source/g), ['', 'LayoutModule, ModuleSnapshot, ModuleLayout, ModuleProblem, LayoutdFeed']]
    .flatMap(([, names]) => names.split(', ')).filter((name) => !madeAlone.includes(name));
  return readdirSync(source, { recursive: true }).filter((path) => path.endsWith('.ts')).flatMap((path) => {
    const text = readFileSync(new URL(path, source), 'utf8').replaceAll(
      /\/\*[^]*?\*\/(\s*)/g, (comment, space) => (/@internal|@private/.test(comment) ? '#' : space));
    return [...text.matchAll(/^export class (\w+)([^]*?)^}/gm)].filter(([, kind]) => kinds.includes(kind)).flatMap(([, kind, body]) => (
      [...body.matchAll(/^  (?:static )?(?:async )?(\w+)(?:<\w+>)?\((?!\))/gm)].map(([, name]) => (name === 'constructor' ? kind : `${kind}.${name}`))));
  });
}

/** What the client makes, and others only read. */
const others = ['Problem', 'Problem.is', 'IdChanged', 'ModuleProblem', 'LayoutModule'];
/** Classes whose functions are those of others, or that others make. */
const madeAlone = [
  'AnsweredSource', 'LocalLayout', 'LocalService', 'LocalSnapshot', 'ScrollQuestions', 'LayoutEvent', 'PageEvent',
];
/** Numbers in, what is there out; listeners go to EventTarget. */
const plain = /^Page\.|\.addEventListener$/;
/** Needs a page: Tests/Program/browser/feeds/service.py and element.py. */
const inPages = /^(Layoutd)?Feed(\.|$)/;

const groups = [
  ['over the service', () => {
    const fake = new FakeService(list(3));
    fake.change = () => problem(422, 'invalid-steps');
    return functionsOf(new LayoutService('http://fake.test', { attempts: 1, fetch: (url, init) => (
      url.includes('/v1/documents') ? problem(404, 'document-not-found') : fake.fetch(url, init)),
    }));
  }],
  ['in the page', async () => functionsOf(await LayoutService.local({ module: readFileSync(file) }))],
  ['to the module', functionsOfModule], ['without a service', () => free], ['about the items of a feed', () => feed],
];

const nameOf = ([owner, name]) => (owner.constructor === Object ? name : `${typeof owner === 'function' ? owner.name : owner.constructor.name}.${name}`);

test('an expectation that JSON cannot say is refused, and nothing is sent', async () => {
  const fake = new FakeService(list(3));
  const service = new LayoutService('http://fake.test', { fetch: fake.fetch });
  const posted = await service.post(snapshot);
  const count = fake.requests.length;
  for (const expect of [() => 3, Symbol('x'), 3n]) {
    for (const change of [() => posted.change(steps, { expect }), () => service.document('d').change(steps, { revision: 1, expect })]) {
      await assert.rejects(change, ({ status, errors }) => status === 422 && errors[0].pointer === '/expect' && errors[0].code === 'wrong-type');
    }
  }
  assert.equal(fake.requests.length, count);
});

test('every public function is called', { skip }, async () => {
  const called = new Set((await Promise.all(groups.map(async ([, make]) => (await make()).map(nameOf)))).flat());
  const names = declared();
  assert.ok(names.length > 60, `${names.length}`);
  assert.deepEqual(names.filter((name) => !called.has(name) && !others.includes(name) && !plain.test(name) && !inPages.test(name)), []);
});

for (const [title, make] of groups) {
  test(`what is given wrongly is named, ${title}`, { skip }, async () => {
    assert.deepEqual(await faults(await make()), []);
  });
}

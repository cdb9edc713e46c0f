import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModuleComparison } from './ModuleComparison.js';
import { keyLists } from '../../built/source/steps/keyLists.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { skip } from '../support/moduleFile.js';
import { layoutModule, local, send, served } from '../support/running.js';
import { SeededRandom } from '../support/SeededRandom.js';

const comparison = new ModuleComparison(send, layoutModule);
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** For each member its default, and other values. */
const values = {
  alpha: [1, 0, 0.25, 0.5], zIndex: [0, -3, 7, 1_000_000], hidden: [false, true], data: ['', 'a', 'ü€😀', 'b'.repeat(256)],
  backgroundColor: [null, 'red', '#ffeedd'], selectedBackgroundColor: [null, 'blue'],
  transform: [[1, 0, 0, 1, 0, 0], [2, 0, 0, 2, 0, 0], [0.5, 0.1, -0.1, 0.5, 30, -4]],
  transform3D: [identity, identity.with(11, -0.002).with(0, 0.8), identity.with(12, 9)],
};
const names = Object.keys(values);

/** Items that say something beside their sizes. Nothing says no colour but its absence. */
function randomItems(random, count, engine) {
  const said = names.filter(() => random.chance(0.4));
  const matrix = random.pick(['transform', 'transform3D']);
  return Array.from({ length: count }, () => {
    const item = { width: engine === 'mosaic' ? 10 : random.pick([40, 70]), height: random.pick([20, 44]) };
    for (const name of said) {
      const value = random.pick(values[name]);
      if (random.chance(0.7) && value !== null && (!name.startsWith('transform') || name === matrix)) item[name] = value;
    }
    return item;
  });
}

/** The same items in another spelling. */
function respelled(random, items) {
  const areMixed = ['transform', 'transform3D'].every((name) => items.some((item) => name in item));
  if (areMixed || random.chance(0.3)) return items;
  const lists = { widths: items.map(({ width }) => width), heights: items.map(({ height }) => height) };
  for (const name of names.filter((one) => items.some((item) => one in item))) {
    const list = items.map((item) => item[name] ?? (random.chance(0.5) ? values[name][0] : null));
    const isOne = list.every((value) => value !== null && JSON.stringify(value) === JSON.stringify(list[0]));
    lists[name] = isOne && random.chance(0.7) ? list[0] : list;
  }
  return lists;
}

/** An entry that gives members to items of a section that stay what they are. */
function randomAdjustment(random, section, count) {
  const at = Array.from({ length: count }, (_, item) => item).filter(() => random.chance(0.5));
  const first = random.whole(0, count - 1);
  const few = random.whole(1, count - first);
  const isNamed = at.length > 0 && random.chance(0.5);
  const entry = isNamed ? { section, at: at.reverse() } : { section, item: first, ...((few > 1 || random.chance(0.5)) && { count: few }) };
  const length = isNamed ? at.length : few;
  const matrix = random.pick(['transform', 'transform3D']);
  for (const name of names.filter((one) => random.chance(0.4) && (!one.startsWith('transform') || one === matrix))) {
    entry[name] = random.chance(0.5) ? random.pick([null, ...values[name]]) : Array.from({ length }, () => random.pick([null, ...values[name]]));
  }
  return entry;
}

test('the module answers what items say as the service does, in any spelling', { skip }, async () => {
  const random = new SeededRandom(11);
  const inset = { top: 0, left: 0, bottom: 0, right: 0 };
  for (let round = 0; round < 60; round += 1) {
    const engine = random.pick(['flow', 'column', 'waterfall', 'mosaic']);
    const section = () => {
      const items = randomItems(random, random.whole(1, 12), engine);
      if (random.chance(0.2)) return { items: { count: random.whole(1, 5), ...items[0] } };
      return { items: respelled(random, items), footers: [{ height: 5, data: 'f' }] };
    };
    const metrics = random.chance(0.5) ? { backgroundColor: 'grey', padding: { left: 3 } } : {};
    const message = `round ${round}`;
    const { snapshot, layout } = await comparison.snapshot({ engine, metrics, sections: [section(), section()] }, 300, message);
    const bounds = { x: 0, y: 0, width: 300, height: 900 };
    await comparison.bounds(layout, bounds, inset, message);
    const items = respelled(random, randomItems(random, 2, engine));
    const step = { insert: [{ section: 0, item: 0, items }], reload: [{ section: 1, item: 0, items: { count: 1, ...randomItems(random, 1, engine)[0] } }] };
    const [{ itemCount }] = layout.sections(1, 1);
    if (itemCount > 1) step.adjust = [randomAdjustment(random, 1, itemCount - 1)].map((entry) => (
      entry.at ? { ...entry, at: entry.at.map((item) => item + 1) } : { ...entry, item: entry.item + 1 }));
    const after = await comparison.change(layout, step, { bounds, inset, anchor: 'auto' }, `${message}: ${JSON.stringify(step)}`);
    await comparison.bounds(after, bounds, inset, message);
    for (const one of [snapshot, layout, after.snapshot, after]) one.close();
  }
  assert.ok(comparison.counts.elements > 600 && comparison.counts.changes === 60, JSON.stringify(comparison.counts));
});

test('spellings of the same items make one layout', { skip }, async () => {
  const random = new SeededRandom(12);
  for (let round = 0; round < 40; round += 1) {
    const items = randomItems(random, random.whole(1, 9), 'flow');
    const plain = names.reduce((list, name) => list.map((item) => (
      JSON.stringify(item[name]) === JSON.stringify(values[name][0]) ? Object.fromEntries(Object.entries(item).filter(([own]) => own !== name)) : item)), items);
    const ids = [items, respelled(random, items), plain].map((spelled) => layoutModule.snapshot({ sections: [{ items: spelled }] }).id);
    assert.deepEqual(ids, Array(3).fill(ids[0]), JSON.stringify(items));
  }
});

test('the module refuses what items must not say as the service does', { skip }, async () => {
  const wrong = [
    { alpha: 1.5 }, { alpha: '1' }, { zIndex: 0.5 }, { zIndex: 1_000_001 }, { hidden: 1 }, { data: 3 }, { data: 'x'.repeat(257) },
    { data: 'ü'.repeat(129) }, { backgroundColor: '' }, { backgroundColor: 'x'.repeat(65) }, { selectedBackgroundColor: 7 },
    { transform: [1, 2] }, { transform: identity }, { transform: [1, 0, 'x', 1, true, 0] }, { transform: [1, 0, 0, 1, 1e7, 0] }, { transform: 3 },
    { transform: {} }, { transform: [] }, { transform: [[1, 0, 0, 1, 0, 0]] }, { transform3D: identity.with(15, null) }, { transform3D: identity.slice(1) },
    { transform: [1, 0, 0, 1, 0, 0], transform3D: identity }, { transform3D: identity, transform: [1, 0, 0, 1, 0, 0] },
    { transform3D: [1], transform: [1, 0, 0, 1, 0, 0] }, { transform3D: identity, transform: [1] }, { alpha: null }, { data: null }, { transform: null },
    { backgroundColor: null }, { tranform: [1] },
  ];
  const lists = [
    { alpha: [1, 2, null] }, { alpha: [1] }, { data: ['a', 3, null] }, { data: ['a', 'b'] }, { transform: [null, null] }, { transform: [[1], 3, null] },
    { transform: [null, identity, [1, 0, 0, 1, 0, 0]] }, { transform: [[1, 0, 0, 1, 'x', 0], [], {}] }, { backgroundColor: ['red', '', null] },
    { transform: [null, null, null], transform3D: identity }, { transform3D: [null, null, null], transform: [null, null, null] },
    { transform3D: identity, alpha: [1, 1, 1], transform: [1, 0, 0, 1, 0, 0] }, { hidden: [1, null, false] }, { zIndex: [0.5, 1, 2] }, { data: [] },
    { transform: [], alpha: [1] }, { transform: [1, 2, 3] }, { selectedBackgroundColor: ['a', 'b', 'c'], count: 3 },
  ];
  const bodies = wrong.flatMap((members) => [
    [{ height: 1, ...members }], [{}, { ...members, height: 1 }], { count: 2, ...members }, { heights: [1, 2, 3], ...members },
  ]).concat(lists.flatMap((members) => [{ heights: [1, 2, 3], ...members }, members, { count: 3, ...members }]));
  let { refused } = comparison.counts;
  for (const items of bodies) {
    const body = { sections: [{ engine: 'column', items }] };
    const made = await comparison.snapshot(body, undefined, JSON.stringify(body));
    made?.snapshot.close();
  }
  refused = comparison.counts.refused - refused;
  assert.ok(refused > bodies.length - 25, `${refused} of ${bodies.length}`);
  // The messages are the same, too.
  for (const items of bodies.filter((_, place) => place % 3 === 0)) {
    const told = async (service) => await service.post({ sections: [{ engine: 'column', items }] }).then(
      () => [], ({ errors }) => errors.map(({ pointer, detail }) => `${pointer} ${detail}`).sort());
    assert.deepEqual(await told(local), await told(served), JSON.stringify(items));
  }
});

test('the module refuses wrong entries of adjust as the service does', { skip }, async () => {
  const { layout } = await comparison.snapshot({ engine: 'column', sections: [{ items: 3 }] }, 300, 'three rows');
  const options = { bounds: { x: 0, y: 0, width: 300, height: 90 }, inset: { top: 0, left: 0, bottom: 0, right: 0 }, anchor: 'auto' };
  const wrong = [
    { section: 0, alpha: 1 }, { item: 0, alpha: 1 }, { section: 0, at: [0], item: 0, alpha: 1 }, { section: 0, at: [0], count: 1, alpha: 1 },
    { section: 0, at: [0, 1], alpha: [0.5] }, { section: 0, item: 0, count: 2, alpha: [1, 0, 1] }, { section: 0, item: 0, count: 0, alpha: 1 },
    { section: 0, item: 0, alpha: 2 }, { section: 0, item: 0, transform: [1] }, { section: 0, item: 0, transform: null, transform3D: null },
    { section: 0, at: [0], transform: [null], transform3D: [null] }, { section: 0, item: 3, hidden: true }, { section: 1, item: 0, hidden: true },
    { section: 0, at: [1, 1], zIndex: 1 }, { section: 0, item: 0, width: 3 }, { section: 0, item: 0, items: 1 }, { section: 0, item: 0, data: [3] },
  ];
  const before = comparison.counts.refusedChanges;
  for (const entry of wrong) assert.equal(await comparison.change(layout, { adjust: [entry] }, options, JSON.stringify(entry)), null);
  for (const list of ['delete', 'reload']) {
    const step = { adjust: [{ section: 0, item: 0, alpha: 0.5 }], [list]: [{ section: 0, item: 0 }] };
    assert.equal(await comparison.change(layout, step, options, list), null);
  }
  assert.equal(comparison.counts.refusedChanges - before, wrong.length + 2);
});

test('the step of two trees has what items say', { skip }, async () => {
  const random = new SeededRandom(13);
  for (let round = 0; round < 60; round += 1) {
    const engine = random.pick(['flow', 'column', 'waterfall']);
    const known = new Map();
    const node = (id) => {
      const keys = [...'abcdefg'].filter(() => random.chance(0.7)).map((key) => `${id}${key}`);
      const items = keys.map((key) => {
        if (!known.has(key) || random.chance(0.3)) known.set(key, randomItems(random, 1, engine)[0]);
        return known.get(key);
      });
      return { id, items, keys };
    };
    const tree = () => ({ engine, source: { children: [...'xyz'].filter(() => random.chance(0.8)).map(node) } });
    const [from, to] = [tree(), tree()];
    const { layout } = await (await local.post(from, { width: 300 })).change({ from, to });
    assert.equal(layout.id, (await served.post(to, { width: 300 })).id, JSON.stringify({ from, to }));
  }
});

test('steps between two lists make the other one, whatever items say', { skip }, async () => {
  const random = new SeededRandom(14);
  for (let round = 0; round < 60; round += 1) {
    const engine = random.pick(['flow', 'column', 'mosaic']);
    const known = new Map();
    const list = () => {
      const keys = [...'abcdefgh'].filter(() => random.chance(0.7));
      if (random.chance(0.4)) keys.sort(() => random.next() - 0.5);
      for (const key of keys) if (!known.has(key) || random.chance(0.3)) known.set(key, randomItems(random, 1, engine)[0]);
      return { keys: [keys], snapshot: { engine, sections: [{ items: respelled(random, keys.map((key) => known.get(key))) }] } };
    };
    const [before, after] = [list(), list()];
    const steps = snapshotSteps(
      { ...before, keys: keyLists(before.keys, before.snapshot) }, { ...after, keys: keyLists(after.keys, after.snapshot) });
    const layout = await local.post(before.snapshot, { width: 300 });
    const { layout: made } = steps.length > 0 ? await layout.change(steps) : { layout };
    assert.equal(made.id, (await served.post(after.snapshot, { width: 300 })).id, JSON.stringify({ before, after, steps }));
  }
});

for (const [name, service] of [['over the service', served], ['in the page', local]]) {
  test(`a page has what items say, ${name}`, { skip }, async () => {
    const matrix = identity.with(14, 5);
    const items = [{ alpha: 0.5, data: 'a' }, {}, { transform3D: [1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1] }, { transform3D: matrix, backgroundColor: 'red' }];
    const layout = await service.post({ engine: 'column', metrics: { selectedBackgroundColor: 'blue' }, sections: [{ items }] }, { width: 300 });
    const page = await layout.page(0, { length: 1000 });
    const elements = Array.from({ length: page.count }, (_, index) => page.element(index)).map(({ category, section, item, frame, columnIndex, ...rest }) => rest);
    const selectedBackgroundColor = 'blue';
    assert.deepEqual(elements, [
      { alpha: 0.5, data: 'a', selectedBackgroundColor }, { selectedBackgroundColor },
      { transform: [1, 2, 3, 4, 5, 6], transformedFrame: { x: -61, y: -272, width: 432, height: 776 }, selectedBackgroundColor },
      { transform3D: matrix, transformedFrame: { x: 0, y: 132, width: 300, height: 44 }, backgroundColor: 'red', selectedBackgroundColor },
    ]);
    assert.deepEqual(page.look(3), { transform3D: matrix, backgroundColor: 'red' });
    assert.equal(page.look(1), null);
  });
}

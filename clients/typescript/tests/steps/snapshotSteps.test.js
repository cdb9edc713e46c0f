import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemCount } from '../../built/source/steps/itemCount.js';
import { keyLists } from '../../built/source/steps/keyLists.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { stepsBetween } from '../../built/source/steps/stepsBetween.js';
import { SeededRandom } from '../support/SeededRandom.js';

const keyed = (snapshot, keys) => ({ snapshot, keys: keyLists(keys, snapshot) });
const steps = (before, after) => snapshotSteps(keyed(...before), keyed(...after));
const list = (heights, members = {}) => ({ engine: 'column', sections: [{ items: { heights }, ...members }] });

test('items that come, go, move and grow are told by their keys', () => {
  assert.deepEqual(steps([list([10, 20, 30]), ['a', 'b', 'c']], [list([30, 15, 10]), ['c', 'd', 'a']]), [{
    delete: [{ section: 0, item: 1, count: 1 }], insert: [{ section: 0, item: 1, items: { heights: [15] } }],
    move: [{ from: { section: 0, item: 2 }, to: { section: 0, item: 0 }, count: 1 }],
  }]);
  assert.deepEqual(steps([list([10, 20]), ['a', 'b']], [list([10, 25]), ['a', 'b']]), [{ resize: [{ section: 0, at: [1], heights: [25] }] }]);
  assert.deepEqual(steps([list([10, 20]), ['a', 'b']], [list([10, 20]), ['a', 'b']]), []);
});

test('items have one size in whatever form they are written', () => {
  const forms = [
    { heights: [50, 50, 60], estimated: true }, { heights: [50, 50, 60], estimated: [true, true, true] },
    [{ height: 50, count: 2, estimated: true }, { height: 60, estimated: true }],
  ];
  for (const one of forms) {
    assert.equal(itemCount(one), 3);
    for (const other of forms) {
      assert.deepEqual(steps([{ sections: [{ items: one }] }, ['a', 'b', 'c']], [{ sections: [{ items: other }] }, ['a', 'b', 'c']]), []);
    }
  }
  assert.deepEqual(
    steps([{ sections: [{ items: { count: 1, height: 50 } }] }, ['a']], [{ sections: [{ items: { count: 2, height: 50 } }] }, ['b', 'a']]),
    [{ insert: [{ section: 0, item: 0, items: { widths: [50], heights: [50] } }] }]);
  assert.deepEqual(
    steps([{ sections: [{ items: 1 }] }, ['a']], [{ sections: [{ items: 3 }] }, ['a', 'b', 'c']]),
    [{ insert: [{ section: 0, item: 1, items: { widths: [50, 50], heights: [50, 50] } }] }]);
  assert.deepEqual([undefined, 7, { count: 8 }, { widths: [1] }].map(itemCount), [0, 7, 8, 1]);
});

test('a size that the metrics give is said, since a section keeps sizes and not the metrics they came from', () => {
  const rows = (items, members) => ({ engine: 'column', metrics: { rowHeight: 30 }, sections: [{ items }], ...members });
  const taller = [rows([{ height: 20 }]), ['a']];
  assert.deepEqual(steps(taller, [rows([{}]), ['a']]), [{ resize: [{ section: 0, at: [0], heights: [30] }] }]);
  assert.deepEqual(steps(taller, [rows([{ height: 20, width: 9 }]), ['a']]), []);
  const horizontal = { scrollDirection: 'horizontal' };
  assert.deepEqual(
    steps([rows(0, horizontal), []], [rows(1, horizontal), ['a']]), [{ insert: [{ section: 0, item: 0, items: { widths: [30] } }] }]);
  const flow = (items) => ({ metrics: { itemSize: { width: 20 } }, sections: [{ items }] });
  assert.deepEqual(
    steps([flow(0), []], [flow([{ height: 7 }]), ['a']]), [{ insert: [{ section: 0, item: 0, items: { widths: [20], heights: [7] } }] }]);
  const waterfall = (items) => ({ engine: 'waterfall', sections: [{ items }] });
  assert.deepEqual(
    steps([waterfall([{ width: 5, height: 6 }]), ['a']], [waterfall([{ height: 6 }]), ['a']]),
    [{ reloadSections: [{ section: 0, value: { items: [{ height: 6 }], engine: 'waterfall', metrics: {} } }] }]);
});

test('sections come, go and move by their ids, with what they inherit; items of those that stay are told behind that', () => {
  const metrics = { numberOfColumns: 2, minimumLineSpacing: 4 };
  const snapshot = (...sections) => ({ engine: 'column', metrics, sections });
  const before = [snapshot({ id: 'x', items: 1 }, { id: 'y', items: 2 }), [['a'], ['a', 'b']]];
  const after = [
    snapshot({ id: 'z', items: 1, metrics: { minimumColumnWidth: 90 } }, { id: 'y', items: 3 }), [['a'], ['a', 'c', 'b']],
  ];
  assert.deepEqual(steps(before, after), [
    {
      deleteSections: [{ section: 0, count: 1 }],
      insertSections: [{
        section: 0,
        sections: [{ id: 'z', items: 1, engine: 'column', metrics: { minimumLineSpacing: 4, minimumColumnWidth: 90 } }],
      }],
    },
    { insert: [{ section: 1, item: 1, items: { heights: [44] } }] },
  ]);
  assert.deepEqual(
    steps([snapshot({ id: 'x' }, { id: 'y' }), [[], []]], [snapshot({ id: 'y' }, { id: 'x' }), [[], []]]),
    [{ moveSections: [{ from: 1, to: 0, count: 1 }] }]);
});

test('headers are set; a section without keys is reloaded where its items differ', () => {
  const headers = [{ height: 30 }];
  assert.deepEqual(
    steps([list([10]), ['a']], [{ ...list([10], { headers }), globalHeaders: headers }, ['a']]),
    [{ setSections: [{ section: 0, headers, footers: [] }], set: { globalHeaders: headers } }]);
  const two = (count) => ({ sections: [{ items: count }, { items: 1 }] });
  assert.deepEqual(
    steps([two(5), [null, ['a']]], [two(6), [null, ['a']]]), [{ reloadSections: [{ section: 0, value: { items: 6, metrics: {} } }] }]);
  assert.deepEqual(steps([two(5), (section) => (section === 0 ? null : ['a'])], [two(5), [null, ['a']]]), []);
});

test('no steps make other metrics, engines or directions', () => {
  for (const other of [
    { ...list([10]), metrics: { minimumLineSpacing: 1 } }, { ...list([10]), engine: 'flow' }, { ...list([10]), layoutDirection: 'rtl' },
    list([10], { metrics: { rowHeight: 2 } }), list([10], { engine: 'flow' }),
  ]) assert.equal(steps([list([10]), ['a']], [other, ['a']]), null);
});

test('as many keys as items are wanted, each once', () => {
  assert.throws(() => keyed(list([10, 20]), ['a', 'a']), /Items 0 and 1 have the same key a/);
  assert.throws(() => keyed(list([10, 20]), ['a']), /Section 0 has 2 items and 1 keys/);
  assert.throws(() => keyed({ sections: [{ items: 1 }, { items: 2 }] }, [['a'], ['b']]), /Section 1 has 2 items and 1 keys/);
});

test('steps between random snapshots make the one of the other', () => {
  const random = new SeededRandom(11);
  const make = () => {
    const names = ['p', 'q', 'r', 's'].filter(() => random.whole(0, 2) > 0).sort(() => random.whole(0, 1) - 0.5);
    const keys = names.map(() => [...'abcdefgh'].filter(() => random.whole(0, 1)).sort(() => random.whole(0, 2) - 1));
    return { names, keys };
  };
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [make(), make()];
    const value = ({ names, keys }) => [{ engine: 'mosaic', sections: names.map((id, place) => ({ id, items: keys[place].length })) }, keys];
    const model = before.names.map((id, place) => ({ id, keys: [...before.keys[place]] }));
    const made = steps(value(before), value(after)).reduce((sections, step) => applied(sections, step, after), model);
    assert.deepEqual(made, after.names.map((id, place) => ({ id, keys: after.keys[place] })), `round ${round}`);
  }
});

/** Sections of keys after a step: sections first, then items, as docs/rules.md#steps says. */
function applied(sections, step, { names, keys }) {
  const next = permuted(
    sections, (step.deleteSections ?? []).map(({ section, count }) => [section, count]),
    (step.moveSections ?? []).map(({ from, to, count }) => [from, to, count]),
    (step.insertSections ?? []).flatMap(({ section, sections: made }) => (
      made.map(({ id }, place) => [section + place, { id, keys: keys[names.indexOf(id)] }]))));
  return next.map((section, number) => {
    const of = (entries = []) => entries.filter((entry) => entry.section === number);
    return {
      ...section,
      keys: permuted(
        section.keys, of(step.delete).map(({ item, count }) => [item, count]),
        (step.move ?? []).filter(({ from }) => from.section === number).map(({ from, to, count }) => [from.item, to.item, count]),
        of(step.insert).flatMap(({ item, items }) => (
          Array.from({ length: itemCount(items) }, (_, place) => [item + place, keys[number][item + place]])))),
    };
  });
}

/** A list without what is deleted, with what is moved and inserted at its place, the others in their order. */
function permuted(list, deletes, moves, inserts) {
  const gone = new Set(deletes.flatMap(([start, count]) => Array.from({ length: count }, (_, place) => start + place)));
  const fixed = new Map(inserts);
  for (const [from, to, count] of moves) {
    for (let place = 0; place < count; place += 1) {
      gone.add(from + place);
      fixed.set(to + place, list[from + place]);
    }
  }
  const rest = list.filter((_, place) => !gone.has(place));
  const result = [];
  while (rest.length > 0 || fixed.has(result.length)) result.push(fixed.has(result.length) ? fixed.get(result.length) : rest.shift());
  return result;
}

test('a placeholder is told where a section has no items, and the least length of the content', () => {
  const placeholder = { backgroundColor: 'red' };
  const body = (items, members = {}, rest = {}) => ({ engine: 'column', ...rest, sections: [{ items, ...members }] });
  assert.deepEqual(steps([body(0), []], [body(0, { placeholder }), []]), [{ setSections: [{ section: 0, placeholder }] }]);
  assert.deepEqual(steps([body(0, { placeholder }), []], [body(0), []]), [{ setSections: [{ section: 0, placeholder: null }] }]);
  // The service forgets it where there are items.
  assert.deepEqual(
    steps([body(1, { placeholder }), ['a']], [body(0, { placeholder }), []]),
    [{ setSections: [{ section: 0, placeholder }], delete: [{ section: 0, item: 0, count: 1 }] }]);
  assert.deepEqual(
    steps([body(0, { placeholder }), []], [body(1, { metrics: { rowHeight: 'remainder' } }), ['a']]), null);
  const metrics = { rowHeight: 'remainder' };
  assert.deepEqual(
    steps([body(0, { placeholder }, { metrics }), []], [body(1, {}, { metrics, minimumContentLength: 9 }), ['a']]),
    [{ insert: [{ section: 0, item: 0, items: { heights: [44] } }], set: { minimumContentLength: 9 } }]);
});

test('items that stay are adjusted where they have other members, moved or not', () => {
  const item = (key, members = {}) => ({ key, height: 5, ...members });
  const size = ({ key, ...members }) => members;
  const turned = [0, 1, -1, 0, 0, 0];
  const flat = Array(16).fill(0);
  const before = [item('a', { alpha: 0.5 }), item('b', { transform: turned }), item('c'), item('d')];
  const after = [item('c', { zIndex: 2 }), item('a'), item('b', { transform3D: flat, height: 6 }), item('d', { data: 'x' })];
  assert.deepEqual(stepsBetween(before, after, { key: ({ key }) => key, size }), [{
    move: [{ from: { section: 0, item: 2 }, to: { section: 0, item: 0 }, count: 1 }],
    resize: [{ section: 0, at: [1], heights: [6] }],
    adjust: [
      { section: 0, at: [2], zIndex: [2] }, { section: 0, at: [0], alpha: [null] }, { section: 0, at: [1], transform3D: [flat] },
      { section: 0, at: [3], data: ['x'] },
    ],
  }]);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Advice } from '../../built/source/module/advice.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { itemMembers } from '../../built/source/module/wasm/moduleAnswers.js';
import { SnapshotNumbers } from '../../built/source/module/wasm/SnapshotNumbers.js';
import { StepNumbers } from '../../built/source/module/wasm/StepNumbers.js';
import { Vocabulary } from '../../built/source/module/wasm/Vocabulary.js';
import { file, skip } from '../support/moduleFile.js';

/** The vocabulary of the module, without the members of its items beside sizes, and more. */
async function vocabularyWith(add) {
  const { instance } = await LayoutModule.load(readFileSync(file));
  const { limits } = instance.vocabulary;
  const said = JSON.parse(instance.texts());
  const { item, items } = said.objects;
  const isOfSizes = ([name]) => !items.some(([own, form]) => own === name && form === 'members');
  [said.objects.item, said.objects.items] = [item.filter(isOfSizes), items.filter(isOfSizes)];
  add(said);
  return new Vocabulary(JSON.stringify(said), limits.items);
}

const written = (numbers) => {
  const list = new Float64Array(numbers.totalCount);
  numbers.writeNumbers(list);
  return [...list];
};

test('a member of items that the table has is read in every form, without a change of the client', { skip }, async () => {
  const vocabulary = await vocabularyWith(({ objects }) => {
    objects.item.push(['tilt', 'number', 0, [-1, 1]]);
    objects.items.push(['tilt', 'members', 0]);
  });
  const read = (items) => {
    const numbers = new SnapshotNumbers(vocabulary);
    numbers.snapshot({ sections: [{ engine: 'column', items }] });
    // After a number for each member of the snapshot and of the section, and those of the engine and the items; before the footers.
    const { snapshot, section } = vocabulary.objects;
    const start = snapshot.size + section.get('items').place + 2;
    return { faults: numbers.faults.map(({ pointer, code }) => `${pointer.slice(17)} ${code}`), items: written(numbers).slice(start, -1) };
  };
  assert.deepEqual(read({ count: 3, tilt: 0.5 }), { faults: [], items: [1, 0, 0, 1, 3, 0, 1, 0.5] });
  assert.deepEqual(read([{ tilt: 1 }, { height: 4 }]), { faults: [], items: [2, 0, 2, NaN, 4, 0, 0, 2, 1, NaN] });
  assert.deepEqual(read({ heights: [4, 5], tilt: [null, -1] }), { faults: [], items: [2, 0, 2, 4, 5, 0, 0, 2, NaN, -1] });
  assert.deepEqual(read({ tilt: [0, 1] }), { faults: [], items: [2, 0, 0, 0, 0, 2, 0, 1] });
  assert.deepEqual(read({ heights: [4, 5], tilt: 1 }), { faults: [], items: [2, 0, 2, 4, 5, 0, 0, 1, 1] });
  assert.deepEqual(read([{ tilt: 2 }, { tilt: null }]).faults, ['/0/tilt out-of-range', '/1/tilt wrong-type']);
  assert.deepEqual(read({ heights: [4, 5], tilt: [1] }).faults, ['/tilt not-allowed']);
  assert.deepEqual(read({ count: 2, tilt: [1, 1] }).faults, ['/tilt wrong-type']);
  const steps = new StepNumbers(vocabulary, false);
  steps.steps({ resize: [{ section: 0, item: 0, items: [{ height: 3, tilt: 1 }] }], insert: [{ section: 0, item: 0, items: [{ tilt: 1 }] }] });
  assert.deepEqual(steps.faults.map(({ pointer, code }) => `${pointer} ${code}`), ['/steps/0/resize/0/items/0/tilt unknown-key']);
});

test('a list of a step whose entries have known forms is read without a change of the client', { skip }, async () => {
  const vocabulary = await vocabularyWith(({ objects }) => {
    objects.step.splice(11, 0, ['adopt', 'entries', 0]);
    objects.adopt = [['section', 'whole', 1, [0, 2 ** 53]], ['count', 'whole', 0, [1, 2 ** 53]], ['items', 'items', 1], ['slide', 'choice', 0, ['left', 'right']]];
  });
  const read = (entry) => {
    const numbers = new StepNumbers(vocabulary, false);
    numbers.steps({ adopt: [entry] });
    return numbers;
  };
  const places = ['section', 'items', 'slide'].map((name) => vocabulary.entryKeys.indexOf(name));
  const right = read({ section: 4, items: 3, slide: 'right' });
  assert.deepEqual(right.faults, []);
  // One step, the eleven lists before it that it does not have, and one entry of three members.
  assert.deepEqual(written(right), [1, ...Array(11).fill(0), 1, 1, 3, places[0], 4, places[1], 1, 0, 0, 1, 3, 0, places[2], 1, 0]);
  const wrong = read({ count: 2, items: 3, slide: 'up', size: 3 });
  assert.deepEqual(wrong.faults.map(({ pointer, code }) => `${pointer.slice(16)} ${code}`).sort(), ['/section missing', '/size unknown-key', '/slide out-of-range']);
  assert.deepEqual(read({ section: 0, count: 2, items: 3 }).faults, [{ pointer: '/steps/0/adopt/0', code: 'not-allowed' }]);
});

test('a list of a step that says a member of items is read without a change of the client', { skip }, async () => {
  const vocabulary = await vocabularyWith(({ objects }) => {
    objects.item.push(['tilt', 'number', 0, [-1, 1]]);
    objects.items.push(['tilt', 'members', 0]);
    objects.step.splice(11, 0, ['turn', 'entries', 0]);
    objects.turn = [
      ['section', 'whole', 1, [0, 2 ** 53]], ['item', 'whole', 0, [0, 2 ** 53]], ['at', 'indices', 0], ['count', 'whole', 0, [1, 2 ** 53]],
      ['tilt', 'members', 1],
    ];
  });
  const read = (entry) => {
    const numbers = new StepNumbers(vocabulary, false);
    numbers.steps({ turn: [entry] });
    const value = { turn: [entry] };
    const faults = new Advice({ vocabulary, form: 'steps', value: [value], isHorizontal: false }).explained(numbers.faults);
    return { faults: faults.map(({ pointer, code, detail }) => `${pointer.slice(15)} ${code}: ${detail}`), entry: written(numbers).slice(14) };
  };
  const [section, item, at, count, items] = ['section', 'item', 'at', 'count', 'items'].map((name) => vocabulary.entryKeys.indexOf(name));
  // How many items there are, nothing of their extents, counts and marks, and the form of what they say.
  const said = (length, ...tilt) => [items, length, 0, 0, 0, 0, ...tilt];
  assert.deepEqual(read({ section: 4, item: 2, tilt: [0.5, null, -1] }), { faults: [], entry: [3, section, 4, item, 2, ...said(3, 2, 0.5, NaN, -1), 0] });
  assert.deepEqual(read({ section: 4, item: 2, count: 2, tilt: [0, 1] }).entry, [4, section, 4, item, 2, count, 2, ...said(2, 2, 0, 1), 0]);
  assert.deepEqual(read({ section: 4, at: [7, 3], tilt: [0, 1] }).entry, [3, section, 4, at, 2, 7, 3, ...said(2, 2, 0, 1), 0]);
  // One value is that of all.
  assert.deepEqual(read({ section: 4, item: 2, tilt: 1 }).entry, [3, section, 4, item, 2, items, 1, 0, 0, 1, 1, 0, 1, 1, 0]);
  assert.deepEqual(read({ section: 4, item: 2, count: 1e9, tilt: 1 }).entry, [4, section, 4, item, 2, count, 1e9, items, 1, 0, 0, 1, 1e9, 0, 1, 1, 0]);
  assert.deepEqual(read({ section: 4, at: [7, 3], tilt: 1 }).entry, [3, section, 4, at, 2, 7, 3, ...said(2, 1, 1), 0]);
  assert.deepEqual(read({ section: 4, item: 2, tilt: [2, true] }).faults, [
    '/tilt/0 out-of-range: must be from -1 to 1, not 2', '/tilt/1 wrong-type: must be a number, not true or false']);
  assert.deepEqual(read({ section: 4, at: [7, 3], tilt: [1] }).faults, ['/tilt not-allowed: has 1 values, at has 2']);
  assert.deepEqual(read({ section: 4, item: 2, count: 3, tilt: [1] }).faults, [' not-allowed: has 1 items, but says count 3']);
  assert.deepEqual(read({ section: 4, item: 2 }).faults, ['/tilt missing: is missing']);
  assert.deepEqual(read({ section: 4, item: 2, count: 0, tilt: 1 }).faults, [`/count out-of-range: must be a whole number from 1 to ${2 ** 53}, not 0`]);
});

test('texts and matrices of items are written once, before their places', { skip }, async () => {
  const vocabulary = await vocabularyWith(({ objects }) => {
    objects.item.push(['note', 'text', 0, [0, 4]], ['turn', 'matrix', 0, 2]);
    objects.items.push(['note', 'members', 0], ['turn', 'members', 0]);
  });
  const read = (items) => {
    const numbers = new SnapshotNumbers(vocabulary);
    numbers.snapshot({ sections: [{ engine: 'column', items }] });
    const { snapshot, section } = vocabulary.objects;
    const start = snapshot.size + section.get('items').place + 2;
    return { faults: numbers.faults.map(({ pointer, code }) => `${pointer.slice(17)} ${code}`), items: written(numbers).slice(start, -1) };
  };
  // The engine's name is no text. A text is its start and its length.
  assert.deepEqual(read({ count: 3, note: 'abc', turn: [1, 2] }), { faults: [], items: [1, 0, 0, 1, 3, 0, 1, 1, 0, 3, 0, 1, 1, 1, 2, 0] });
  assert.deepEqual(read([{ note: 'b' }, {}, { note: 'a', turn: [3, 4] }, { note: 'b' }]).items, [
    4, 0, 0, 0, 0, 2, 2, 0, 1, 1, 1, 0, NaN, 1, 0, 2, 1, 3, 4, NaN, NaN, 0, NaN]);
  assert.deepEqual(read({ note: [null, 'a', 'a'], turn: [[1, 2], null, [1, 2]] }).items, [
    3, 0, 0, 0, 0, 2, 1, 0, 1, NaN, 0, 0, 2, 1, 1, 2, 0, NaN, 0]);
  assert.deepEqual(read({ note: [null, null] }).items, [2, 0, 0, 0, 0, 2, 0, NaN, NaN, 0]);
  assert.deepEqual(read({ turn: [[1, 'x'], [1], 3, [null, 2]] }).faults, ['/turn/0/1 wrong-type', '/turn/1 out-of-range', '/turn/2 wrong-type', '/turn/3/0 wrong-type']);
});

test('what items say beside their sizes is handed back with their elements, by the names of the table', { skip }, async () => {
  const vocabulary = await vocabularyWith(({ objects }) => {
    objects.item.push(['tilt', 'number', 0, [-1, 1]], ['lit', 'flag', 0], ['note', 'text', 0, [0, 4]], ['turn', 'matrix', 0, 3]);
    for (const name of ['tilt', 'lit', 'note', 'turn']) objects.items.push([name, 'members', 0]);
  });
  const cell = (item) => ({ category: 'cell', section: 0, item, frame: { x: 0, y: 10 * item, width: 10, height: 10 } });
  const elements = [cell(0), cell(1), cell(2)];
  // After one other number: the number of numbers, and for each value the places of its element and its member, and the value.
  const numbers = Float64Array.of(9, 18, 0, 0, 0.5, 0, 2, 1, 2, 2, 0, -1, 2, 1, 0, 2, 3, 7, 8, 9);
  assert.equal(itemMembers(elements, numbers, 1, new TextEncoder().encode('xyz'), vocabulary), 19);
  assert.deepEqual(elements, [{ ...cell(0), tilt: 0.5, note: 'yz' }, cell(1), { ...cell(2), tilt: -1, lit: false, turn: [7, 8, 9] }]);
  assert.equal(itemMembers([cell(0)], Float64Array.of(0), 0, new Uint8Array(), vocabulary), 1);
});

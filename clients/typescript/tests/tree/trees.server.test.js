import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemCount } from '../../built/source/steps/itemCount.js';
import { ItemSizes } from '../../built/source/steps/itemForms.js';
import { skip } from '../support/moduleFile.js';
import { cases } from '../support/cases.js';
import { layoutModule, local, program, send, served } from '../support/running.js';

const count = Number(process.env.LAYOUTD_TREES ?? (process.env.LAYOUTD_TESTS === 'all' ? 600 : 220));

const members = ['width', 'height', 'estimated'];
let documentCount = 0;

/** A step with its items in one form, and the ids of whole sections in place of these. */
function written({ scrollDirection, layoutDirection }, step) {
  const idOf = (section) => {
    const known = local.hold({ scrollDirection, layoutDirection, sections: [section] });
    const { id } = known;
    known.close();
    return id;
  };
  const sized = ({ estimated, ...size }) => (estimated ? { ...size, estimated } : size);
  return Object.fromEntries(Object.entries(step).map(([name, entries]) => [name, name === 'set' ? entries : entries.map((entry) => {
    const { items, sections, value } = entry;
    if (sections) return { ...entry, sections: sections.map(idOf) };
    if (value) return { ...entry, value: idOf(value) };
    if (items === undefined) return entry;
    const sizes = new ItemSizes(items, members, {});
    return { ...entry, items: Array.from({ length: itemCount(items) }, (_, place) => sized(sizes.at(place))) };
  })]));
}

/** What comes of a change of a layout at the service: what the answer says, with the step of a document's log, or the mistakes. */
async function outcomeThere(id, change) {
  documentCount += 1;
  const path = `/v1/documents/trees-${documentCount}`;
  const { answer: { revision } } = await send('PUT', path, { layout: id }, { 'If-None-Match': '*' });
  const { status, answer } = await send('POST', `${path}/changes`, { revision, ...change });
  if (status !== 200) return { type: answer.type, errors: answer.errors };
  const { changes } = await program.json(`${path}/changes?after=${revision}`);
  return { id: answer.id, source: answer.source ?? null, steps: changes.flatMap(({ steps }) => steps) };
}

/** The same in the page, with the steps that a viewport tells its listeners. */
async function outcomeHere(layout, change) {
  const viewport = layout.viewport();
  viewport.update({ x: 0, y: 0, width: 320, height: 400 });
  let told = [];
  viewport.addEventListener('layout', ({ steps }) => { told = steps; });
  try {
    const { layout: { id, snapshot: { source } } } = await viewport.change(change);
    return { id, source: source && { state: source.state, load: source.load, nodes: source.nodes }, steps: told };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { type: error.type, errors: error.errors };
  } finally {
    viewport.close();
  }
}

/** Changes the layout of a snapshot in both; compares what comes of it, and returns it. */
async function compare(body, change, message, id) {
  const layout = await local.post(body, { [body.scrollDirection === 'horizontal' ? 'height' : 'width']: 320 });
  if (id === undefined) id = (await served.post(body)).id;
  assert.equal(layout.id, id, message);
  const [there, here] = [await outcomeThere(id, change), await outcomeHere(layout, change)];
  const text = () => `${message}: ${JSON.stringify(change)}\n${JSON.stringify(there)}\n${JSON.stringify(here)}`;
  if (there.errors) {
    assert.equal(here.type, there.type, text());
    const places = ({ pointer, code, first, section, expected, given }) => ({ pointer, code, first, section, expected, given });
    // Which twenty of many are listed is not the same.
    if (there.errors.length < 20 && there.type === '/problems/invalid-change') assert.deepEqual(here.errors.map(places), there.errors.map(places), text());
    return there;
  }
  assert.deepEqual([here.id, here.source], [there.id, there.source], text());
  const steps = here.steps.map((step) => written(body, step)).filter((step) => Object.keys(step).length > 0);
  assert.deepEqual(steps, there.steps.map((step) => written(body, step)), text());
  return there;
}

/** How many changes had each list of steps, and each mistake, by the kind of change. */
const found = { right: {}, wrong: {}, user: {} };
function note(kind, { steps = [], errors = [] }) {
  const names = [...steps.flatMap(Object.keys), ...errors.map(({ code }) => code), ...(errors.length > 0 ? [] : ['done'])];
  for (const name of names) found[kind][name] = (found[kind][name] ?? 0) + 1;
}

/** Compares a change of a layout of each of many random trees. */
const each = async (kind, options, changeOf) => {
  for (const { seed, ...trees } of cases('trees', { count, ...options })) {
    const posted = await served.post(trees.snapshot).catch((error) => error);
    if (posted.id) note(kind, await compare(trees.snapshot, changeOf(trees), `seed ${seed}`, posted.id));
    else assert.ok(posted.is('invalid-snapshot'), `${posted}`);
  }
};

test('two trees make the step of the service', { skip }, async () => {
  await each('right', {}, ({ from, to }) => ({ from, to }));
});

test('mistakes in two trees are those of the service', { skip }, async () => {
  await each('wrong', { mistakes: true }, ({ from, to }) => ({ from, to }));
  // A layout that the first tree does not stand for may have other sections or items.
  await each('wrong', { count: count / 2 }, ({ from, to }) => ({ from: to, to: from }));
});

test('a user may do what the nodes of the tree allow', { skip }, async () => {
  await each('user', {}, ({ from, steps }) => ({ from, steps }));
});

test('every list of a step and every mistake was among them', { skip }, () => {
  const names = {
    right: ['delete', 'insert', 'move', 'resize', 'deleteSections', 'insertSections', 'moveSections', 'setSections', 'reloadSections', 'set'],
    wrong: ['missing', 'not-allowed', 'wrong-type', 'out-of-range', 'unknown-key', 'section-count-mismatch', 'item-count-mismatch', 'illegal-transition'],
    user: ['not-editable', 'not-movable', 'cross-source-move', 'not-allowed', 'item-out-of-range-before', 'done'],
  };
  for (const [kind, all] of Object.entries(names)) for (const name of all) assert.ok(found[kind][name] > 0, `${kind} ${name}: ${JSON.stringify(found)}`);
});

/** A viewport of the local layout of a snapshot, and what a change of it does, which the service does, too. */
async function shown(body, bounds) {
  const layout = await local.post(body, { width: 320 });
  const viewport = layout.viewport();
  viewport.update(bounds);
  const change = async (to) => {
    const { steps } = await compare(body, { from: body, to }, 'worked');
    return { steps, ...await viewport.change({ from: body, to }) };
  };
  return { viewport, change };
}

const bounds = { x: 0, y: 0, width: 320, height: 416 };

const page = (items, members) => ({ engine: 'column', source: { children: [
  { id: 'first', items: 3, metrics: { rowHeight: 40 }, ...members }, { id: 'second', items, editable: true } ] } });

test('what was measured stays where two trees do not differ', { skip }, async () => {
  const estimated = { items: { count: 3, height: 40, estimated: true } };
  const { viewport, change } = await shown(page(2, estimated), bounds);
  viewport.measure([{ section: 0, item: 1, height: 77 }]);
  const { layout } = await change(page(4, estimated));
  assert.deepEqual((await layout.item(0, 1)).frame, { x: 0, y: 40, width: 320, height: 77 });
  assert.equal(layout.snapshot.source.place('second'), 1);
});

test('a layout of the service is changed by two trees where it is, held whole or in parts, and made again', { skip }, async () => {
  const [from, to] = [page(2), page(5, { headers: [{ height: 20 }] })];
  const posted = await served.post(from, { width: 320 });
  const { id } = await served.post(to);
  const viewport = posted.viewport();
  viewport.update(bounds);
  const told = [];
  viewport.addEventListener('layout', ({ steps }) => told.push(steps));
  const { layout, transition } = await viewport.change({ from, to }, { transition: true });
  assert.deepEqual([layout.id, layout.snapshot.source.path(1), told], [id, [{ id: 'second', section: 1 - 1 }], [null]]);
  assert.ok(transition.some(({ initial, final }) => initial.frame.y === 0 && final.frame.y === 20));
  assert.equal((await layout.local({ module: layoutModule })).id, id);
  for (const maximumItems of [0, 100]) {
    const held = await (await (await served.snapshot(posted.id)).layout(320)).local({ module: layoutModule, maximumItems, tellSeconds: 0 });
    assert.equal(held.held.far === null, maximumItems > 0);
    await assert.rejects(held.change({ from: to, to }), ({ errors }) => errors[0].code === 'item-count-mismatch' && errors[0].pointer === '/from/source/children/1/items');
    await assert.rejects(held.change({ from, steps: { delete: [{ section: 0, item: 0 }] } }), ({ errors }) => errors[0].code === 'not-editable');
    assert.equal((await held.change({ from, steps: { delete: [{ section: 1, item: 0 }] } })).layout.snapshot.source, null);
    const changed = await held.change({ from, to });
    assert.equal((await changed.layout.snapshot.told()).id, id);
    assert.equal(changed.layout.snapshot.source.place('second'), 1);
  }
  // An empty change has the source, too. What the service forgets is posted again, and the trees after it.
  const same = await layout.snapshot.change({ from: to, to });
  assert.deepEqual([same.id, same.source.state, layout.snapshot.source.state], [id, 'loaded', 'loaded']);
  const longer = await same.change([{ insert: [{ section: 1, item: 0, items: [{ height: 3 }] }] }]);
  for (const snapshot of [longer, same, posted.snapshot]) await snapshot.delete();
  assert.equal((await longer.layout(321)).contentSize.height, 3 * 40 + 5 * 44 + 3 + 20);
});

/** A layout of the service that is held in parts. */
async function inParts(posted) {
  const layout = await (await served.snapshot(posted.id)).layout(320);
  const held = await layout.local({ module: layoutModule, maximumItems: 0, tellSeconds: 0 });
  assert.notEqual(held.held.far, null);
  return held;
}

/** The places and codes of the mistakes for which a change is refused; none if it is not. */
async function mistakesOf(layout, change) {
  return layout.change(change).then(() => [], (error) => {
    if (error.name !== 'Problem') throw error;
    return error.errors.map(({ pointer, code }) => `${pointer} ${code}`);
  });
}

test('random steps of a user are refused as by the service where sections are far', { skip }, async () => {
  let refused = 0;
  for (const { seed, from, steps, container } of cases('trees', { seed: 5000, count })) {
    const posted = await served.post(from, { [container]: 320 }).catch(() => null);
    if (!posted || posted.snapshot.itemCount === 0 || posted.snapshot.sectionCount < 2) continue;
    const [there, here] = [await mistakesOf(posted, { from, steps }), await mistakesOf(await inParts(posted), { from, steps })];
    assert.deepEqual(here, there, `seed ${seed}: ${JSON.stringify({ from, steps })}`);
    if (there.length > 0) refused += 1;
  }
  assert.ok(refused > count / 10, `${refused}`);
});

test('a document is changed by two trees', { skip }, async () => {
  const [from, to] = [page(2), page(5)];
  const document = served.document('trees');
  const { revision } = await document.put(from, { revision: 'none' });
  const made = await document.change({ from, to }, { revision, rebase: () => assert.fail() });
  assert.deepEqual([made.revision, made.layout, made.steps, made.source.state], [revision + 1, (await served.post(to)).id, null, 'loaded']);
  await assert.rejects(document.change({ from, to }, { revision, rebase: () => assert.fail() }), (error) => error.is('conflict'));
  const done = await document.change({ from: to, steps: { delete: [{ section: 1, item: 0 }] } }, { revision: made.revision });
  assert.deepEqual([done.steps, done.source], [[{ delete: [{ section: 1, item: 0 }] }], null]);
});

test('a tree of a change may be nested as deep as its body', { skip }, async () => {
  const deep = (level) => ({ source: Array.from({ length: level }).reduce((child) => ({ children: [child] }), { items: [{ height: 3 }] }) });
  const body = { source: { items: 1 } };
  for (const [level, type] of [[13, '/problems/invalid-change'], [14, '/problems/bad-json']]) {
    assert.equal((await compare(body, { from: deep(level), to: {} }, `${level}`)).type, type);
  }
});

test('what JSON cannot say, or is no part of a change, is refused before anything is sent', { skip }, async () => {
  for (const service of [served, local]) {
    const snapshot = await service.post(page(2));
    await assert.rejects(snapshot.change({ from: page(2), to: page(() => 2) }), ({ errors }) => errors[0].pointer === '/to/source/children/1/items');
    await assert.rejects(snapshot.change({ from: page(2), to: page(3), key: 3 }), TypeError);
    await assert.rejects(snapshot.change({ from: page(2), to: page(3) }, { expect: { itemCount: 9 } }), (error) => error.is('unexpected-result'));
    assert.equal((await snapshot.change({ from: page(2), to: page(3) }, { expect: { itemCount: 6 } })).source.nodes.length, 2);
  }
});

test('a change with one tree, with too many nodes, or with a byte order mark is answered as by the service', { skip }, async () => {
  const tree = (source) => ({ engine: 'column', metrics: { rowHeight: 44 }, source });
  const node = tree({ items: 3 });
  const wide = tree({ children: Array(10_001).fill({ items: 1 }) });
  const codes = async (change) => (await compare(node, change, 'mistakes')).errors.map(({ pointer, code }) => `${pointer} ${code}`);
  assert.deepEqual(await codes({ to: tree({ children: [], items: 3 }) }), ['/from missing', '/to/source/items not-allowed']);
  assert.deepEqual(await codes({ from: node, to: wide }), ['/to/source too-many']);
  assert.deepEqual(await codes({ from: wide, to: node }), ['/from/source too-many']);
  assert.deepEqual(await codes({ from: node, to: tree({ selected: 10_500, children: Array(11_000).fill({}) }) }), ['/to/source too-many']);
  const keys = tree({ sections: [{ items: [{ height: -1 }] }, { keys: ['a'] }] });
  assert.deepEqual(await codes({ from: node, to: keys }), [
    '/to/source/sections/0/items/0/height out-of-range', '/to/source/sections/1/keys not-allowed',
  ]);
  const titled = tree({ items: 3, id: '\uFEFFid', headers: [{ height: 10, data: '\uFEFFtitle' }] });
  const { id } = await compare(node, { from: node, to: titled }, 'byte order mark');
  assert.equal((await served.post(titled)).id, id);
});

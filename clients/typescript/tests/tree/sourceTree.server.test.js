import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceTree } from '../../built/index.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { cases } from '../support/cases.js';
import { services } from '../support/running.js';

const count = Number(process.env.LAYOUTD_TREES ?? (process.env.LAYOUTD_TESTS === 'all' ? 320 : 60));

/** The page of docs/rules.md#sources. */
const page = {
  engine: 'column', metrics: { rowHeight: 44 }, globalHeaders: [{ height: 100 }],
  source: { id: 'product', selected: 0, headers: [{ height: 44, pin: true }], children: [
    { id: 'details', children: [{ id: 'status', items: 2, metrics: { rowHeight: 60 } }, { id: 'information', items: 5, headers: [{ height: 30 }] }] },
    { id: 'episodes', items: 24, keys: Array.from({ length: 24 }, (_, number) => `e${number}`), movable: true, editable: true },
    { id: 'reviews', placeholder: { data: 'wait' }, children: [{ id: 'ratings', state: 'initial' }, { id: 'texts', state: 'initial' }] },
  ] },
};
const codes = ({ errors }) => errors.map(({ pointer, code }) => `${pointer} ${code}`);
const plain = ({ state, load, nodes }) => ({ state, load, nodes });

/** That what is shown is what a post of the tree makes, with the same answer of its source. */
async function assertShown(service, tree, message) {
  const posted = await service.post(tree.snapshot);
  assert.equal(tree.layout.id, posted.id, message);
  assert.deepEqual(plain(tree.source), plain(posted.source), message);
}

async function shownIn(service, snapshot, bounds = { x: 0, y: 0, width: 320, height: 568 }) {
  const viewport = (await service.post(snapshot, { width: 320 })).viewport();
  viewport.update(bounds);
  await viewport.whenWhole();
  return { viewport, tree: new SourceTree(viewport, snapshot) };
}

for (const { name, service, ...options } of services) {

  test(`another segment slides in at the start, ${name}`, options, async () => {
    const snapshot = { engine: 'column', source: { id: 'page', selected: 0, children: [
      { items: { count: 20, height: 50 } }, { id: 'one', items: [{ height: 733 }] }] } };
    const { viewport, tree } = await shownIn(service, snapshot, { x: 0, y: 432, width: 320, height: 568 });
    const change = await tree.select('page', 1, { transition: true });
    assert.equal(change.bounds.y, 0);
    const moves = change.transition.map(({ from, initial, final }) => [from ? 'old' : 'new', initial.frame.x, initial.frame.y, final.frame.x, final.frame.y]);
    assert.ok(moves.some((move) => move.join() === 'old,0,450,-320,18'), `${moves.join(' | ')}`);
    assert.ok(moves.some((move) => move.join() === 'new,320,432,0,0'), `${moves.join(' | ')}`);
    assert.equal(tree.source.place('one'), 0);
    await assertShown(service, tree);
    assert.equal(viewport.layout, tree.layout);
    const back = await tree.select('page', 0, { transition: true });
    assert.ok(back.transition.some(({ to, initial }) => to && initial.frame.x === -320));
    await assertShown(service, tree);
    viewport.close();
  });

  test(`who draws when the layout changes has the nodes after the change, ${name}`, options, async () => {
    const viewport = (await service.post(page, { width: 320 })).viewport();
    viewport.update({ x: 0, y: 0, width: 320, height: 568 });
    await viewport.whenWhole();
    const seen = [];
    // As a feed does, before there is a tree.
    viewport.addEventListener('layout', () => seen.push([tree.source.place('episodes'), tree.node('episodes').keys[0]]));
    const tree = new SourceTree(viewport, page);
    await tree.select('product', 1);
    await viewport.change({ move: [{ from: { section: 0, item: 0 }, to: { section: 0, item: 1 } }] });
    assert.deepEqual(seen, [[0, 'e0'], [0, 'e1']]);
    viewport.close();
  });

  test(`a tab is loaded in one change, ${name}`, options, async () => {
    const { viewport, tree } = await shownIn(service, page);
    assert.deepEqual(tree.load(), []);
    await tree.select('product', 2);
    assert.deepEqual(tree.load(), ['ratings', 'texts']);
    const { id } = tree.layout;
    // Not awaited: each waits for the one before.
    const loading = ['ratings', 'texts'].map((node) => tree.set(node, { state: 'loading' }));
    assert.deepEqual(tree.load(), ['ratings', 'texts']);
    await Promise.all(loading);
    assert.deepEqual([tree.load(), tree.source.state], [[], 'loading']);
    assert.deepEqual([tree.source.node('reviews').sectionCount, tree.source.node('ratings').sectionCount], [1, 0]);
    const waiting = tree.layout.id;
    assert.notEqual(waiting, id);
    await tree.set('ratings', { state: 'loaded', items: [{ height: 70 }] });
    assert.equal(tree.layout.id, waiting);
    assert.equal(tree.source.state, 'loading');
    await assertShown(service, tree);
    await tree.set('texts', { state: 'loaded', items: { count: 3, height: 88 } });
    assert.deepEqual([tree.source.place('ratings'), tree.source.place('texts'), tree.source.path(1).at(-1)], [0, 1, { id: 'texts', section: 0 }]);
    await assertShown(service, tree);
    assert.equal(tree.layout.contentSize.height, 144 + 70 + 3 * 88);
    viewport.close();
  });

  test(`a refused change leaves the tree, and later ones build on what holds, ${name}`, options, async () => {
    const { viewport, tree } = await shownIn(service, page);
    const before = tree.snapshot;
    const results = await Promise.allSettled([
      tree.select('product', 1), tree.set('ratings', { state: 'refreshing' }), tree.set('episodes', ({ items, keys }) => (
        { items: items - 1, keys: keys.slice(1) })),
      tree.set('nowhere', {}), tree.set('status', { itmes: 3 }), tree.set('information', ({ items }) => ({ items: items + 1 })),
      tree.set('status', () => { throw new Error('no members'); }), tree.set('episodes', { state: 'refreshing' }),
    ]);
    const reasons = results.map(({ reason }) => reason && (reason.errors ? codes(reason).join() : reason.message));
    assert.deepEqual(reasons, [
      undefined, '/to/source/children/2/children/0/state illegal-transition', undefined, 'There is no node "nowhere"',
      '/to/source/children/0/children/0/itmes unknown-key', undefined, 'no members', undefined,
    ]);
    assert.deepEqual([tree.node('status').items, tree.node('ratings').state, tree.node('episodes').items, tree.node('information').items], [2, 'initial', 23, 6]);
    assert.equal(tree.source.state, 'refreshing');
    assert.equal(before.source.selected, 0);
    await assertShown(service, tree);
    await assert.rejects(tree.set('status', {}, { signal: AbortSignal.abort(new Error('not any more')) }), /not any more/);
    viewport.close();
  });

  test(`a change of others that is refused does not refuse those of the tree, ${name}`, options, async () => {
    const { viewport, tree } = await shownIn(service, page);
    const results = await Promise.allSettled([
      viewport.change({ delete: [{ section: 9, item: 0 }] }), tree.select('product', 1), tree.move({ section: 0, item: 0 }, { section: 0, item: 1 }),
    ]);
    assert.deepEqual(results.map(({ reason }) => reason && codes(reason).join()), ['/steps/0/delete/0 section-out-of-range-before', undefined, undefined]);
    assert.equal(tree.node('episodes').keys[0], 'e1');
    await assertShown(service, tree);
    viewport.close();
  });

  test(`a section that others empty loses its placeholder, ${name}`, options, async () => {
    const listed = { engine: 'column', source: { id: 'page', children: [{ id: 'rows', items: 3 }, { id: 'list', movable: true, editable: true, sections: [
      { items: 1, placeholder: { height: 30 } }, { items: 2, placeholder: { height: 20 } }] }] } };
    const { viewport, tree } = await shownIn(service, listed);
    await viewport.change({ delete: [{ section: 1, item: 0 }] });
    assert.equal(tree.node('list').sections[0].placeholder, undefined);
    await assertShown(service, tree);
    await viewport.change({ move: [{ from: { section: 2, item: 0 }, to: { section: 1, item: 0 } }] });
    await assertShown(service, tree);
    assert.deepEqual(tree.node('list').sections[1].placeholder, { height: 20 });
    await tree.delete({ section: 2, item: 0 });
    assert.deepEqual(tree.node('list').sections[1].placeholder, { height: 20 });
    await assertShown(service, tree);
    viewport.close();
  });

  test(`an item that others move to a node that shows none may come back, ${name}`, options, async () => {
    for (const other of [
      { id: 'other', state: 'loading', items: 5, placeholder: { height: 50 } },
      { id: 'other', placeholder: { height: 50 }, children: [{ id: 'part', state: 'loading' }] },
    ]) {
      const { viewport, tree } = await shownIn(service, { engine: 'column', source: { children: [{ id: 'list', items: 3, keys: [1, 2, 3] }, other] } });
      const [there, back] = [{ section: 0, item: 2 }, { section: 1, item: 0 }];
      for (let time = 0; time < 2; time += 1) {
        await viewport.change({ move: [{ from: there, to: back }] });
        assert.deepEqual([tree.node('list').keys, tree.node('other')], [[1, 2], other]);
        if (time > 0) break;
        await viewport.change({ move: [{ from: back, to: there }] });
        assert.deepEqual([tree.node('list').keys, tree.node('other')], [[1, 2, 3], other]);
      }
      // The layout has an item that the tree does not show.
      await assert.rejects(tree.set('list', { metrics: { rowHeight: 20 } }), (error) => error.errors[0].code === 'item-count-mismatch');
      await viewport.change({ move: [{ from: back, to: there }] });
      assert.deepEqual([tree.node('list').keys, tree.node('other')], [[1, 2, 3], other]);
      await viewport.change({ setSections: [{ section: 1, placeholder: other.placeholder }] });
      await tree.set('list', { metrics: { rowHeight: 20 } });
      await assertShown(service, tree);
      viewport.close();
    }
  });

  test(`a tree follows others before anything is visible, and to another source, ${name}`, options, async () => {
    const snapshot = { engine: 'column', source: { children: [{ id: 'one', items: 3, keys: [1, 2, 3] }, { id: 'two', items: 1 }] } };
    const viewport = (await service.post(snapshot, { width: 320 })).viewport();
    const [tree, other] = [new SourceTree(viewport, snapshot), new SourceTree(viewport, snapshot)];
    await viewport.change({ delete: [{ section: 0, item: 1 }] });
    assert.deepEqual(tree.node('one').keys, [1, 3]);
    await other.set('one', { items: 2, keys: [3, 4] });
    assert.deepEqual(tree.node('one').keys, [3, 4]);
    await tree.set('two', { items: 2 });
    assert.deepEqual(other.snapshot, tree.snapshot);
    await assertShown(service, tree);
    viewport.close();
  });

  test(`a snapshot shows no tree, ${name}`, options, async () => {
    const posted = await service.post(page);
    assert.throws(() => new SourceTree(posted, page), /^TypeError: The layout is .*not a Layout/);
    // Only a change of two trees says what it makes of the source.
    assert.equal((await posted.change({ from: page, steps: [] })).source, null);
    assert.equal((await posted.change([])).source, null);
  });

  test(`a tree stays as the layout when the viewport is closed, ${name}`, options, async () => {
    for (const wait of [() => null, () => new Promise((resolve) => { setImmediate(resolve); })]) {
      const { viewport, tree } = await shownIn(service, page);
      const changing = tree.select('product', 1);
      await wait();
      viewport.close();
      await changing;
      await tree.set('status', { items: 3 });
      await assertShown(service, tree);
    }
    const blank = (await service.post(page, { width: 320 })).viewport();
    const tree = new SourceTree(blank, page);
    await tree.select('product', 1);
    assert.equal(tree.node('product').selected, 1);
    await assertShown(service, tree);
  });

  test(`what the nodes do not allow a user is refused, and nothing is sent, ${name}`, options, async () => {
    const { viewport, tree } = await shownIn(service, page);
    const { layout } = tree;
    for (const [refused, expected] of [
      [() => tree.move({ section: 0, item: 0 }, { section: 1, item: 0 }), '/steps/0/move/0 cross-source-move'],
      [() => tree.move({ section: 1, item: 0 }, { section: 1, item: 1 }), '/steps/0/move/0 not-movable'],
      [() => tree.delete([{ section: 7, item: 0 }, { section: 1, item: 0 }]), '/steps/0/delete/1 not-editable'],
    ]) await assert.rejects(refused, (error) => error.is('invalid-change') && codes(error).join() === expected);
    assert.equal(tree.layout, layout);
    assert.deepEqual([tree.mayMove({ section: 0, item: 0 }), tree.mayDelete({ section: 0, item: 0 }), tree.mayMove({ section: 9, item: 0 })], [false, false, false]);
    await tree.select('product', 1);
    assert.deepEqual([tree.mayMove({ section: 0, item: 3 }, { section: 0, item: 0 }), tree.mayDelete({ section: 0, item: 0 })], [true, true]);
    // There are 24 items.
    assert.deepEqual([24, -1, 0.5, NaN].map((item) => [tree.mayMove({ section: 0, item }), tree.mayDelete({ section: 0, item })]), Array(4).fill([false, false]));
    assert.deepEqual([23, 24, -1].map((item) => tree.mayMove({ section: 0, item: 0 }, { section: 0, item })), [true, false, false]);
    assert.deepEqual([tree.mayMove({ section: 0.5, item: 0 }), tree.mayDelete({ section: -1, item: 0 })], [false, false]);
    await tree.move({ section: 0, item: 3 }, { section: 0, item: 0 });
    await tree.delete([{ section: 0, item: 9 }, { section: 0, item: 20, count: 2 }]);
    assert.deepEqual(tree.node('episodes').keys.slice(0, 5), ['e3', 'e0', 'e1', 'e2', 'e4']);
    assert.equal(tree.node('episodes').keys.length, 21);
    await assert.rejects(tree.delete({ section: 0, item: 30 }), (error) => codes(error).join() === '/steps/0/delete/0 item-out-of-range-before');
    await tree.set('episodes', { items: { count: 21, height: 50 } });
    await assertShown(service, tree);
    // A feed moves a cell before it tells.
    await viewport.change({ move: [{ from: { section: 0, item: 0 }, to: { section: 0, item: 2 } }] });
    assert.deepEqual(tree.node('episodes').keys.slice(0, 3), ['e0', 'e1', 'e3']);
    await tree.select('product', 0);
    await assertShown(service, tree);
    viewport.close();
  });

  test(`a tree over a layout changes that, ${name}`, options, async () => {
    const layout = await service.post(page, { width: 320 });
    const tree = new SourceTree(layout, page);
    const bounds = { x: 0, y: 184, width: 320, height: 480 };
    const { parent, bounds: moved } = await tree.select('product', 1, { bounds, inset: { top: 64, left: 0, bottom: 0, right: 0 } });
    assert.equal(parent, layout);
    assert.equal(moved.y, 36);
    assert.notEqual(tree.layout, layout);
    await tree.move({ section: 0, item: 0 }, { section: 0, item: 23 });
    await assertShown(service, tree);
  });

  test(`random changes of random trees show what a post of them makes, ${name}`, options, async () => {
    const done = { refused: 0, set: 0, select: 0, move: 0, delete: 0 };
    for (const { seed, snapshot, container, extent } of cases('sources', { count })) {
      const random = new SeededRandom(seed * 49_979_687);
      allow(random, snapshot.source);
      const layout = await service.post(snapshot, { [container]: extent }).catch(() => null);
      if (!layout) continue;
      const tree = new SourceTree(layout, snapshot);
      await assertShown(service, tree, `seed ${seed}`);
      for (let turn = 0; turn < 6; turn += 1) {
        const before = tree.snapshot;
        const text = JSON.stringify(before);
        try {
          done[await changeRandomly(random, tree)] += 1;
        } catch (error) {
          if (error.name !== 'Problem') throw error;
          done.refused += 1;
          assert.equal(tree.snapshot, before);
        }
        assert.equal(JSON.stringify(before), text);
        await assertShown(service, tree, `seed ${seed}, turn ${turn}: ${JSON.stringify(snapshot)}`);
      }
    }
    for (const [kind, number] of Object.entries(done)) assert.ok(number > 0, `${kind}: ${JSON.stringify(done)}`);
  });
}

/** Allows moving and deleting in most nodes. */
function allow(random, node) {
  if (node.children) node.children.forEach((child) => allow(random, child));
  else [node.movable, node.editable, node.state] = [random.chance(0.8), random.chance(0.8), random.chance(0.7) ? 'loaded' : node.state];
}

/** Makes one change, that may be refused; returns what it is. */
async function changeRandomly(random, tree) {
  const ids = tree.source.nodes.map(({ id }) => id);
  const sections = tree.source.nodes.filter(({ first, movable, editable }) => first !== undefined && (movable || editable));
  const kind = random.pick(['set', 'select', ...(sections.length > 0 ? ['move', 'delete', 'move', 'delete'] : [])]);
  if (kind === 'select') {
    const segmented = ids.filter((id) => tree.node(id).selected !== undefined);
    if (segmented.length > 0) {
      const id = random.pick(segmented);
      await tree.select(id, random.whole(0, tree.node(id).children.length - 1));
      return kind;
    }
  }
  if (kind === 'set' || kind === 'select') {
    const basic = ids.filter((id) => !tree.node(id).children);
    if (basic.length === 0) return 'refused';
    await tree.set(random.pick(basic), (node) => ({
      ...(random.chance(0.7) ? { state: random.pick(['loading', 'refreshing', 'loaded', 'noContent', 'error']) } : {}),
      ...(node.sections || random.chance(0.5) ? {} : { items: random.whole(0, 5), keys: undefined }), headers: random.chance(0.3) ? undefined : node.headers,
    }));
    return 'set';
  }
  const { first, sectionCount } = random.pick(sections);
  const places = [];
  for await (const { section, itemCount, engine } of tree.layout.sections()) {
    if (section >= first && section < first + sectionCount) places.push({ section, itemCount, engine });
  }
  const filled = places.filter(({ itemCount }) => itemCount > 0);
  if (filled.length === 0) return 'refused';
  const { section, itemCount, engine } = random.pick(filled);
  const item = random.whole(0, itemCount - 1);
  if (kind === 'delete') await tree.delete({ section, item, count: random.whole(1, itemCount - item) });
  else {
    // An item of another engine may have a size that its layout has not kept.
    const target = random.pick(places.filter((place) => place.engine === engine));
    await tree.move({ section, item }, { section: target.section, item: random.whole(0, target.itemCount - Number(target.section === section)) });
  }
  return kind;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedNames } from '../../built/source/feed/carriedNames.js';
import { insertion, movement, removal } from '../../built/source/feed/feedEdits.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { ItemList } from '../../built/source/feed/items/ItemList.js';
import { itemCount } from '../../built/source/steps/itemCount.js';
import { ItemSizes } from '../../built/source/steps/itemForms.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { CheckedKeys } from '../../built/source/steps/CheckedKeys.js';
import { SeededRandom } from '../support/SeededRandom.js';

const sizesOf = (items) => Array.from({ length: itemCount(items) }, (_, place) => new ItemSizes(items, ['width', 'height', 'estimated'], {}).at(place));

function randomItems(random, count) {
  const extents = () => Array.from({ length: count }, () => random.whole(1, 9) * 10);
  return random.pick([
    count, { count, height: 30 }, { heights: extents() }, { heights: extents(), estimated: true },
    extents().map((height) => ({ height })), [{ count: 1, height: 20 }, { count: count - 1, height: 40 }],
  ]);
}

test('a dropped item is moved in the snapshot, its keys and what makes it, and a later update to the same is nothing', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = new SeededRandom(seed * 97);
    const counts = [random.whole(1, 8), random.whole(1, 8)];
    const sections = counts.map((count, number) => ({ items: randomItems(random, count), id: `s${number}` }));
    const keys = counts.map((count, number) => Array.from({ length: count }, (_, item) => `${number}.${item}`));
    const snapshot = { engine: 'column', sections };
    const names = new FeedNames(snapshot, keys);
    names.making = { make: () => snapshot, keys, extent: 300 };
    const from = { section: random.whole(0, 1), item: 0 };
    from.item = random.whole(0, counts[from.section] - 1);
    const to = { section: random.whole(0, 1), item: 0 };
    to.item = random.whole(0, counts[to.section] - (to.section === from.section ? 1 : 0));
    const before = JSON.stringify([snapshot, keys]);
    const { names: after, steps } = movement(names, from, to);
    assert.equal(JSON.stringify([snapshot, keys]), before);
    assert.deepEqual(steps, [{ move: [{ from, to }] }]);
    const all = keys.map((list, section) => list.map((key, item) => ({ key, size: sizesOf(sections[section].items)[item] })));
    const [one] = all[from.section].splice(from.item, 1);
    all[to.section].splice(to.item, 0, one);
    assert.deepEqual(after.keys, all.map((list) => list.map(({ key }) => key)), `seed ${seed}`);
    assert.deepEqual(after.snapshot.sections.map(({ items }) => sizesOf(items)), all.map((list) => list.map(({ size }) => size)), `seed ${seed}`);
    assert.deepEqual(after.making.make(300), after.snapshot);
    assert.deepEqual(snapshotSteps(after, { snapshot: after.snapshot, keys: after.keys }), []);
    const back = movement(after, to, from).names;
    assert.deepEqual(back.keys, keys);
  }
});

test('of a layout that is known by its keys alone, these move', () => {
  const names = FeedNames.of({ sectionCount: 1, itemCount: 4 }, ['a', 'b', 'c', 'd']);
  const { names: after } = movement(names, { section: 0, item: 0 }, { section: 0, item: 2 });
  assert.deepEqual([after.keys, after.snapshot], [[['b', 'c', 'a', 'd']], null]);
});

test('items are listed in the order of keys that were moved, also between sections', () => {
  const item = (id) => ({ id });
  const keyOf = ({ id }) => id;
  const one = new ItemList({ items: [item(1), item(2), item(3)], keyOf });
  assert.deepEqual(one.arranged([[3, 1, 2]]), { items: [item(3), item(1), item(2)] });
  const [here, there] = [item(1), item(1)];
  const two = new ItemList({ sections: [{ id: 'a', items: [here, item(2)] }, { items: [there, item(9)] }], keyOf });
  assert.deepEqual(two.arranged([[1], [1, 2, 9]]).sections.map(({ items }) => items.map(keyOf)), [[1], [1, 2, 9]]);
  assert.equal(two.arranged([[1], [1, 2, 9]]).sections[0].id, 'a');
  assert.deepEqual(two.arranged([[1], [1, 2, 9]]).sections.map(({ items }) => items[0] === here), [true, false]);
});

test('edits and steps are of the list that was given, and another list is another', () => {
  const names = new FeedNames({ engine: 'column', sections: [{ items: 3 }] }, [['a', 'b', 'c']]);
  const moved = movement(names, { section: 0, item: 0 }, { section: 0, item: 2 }).names;
  const longer = insertion(moved, 0, 1, { keys: ['d'] }, new CheckedKeys()).names;
  const shorter = removal(longer, ['b'], {}, new CheckedKeys()).names;
  const followed = carriedNames(shorter, [{ delete: [{ section: 0, item: 0 }] }]);
  assert.deepEqual(followed.keys, [['c', 'a']]);
  for (const after of [names, moved, longer, shorter, followed]) assert.equal(after.list, names);
  assert.notEqual(new FeedNames(names.snapshot, names.keys).list, names);
});

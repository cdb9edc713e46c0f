import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckedKeys } from '../../built/source/steps/CheckedKeys.js';
import { insertion, removal } from '../../built/source/feed/feedEdits.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { itemCount } from '../../built/source/steps/itemCount.js';
import { ItemSizes, itemsOfPieces } from '../../built/source/steps/itemForms.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { SeededRandom } from '../support/SeededRandom.js';

const members = ['width', 'height', 'estimated'];
const all = (items) => Array.from({ length: itemCount(items) }, (_, place) => new ItemSizes(items, members, {}).at(place));
const names = (count, letter = 'k') => Array.from({ length: count }, (_, number) => `${letter}${number}`);
/** A list whose reads are counted. */
function counted(list) {
  const seen = { reads: 0 };
  seen.list = new Proxy(list, { get: (target, name) => { if (/^\d+$/.test(String(name))) seen.reads += 1; return target[name]; } });
  return seen;
}
const column = (items) => ({ engine: 'column', sections: [{ items }] });

function randomItems(random) {
  const count = random.whole(0, 9);
  const extents = () => Array.from({ length: count }, () => random.whole(1, 5) * 10);
  return random.pick([
    count, { count, height: 30 }, { heights: extents() }, { widths: extents(), heights: extents() }, { heights: extents(), estimated: true },
    { heights: extents(), estimated: Array.from({ length: count }, () => random.chance(0.5)) },
    Array.from({ length: count }, () => ({ height: random.whole(1, 5) * 10, ...(random.chance(0.4) && { count: random.whole(0, 3) }) })),
  ]);
}

test('items made of pieces are those, in whatever form they are written', () => {
  for (let seed = 1; seed <= 600; seed += 1) {
    const random = new SeededRandom(seed * 77);
    const [items, added] = [randomItems(random), randomItems(random)];
    const count = itemCount(items);
    const cuts = Array.from({ length: 3 }, () => random.whole(0, count)).sort((left, right) => left - right);
    const before = JSON.stringify([items, added]);
    const made = itemsOfPieces(items, [{ start: 0, end: cuts[0] }, { added }, { start: cuts[1], end: cuts[2] }]);
    const sizes = all(items);
    assert.deepEqual(all(made), [...sizes.slice(0, cuts[0]), ...all(added), ...sizes.slice(cuts[1], cuts[2])], `${before} ${cuts}`);
    assert.equal(JSON.stringify([items, added]), before);
  }
});

test('what is inserted and removed is what an update to the same would be', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = new SeededRandom(seed * 131);
    const items = randomItems(random);
    const count = itemCount(items);
    const snapshot = { engine: random.pick(['flow', 'column']), metrics: { rowHeight: 33 }, sections: [{ items: 2 }, { items }] };
    const checked = new CheckedKeys();
    const shown = new FeedNames(snapshot, [['a', 'b'], names(count)], snapshot.sections, checked);
    const added = randomItems(random);
    const place = random.whole(0, count);
    const at = place === count ? 'end' : random.chance(0.5) ? place : { key: `k${place}` };
    const first = insertion(shown, at, added, { section: 1, keys: names(itemCount(added), 'n') }, checked);
    assert.deepEqual(first.names.keys[1], [...names(count).slice(0, place), ...names(itemCount(added), 'n'), ...names(count).slice(place)]);
    assert.deepEqual(all(first.names.snapshot.sections[1].items), [...all(items).slice(0, place), ...all(added), ...all(items).slice(place)]);
    assert.deepEqual(first.steps, snapshotSteps(shown, first.names), `seed ${seed}`);
    const gone = first.names.keys[1].filter(() => random.chance(0.3));
    const second = removal(first.names, gone, { section: 1 }, checked);
    assert.deepEqual(second.names.keys[1], first.names.keys[1].filter((key) => !gone.includes(key)));
    assert.deepEqual(second.steps, snapshotSteps(first.names, second.names), `seed ${seed}`);
    assert.equal(itemCount(second.names.snapshot.sections[1].items), second.names.keys[1].length);
  }
});

test('what cannot be inserted or removed is said', () => {
  const shown = new FeedNames(column({ heights: [1, 2, 3] }), ['a', 'b', 'c']);
  const insert = (at, items, keys, names = shown) => insertion(names, at, items, { keys }, new CheckedKeys());
  assert.throws(() => insert(4, 1, ['d']), /There is no place 4 among 3 items/);
  assert.throws(() => insert(-1, 1, ['d']), RangeError);
  assert.throws(() => insert({ key: 'x' }, 1, ['d']), /There is no item of the key "x"/);
  assert.throws(() => insert(0, 2, ['d']), /2 items are inserted, with 1 keys/);
  assert.throws(() => insert(0, 2), /2 items are inserted, with no keys/);
  assert.throws(() => insert(0, 1, ['b']), /Items 0 and 2 have the same key b/);
  assert.throws(() => insert(0, 1, ['d'], new FeedNames(null)), /are not known here: update/);
  const remove = (which) => removal(shown, which, {}, new CheckedKeys());
  assert.throws(() => remove(['a', 'x']), /There is no item of the key "x"/);
  assert.throws(() => remove({ item: 2, count: 2 }), /There are no 2 items from 2 on among 3/);
  assert.throws(() => remove(null), RangeError);
  assert.deepEqual(remove([]).steps, []);
});

test('keys are looked at where they differ from those before, and each is there once', () => {
  const checked = new CheckedKeys();
  let list = names(200_000);
  checked.check(0, list);
  const { lookups } = checked;
  for (let turn = 0; turn < 20; turn += 1) {
    list = turn % 2 === 0 ? [...names(100, `new${turn}.`), ...list] : [...list.slice(0, 70_000), ...list.slice(70_100)];
    checked.check(0, list);
  }
  assert.equal(checked.lookups - lookups, 1000);
  assert.throws(() => checked.check(0, ['new0.5', ...list]), /Items 0 and \d+ have the same key new0\.5/);
  assert.throws(() => checked.check(0, [...list.slice(0, 13), 'x', 'x', ...list.slice(13)]), /Items 13 and 14 have the same key x/);
  assert.throws(() => checked.check(0, ['y', ...list.slice(0, 13), null, ...list.slice(13)]), /key of item 14 is no string and no number/);
  const count = checked.lookups;
  // What was refused is forgotten, and a key that has gone may come back.
  checked.check(0, ['k69950', ...list]);
  assert.ok(checked.lookups - count <= 2);
});

test('of a long list only what differs is sized, and arrays that are the same are not read', () => {
  const [count, added] = [20_000, 100];
  const heights = Array.from({ length: count }, (_, place) => 40 + place % 7);
  const before = new FeedNames(column({ heights }), names(count));
  const same = counted(heights);
  const alike = new FeedNames(column({ heights: same.list }), before.keys[0]);
  const { sections: [{ items }] } = alike.snapshot;
  const again = { ...alike, snapshot: column(items), keys: alike.keys };
  same.reads = 0;
  assert.deepEqual(snapshotSteps(alike, again), []);
  assert.equal(same.reads, 0);
  const longer = new FeedNames(column({ heights: [...Array(added).fill(9), ...heights] }), [...names(added, 'n'), ...names(count)]);
  const made = [];
  const { at } = ItemSizes.prototype;
  ItemSizes.prototype.at = function (place) { made.push(place); return at.call(this, place); };
  try {
    assert.deepEqual(snapshotSteps(before, longer), [{ insert: [{ section: 0, item: 0, items: { heights: Array(added).fill(9) } }] }]);
    assert.equal(made.length, added);
    const resized = new FeedNames(column({ heights: heights.with?.(5, 1) ?? heights.map((height, place) => (place === 5 ? 1 : height)) }), names(count));
    assert.deepEqual(snapshotSteps(before, resized), [{ resize: [{ section: 0, at: [5], heights: [1] }] }]);
    assert.ok(made.length < added + 10);
  } finally {
    ItemSizes.prototype.at = at;
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedNames } from '../../built/source/feed/carriedNames.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { send } from '../support/running.js';

/** The service's result of steps on plain lists; null if it refuses them. */
async function plan(counts, steps) {
  const { status, answer } = await send('POST', '/v1/plans', { counts, steps });
  return status === 200 ? answer : null;
}

/** A step for a list of counts, which mostly can be applied. */
function randomStep(random, counts) {
  const section = () => random.whole(0, counts.length - 1);
  const path = (extra = 0) => {
    const number = section();
    return { section: number, item: random.whole(0, counts[number] + extra) };
  };
  const some = (make, most = 2) => Array.from({ length: random.whole(0, most) }, make);
  const step = {
    delete: some(() => ({ ...path(-1), ...(random.chance(0.5) && { count: random.whole(1, 3) }) })),
    insert: some(() => ({ ...path(), items: random.pick([2, { count: 3, height: 9 }, { heights: [4, 5] }, [{ count: 2, height: 1 }, { height: 2 }]]) })),
    move: some(() => ({ from: path(-1), to: path(), ...(random.chance(0.4) && { count: 2 }) })),
    reload: some(() => path(-1), 1),
  };
  if (random.chance(0.3)) step.deleteSections = [{ section: section() }];
  if (random.chance(0.3)) step.insertSections = [{ section: section(), sections: [{ id: `new ${random.whole(0, 99)}`, items: 2 }, { items: 3 }].slice(random.whole(0, 1)) }];
  if (random.chance(0.3)) step.moveSections = [{ from: section(), to: section() }];
  if (random.chance(0.2)) step.reloadSections = [{ section: section(), value: { id: 'again', items: 4 } }];
  return Object.fromEntries(Object.entries(step).filter(([, entries]) => entries.length > 0));
}

test('keys go where the service says that the items go; what is new has none', async () => {
  let applied = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = new SeededRandom(seed);
    const counts = Array.from({ length: random.whole(1, 4) }, () => random.whole(3, 9));
    const keys = counts.map((count, section) => Array.from({ length: count }, (_, item) => `${section}.${item}`));
    const unkeyed = random.chance(0.4) ? random.whole(0, counts.length - 1) : -1;
    const names = new FeedNames(
      { sections: counts.map((items, section) => ({ id: `s${section}`, items })) },
      keys.map((list, section) => (section === unkeyed ? null : list)));
    const steps = [randomStep(random, counts)];
    if (random.chance(0.4)) steps.push({ insert: [{ section: 0, item: 0, items: 1 }], delete: [{ section: 0, item: 1 }] });
    const planned = await plan(counts, steps);
    if (!planned) continue;
    applied += 1;
    const carried = carriedNames(names, steps);
    const message = `seed ${seed}: ${JSON.stringify([counts, unkeyed, steps])}`;
    for (const [section, source] of planned.sections.entries()) {
      assert.equal(carried.count(section), planned.counts[section], message);
      const isReloaded = steps[0].reloadSections?.[0].section === source;
      if (source !== null) assert.equal(carried.sectionId(section), isReloaded ? 'again' : `s${source}`, message);
      const expected = planned.items[section].flatMap(({ count, section: from, item }) => Array.from({ length: count }, (_, place) => (
        from === undefined || from === unkeyed ? undefined : keys[from][item + place])));
      const own = source === unkeyed && source !== null ? expected.map(() => undefined) : expected;
      assert.deepEqual(expected.map((_, item) => carried.key(section, item)), own, message);
      for (const [item, key] of own.entries()) if (key !== undefined) assert.deepEqual(carried.find(key), { section, item }, message);
    }
  }
  assert.ok(applied > 80, `${applied}`);
});

test('names without keys keep the sections, unknown ones stay unknown, and too many are given up', () => {
  const sections = [{ id: 'a', items: 1e9 }, { id: 'b', items: 3 }];
  const step = { deleteSections: [{ section: 0 }], insertSections: [{ section: 1, sections: [{ id: 'c', items: 2e9 }] }], insert: [{ section: 0, item: 1, items: 2e9 }] };
  const plain = carriedNames(new FeedNames({ sections }), [step]);
  assert.deepEqual([plain.keys, plain.count(0), plain.count(1), plain.sectionId(1), plain.snapshot], [null, 2e9 + 3, 2e9, 'c', null]);
  const keyed = carriedNames(new FeedNames({ sections }, [null, ['x', 'y', 'z']]), [step]);
  assert.deepEqual([keyed.keys, keyed.count(0), keyed.section(0)], [[null, null], 2e9 + 3, 'id b']);
  const unknown = carriedNames(new FeedNames(null), [step]);
  assert.deepEqual([unknown.keys, unknown.count(0), unknown.sectionId(0)], [null, -1, undefined]);
  const names = new FeedNames({ sections }, [null, ['x', 'y', 'z']]);
  assert.equal(carriedNames(names, []), names);
  const moved = [{ move: [{ from: { section: 1, item: 2 }, to: { section: 1, item: 1 } }], insert: [{ section: 1, item: 1, items: [] }] }];
  assert.deepEqual([0, 1, 2].map((item) => carriedNames(names, moved).key(1, item)), ['x', 'z', 'y']);
});

test('names are for the same items where none has two keys', () => {
  const sections = [{ items: 2 }, { items: 1 }];
  const names = (keys) => new FeedNames({ sections }, keys);
  const carried = carriedNames(names([['a', 'b'], null]), [{ insert: [{ section: 0, item: 1, items: 1 }] }]);
  const after = (keys) => new FeedNames({ sections: [{ items: 3 }, { items: 1 }] }, keys);
  assert.deepEqual([['a', 'n', 'b'], ['a', 'b', 'n'], ['n', 'a', 'b']].map((keys) => after([keys, null]).isFor(carried)), [true, false, false]);
  assert.deepEqual([after([['a', 'n', 'b'], ['c']]).isFor(carried), after(undefined).isFor(carried), after([['a', 'n', 'b'], null]).isFor(after(undefined))], [false, false, false]);
  assert.equal(FeedNames.of({ sectionCount: 2, itemCount: 3 }, [['a', 'b'], ['c']]).id('cell', 1, 0), 'cell section 1 "c"');
  assert.throws(() => FeedNames.of({ sectionCount: 1, itemCount: 3 }, ['a', 'b']), TypeError);
  const partly = FeedNames.of({ sectionCount: 2, itemCount: 9 }, [['a', 'b'], null]);
  const moved = carriedNames(partly, [{ move: [{ from: { section: 1, item: 4 }, to: { section: 0, item: 0 } }], insertSections: [{ section: 2, sections: [{ items: 3 }] }] }]);
  assert.deepEqual([[0, 1].map((section) => partly.count(section)), [0, 1, 2].map((section) => moved.count(section))], [[2, -1], [3, -1, 3]]);
  assert.deepEqual(moved.keys, [[undefined, 'a', 'b'], null, [undefined, undefined, undefined]]);
});

test('a least length of the content changes no names', () => {
  const names = FeedNames.from({ sections: [{ items: 2 }] }, ['a', 'b']);
  assert.equal(carriedNames(names, [{ set: { minimumContentLength: 500 } }]), names);
  for (const step of [{ set: { globalHeaders: [] } }, { set: { minimumContentLength: 500 }, insert: [{ section: 0, item: 0, items: 1 }] }]) {
    const after = carriedNames(names, [step]);
    assert.equal(after.snapshot, null);
    assert.equal(after.find('a').item, Number('insert' in step));
  }
});

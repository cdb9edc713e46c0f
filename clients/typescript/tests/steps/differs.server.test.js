import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepsBetween } from '../../built/index.js';
import { ItemSizes } from '../../built/source/steps/itemForms.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { send } from '../support/running.js';

const members = ['width', 'height', 'estimated'];

/** Entries with what may be left out, and items in one form. */
function written(step) {
  return Object.fromEntries(Object.entries(step).map(([name, entries]) => [name, entries.map((entry) => {
    const { items } = entry;
    if (items === undefined) return { count: 1, ...entry };
    if (typeof items === 'number') return entry;
    const count = Array.isArray(items) ? items.reduce((sum, one) => sum + (one.count ?? 1), 0) : items.count ?? (items.heights ?? items.widths).length;
    const sizes = new ItemSizes(items, members, {});
    const written = Array.from({ length: count }, (_, place) => sizes.at(place));
    return { ...entry, items: written.map(({ estimated, ...size }) => (estimated ? { ...size, estimated } : size)) };
  })]));
}

/** The steps of the service's differ. */
async function diff(lists) {
  const { status, answer } = await send('POST', '/v1/diffs', lists);
  assert.equal(status, 200, JSON.stringify(answer));
  return answer.steps.map(written);
}

/** A list of keys, and another one with some of them, in another order here and there, and with new ones. */
function randomLists(random, greatest) {
  const key = (name, number) => (random.chance(0.2) ? number : random.chance(0.1) ? number + 0.5 : `${name}${number}`);
  const before = Array.from({ length: random.whole(0, greatest) }, (_, number) => key('é', number));
  const stays = random.pick([0, 0.5, 0.9, 1]);
  const after = before.filter(() => random.chance(stays));
  if (random.chance(0.2)) after.sort(() => random.next() - 0.5);
  if (random.chance(0.1)) after.reverse();
  for (let count = random.whole(0, 4); count > 0 && after.length > 0; count -= 1) {
    const row = after.splice(random.whole(0, after.length - 1), random.whole(1, 5));
    after.splice(random.whole(0, after.length), 0, ...row);
  }
  for (let count = random.whole(0, 1 + greatest / 4); count > 0; count -= 1) {
    after.splice(random.whole(0, after.length), 0, key('e\u0301', 1_000_000 + count));
  }
  return [before, after];
}

/** What a step makes of a list: what is inserted and moved takes its places, the others the rest. */
function applied(step, before, after) {
  const made = new Array(after.length).fill(undefined);
  const gone = new Set();
  const each = (count, put) => { for (let number = 0; number < count; number += 1) put(number); };
  for (const { item, count } of step.delete ?? []) each(count, (number) => gone.add(item + number));
  for (const { from, to, count } of step.move ?? []) {
    each(count, (number) => {
      gone.add(from.item + number);
      made[to.item + number] = before[from.item + number];
    });
  }
  for (const { item, items } of step.insert ?? []) {
    each(Array.isArray(items) ? items.length : items, (number) => { made[item + number] = after[item + number]; });
  }
  const rest = before.filter((_, place) => !gone.has(place)).values();
  return made.map((key) => (key === undefined ? rest.next().value : key));
}

/** How many choices there are of what stays: of longest rows of keys that have kept their order. */
function choices(before, after) {
  const places = new Map(before.map((key, place) => [key, place]));
  const rows = [];
  for (const key of after) {
    const place = places.get(key);
    if (place === undefined) continue;
    const ahead = rows.filter((row) => row.place < place);
    const length = Math.max(0, ...ahead.map((row) => row.length));
    const count = ahead.reduce((sum, row) => sum + (row.length === length ? row.count : 0), 0);
    rows.push({ place, length: length + 1, count: count || 1 });
  }
  const longest = Math.max(0, ...rows.map(({ length }) => length));
  return rows.reduce((sum, { length, count }) => sum + (length === longest ? count : 0), 0);
}

const moved = ({ move = [] }) => move.reduce((sum, { count }) => sum + count, 0);

/** How many steps were compared, by what is in them. */
const compared = new Map();

/**
 * Both delete and insert the same, and move as few as there can be. The items that stay are the same if there is no choice; of
 * several rows that are as long, docs/rules.md names none.
 */
function compare(here, there, before, after, message) {
  const [[one = {}, ...others], [other = {}]] = [here, there];
  assert.deepEqual(others, []);
  const count = after.length > 1000 ? 2 : choices(before, after);
  if (count <= 1) assert.deepEqual(here, there, message);
  else {
    const [{ move: _, ...rest }, { move: __, ...otherRest }] = [one, other];
    assert.deepEqual(rest, otherRest, message);
    assert.equal(moved(one), moved(other), message);
    for (const step of [one, other]) assert.deepEqual(applied(step, before, after), [...after], message);
  }
  for (const name of [...Object.keys(one), ...(one.move && count === 1 ? ['only choice'] : [])]) {
    compared.set(name, (compared.get(name) ?? 0) + 1);
  }
}

test('two lists of keys have the same steps here and in the service', async () => {
  const random = new SeededRandom(35);
  for (let turn = 0; turn < 600; turn += 1) {
    const [before, after] = turn < 4 ? [[[], []], [['a'], []], [[], ['a']], [['a', 1], ['a', 1]]][turn]
      : randomLists(random, turn < 400 ? 12 : 120);
    const message = `${turn}: ${JSON.stringify([before, after])}`;
    compare(stepsBetween(before, after).map(written), await diff({ before, after }), before, after, message);
  }
  for (const name of ['delete', 'insert', 'move', 'only choice']) assert.ok(compared.get(name) > 50, name);
});

test('with sizes, what is inserted has the same ones', async () => {
  const random = new SeededRandom(36);
  for (let turn = 0; turn < 200; turn += 1) {
    const [before, after] = randomLists(random, 30);
    const [hasWidths, hasEstimates] = [random.chance(0.5), random.chance(0.3)];
    const sizes = new Map([...before, ...after].map((key) => [key, {
      height: random.extent(1, 99), ...(hasWidths && { width: random.extent(1, 99) }),
      ...(hasEstimates && random.chance(0.5) && { estimated: true }),
    }]));
    const steps = stepsBetween(before, after, { size: (key) => sizes.get(key) }).map(written);
    compare(steps, await diff({ before, after, items: after.map((key) => sizes.get(key)) }), before, after, `${turn}`);
  }
});

test('sections go by the same differ', async () => {
  const random = new SeededRandom(37);
  for (let turn = 0; turn < 200; turn += 1) {
    const [before, after] = randomLists(random, 10).map((keys) => keys.map(String));
    const [old, now] = [before, after].map((ids) => (
      { snapshot: { sections: ids.map((id) => ({ id, items: 1 })) }, keys: ids.map(() => ['a']) }));
    const item = ({ section, ...entry }) => ({ section: 0, item: section, ...entry });
    const steps = snapshotSteps(old, now).map(({ deleteSections, insertSections, moveSections, ...step }) => ({
      ...step,
      ...(deleteSections && { delete: deleteSections.map(item) }),
      ...(insertSections && {
        insert: insertSections.map(({ section, sections }) => {
          assert.deepEqual(sections.map(({ id }) => id), after.slice(section, section + sections.length));
          return { section: 0, item: section, items: sections.length };
        }),
      }),
      ...(moveSections && {
        move: moveSections.map(({ from, to, count }) => ({ from: { section: 0, item: from }, to: { section: 0, item: to }, count })),
      }),
    }));
    compare(steps.map(written), await diff({ before, after }), before, after, `${turn}`);
  }
});

test('a hundred thousand keys, thousands of which move', async () => {
  const random = new SeededRandom(38);
  const before = Array.from({ length: 100_000 }, (_, number) => number);
  const after = before.filter(() => random.chance(0.95));
  for (let count = 0; count < 2000; count += 1) {
    const [one, other] = [random.whole(0, after.length - 1), random.whole(0, after.length - 1)];
    [after[one], after[other]] = [after[other], after[one]];
  }
  for (let count = 0; count < 1000; count += 1) after.push(200_000 + count);
  const steps = stepsBetween(before, after).map(written);
  assert.ok(moved(steps[0]) > 3000);
  compare(steps, await diff({ before, after }), before, after);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, placesIn } from '../../built/source/feed/finding/folded.js';
import { Scan } from '../../built/source/feed/finding/Scan.js';
import { ManualClock } from '../support/ManualClock.js';
import { SeededRandom } from '../support/SeededRandom.js';

const letters = [
  'a', 'A', 'b', '\u00e9', 'e\u0301', 'E\u0301', 'E', '\u0301', 'J\u030c', '\u01f0', '\u0130', 'i', '\u03a3', '\u03c2', '\u03c3',
  '\u00df', '\u00c5', '\u212b', 'a\u030a', '\uac00', '\u1100\u1161', '\u{1f44d}\u{1f3fd}', ' ',
];
const randomText = (random, most) => Array.from({ length: random.whole(0, most) }, () => random.pick(letters)).join('');

test('texts are compared composed, and in small letters', () => {
  const same = [
    ['\u00c9', 'e\u0301'], ['J\u030c', '\u01f0'], ['ΟΔΟΣ', 'οδος'], ['\u212b', '\u00e5'], ['\uac00', '\u1100\u1161'], ['WORT', 'wort'],
  ];
  for (const [one, other] of same) assert.equal(folded(one), folded(other), one);
  for (const [one, other] of [['e', '\u00e9'], ['\u00df', 'ss'], ['\u0131', 'i']]) assert.notEqual(folded(one), folded(other), one);
  // While a word is written, its last letter is not that of the word.
  assert.ok(folded('ΟΔΟΣΑ').includes(folded('ΟΔΟΣ')));
});

test('the places of a word are where a text has it, whatever its marks', () => {
  assert.deepEqual(placesIn('A cafe\u0301, a CAF\u00c9', folded('caf\u00e9')), [[2, 7], [11, 15]]);
  assert.deepEqual(placesIn('aaaa', 'aa'), [[0, 2], [2, 4]]);
  // A part of a letter stands for all of it.
  assert.deepEqual(placesIn('x\u0130stanbul', 'is'), []);
  assert.deepEqual(placesIn('x\u0130', 'i'), [[1, 2]]);
  for (let seed = 1; seed <= 2000; seed += 1) {
    const random = new SeededRandom(seed);
    const text = randomText(random, 12);
    const word = folded(randomText(random, 2));
    if (word === '') continue;
    const found = placesIn(text, word);
    assert.equal(found.length > 0, folded(text).includes(word), `seed ${seed}`);
    let last = 0;
    for (const [start, end] of found) {
      assert.ok(start >= last || word.length === 1, `seed ${seed}`);
      assert.ok(folded(text.slice(start, end)).includes(word), `seed ${seed}: ${JSON.stringify([text, word, start, end])}`);
      last = end;
    }
  }
});

/** A scan of lists of texts, and the times of its slices by a clock that goes on by `cost` for each row. */
function scanOf(lists, word, { first = { section: 0, item: 0 }, cost = 1 } = {}) {
  const clock = new ManualClock();
  const rows = [];
  const slices = [];
  const scan = new Scan({
    word, counts: lists.map(({ length }) => length), first, clock,
    text: (section, item) => {
      clock.time += cost;
      rows.push([section, item]);
      return lists[section][item];
    },
    sliced: () => slices.push(rows.length),
  });
  return { scan, clock, rows, slices };
}

async function ended({ scan, clock }) {
  while (!scan.isDone) await clock.advance(0);
}

/** The hits by a plain search, in the order of the list. */
const plainHits = (lists, word) => lists.flat().flatMap((text, row) => (
  word !== '' && text !== undefined && folded(text).includes(folded(word)) ? [row] : []));

test('a scan finds what a plain search finds, and goes round in the order of the list', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = new SeededRandom(seed * 31);
    const lists = Array.from({ length: random.whole(0, 4) }, () => Array.from({ length: random.whole(0, 9) }, () => (
      random.chance(0.2) ? undefined : randomText(random, 6))));
    const word = randomText(random, 2);
    const section = random.whole(0, 3);
    const found = scanOf(lists, word, { first: { section, item: random.whole(0, 9) }, cost: random.whole(1, 5) });
    const { scan } = found;
    const hits = plainHits(lists, word);
    scan.run();
    await ended(found);
    const total = lists.flat().length;
    assert.equal(scan.count, hits.length, `seed ${seed}`);
    assert.equal(scan.skipped, word === '' ? 0 : lists.flat().filter((text) => text === undefined).length);
    assert.equal(found.rows.length, word === '' ? 0 : total);
    for (let row = 0; row < total; row += 1) {
      assert.equal(scan.row(scan.path(row)), row);
      assert.equal(scan.has(row), hits.includes(row));
      if (scan.has(row)) assert.equal(scan.number(row), hits.indexOf(row) + 1);
      assert.equal(scan.after(row, true), hits.find((hit) => hit >= row) ?? hits[0] ?? null, `seed ${seed}`);
      assert.equal(scan.after(row, false), hits.find((hit) => hit > row) ?? hits[0] ?? null);
      assert.equal(scan.before(row), hits.filter((hit) => hit < row).at(-1) ?? hits.at(-1) ?? null);
    }
  }
});

test('what is answered before a scan ends is what is answered afterwards', async () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = new SeededRandom(seed * 77);
    const lists = [Array.from({ length: 40 }, () => (random.chance(0.3) ? 'a' : 'b'))];
    const found = scanOf(lists, 'a', { first: { section: 0, item: random.whole(0, 39) }, cost: 2 });
    const early = [];
    const { scan } = found;
    scan.run();
    for (;;) {
      for (let row = 0; row < 40; row += 1) {
        early.push(['after', row, scan.after(row, true)], ['before', row, scan.before(row)]);
      }
      if (scan.isDone) break;
      await found.clock.advance(0);
    }
    const known = early.filter(([, , value]) => value !== undefined);
    assert.ok(known.length > 80);
    for (const [way, row, value] of known) {
      assert.equal(value, way === 'after' ? scan.after(row, true) : scan.before(row), `seed ${seed}: ${way} ${row}`);
    }
  }
});

test('a slice takes 8 ms, begins in sight, and other tasks run before the next one', async () => {
  const lists = [Array.from({ length: 100 }, (_, item) => `row ${item}`)];
  const found = scanOf(lists, 'row', { first: { section: 0, item: 50 }, cost: 0.5 });
  found.scan.run();
  assert.deepEqual(found.slices, [16]);
  assert.deepEqual(found.rows[0], [0, 50]);
  assert.deepEqual(found.clock.pending, [0]);
  await found.clock.advance(0);
  assert.deepEqual(found.slices, [16, 32]);
  await ended(found);
  assert.deepEqual(found.slices, [16, 32, 48, 64, 80, 96, 100]);
  assert.deepEqual(found.clock.pending, []);
  const stopped = scanOf(lists, 'row');
  stopped.scan.run();
  stopped.scan.stop();
  await stopped.clock.advance(100);
  assert.deepEqual(stopped.slices, [8]);
});

test('of 200 000 texts, those of the first 10 000 rows are looked at in two slices', async () => {
  const lists = [Array.from({ length: 200_000 }, (_, item) => `${item} `.padEnd(80, 'a text as they stand in lists of posts '))];
  // A thousandth of a millisecond for each: some browsers take less.
  const found = scanOf(lists, ' 9999 A TEXT'.trim(), { cost: 2 ** -10 });
  found.scan.run();
  await found.clock.advance(0);
  assert.ok(found.rows.length > 10_000);
  assert.equal(found.scan.count, 1);
  await ended(found);
  assert.deepEqual(found.slices.slice(0, 3), [8192, 16_384, 24_576]);
  assert.equal(found.rows.length, 200_000);
  assert.equal(found.scan.count, plainHits(lists, '9999 a text').length);
});

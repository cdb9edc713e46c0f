import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { nameOf, printedPageLength, printedRows, specialName } from '../../built/source/feed/features/printedRows.js';
import { file, skip } from '../support/moduleFile.js';
import { SeededRandom } from '../support/SeededRandom.js';

const local = skip ? null : await LayoutService.local({ module: readFileSync(file) });
const laid = async (snapshot, size = { width: 390 }) => await local.post({ engine: 'column', ...snapshot }, size);

/** The rows to print of a layout that is here, and the pages that were asked for. */
function rowsOf(layout, limit, lead, isHere = () => true) {
  const length = printedPageLength(layout);
  const asking = printedRows(layout, { limit, lead, length });
  const asked = [];
  let step = asking.next();
  while (!step.done) {
    asked.push(step.value);
    step = asking.next(isHere(step.value) ? layout.pageIfHere(step.value, { length, maximumElements: 1e6 }) : null);
  }
  const cells = step.value.elements.filter(({ page, index }) => page.isCell(index)).map(({ page, index }) => page.item[index]);
  return { ...step.value, cells, asked };
}

test('all rows are printed, or the first ones while what is visible begins among them, else those around it', { skip }, async () => {
  const random = new SeededRandom(7);
  const items = { heights: Array.from({ length: 3000 }, () => random.whole(1, 90)) };
  const starts = [0];
  for (const height of items.heights) starts.push(starts.at(-1) + height);
  const layout = await laid({ sections: [{ items }] });
  assert.equal(rowsOf(layout, 3000, 90_000).cells.length, 3000);
  for (let time = 0; time < 60; time += 1) {
    const limit = random.whole(1, 400);
    const lead = random.whole(0, layout.contentSize.height - 1);
    const { cells, cellCount, first, low } = rowsOf(layout, limit, lead);
    const visible = starts.findIndex((start) => start > lead) - 1;
    const begin = cells[0];
    assert.deepEqual([cells.length, cellCount, first.item], [limit, limit, begin]);
    assert.deepEqual(cells, Array.from({ length: limit }, (_, place) => begin + place));
    assert.ok(cells.includes(visible), `${visible} of ${begin} and ${limit} more`);
    if (visible < limit - 1) assert.equal(begin, 0);
    else if (visible > limit) assert.equal(begin, Math.min(visible - Math.floor(limit / 2), 3000 - limit));
    assert.equal(low, begin === 0 ? -Infinity : starts[begin]);
  }
});

test('headers are printed where they are at rest, those of what is printed alone', { skip }, async () => {
  const sections = Array.from({ length: 30 }, () => ({ headers: [{ height: 40, pin: true }], items: { count: 50, height: 20 } }));
  const layout = await laid({ sections, globalHeaders: [{ height: 60, pin: true }] });
  const first = rowsOf(layout, 120, 500);
  assert.deepEqual(first.special.map((one) => [specialName(one), one.frame.y]), [
    [nameOf('globalHeader', -1, 0), 0], ...[0, 1, 2].map((section) => [nameOf('header', section, 0), 60 + section * 1040]),
  ]);
  const later = rowsOf(layout, 100, 60 + 10 * 1040 + 540);
  assert.deepEqual([later.first, later.special.map(specialName)], [
    { section: 9, item: 25 }, [nameOf('header', 10, 0), nameOf('header', 11, 0)],
  ]);
  assert.ok(later.names.has(nameOf('cell', 11, 24)) && !later.names.has(nameOf('cell', 11, 25)));
});

test('no more is asked for than what is printed, also of endless content, and what is not here ends it', { skip }, async () => {
  const endless = await laid({ sections: [{ items: { count: 1e9, height: 40 } }] });
  for (const lead of [0, 2e10, 4e10 - 800]) {
    const { cells, asked } = rowsOf(endless, 2000, lead);
    assert.deepEqual([cells.length, asked.length < 60], [2000, true]);
  }
  const { cells } = rowsOf(endless, 2000, 2e10, (number) => number > 0 && Math.abs(number - 2_500_000) < 2);
  assert.ok(cells.length >= 200 && cells.length < 1000 && cells.includes(5e8), `${cells.length}`);
  const items = [0, 1, 2].map((place) => ({ x: 0, y: place * 1e12, width: 9, height: 9 }));
  const far = await laid({ engine: 'fixed', sections: [{ items }] });
  assert.ok(rowsOf(far, 2000, 0).asked.length < 50_000);
});

test('a list that begins at the right is printed from there', { skip }, async () => {
  const widths = Array.from({ length: 500 }, (_, item) => 30 + item % 7);
  const layout = await laid({ scrollDirection: 'horizontal', layoutDirection: 'rtl', sections: [{ items: { widths } }] }, { height: 300 });
  const { cells } = rowsOf(layout, 20, 0);
  assert.deepEqual(cells, Array.from({ length: 20 }, (_, item) => item));
  assert.ok(rowsOf(layout, 20, layout.contentSize.width - 300).cells.includes(495));
});

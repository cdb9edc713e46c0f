import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighborsIn } from '../../built/source/viewport/scrolling/neighbors.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { cases } from '../support/cases.js';
import { program, served as service } from '../support/running.js';

const sides = ['up', 'down', 'left', 'right'];
const length = 256;

/** All pages of a layout. */
async function pagesOf(layout) {
  const pages = [];
  for (let number = 0; number * length < Math.max(1, layout.axis.contentExtent); number += 1) pages.push(await layout.page(number, { length }));
  return pages;
}
/** What the service says, and what it is asked for. */
async function served(layout, section, item) {
  const extent = layout.axis.isHorizontal ? 'height' : 'width';
  const answer = await program.json(`/v1/layouts/${layout.id}/items/${section}/${item}/neighbors?${extent}=${layout.containerExtent}`);
  return Object.fromEntries(sides.map((side) => [side, answer[side]]));
}

test('pages name the neighbors that the service names', async () => {
  const counts = { whole: 0, partial: 0, unknown: 0 };
  for (const { seed, snapshot, extent } of cases('lists', { count: 40, turns: 0 })) {
    const random = new SeededRandom(seed * 733);
    const layout = await (await service.post(snapshot)).layout(extent);
    // All pages of it are asked for.
    if (layout.axis.contentExtent > 20_000) continue;
    const pages = await pagesOf(layout);
    const cells = pages.flatMap((page) => Array.from({ length: page.cellCount }, (_, index) => [page.section[index], page.item[index]]));
    for (let question = 0; cells.length > 0 && question < 12; question += 1) {
      const [section, item] = random.pick(cells);
      const wanted = await served(layout, section, item);
      assert.deepEqual(neighborsIn(pages, layout.axis, section, item), wanted, `seed ${seed}, item ${section},${item}`);
      counts.whole += 1;
      // Of some pages, in any order, what is not among them is not known; what is said is true.
      const first = random.whole(0, pages.length - 1);
      const some = pages.filter((_, place) => random.chance(0.15) || place >= first && place < first + 4).reverse();
      const found = neighborsIn(some, layout.axis, section, item);
      for (const side of sides) {
        if (found[side] === undefined) counts.unknown += 1;
        else assert.deepEqual(found[side], wanted[side], `seed ${seed}, ${side} of ${section},${item}`);
        if (found[side]) counts.partial += 1;
      }
    }
  }
  for (const [name, count] of Object.entries(counts)) assert.ok(count > 40, `${name}: ${count}`);
});

test('the nearest row in the next section is found, and nothing is named where a page is missing between', async () => {
  const body = { engine: 'column', metrics: { minimumColumnWidth: 100 }, sections: [{ items: 7 }, { headers: [{ height: 600 }], items: 1 }] };
  const layout = await service.post(body, { width: 300 });
  const pages = await pagesOf(layout);
  const among = (numbers, item) => neighborsIn(pages.filter(({ number }) => numbers.includes(number)), layout.axis, 0, item);
  // Nothing is below it but in other columns.
  assert.deepEqual([among([0, 1, 2, 3], 5).down.item, among([0, 1, 2, 3], 5).right], [6, null]);
  assert.equal(among([0, 1, 2], 5).down, undefined);
  const path = ({ section, item }) => [section, item];
  assert.deepEqual(path(among([0, 1, 2, 3], 6).down), [1, 0]);
  assert.equal(among([0, 1], 6).down, undefined);
  assert.equal(among([0, 2, 3], 6).down, undefined);
  assert.equal(among([1, 2], 6).left, undefined);
  assert.equal(among([0], 1).up, null);
});

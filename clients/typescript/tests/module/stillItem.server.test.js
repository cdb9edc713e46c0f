import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundsNow } from '../../built/source/viewport/change.js';
import { Axis } from '../../built/source/viewport/pages/Axis.js';
import { skip } from '../support/moduleFile.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { layoutModule, program, served as service } from '../support/running.js';

const held = (layout) => layout.local({ module: layoutModule, offline: true });
const column = (items) => ({ engine: 'column', metrics: { numberOfColumns: 1 }, sections: [{ items }] });
const at = (y, height = 400) => ({ x: 0, y, width: 320, height });

test('an item without an area is not visible, and is nothing to stand still', { skip }, async () => {
  const list = Array.from({ length: 30 }, (_, item) => item);
  const items = { heights: list.map((item) => (item === 12 ? 0 : 70)), estimated: list.map((item) => item === 11 || item === 13) };
  const viewport = (await held(await service.post(column(items), { width: 320 }))).viewport();
  viewport.update(at(790));
  // Item 14 stays in place, not 12, which is empty.
  assert.equal(viewport.measure([11, 13].map((item) => ({ section: 0, item, height: 150 }))).bounds.y, 950);
});

for (const [scrollDirection, layoutDirection] of [['vertical', 'ltr'], ['horizontal', 'ltr'], ['horizontal', 'rtl']]) {
  test(`measuring goes where a change goes, ${scrollDirection} ${layoutDirection}`, { skip }, async () => {
    const isVertical = scrollDirection === 'vertical';
    const [along, place] = isVertical ? ['height', 'y'] : ['width', 'x'];
    let [grown, moved] = [0, 0];
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = new SeededRandom(seed * 1009);
      const engine = random.pick(['column', 'waterfall', 'flow']);
      const [count, estimated] = [random.whole(20, 60), random.pick([0, 0.3, 1])];
      const extent = random.pick([44.1, 72.4, 100 / 3, 50]);
      const body = {
        engine, scrollDirection, layoutDirection, metrics: engine === 'column' ? { numberOfColumns: random.whole(1, 3) } : {},
        sections: [{
          items: Array.from({ length: count }, () => ({
            [isVertical ? 'width' : 'height']: 90, [along]: random.chance(0.6) ? extent : random.extent(10, 200), estimated: random.chance(estimated),
          })),
        }],
      };
      const served = await service.post(body, { [isVertical ? 'width' : 'height']: 300 });
      const viewport = (await held(served)).viewport();
      const edge = (await served.item(0, random.whole(0, count - 1))).frame;
      const { axis } = served;
      const most = axis.contentExtent - 200;
      const lead = Math.min(most, random.chance(0.5) ? axis.lead(edge) : random.extent(1, Math.max(1, most)));
      if (lead < 1) continue;
      const bounds = axis.across(axis.startAt(lead, 200), 200);
      viewport.update(bounds);
      const cells = [];
      viewport.forEach((page, index) => {
        if (!page.isCell(index)) return;
        const [start, end] = [axis.lead(page.element(index).frame), axis.lead(page.element(index).frame) + page[along][index]];
        if (start < lead + 200 - 0.001 && end > lead + 0.001) cells.push({ item: page.item[index], isKnown: !page.isEstimated(index) });
      });
      cells.sort((left, right) => left.item - right.item);
      if (cells.length === 0) continue;
      const measuredItems = [...new Set([...cells.map(({ item }) => item), random.whole(0, count - 1)])].filter(() => random.chance(0.7));
      if (measuredItems.length === 0) continue;
      const heights = measuredItems.map(() => random.extent(10, 250));
      const sizes = measuredItems.map((item, index) => ({ section: 0, item, [along]: heights[index] }));
      const step = { resize: [{ section: 0, at: measuredItems, [`${along}s`]: heights }] };
      const { anchor: [anchor] } = { anchor: cells.filter(({ isKnown }) => isKnown) };
      const rule = anchor ? { section: 0, item: anchor.item } : 'first';
      const expected = await served.change(step, { bounds, anchor: rule });
      const change = viewport.measure(sizes);
      const message = `seed ${seed}: ${JSON.stringify({ engine, lead, sizes, cells })}`;
      if (!change) continue;
      assert.ok(Math.abs(change.bounds[place] - expected.bounds[place]) < 1e-6, `${message} ${change.bounds[place]} ${expected.bounds[place]}`);
      // If the size of the first visible cell was known, that cell keeps its place by the rule `first`, too.
      if (cells[0].isKnown) {
        const usual = await served.change(step, { bounds, anchor: 'first' });
        assert.ok(Math.abs(change.bounds[place] - usual.bounds[place]) < 1e-6, message);
        grown += sizes.some(({ item }) => item === cells[0].item) ? 1 : 0;
      }
      moved += change.bounds[place] === bounds[place] ? 0 : 1;
      viewport.close();
    }
    assert.ok(grown > 5 && moved > 5, `${grown} ${moved}`);
  });
}

test('pages of a mirrored list are kept where its ends are rounded', { skip }, async () => {
  let moved = 0;
  for (const width of [44.1, 72.4, 100 / 3]) {
    const content = 300 * width;
    // Those whose lead is less when it is computed from the right edge.
    const rounded = Array.from({ length: 300 }, (_, item) => item)
      .filter((item) => content - (content - item * width - width) - width < item * width);
    assert.ok(rounded.length > 20);
    for (const item of rounded.slice(0, 5)) {
      const body = { engine: 'column', scrollDirection: 'horizontal', layoutDirection: 'rtl', sections: [{ items: { count: 300, width } }] };
      const layout = await service.post(body, { height: 300 });
      const viewport = layout.viewport({ pageLength: 30, maximumPages: 300, maximumPrefetchPages: 0 });
      const show = async (lead) => {
        const { axis } = viewport.layout;
        viewport.update({ ...axis.across(axis.startAt(lead, 400), 400) });
        await viewport.whenWhole();
        const keys = [];
        viewport.forEach((page, index) => keys.push(`${page.item[index]} ${page.x[index].toFixed(4)}`));
        const { elements } = await program.json(`/v1/layouts/${viewport.layout.id}/elements?height=300&rect=${[viewport.bounds.x, 0, 400, 300]}`);
        assert.deepEqual(keys.sort(), elements.map((cell) => `${cell.item} ${cell.frame.x.toFixed(4)}`).sort(), `${width} ${item} ${lead}`);
      };
      const lead = item * width;
      for (const by of [-400, -200, 0, 200, 400]) await show(Math.max(0, lead + by) + 5.3);
      await viewport.change({ insert: [{ section: 0, item, items: { count: 2, width: 50.5 } }] });
      moved += viewport.pageCount;
      for (const by of [-400, -200, 0, 101, 300, 500]) await show(Math.max(0, lead + by) + 5.3);
      viewport.close();
    }
  }
  assert.ok(moved > 40, String(moved));
});

test('what is seen while a change is on the way is behind it, or before it, also where sums are rounded', () => {
  const axis = (height) => new Axis('vertical', 'ltr', { width: 300, height });
  const change = {
    layout: { axis: axis(10_100) }, parent: { axis: axis(10_000) }, anchor: { section: 0, item: 4, edge: 'leading' },
    bounds: at(500), changed: { before: { start: 308.7, end: 352.8 }, after: { start: 308.7, end: 452.8 } },
  };
  assert.equal(boundsNow(change, at(500), at(352.8 - 1e-12)).y, 352.8 - 1e-12 + 100);
  assert.equal(boundsNow(change, at(500), at(8.7 + 1e-12, 300)).y, 8.7 + 1e-12);
  // Up to where the page has left room for bars.
  const inset = { top: 50, left: 0, bottom: 60, right: 0 };
  assert.deepEqual([-70, 9999].map((y) => boundsNow(change, at(500), at(y, 300), inset).y), [-50, 10_100 - 300 + 60]);
});

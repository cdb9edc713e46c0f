import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Previews } from '../../built/source/viewport/scrolling/Previews.js';
import { autoScrollAt, cellAt, draggedAt } from '../../built/source/viewport/scrolling/reordering.js';
import { cases, views } from '../support/cases.js';
import { served as service } from '../support/running.js';

const inset = { top: 10, left: 5, bottom: 0, right: 15 };

/** A preview, once it is here; null if the service refuses it. */
async function reached(layout, item, target, rect) {
  let tell;
  const told = new Promise((resolve) => { tell = resolve; });
  const previews = new Previews({ axis: layout.axis, reorder: (request) => layout.reorder({ ...request, bounds: rect }) }, item, tell);
  previews.at(target, rect, inset);
  await told;
  return previews.at(target, { ...rect, width: 1, height: 1 }, inset);
}

test('a drag is where the service has it', async () => {
  const counts = { same: 0, other: 0, refused: 0 };
  for (const { seed, snapshot: body, extent, turns: [turn] } of cases('lists', { count: 60, turns: 1, places: 8 })) {
    const snapshot = await service.post(body);
    const layout = await snapshot.layout(extent);
    for (const [number, { bounds, item: target, reorder: { item } }] of views(turn).entries()) {
      // A finger is in the view.
      const point = { x: bounds.x + bounds.width * (number % 3 + 0.4) / 3, y: bounds.y + bounds.height * (number % 5 + 0.6) / 5 };
      const message = `seed ${seed}, place ${number}`;
      const wanted = await layout.reorder({ item, target, point, bounds, inset }).catch((error) => error);
      const preview = await reached(layout, item, target, bounds);
      if (!preview) {
        assert.ok(wanted.status >= 400, message);
        counts.refused += 1;
        continue;
      }
      // In a mirrored layout previews are at the start of the content.
      const by = layout.axis.isMirrored ? layout.axis.contentExtent - preview.contentSize.width : 0;
      const cell = cellAt(preview, item, { x: point.x + by, y: point.y });
      if (wanted.status === 422) {
        // The cell under the finger is in a section that does not take it.
        if (cell) assert.equal(await reached(layout, item, cell, bounds), null, message);
        counts.refused += 1;
        continue;
      }
      // Where there is no cell, the service is asked.
      const found = cell ?? wanted.target;
      assert.deepEqual(found, wanted.target, message);
      counts[found.section === target.section && found.item === target.item ? 'same' : 'other'] += 1;
      assert.deepEqual(draggedAt(wanted.gap, point), wanted.dragged);
      const { axis } = await (await snapshot.change({ move: [{ from: item, to: found }] })).layout(layout.containerExtent);
      assert.ok(Math.abs(autoScrollAt(axis, point, bounds) - wanted.autoScroll) < 1e-6, message);
    }
  }
  for (const name of ['same', 'other']) assert.ok(counts[name] > 40, JSON.stringify(counts));
});

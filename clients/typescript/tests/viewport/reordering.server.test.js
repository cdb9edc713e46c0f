import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LayoutService } from '../../index.js';
import { Previews } from '../../source/viewport/scrolling/Previews.js';
import { autoScrollAt, draggedAt, targetAt } from '../../source/viewport/scrolling/reordering.js';
import { directions } from '../support/randomLayout.js';
import { Program } from '../support/Program.js';
import { randomSnapshot } from '../support/randomSnapshot.js';
import { SeededRandom } from '../support/SeededRandom.js';

let program;
let service;
before(async () => {
  program = await Program.start();
  service = new LayoutService(program.url);
});
after(async () => assert.equal(await program?.stop() ?? 0, 0));

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

for (const [scrollDirection, layoutDirection] of directions) {
  test(`a drag is where the service has it, ${scrollDirection} ${layoutDirection}`, async () => {
    const counts = { same: 0, other: 0, refused: 0 };
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = new SeededRandom(seed * 557);
      const snapshot = await service.post(randomSnapshot(random, scrollDirection, layoutDirection));
      const layout = await snapshot.layout(random.pick([150, 320, 500]));
      const sections = [];
      for await (const { section, itemCount } of layout.sections()) if (itemCount > 0) sections.push({ section, itemCount });
      for (let question = 0; sections.length > 0 && question < 10; question += 1) {
        const [own, other] = [random.pick(sections), random.pick(sections)];
        const item = { section: own.section, item: random.whole(0, own.itemCount - 1) };
        const target = { section: other.section, item: random.whole(0, other.itemCount - 1) };
        const { contentSize: { width, height } } = layout;
        const bounds = { x: random.extent(0, width * 0.8), y: random.extent(0, height * 0.8), width: random.extent(50, 900), height: random.extent(50, 900) };
        const point = { x: bounds.x + random.next() * bounds.width, y: bounds.y + random.next() * bounds.height };
        const wanted = await layout.reorder({ item, target, point, bounds, inset }).catch((error) => error);
        const preview = await reached(layout, item, target, bounds);
        if (!preview) {
          assert.equal(wanted.status, 422, `seed ${seed}`);
          counts.refused += 1;
          continue;
        }
        // In a mirrored layout previews are at the start of the content.
        const by = layout.axis.isMirrored ? layout.axis.contentExtent - preview.contentSize.width : 0;
        const found = targetAt(preview, item, { x: point.x + by, y: point.y });
        if (wanted.status === 422) {
          // The cell under the finger is in a section that does not take it.
          assert.equal(await reached(layout, item, found, bounds), null, `seed ${seed}, question ${question}`);
          counts.refused += 1;
          continue;
        }
        assert.deepEqual(found, wanted.target, `seed ${seed}, question ${question}`);
        counts[found.section === target.section && found.item === target.item ? 'same' : 'other'] += 1;
        assert.deepEqual(draggedAt(wanted.gap, point), wanted.dragged);
        const { axis } = await (await snapshot.change({ move: [{ from: item, to: found }] })).layout(layout.containerExtent);
        assert.ok(Math.abs(autoScrollAt(axis, point, bounds) - wanted.autoScroll) < 1e-6, `seed ${seed}`);
      }
    }
    for (const name of ['same', 'other']) assert.ok(counts[name] > 10, JSON.stringify(counts));
  });
}

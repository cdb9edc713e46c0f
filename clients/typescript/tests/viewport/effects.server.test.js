import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effects } from '../../built/index.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { program, services } from '../support/running.js';

const named = {
  carousel: { unit: 90 }, coverFlow: { unit: 60 }, stack: { unit: 90 }, wheel: { unit: 90, height: 120 }, cylinder: { unit: 90 }, cube: { unit: 90 },
  fade: { unit: 90 }, cards: { unit: 90 },
};

/** An effect with all members. */
const whole = {
  unit: 80, perspective: 400, origin: { x: 0.2, y: 0.9, z: -0.3 },
  stops: [
    { at: -2.5, alpha: 0.2, scaleX: 0.7, scaleY: 1.3, rotateX: -70, rotateY: 25, rotate: -200, zIndex: -3, follow: 0.4 },
    { at: -0.5, scale: 0.8, x: -0.3, y: 0.2, z: -0.6 }, { at: 0, alpha: 1, scaleX: 1, scaleY: 1, rotateX: 0, rotateY: 0, rotate: 0, follow: 0 },
    { at: 1, scale: 1.1, x: 0.4, y: -0.1, z: 0.1, rotateX: 90 },
    { at: 1, rotateX: -35 }, { at: 3, alpha: 0.3, scaleX: 1.4, scaleY: -0.6, rotateX: 40, rotateY: -15, rotate: 90, zIndex: 4, follow: -0.2 },
  ],
};

/** A row of cells with an effect, between sections without one. */
const listWith = (effect, { isHorizontal, isMirrored }, items) => ({
  scrollDirection: isHorizontal ? 'horizontal' : 'vertical', layoutDirection: isMirrored ? 'rtl' : 'ltr', engine: 'column',
  sections: [
    { items: { count: 3, [isHorizontal ? 'width' : 'height']: 70 } },
    { headers: [{ [isHorizontal ? 'width' : 'height']: 40, pin: true }], metrics: { minimumLineSpacing: 6, effect }, items },
    { items: { count: 3, [isHorizontal ? 'width' : 'height']: 70 } },
  ],
});

for (const { name: where, service, ...options } of services) {
  test(`effects stay after a change, and at the outermost stop, ${where}`, options, async () => {
    const effect = { unit: 100, focus: 0, stops: [{ at: 0, follow: 1 }, { at: 5, follow: 1 }] };
    const layout = await service.post({ engine: 'column', sections: [{ items: { count: 20, height: 70 } }, { metrics: { effect }, items: { count: 30, height: 100 } }] }, { width: 120 });
    const viewport = layout.viewport({ pageLength: 300, maximumPrefetchPages: 0 });
    const items = async (y) => {
      viewport.update({ x: 0, y, width: 120, height: 320 });
      await viewport.whenWhole();
      return viewport.effects.map(({ item }) => item);
    };
    assert.deepEqual(await items(1500), [1, 2, 3, 4, 5, 6]);
    for (const y of [1200, 2100, 2700, 1500]) await items(y);
    const { bounds } = await viewport.change({ insert: [{ section: 0, item: 0, items: { count: 1, height: 70 } }] });
    assert.equal(bounds.y, 1570);
    assert.deepEqual(await items(1570), [1, 2, 3, 4, 5, 6]);
    assert.ok(viewport.hasEffect(1));
    viewport.close();
  });

  test(`cells are shown as effects of the service show them, ${where}`, options, async () => {
    let [shown, beside, hits] = [0, 0, 0];
    const shapes = Object.entries(named).map(([name, given]) => [name, effects[name](given)]);
    for (const [place, [name, effect]] of [...shapes, ['all members', whole]].entries()) {
      const random = new SeededRandom(place + 1);
      for (const axis of [{ isHorizontal: true }, { isHorizontal: true, isMirrored: true }, { isHorizontal: false }]) {
        const extent = axis.isHorizontal ? 'widths' : 'heights';
        const count = 60;
        const items = {
          [extent]: Array.from({ length: count }, () => random.whole(40, 120)),
          alpha: Array.from({ length: count }, (_, item) => (item % 5 === 0 ? 0.5 : null)),
          hidden: Array.from({ length: count }, (_, item) => item % 11 === 3),
          transform: Array.from({ length: count }, (_, item) => (item % 7 === 2 ? [0.8, 0.6, -0.6, 0.8, 5, -9] : null)),
        };
        const layout = await service.post(listWith({ focus: random.pick([0, 0.5, 1]), ...effect }, axis, items), axis.isHorizontal ? { height: 120 } : { width: 120 });
        const viewport = layout.viewport({ pageLength: 300, maximumPages: 60, maximumPrefetchPages: 0 });
        const length = layout.axis.contentExtent;
        let [last, copy] = [viewport.effects, structuredClone(viewport.effects)];
        for (let turn = 0; turn < 12; turn += 1) {
          const start = random.whole(-200, Math.floor(length));
          const bounds = axis.isHorizontal ? { x: start, y: 0, width: 320, height: 120 } : { x: 0, y: start, width: 120, height: 320 };
          const inset = { top: 0, left: 0, bottom: 0, right: 0, ...(turn % 3 === 0 && { left: 20, top: 10 }) };
          viewport.update(bounds, { inset });
          await viewport.whenWhole();
          const { effects: expected } = await program.json(
            `/v1/layouts/${layout.id}/special?${axis.isHorizontal ? 'height' : 'width'}=120&bounds=${Object.values(bounds)}&inset=${[inset.top, inset.left, inset.bottom, inset.right]}`);
          assert.deepEqual(viewport.effects.map((cell) => ({ ...cell })), expected, `${name} ${JSON.stringify([axis, bounds, inset])}`);
          // Those of the last bounds stay as they were.
          assert.deepEqual(last, copy);
          [last, copy] = [viewport.effects, structuredClone(viewport.effects)];
          shown += expected.length;
          const query = `${axis.isHorizontal ? 'height' : 'width'}=120&bounds=${Object.values(bounds)}&inset=${[inset.top, inset.left, inset.bottom, inset.right]}`;
          const point = { x: bounds.x + random.whole(0, bounds.width - 1), y: bounds.y + random.whole(0, bounds.height - 1) };
          const { element } = await program.json(`/v1/layouts/${layout.id}/hit?${query}&point=${point.x},${point.y}`);
          assert.deepEqual(await layout.hit(point, { bounds, inset }), element, `${name} ${JSON.stringify([axis, bounds, inset, point])}`);
          hits += Number(element?.distance !== undefined);
          const item = random.whole(0, count - 1);
          assert.deepEqual(await layout.item(1, item, { bounds, inset }), await program.json(`/v1/layouts/${layout.id}/items/1/${item}?${query}`));
          const at = (frame) => layout.axis.start(frame) + layout.axis.extent(frame);
          beside += expected.filter(({ frame }) => at(frame) <= start || layout.axis.start(frame) >= start + 320).length;
        }
        assert.ok(viewport.hasEffect(1) && !viewport.hasEffect(0));
        viewport.close();
      }
    }
    assert.ok(shown > 1000 && beside > 50 && hits > 50, `${shown} ${beside} ${hits}`);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { skip } from '../support/moduleFile.js';
import { layoutModule, program } from '../support/running.js';

/** A service that has posted nothing. */
const connected = () => new LayoutService(program.url, { attempts: 1 });
const seen = (viewport) => {
  const elements = [];
  viewport.forEach((page, index) => elements.push(page.element(index)));
  return elements;
};
const filled = (minimumContentLength, engine = 'column') => ({
  engine, minimumContentLength, globalHeaders: [{ height: 30 }], sections: [
    { items: { count: 20, height: 40 } }, { placeholder: { backgroundColor: 'red' } }, { items: { count: 20, height: 40 } },
    { engine: 'column', items: 1, metrics: { rowHeight: 'remainder', sectionInset: { top: 5 } } },
    { headers: [{ height: 10 }], items: 0, placeholder: {} }, { headers: [{ height: 12 }], placeholder: { height: 9 } },
  ],
});
const turned = (body) => JSON.parse(JSON.stringify(body).replaceAll('"height"', '"width"'));
const fillings = {
  'fillers with a part': filled(5000), 'fillers without a part': filled(100), 'flows beside fillers': filled(3000.1, 'flow'),
  'room at the end': { engine: 'column', minimumContentLength: 3000, sections: [{ items: 20 }, { items: { count: 30, height: 20 } }] },
  'to the left': { scrollDirection: 'horizontal', layoutDirection: 'rtl', ...turned(filled(5000.3)) },
};

for (const [name, body] of Object.entries(fillings)) {
  test(`a long layout has its least length when sections are read: ${name}`, { skip }, async () => {
    const { id } = await connected().post(body);
    const service = connected();
    const served = await (await service.snapshot(id)).layout(390);
    const local = await served.local({ module: layoutModule, maximumItems: 0 });
    const isHorizontal = body.scrollDirection === 'horizontal';
    const extent = ({ contentSize }) => contentSize[isHorizontal ? 'width' : 'height'];
    const whole = isHorizontal ? { x: 0, y: 0, width: 6000, height: 390 } : { x: 0, y: 0, width: 390, height: 6000 };
    const near = (own, theirs) => assert.ok(Math.abs(own - theirs) < 1e-6, `${own} ${theirs}`);
    near(extent(local), extent(served));
    const compare = async (here, there) => {
      for (const viewport of [here, there]) {
        viewport.update(whole);
        await viewport.whenWhole();
      }
      near(extent(here.layout), extent(there.layout));
      const [own, theirs] = [seen(here), seen(there)];
      assert.equal(own.length, theirs.length);
      for (const [place, { frame, ...element }] of own.entries()) {
        const { frame: other, ...same } = theirs[place];
        assert.deepEqual(element, same);
        for (const side of ['x', 'y', 'width', 'height']) near(frame[side], other[side]);
      }
    };
    const viewport = local.viewport();
    // One section after another.
    for (let section = 0; section < served.snapshot.sectionCount; section += 1) await local.item(section, 0).catch(() => null);
    near(extent(viewport.layout), extent(served));
    await compare(viewport, served.viewport());
    const size = { [isHorizontal ? 'width' : 'height']: 77 };
    const steps = [
      { insert: [{ section: 0, item: 0, items: { count: 2, width: 50, height: 50, ...size } }] }, { delete: [{ section: 0, item: 1, count: 12 }] },
      { set: { minimumContentLength: 5500 } },
    ];
    for (const step of steps) {
      await viewport.change(step);
      const there = await (await viewport.layout.told()).layout(390);
      await compare(viewport, there.viewport());
    }
  });
}

test('the least length that a step sets stays when sections are read', { skip }, async () => {
  const { id } = await connected().post(filled(5000));
  const service = connected();
  const local = await (await (await service.snapshot(id)).layout(390)).local({ module: layoutModule, maximumItems: 0 });
  const { layout } = await local.change({ set: { minimumContentLength: 6000 } });
  for (let number = 0; number < 8; number += 1) await layout.page(number);
  const frames = async (of) => {
    const list = [];
    for await (const { frame } of of.sections()) list.push(frame);
    return list;
  };
  assert.deepEqual(await frames(layout), await frames(await (await layout.told()).layout(390)));
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FeedNames } from '../../built/source/feed/FeedNames.js';
import { FeedNodes } from '../../built/source/feed/FeedNodes.js';
import { keyLists } from '../../built/source/steps/keyLists.js';
import { snapshotSteps } from '../../built/source/steps/snapshotSteps.js';
import { members } from '../../built/source/steps/tables.js';
import { keptPages } from '../../built/source/viewport/keptPages.js';
import { file, skip as noModule } from '../support/moduleFile.js';
import { Program } from '../support/Program.js';
import { SeededRandom } from '../support/SeededRandom.js';

const skip = noModule || ('probe' in members ? false : 'an engine, a metric and members of tests are in no client that ships');
/** @type {Program} */
let program;

before(async () => { if (!skip) program = await Program.start(['--store', 'memory']); });
after(async () => { await program?.stop(); });

/** Where layouts are computed, each with the same calls. */
const services = {
  'the service': async () => new LayoutService(program.url),
  'the module': async () => await LayoutService.local({ module: readFileSync(file) }),
};

const elements = (page) => Array.from({ length: page.count }, (_, index) => page.element(index));
const snapshot = (items, others) => ({ engine: 'probe', sections: [{ items, ...others }] });

for (const [name, make] of Object.entries(services)) {
  test(`a page of ${name} has an engine to come, its metric and what items say`, { skip }, async () => {
    const service = await make();
    const items = [{ probe: 3 }, {}, { height: 20, probe: 1 }, { count: 2, probe: -2 }];
    const layout = await service.post({ ...snapshot(items), metrics: { probeHeight: 35 } }, { width: 300 });
    assert.deepEqual(layout.contentSize, { width: 300, height: 160 });
    const page = await layout.page(0, { length: 1000 });
    assert.deepEqual(elements(page).map(({ probe, frame: { y, height } }) => [y, height, probe]), [
      [0, 35, 3], [35, 35, undefined], [70, 20, undefined], [90, 35, -2], [125, 35, -2],
    ]);
    for await (const section of layout.sections()) assert.equal(section.engine, 'probe');
  });

  test(`${name} lists what sections say, and steps set it`, { skip }, async () => {
    const service = await make();
    const shades = async (layout) => {
      const found = [];
      for await (const { probeShade } of layout.sections()) found.push(probeShade);
      return found;
    };
    const sections = (...list) => ({ sections: list.map((probeShade) => ({ items: 1, ...(probeShade !== null && { probeShade }) })) });
    const layout = await service.post(sections(true, false, null, true), { width: 300 });
    assert.deepEqual(await shades(layout), [true, undefined, undefined, true]);
    const { layout: other } = await layout.change([{ setSections: [{ section: 0, probeShade: false }, { section: 1, probeShade: true }] }, { delete: [{ section: 3, item: 0 }] }]);
    assert.deepEqual(await shades(other), [undefined, true, undefined, true]);
    assert.equal((await service.post({ sections: [{ items: 1 }, { items: 1, probeShade: true }, { items: 1 }, { probeShade: true }] }, { width: 300 })).id, other.id);
    assert.notEqual((await service.post(sections(null, null, null, null), { width: 300 })).id, layout.id);
  });

  test(`pages of ${name} that are made of those before a change have what items say, too`, { skip }, async () => {
    const service = await make();
    const items = Array.from({ length: 200 }, (_, item) => ({ height: 50, probe: item % 3 === 0 ? 1 : item - 100 }));
    const layout = await service.post(snapshot(items), { width: 300 });
    const pages = new Map();
    for (let number = 0; number < 10; number += 1) pages.set(number, await layout.page(number, { length: 1000 }));
    const steps = [{ delete: [{ section: 0, item: 1 }] }];
    const change = await layout.change(steps);
    const kept = keptPages(change, steps, pages, 1000, { x: 0, y: 5000, width: 300, height: 1000 });
    assert.ok(kept.length > 5);
    for (const page of kept) assert.deepEqual(elements(page), elements(await change.layout.page(page.number, { length: 1000 })));
    assert.ok(kept.some((page) => elements(page).some(({ probe }) => probe !== undefined)));
  });

  test(`a page of ${name} has what headers, footers and placeholders say`, { skip }, async () => {
    const service = await make();
    const mark = (probeMark) => ({ height: 10, probeMark });
    const body = {
      probeTone: 'deep', globalHeaders: [{ ...mark(7), pin: true }, mark(8)],
      sections: [{ items: 1, probeShade: true, headers: [mark(2), mark(1), { ...mark(4), pin: true, data: 'd' }], footers: [mark(-3)] }, { placeholder: mark(5) }],
    };
    const layout = await service.post(body, { width: 300 });
    const marks = ({ kind, index, data, probeMark }) => [kind, index, data, probeMark];
    const page = await layout.page(0, { length: 1000 });
    assert.deepEqual(elements(page).filter(({ kind }) => kind).map(marks), [
      ['globalHeader', 1, undefined, 8], ['header', 0, undefined, 2], ['header', 1, undefined, undefined],
      ['footer', 0, undefined, -3], ['placeholder', 0, undefined, 5],
    ]);
    const pinning = await layout.special({ x: 0, y: 0, width: 300, height: 200 });
    assert.deepEqual(pinning.map(marks), [['globalHeader', 0, undefined, 7], ['header', 2, 'd', 4]]);
    // A layout of the module can be measured.
    const { layout: measured } = layout.measured?.([{ kind: 'header', section: 0, index: 2, height: 25 }, { kind: 'globalHeader', index: 1, height: 12 }]) ?? {};
    const other = structuredClone(body);
    [other.sections[0].headers[2].height, other.globalHeaders[1].height] = [25, 12];
    if (measured) assert.equal(measured.id, (await service.post(other)).id);
  });

  test(`a feed over ${name} hands on what items, headers and footers say`, { skip }, async () => {
    const service = await make();
    const snapshot = { sections: [{
      headers: [{ height: 10, probeMark: 2 }, { height: 10, pin: true, probeMark: 3 }], footers: [{ height: 10 }], items: [{ probe: 4, height: 20, width: 300 }, { height: 20, width: 300 }],
    }] };
    const viewport = (await service.post(snapshot, { width: 300 })).viewport();
    viewport.update({ x: 0, y: 0, width: 300, height: 200 });
    await viewport.whenWhole();
    const filled = [];
    new FeedNodes(null, { fill: (_, element) => filled.push(element), arrange() {}, retire() {}, close() {} }).draw(viewport, {
      offset: 0, names: new FeedNames(snapshot), isRefilled: false, isFree: () => false, isFreeAcross: false,
    });
    viewport.close();
    assert.deepEqual(filled.map(({ kind, probe, probeMark }) => `${kind} ${probe} ${probeMark}`).sort(), [
      'cell 4 undefined', 'cell undefined undefined', 'footer undefined undefined', 'header undefined 2', 'header undefined 3',
    ]);
  });

  test(`the step of two trees of ${name} has what sections, headers, footers and placeholders say`, { skip }, async () => {
    const service = await make();
    const random = new SeededRandom(7);
    const stack = () => Array.from({ length: random.whole(0, 2) }, () => ({ height: 10, ...(random.chance(0.6) && { probeMark: random.pick([1, 2, 3]) }) }));
    const section = () => ({
      items: random.whole(0, 1), headers: stack(), footers: stack(), ...(random.chance(0.5) && { placeholder: { height: 9, probeMark: random.pick([1, 2]) } }),
    });
    const shaded = (id) => ({ ...section(), id, ...(random.chance(0.7) && { probeShade: random.chance(0.6) }) });
    const node = (id) => ({ id, ...(random.chance(0.5) ? section() : { sections: [...'xyz'].filter(() => random.chance(0.8)).map(shaded) }) });
    for (let round = 0; round < 40; round += 1) {
      const tree = () => ({ ...(random.chance(0.7) && { probeTone: random.pick(['', 'deep', 'light']) }), globalHeaders: stack(), source: { headers: stack(), children: [...'abc'].filter(() => random.chance(0.8)).map(node) } });
      const [from, to] = [tree(), tree()];
      const { layout } = await (await service.post(from, { width: 300 })).change({ from, to });
      assert.equal(layout.id, (await service.post(to, { width: 300 })).id, JSON.stringify({ from, to }));
    }
  });

  test(`steps between two trees make the other one in ${name}, whatever the engine and whatever items say`, { skip }, async () => {
    const service = await make();
    const random = new SeededRandom(5);
    const item = (engine) => ({
      ...(random.chance(engine === 'waterfall' ? 1 : 0.6) && { height: random.pick([20, 44, 60]) }),
      ...(random.chance(0.5) && { probe: random.pick([1, 2, 3]) }), ...(engine === 'flow' && random.chance(0.5) && { width: 70 }),
    });
    for (let round = 0; round < 60; round += 1) {
      const engine = random.pick(['flow', 'column', 'waterfall', 'mosaic', 'probe', 'probe']);
      const metrics = random.chance(0.5) ? { probeHeight: 30, rowHeight: 25 } : {};
      const known = new Map();
      const tree = () => {
        const keys = [...'abcdefgh'].filter(() => random.chance(0.7));
        if (random.chance(0.4)) keys.sort(() => random.next() - 0.5);
        const items = keys.map((key) => {
          if (!known.has(key) || random.chance(0.3)) known.set(key, item(engine));
          return known.get(key);
        });
        const headers = random.chance(0.5) ? [{ height: 10, probeMark: random.pick([1, 2, 3]) }] : [];
        return { engine, metrics, ...(random.chance(0.5) && { probeTone: random.pick(['', 'deep']) }), sections: [{ items, headers, ...(random.chance(0.5) && { probeShade: random.chance(0.6) }) }], keys: [keys] };
      };
      const [{ keys: keysBefore, ...one }, { keys: keysAfter, ...other }] = [tree(), tree()];
      const [old, now] = [{ snapshot: one, keys: keyLists(keysBefore, one) }, { snapshot: other, keys: keyLists(keysAfter, other) }];
      const steps = snapshotSteps(old, now);
      const layout = await service.post(one, { width: 300 });
      const { layout: made } = steps.length > 0 ? await layout.change(steps) : { layout };
      const { id } = await service.post(other, { width: 300 });
      assert.equal(made.id, id, JSON.stringify({ one, other, keysBefore, keysAfter, steps }));
    }
  });
}

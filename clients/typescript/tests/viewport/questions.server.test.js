import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LayoutService } from '../../index.js';
import { LayoutModule } from '../../source/module/wasm/LayoutModule.js';
import { pageModule, skip } from '../support/moduleFile.js';
import { Program } from '../support/Program.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { directions, randomBounds, randomInset } from '../support/randomLayout.js';
import { randomSnapshot } from '../support/randomSnapshot.js';

let program;
let service;
before(async () => {
  program = await Program.start();
  service = new LayoutService(program.url);
});
after(async () => {
  assert.equal(await program.stop(), 0);
});

/** Mirrored numbers are rounded otherwise. */
const tolerance = 1e-7;

function compareBounds(actual, expected, message) {
  for (const edge of ['x', 'y', 'width', 'height']) {
    assert.ok(Math.abs(actual[edge] - expected[edge]) <= tolerance, `${message}: ${edge} ${actual[edge]}, not ${expected[edge]}`);
  }
}

/** Some of the items, and all headers of some sections, with estimated sizes. */
function withEstimates(random, snapshot) {
  const sections = snapshot.sections.map((section) => {
    const { items } = section;
    if (!random.chance(0.3)) return section;
    return { ...section, items: Array.isArray(items) ? items.map((item) => (random.chance(0.2) ? { ...item, estimated: true } : item)) : { ...items, estimated: true } };
  });
  return { ...snapshot, sections };
}

const extentName = ({ scrollDirection }) => (scrollDirection === 'vertical' ? 'height' : 'width');
const startName = ({ scrollDirection }) => (scrollDirection === 'vertical' ? 'y' : 'x');

/** Bounds across the whole container: elements outside of it are on no page. */
function boundsIn(random, layout) {
  const bounds = randomBounds(random, layout);
  return layout.scrollDirection === 'vertical' ? { ...bounds, x: 0, width: layout.containerExtent } : { ...bounds, y: 0, height: layout.containerExtent };
}

function moved(random, layout, bounds) {
  return { ...bounds, [startName(layout)]: bounds[startName(layout)] + random.extent(-300, 300) };
}

function velocityIn(random, layout) {
  const speed = random.pick([0, 1, -1]) * random.extent(0, 3000);
  return layout.scrollDirection === 'vertical' ? { x: random.extent(-9, 9), y: speed } : { x: speed, y: random.extent(-9, 9) };
}

/** A question about where to scroll. */
function randomTarget(random, layout, bounds, cells, headers) {
  const proposed = { x: bounds.x, y: bounds.y, [startName(layout)]: bounds[startName(layout)] + random.extent(-200, 200) };
  const position = random.pick([undefined, 'start', 'center', 'end', 'nearest']);
  const aims = [
    () => ({ snap: 'nearest', proposed }),
    () => ({ page: random.pick([bounds[extentName(layout)], random.extent(20, 500)]), proposed, velocity: random.chance(0.7) ? velocityIn(random, layout) : undefined }),
    () => ({
      keep: random.pick(['first', 'end', ...(cells.length > 0 ? [random.pick(cells)] : [])]),
      previous: { ...bounds, [extentName(layout)]: bounds[extentName(layout)] + random.extent(0, 300) },
      ...(random.chance(0.5) && { previousInset: { top: 3, left: 4, bottom: 5, right: 6 } }),
    }),
  ];
  if (cells.length > 0) aims.push(() => ({ item: random.pick(cells), position }));
  if (headers.length > 0) aims.push(() => ({ header: random.pick(headers), position }));
  const aim = random.pick(aims)();
  return Object.fromEntries(Object.entries(aim).filter(([, value]) => value !== undefined));
}

for (const [scrollDirection, layoutDirection] of directions) {
  test(`what the pages say about scrolling is what the service answers, ${scrollDirection} ${layoutDirection}`, async () => {
    const counts = { item: 0, header: 0, snap: 0, page: 0, keep: 0, unknown: 0, estimated: 0, exact: 0, entering: 0, leaving: 0, prefetch: 0, cancelled: 0, part: 0 };
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new SeededRandom(seed * 53);
      const snapshot = await service.post(withEstimates(random, randomSnapshot(random, scrollDirection, layoutDirection)));
      const layout = await snapshot.layout(random.extent(60, 500));
      const viewport = layout.viewport({ pageLength: random.pick([200, 400, 1000]), maximumPages: 200, maximumPrefetchPages: random.pick([0, 2, 6]), overscan: random.pick([0, 500]) });
      const questions = await viewport.questions();
      for (let turn = 0; turn < 40; turn += 1) {
        const bounds = boundsIn(random, layout);
        const inset = randomInset(random);
        viewport.update(bounds, { inset });
        await viewport.whenWhole();
        const [cells, headers] = [[], []];
        viewport.forEach((page, index) => {
          if (page.isCell(index)) cells.push({ section: page.section[index], item: page.item[index] });
          if (page.kind(index) === 'header') headers.push({ section: page.section[index], index: page.item[index] });
        });
        const special = JSON.stringify(viewport.special);
        for (const { kind, section, index } of viewport.special) if (kind === 'header') headers.push({ section, index });
        const request = randomTarget(random, layout, bounds, cells, headers);
        const [aim] = Object.keys(request).filter((name) => name in counts);
        const message = `seed ${seed}, turn ${turn}: ${JSON.stringify({ bounds, inset, ...request })}`;
        const target = questions.target(request);
        if (target) {
          const expected = await layout.target({ bounds, ...(inset && { inset }), ...request });
          compareBounds(target.bounds, expected.bounds, message);
          assert.deepEqual(target.anchor, expected.anchor, message);
          if (target.estimated !== null) {
            assert.equal(target.estimated, expected.estimated, message);
            counts[target.estimated ? 'estimated' : 'exact'] += 1;
          }
          counts[aim] += 1;
        } else counts.unknown += 1;

        const previous = random.chance(0.8) ? moved(random, layout, bounds) : undefined;
        const asked = {
          ...(previous && { previous, ...(random.chance(0.7) && { previousVelocity: velocityIn(random, layout) }) }),
          ...(random.chance(0.7) && { velocity: velocityIn(random, layout) }),
          ...(random.chance(0.5) && { ahead: random.extent(0, 3), speed: random.extent(0, 9) }),
        };
        const { isWhole, ...window } = questions.window(asked);
        assert.equal(JSON.stringify(viewport.special), special);
        if (!isWhole) {
          counts.part += 1;
          continue;
        }
        const answered = await layout.window({ bounds, ...(inset && { inset }), ...asked });
        const names = (list) => list.map(({ frame, ...element }) => element);
        const text = `seed ${seed}, turn ${turn}: ${JSON.stringify({ bounds, inset, ...asked })}`;
        assert.deepEqual(names(window.entering), names(answered.entering), text);
        for (const [place, { frame }] of answered.entering.entries()) compareBounds(window.entering[place].frame, frame, text);
        for (const name of ['leaving', 'prefetch', 'cancelled']) assert.deepEqual(window[name], answered[name], `${name} ${text}`);
        for (const name of ['entering', 'leaving', 'prefetch', 'cancelled']) counts[name] += window[name].length;
      }
      viewport.close();
    }
    const text = JSON.stringify(counts);
    for (const name of ['item', 'header', 'snap', 'page', 'keep']) assert.ok(counts[name] > 20, text);
    assert.ok(counts.estimated > 20 && counts.exact > 20 && counts.unknown < 150 && counts.part < 300, text);
    for (const name of ['entering', 'leaving', 'prefetch']) assert.ok(counts[name] > 200, text);
    assert.ok(counts.cancelled > 30, text);
  });
}

for (const [scrollDirection, layoutDirection] of directions) {
  test(`what the module says about scrolling is what the pages say, ${scrollDirection} ${layoutDirection}`, { skip }, async () => {
    const module = await LayoutModule.load(await pageModule());
    let [targets, clear, named] = [0, 0, 0];
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = new SeededRandom(seed * 97);
      const snapshot = await service.post(withEstimates(random, randomSnapshot(random, scrollDirection, layoutDirection)));
      const served = await snapshot.layout(random.extent(60, 500));
      const local = await served.local({ module, offline: true });
      const viewports = [served, local].map((layout) => layout.viewport({ pageLength: 400, maximumPages: 200, overscan: 400 }));
      const [pages, held] = await Promise.all(viewports.map((viewport) => viewport.questions()));
      for (let turn = 0; turn < 40; turn += 1) {
        const [bounds, inset] = [boundsIn(random, served), randomInset(random)];
        for (const viewport of viewports) viewport.update(bounds, { inset });
        await viewports[0].whenWhole();
        const cells = [];
        viewports[0].forEach((page, index) => { if (page.isCell(index)) cells.push({ section: page.section[index], item: page.item[index] }); });
        const request = randomTarget(random, served, bounds, cells, []);
        if (request.item && random.chance(0.6)) request.avoidsPinned = true;
        const message = `seed ${seed}, turn ${turn}: ${JSON.stringify({ bounds, inset, ...request })}`;
        const [said, exact] = [pages.target(request), held.target(request)];
        assert.ok(exact, message);
        if (said) {
          compareBounds(said.bounds, exact.bounds, message);
          assert.deepEqual([said.anchor, said.estimated ?? exact.estimated], [exact.anchor, exact.estimated], message);
          targets += 1;
          clear += Number(request.avoidsPinned === true);
        }
        const asked = { previous: moved(random, served, bounds), velocity: velocityIn(random, served), previousVelocity: velocityIn(random, served) };
        const [part, whole] = [pages.window(asked), held.window(asked)];
        assert.ok(whole.isWhole);
        if (!part.isWhole) continue;
        for (const name of ['leaving', 'prefetch', 'cancelled']) assert.deepEqual(part[name], whole[name], `${name} ${message}`);
        named += part.prefetch.length;
      }
      for (const viewport of viewports) viewport.close();
      local.close();
    }
    assert.ok(targets > 100 && clear > 10 && named > 100, `${targets} ${clear} ${named}`);
  });
}

test('pages that are not here say nothing, and what can be reached is asked for', async () => {
  const layout = await (await service.post({ sections: [{ engine: 'column', metrics: { rowHeight: 50 }, headers: [{ height: 40, pin: true }], items: 100_000 }] })).layout(390);
  const viewport = layout.viewport({ maximumPrefetchPages: 0 });
  viewport.update({ x: 0, y: 1000, width: 390, height: 800 });
  await viewport.whenWhole();
  const questions = await viewport.questions();
  const item = { section: 0, item: 50_000 };
  assert.equal(questions.target({ item }), null);
  assert.equal(questions.target({ snap: 'nearest', proposed: { x: 0, y: 900_000 } }), null);
  assert.deepEqual(questions.target({ page: 800, proposed: { x: 0, y: 900_100 }, velocity: { x: 0, y: 1 } })?.bounds.y, 900_800);
  assert.equal((await questions.reachTarget({ item })).bounds.y, 50_000 * 50 + 40);
  assert.equal(questions.target({ item })?.bounds.y, 50_000 * 50 + 40);
  assert.equal(questions.target({ item, avoidsPinned: true })?.bounds.y, 50_000 * 50);
  assert.deepEqual(await viewport.scrollOrigin(0, 50_000, { alignment: 'start' }), { x: 0, y: 2_500_000 });
  const snapped = await questions.reachTarget({ snap: 'nearest', proposed: { x: 0, y: 900_010 } });
  assert.deepEqual(snapped, await layout.target({ bounds: viewport.bounds, snap: 'nearest', proposed: { x: 0, y: 900_010 } }));
  assert.ok(!questions.window({ previous: { x: 0, y: 900_000, width: 390, height: 800 } }).isWhole);
  await assert.rejects(questions.reachTarget({ item: { section: 0, item: 100_000 } }), { type: '/problems/not-found' });
  assert.throws(() => questions.target({ item, snap: 'nearest' }), { type: '/problems/bad-parameter' });
  assert.throws(() => questions.window({ speed: -1 }), { type: '/problems/bad-parameter' });
  viewport.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from '../support/moduleFile.js';
import { cases, views } from '../support/cases.js';
import { layoutModule, program, served as service } from '../support/running.js';

/** Mirrored numbers are rounded otherwise. */
const tolerance = 1e-7;

function compareBounds(actual, expected, message) {
  for (const edge of ['x', 'y', 'width', 'height']) {
    assert.ok(Math.abs(actual[edge] - expected[edge]) <= tolerance, `${message}: ${edge} ${actual[edge]}, not ${expected[edge]}`);
  }
}

/** Places whose bounds are across the whole container: elements outside of it are on no page. */
const acrossAll = (turn, { axis: { isHorizontal }, containerExtent }) => views(turn).map(({ bounds, ...place }) => ({
  ...place, bounds: isHorizontal ? { ...bounds, y: 0, height: containerExtent } : { ...bounds, x: 0, width: containerExtent },
}));

/** Whether a cell is outside of the container: it is on no page. Only items that say where they are may be. */
async function hasOutside(layout, snapshot) {
  if (!JSON.stringify(snapshot).includes('"fixed"')) return false;
  const { axis: { isHorizontal }, containerExtent, contentSize: { width, height } } = layout;
  if (width === 0 || height === 0) return false;
  const far = 1e6;
  const beside = (place) => (isHorizontal ? [0, place, width, far] : [place, 0, far, height]);
  const isOutside = ({ category, frame: { x, y, width: extent, height: length } }) => {
    const [start, end] = isHorizontal ? [y, y + length] : [x, x + extent];
    return category === 'cell' && (end <= 0 || start >= containerExtent);
  };
  const answers = await Promise.all([-far, containerExtent].map((place) => (
    program.json(`/v1/layouts/${layout.id}/elements?${isHorizontal ? 'height' : 'width'}=${containerExtent}&rect=${beside(place)}`))));
  return answers.some(({ elements }) => elements.some(isOutside));
}

/** Whether pages say that a target is estimated, or what the service says where they cannot know: what has no area is on no page. */
const estimatedOf = (said, exact, { containerExtent }, snapshot) => {
  const mayHaveNothing = containerExtent < 10 || hasNothing.test(JSON.stringify(snapshot));
  return (said.estimated || (said.estimated === false && !mayHaveNothing) ? said : exact).estimated;
};
/** An extent of 0. In a narrow container columns may have none. */
const hasNothing = /"(?:width|height)s?":(?:0[,}]|\[(?:[^\]]*,)?0[,\]])/;

test('what the pages say about scrolling is what the service answers', async () => {
  const counts = { item: 0, header: 0, snap: 0, page: 0, keep: 0, unknown: 0, estimated: 0, exact: 0, entering: 0, leaving: 0, prefetch: 0, cancelled: 0, part: 0 };
  for (const { seed, snapshot, extent, turns: [turn] } of cases('lists', { count: 70, turns: 1, places: 16 })) {
    const layout = await (await service.post(snapshot)).layout(extent);
    if (await hasOutside(layout, snapshot)) continue;
    const options = { pageLength: [200, 400, 1000][seed % 3], maximumPrefetchPages: [0, 2, 6][seed % 5 % 3], overscan: [0, 500][seed % 2] };
    const viewport = layout.viewport({ maximumPages: 200, ...options });
    const questions = await viewport.questions();
    for (const { bounds, inset, target: request, window: asked } of acrossAll(turn, layout)) {
      viewport.update(bounds, { inset });
      await viewport.whenWhole();
      const special = JSON.stringify(viewport.special);
      const [aim] = Object.keys(request).filter((name) => name in counts);
      const message = `seed ${seed}: ${JSON.stringify({ bounds, inset, ...request })}`;
      const target = questions.target(request);
      if (target) {
        const expected = await layout.target({ bounds, inset, ...request });
        compareBounds(target.bounds, expected.bounds, message);
        assert.deepEqual(target.anchor, expected.anchor, message);
        if (target.estimated !== null) {
          assert.equal(estimatedOf(target, expected, layout, snapshot), expected.estimated, message);
          counts[target.estimated ? 'estimated' : 'exact'] += 1;
        }
        counts[aim] += 1;
      } else counts.unknown += 1;
      const { isWhole, ...window } = questions.window(asked);
      assert.equal(JSON.stringify(viewport.special), special);
      if (!isWhole) {
        counts.part += 1;
        continue;
      }
      const answered = await layout.window({ bounds, inset, ...asked });
      const names = (list) => list.map(({ frame, ...element }) => element);
      const text = `seed ${seed}: ${JSON.stringify({ bounds, inset, ...asked })}`;
      assert.deepEqual(names(window.entering), names(answered.entering), text);
      for (const [place, { frame }] of answered.entering.entries()) compareBounds(window.entering[place].frame, frame, text);
      for (const name of ['leaving', 'prefetch', 'cancelled']) assert.deepEqual(window[name], answered[name], `${name} ${text}`);
      for (const name of ['entering', 'leaving', 'prefetch', 'cancelled']) counts[name] += window[name].length;
    }
    viewport.close();
  }
  const text = JSON.stringify(counts);
  for (const name of ['item', 'header', 'snap', 'page', 'keep']) assert.ok(counts[name] > 10, text);
  assert.ok(counts.estimated > 20 && counts.exact > 20, text);
  for (const name of ['entering', 'leaving', 'prefetch', 'cancelled']) assert.ok(counts[name] > 100, text);
});

test('what the module says about scrolling is what the pages say', { skip }, async () => {
  let [targets, clear, named] = [0, 0, 0];
  for (const { seed, snapshot, extent, turns: [turn] } of cases('lists', { seed: 500, count: 40, turns: 1, places: 16 })) {
    const served = await (await service.post(snapshot)).layout(extent);
    if (await hasOutside(served, snapshot)) continue;
    const local = await served.local({ module: layoutModule, offline: true });
    const viewports = [served, local].map((layout) => layout.viewport({ pageLength: 400, maximumPages: 200, overscan: 400 }));
    const [pages, held] = await Promise.all(viewports.map((viewport) => viewport.questions()));
    for (const [number, { bounds, inset, target, window: asked }] of acrossAll(turn, served).entries()) {
      for (const viewport of viewports) viewport.update(bounds, { inset });
      await viewports[0].whenWhole();
      const request = target.item && number % 2 ? { ...target, avoidsPinned: true } : target;
      const message = `seed ${seed}: ${JSON.stringify({ bounds, inset, ...request })}`;
      const said = pages.target(request);
      if (said) {
        const exact = held.target(request);
        compareBounds(said.bounds, exact.bounds, message);
        assert.deepEqual([said.anchor, estimatedOf(said, exact, served, snapshot)], [exact.anchor, exact.estimated], message);
        targets += 1;
        clear += Number(request.avoidsPinned === true);
      }
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

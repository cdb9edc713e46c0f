import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdChanged, Layout, LayoutService, Problem, ScrollSpace } from '../../built/index.js';
import { ManualClock } from '../support/ManualClock.js';
import { cases, turned, views } from '../support/cases.js';
import { program, served as service } from '../support/running.js';

const list = ({ x, y, width, height }) => [x, y, width, height].join();
const containerQuery = (layout) => `${layout.scrollDirection === 'vertical' ? 'width' : 'height'}=${layout.containerExtent}`;

test('what the client places and visits is what the service answers', async () => {
  let [pinned, specials, visits] = [0, 0, 0];
  for (const { seed, snapshot, extent, turns: [turn] } of cases('lists', { count: 60, turns: 1, places: 40 })) {
    const layout = await (await service.post(snapshot)).layout(extent);
    const viewport = layout.viewport({ pageLength: [400, 1000][seed % 2], maximumPages: 200, maximumPrefetchPages: 0 });
    const place = `/v1/layouts/${layout.id}`;
    for (const [number, { bounds, inset }] of views(turn).entries()) {
      viewport.update(bounds, { inset });
      await viewport.whenWhole();
      const insetQuery = `&inset=${inset.top},${inset.left},${inset.bottom},${inset.right}`;
      const { special } = await program.json(`${place}/special?${containerQuery(layout)}&bounds=${list(bounds)}${insetQuery}`);
      compareSpecial(viewport.special, special, `seed ${seed}, place ${number}: ${list(bounds)}${insetQuery}`);
      specials += special.length;
      pinned += special.filter((element) => element.pinned).length;
      const rect = inside(bounds, layout);
      if (number % 6 > 0 || !rect) continue;
      const visited = [];
      viewport.forEach((page, index) => visited.push(JSON.stringify(page.element(index), sortedMembers)));
      const { elements } = await program.json(`${place}/elements?${containerQuery(layout)}&rect=${list(rect)}`);
      assert.deepEqual(visited.sort(), elements.map((element) => JSON.stringify(element, sortedMembers)).sort());
      visits += elements.length;
    }
    viewport.close();
  }
  assert.ok(pinned > 300 && specials > pinned && visits > 500, `${pinned} ${specials} ${visits}`);
});

test('cells are visited where their transforms show them', async () => {
  const counts = { moved: 0, stayed: 0 };
  for (const { seed, snapshot, extent, turns: [turn] } of cases('lists', { seed: 300, count: 30, turns: 1, places: 12 })) {
    const layout = await (await service.post(turned(snapshot, seed))).layout(extent);
    const viewport = layout.viewport({ pageLength: 400, maximumPages: 200, maximumPrefetchPages: 0 });
    for (const { bounds } of views(turn)) {
      viewport.update(bounds);
      await viewport.whenWhole();
      const rect = inside(bounds, layout);
      const { axis } = layout;
      if (!rect || axis.start(rect) < 0 || axis.start(rect) + axis.extent(rect) > axis.contentExtent) continue;
      const visited = [];
      viewport.forEach((page, index) => visited.push(JSON.stringify(page.element(index), sortedMembers)));
      const { elements } = await program.json(`/v1/layouts/${layout.id}/elements?${containerQuery(layout)}&rect=${list(rect)}`);
      assert.deepEqual(visited.sort(), elements.map((element) => JSON.stringify(element, sortedMembers)).sort(), `seed ${seed}`);
      for (const { category, frame, transformedFrame } of elements) {
        if (category !== 'cell') continue;
        const [start, length] = [axis.start(rect), axis.extent(rect)];
        const isBeside = transformedFrame && (axis.start(frame) >= start + length || axis.start(frame) + axis.extent(frame) <= start);
        counts[isBeside ? 'moved' : 'stayed'] += 1;
      }
    }
    viewport.close();
  }
  assert.ok(counts.moved > 10 && counts.stayed > 10, JSON.stringify(counts));
});

function sortedMembers(key, value) {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The part of the bounds that pages speak of, if there is one: across the container. */
function inside(bounds, { scrollDirection, containerExtent }) {
  const [start, extent] = scrollDirection === 'vertical' ? ['x', 'width'] : ['y', 'height'];
  const from = Math.max(0, bounds[start]);
  const end = Math.min(containerExtent, bounds[start] + bounds[extent]);
  return end > from ? { ...bounds, [start]: from, [extent]: end - from } : null;
}

/** The same elements in the same order; frames differ by roundings of mirrored numbers at most. */
function compareSpecial(actual, expected, message) {
  assert.deepEqual(actual.map(({ key, pinned }) => [key, pinned]), expected.map((element) => [keyOf(element), element.pinned]), message);
  expected.forEach((element, index) => {
    const { key, frame, ...members } = actual[index];
    const { frame: expectedFrame, ...expectedMembers } = element;
    assert.deepEqual(members, expectedMembers, message);
    for (const edge of ['x', 'y', 'width', 'height']) {
      assert.ok(Math.abs(frame[edge] - expectedFrame[edge]) <= 1e-8, `${message}: ${key} ${edge}`);
    }
  });
}

function keyOf({ kind, section, index }) {
  return section === undefined ? `${kind}/${index}` : `${kind}/${section}/${index}`;
}

test('a snapshot that the service forgot is posted again while a viewport scrolls', async () => {
  const snapshot = await service.post({ sections: [{ headers: [{ height: 30, pin: true }], items: 1000, engine: 'column' }] });
  const layout = await snapshot.layout(390);
  await fetch(`${program.url}/v1/layouts/${layout.id}`, { method: 'DELETE' });
  await assert.rejects(new LayoutService(program.url).snapshot(layout.id), { isLayoutNotFound: true, status: 404 });
  const viewport = layout.viewport();
  viewport.update({ x: 0, y: 3500, width: 390, height: 3000 });
  await viewport.whenWhole();
  assert.deepEqual(viewport.special.map(({ key, frame }) => [key, frame.y]), [['header/0/0', 3500]]);
  viewport.close();
});

test('a layout that was posted with its extent is the one that is asked for', async () => {
  let special = 0;
  for (const { seed, snapshot, container, extent, turns: [turn] } of cases('lists', { seed: 100, count: 24, turns: 1 })) {
    const asked = await (await service.post(snapshot)).layout(extent);
    for (const { bounds } of views(turn).slice(0, 1)) {
      const posted = await service.post(snapshot, { [container]: extent, bounds });
      const rect = container === 'width'
        ? { x: 0, y: bounds.y, width: extent, height: bounds.height } : { x: bounds.x, y: 0, width: bounds.width, height: extent };
      const rows = await program.json(`/v1/layouts/${asked.id}/elements?${containerQuery(asked)}&rect=${list(rect)}&pinning=true`);
      const rendered = Layout.fromAnswer(rows, { service });
      const [first, ...others] = await Promise.all([asked, posted, rendered].map(async (layout) => {
        const viewport = layout.viewport();
        viewport.update(bounds);
        await viewport.whenWhole();
        const visited = [];
        viewport.forEach((page, index) => visited.push(JSON.stringify(page.element(index), sortedMembers)));
        viewport.close();
        const { id, contentSize, containerExtent, globalHeaders } = layout;
        return { id, contentSize, containerExtent, globalHeaders, visited: visited.sort(), special: viewport.special.map((element) => ({ ...element })) };
      }));
      for (const other of others) assert.deepEqual(other, first, `seed ${seed}`);
      special += first.special.length;
    }
  }
  assert.ok(special > 0);
});

test('single calls answer what the service does', async () => {
  const counts = {};
  for (const { snapshot: body, container: name, extent } of cases('lists', { seed: 200, count: 40, turns: 0 })) {
    const snapshot = await service.post(body);
    const layout = await snapshot.layout(extent);
    const [place, query] = [`/v1/layouts/${layout.id}`, containerQuery(layout)];
    const sections = [];
    for await (const section of layout.sections({ limit: 4 })) sections.push(section);
    const answered = await program.json(`${place}/sections?${query}`);
    assert.deepEqual(sections, answered.sections.map((section, number) => ({ section: number, ...section })));
    const bounds = { x: 0, y: 0, width: Math.max(layout.contentSize.width, 1), height: Math.max(layout.contentSize.height, 1) };
    const { elements, special } = await program.json(`${place}/elements?${query}&bounds=${list(bounds)}`);
    assert.deepEqual(await layout.special(bounds), special);
    for (const element of [...elements, ...special]) {
      const { category, kind = 'cell', section, item, index, frame } = element;
      counts[kind] = (counts[kind] ?? 0) + 1;
      // The background of global headers has no address.
      if (counts[kind] % 20 > 2 || kind === 'globalHeaderBackground') continue;
      const asked = category === 'cell' ? layout.item(section, item)
        : category === 'decoration' ? layout.decoration(kind, section, index)
          : kind === 'globalHeader' ? layout.globalHeader(index, { bounds }) : layout.supplementary(kind, section, index, { bounds });
      assert.deepEqual(await asked, element);
      const point = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
      const { element: hit } = await program.json(`${place}/hit?${query}&point=${point.x},${point.y}&bounds=${list(bounds)}`);
      assert.deepEqual(await layout.hit(point, { bounds }), hit);
    }
    assert.equal(await layout.hit({ x: -9, y: -9 }), null);
    const screens = await snapshot.screens([extent, extent + 0.5], { length: 400 });
    assert.deepEqual(screens.map((screen) => screen[name]), [extent, extent + 0.5]);
    for (const screen of screens) {
      const whole = await program.json(`${place}/elements?bounds=${list(screen.bounds)}`);
      assert.deepEqual([screen.elements, screen.special], [whole.elements, whole.special]);
    }
    await snapshot.delete();
    await assert.rejects(program.json(place), /layout-not-found/);
    assert.ok((await layout.page(0)).count >= 0);
    await program.json(place);
  }
  for (const kind of ['cell', 'header', 'footer', 'globalHeader', 'sectionSeparator']) assert.ok(counts[kind] > 2, `${kind} ${counts[kind]}`);
});

test('an ETag renews what is held', async () => {
  const clock = new ManualClock();
  const statuses = [];
  const spied = new LayoutService(program.url, {
    clock,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
  const { id } = await spied.post({ sections: [{ items: 10 }] });
  const first = await spied.snapshot(id);
  await clock.advance(31_536_000_000);
  assert.deepEqual({ ...(await spied.snapshot(id)) }, { ...first });
  assert.deepEqual(statuses, [201, 200, 304]);
});

test('a snapshot with mistakes is a problem that points at them', async () => {
  const error = await service.post({ sections: [{ engine: 'waterfall', itmes: 3 }, { items: -1 }] }).catch((thrown) => thrown);
  assert.ok(error instanceof Problem);
  assert.equal(error.type, '/problems/invalid-snapshot');
  assert.deepEqual(error.errors.map(({ pointer }) => pointer), ['/sections/0/itmes', '/sections/1/items']);
  assert.ok(error.requestId);
});

test('a page of more elements than one answer has comes in pieces', async () => {
  const layout = await (await service.post({ sections: [{ engine: 'column', metrics: { rowHeight: 0.04 }, items: 1_000_000 }] })).layout(390);
  const page = await layout.page(1);
  assert.equal(page.count, page.cellCount);
  assert.ok(page.count >= 25_000 && page.count <= 25_001, String(page.count));
  assert.ok(page.item.every((item, index) => index === 0 || item === page.item[index - 1] + 1));
  await assert.rejects(layout.page(1, { maximumElements: 20_000 }), RangeError);
});

test('a thousand million rows are scrolled from end to end', async () => {
  const rows = { engine: 'column', metrics: { rowHeight: 50 }, headers: [{ height: 40, pin: true }], items: 1_000_000_000 };
  const layout = await (await service.post({ globalHeaders: [{ height: 60, pin: true }], sections: [rows] })).layout(390);
  assert.deepEqual(layout.contentSize, { width: 390, height: 50_000_000_100 });
  const space = new ScrollSpace({ contentExtent: layout.contentSize.height, viewportExtent: 844 });
  const viewport = layout.viewport();
  const seen = async () => {
    viewport.update({ x: 0, y: space.origin, width: 390, height: 844 });
    await viewport.whenWhole();
    const items = [];
    viewport.forEach((page, index) => items.push(page.item[index]));
    assert.deepEqual(viewport.special.map(({ frame }) => frame.y), [space.origin, space.origin + 60]);
    return [items[0], items.at(-1)];
  };
  assert.deepEqual(await seen(), [0, 14]);
  space.scrolled(space.extent - 844);
  assert.deepEqual(await seen(), [999_999_983, 999_999_999]);
  for (const item of [0, 123_456_789, 999_999_999]) {
    const { y } = await viewport.scrollOrigin(0, item, { alignment: 'start' });
    space.scrollTo(y);
    const [first, last] = await seen();
    assert.ok(first <= item && item <= last, `${item} in ${first} to ${last}`);
    const { frame } = await layout.item(0, item);
    assert.ok(item === 999_999_999 || frame.y === space.origin + 100);
    space.scrolled(space.position + 50);
    await seen();
    assert.ok(space.origin === y + 50 || item === 999_999_999);
  }
  viewport.close();
});

test('an error of the client\'s own is not a problem of the service', () => {
  assert.ok(!(new IdChanged('a', 'b') instanceof Problem));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Layout } from '../../built/index.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { skip } from '../support/moduleFile.js';
import { cases, turned, views } from '../support/cases.js';
import { layoutModule, served, services } from '../support/running.js';

const count = Number(process.env.LAYOUTD_MARGINS ?? (process.env.LAYOUTD_TESTS === 'all' ? 240 : 24));

/** A layout without margins that stands beside one with margins: what it answers, moved by hand. */
class Beside {
  constructor(layout, before, whole) {
    this.layout = layout;
    this.whole = whole;
    this.before = before;
    [this.start, this.extent] = layout.scrollDirection === 'horizontal' ? ['y', 'height'] : ['x', 'width'];
  }

  /** A rectangle or a point in the coordinates of the layout without margins. */
  inner(place) {
    return place && { ...place, [this.start]: place[this.start] - this.before };
  }

  outer(place) {
    return place && { ...place, [this.start]: place[this.start] + this.before };
  }

  element(element) {
    if (!element) return element;
    if (element.kind === 'background') {
      const extent = element.frame[this.extent] + this.whole - this.layout.containerExtent;
      return { ...element, frame: { ...element.frame, [this.extent]: extent } };
    }
    const isCell = element.category === 'cell' || element.category === 'decoration' && element.kind !== 'globalHeaderBackground';
    return { ...element, frame: isCell ? this.outer(element.frame) : { ...element.frame, [this.start]: 0, [this.extent]: this.whole } };
  }

  /** A question to the layout without margins as one to the layout with them. */
  question({ bounds, previous, point, proposed, ...others }) {
    const places = Object.entries({ bounds, previous, point, proposed }).filter(([, place]) => place);
    const asked = { ...others, ...Object.fromEntries(places.map(([name, place]) => [name, this.outer(place)])) };
    if (others.keep !== undefined && others.previousExtent === undefined) asked.previous[this.extent] += this.whole - this.layout.containerExtent;
    return asked;
  }

  transition(record) {
    const { initial, final, category, kind } = record;
    const slides = [initial, final].map(({ frame }) => frame[this.start]);
    const ends = [initial, final].map((end, place) => {
      const { frame } = this.element({ category, kind, frame: end.frame });
      return { ...end, frame: category === 'supplementary' ? { ...frame, [this.start]: slides[place] } : frame };
    });
    return { ...record, initial: ends[0], final: ends[1] };
  }
}

/** Numbers that sums have rounded are the same. */
function alike(given, expected, message) {
  if (typeof expected === 'number' && typeof given === 'number') {
    assert.ok(given === expected || Math.abs(given - expected) < 1e-6 || (Number.isNaN(given) && Number.isNaN(expected)), `${message}: ${given}, not ${expected}`);
  } else if (typeof expected === 'object' && expected !== null && typeof given === 'object' && given !== null) {
    assert.deepEqual(Object.keys(given).sort(), Object.keys(expected).sort(), message);
    for (const name of Object.keys(expected)) alike(given[name], expected[name], `${message}.${name}`);
  } else assert.deepEqual(given, expected, message);
}

/** The answer of a call, or the type of its problem. */
const outcome = async (call) => {
  try {
    return await call();
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return error.type;
  }
};

/** What a viewport visits, page by page as they arrive, in one order. */
const visited = (viewport) => {
  const elements = [];
  viewport.forEach((page, index) => elements.push(page.element(index)));
  const key = ({ kind, section }) => JSON.stringify([section, kind]);
  // Of several shelves at a point the last one is the topmost.
  return elements.sort((one, two) => (
    key(one) === key(two) ? (one.item ?? one.index) - (two.item ?? two.index) : key(one) < key(two) ? -1 : 1));
};

/** The topmost of elements at a point, by a look at each. */
function topmost(elements, { x, y }) {
  let found = null;
  for (const element of elements) {
    const { frame } = element;
    if (!(frame.x <= x && x < frame.x + frame.width && frame.y <= y && y < frame.y + frame.height)) continue;
    if (!found || (element.zIndex ?? 0) >= (found.zIndex ?? 0)) found = element;
  }
  return found;
}

async function compareQuestions(layout, beside, { bounds, inset, item: { section, item }, ...place }, message) {
  const { layout: plain } = beside;
  const both = async (name, moved) => {
    const request = { bounds, inset, ...place[name] };
    const there = await outcome(() => plain[name](request));
    alike(await outcome(() => layout[name](beside.question(request))), typeof there === 'string' ? there : moved(there), `${message} ${name} ${JSON.stringify(request)}`);
  };
  await both('target', (there) => ({ ...there, bounds: beside.outer(there.bounds) }));
  await both('window', (there) => ({ ...there, entering: there.entering.map((one) => beside.element(one)) }));
  await both('reorder', (there) => ({
    ...there, gap: beside.outer(there.gap), dragged: beside.outer(there.dragged), contentSize: { ...there.contentSize, [beside.extent]: beside.whole },
    elements: there.elements.map((one) => beside.element(one)), special: there.special.map((one) => beside.element(one)),
  }));
  const cell = await outcome(() => plain.item(section, item));
  alike(await outcome(() => layout.item(section, item)), cell.frame ? beside.element(cell) : cell, `${message} item`);
  const sides = await outcome(() => plain.neighbors(section, item));
  alike(await outcome(() => layout.neighbors(section, item)), sides.up === undefined ? sides : Object.fromEntries(
    Object.entries(sides).map(([side, other]) => [side, other && { ...other, frame: beside.outer(other.frame) }])), `${message} neighbors`);
  for (const kind of ['header', 'footer']) {
    const stack = await outcome(() => plain.supplementary(kind, section, 0));
    alike(await outcome(() => layout.supplementary(kind, section, 0)), stack.frame ? beside.element(stack) : stack, `${message} ${kind}`);
  }
  for (const kind of ['background', 'shelf']) {
    const own = await outcome(() => plain.decoration(kind, section, 0));
    alike(await outcome(() => layout.decoration(kind, section, 0)), own.frame ? beside.element(own) : own, `${message} ${kind}`);
  }
}

/** The elements of all pages, and the hits among them. */
async function compareShown(random, layout, beside, { bounds: inner, inset }, message) {
  // Headers and footers reach into the margins, so that bounds within a margin show them, and no bounds of the other.
  if (inner[beside.start] >= beside.layout.containerExtent || inner[beside.start] + inner[beside.extent] <= 0) return { margin: 0, cell: 0 };
  const bounds = beside.outer(inner);
  const viewports = [layout.viewport({ overscan: 100 }), beside.layout.viewport({ overscan: 100 })];
  for (const [place, viewport] of viewports.entries()) {
    viewport.update(place === 0 ? bounds : inner, { inset });
    await viewport.whenWhole();
  }
  // Backgrounds reach into the margins, as headers do, so that the bounds of one of both may show them.
  const [given, expected] = viewports.map((viewport) => visited(viewport).filter(({ kind }) => kind !== 'background'));
  alike(given, expected.map((element) => beside.element(element)), `${message} pages`);
  const special = viewports[1].special.map((element) => beside.element(element));
  alike([...viewports[0].special], special, `${message} special`);
  alike(await layout.special(bounds, { inset }), special.map(({ key, ...element }) => element), `${message} asked special`);
  const found = { margin: 0, cell: 0 };
  const all = [...expected.map((element) => beside.element(element)), ...special];
  for (let turn = 0; turn < 8; turn += 1) {
    const across = random.chance(0.5) ? random.pick([0, 1, beside.before - 0.5, beside.before, beside.whole - 1]) : random.extent(-10, beside.whole + 10);
    const along = random.next() * layout.axis.extent(bounds) + layout.axis.start(bounds);
    const point = beside.start === 'x' ? { x: across, y: along } : { x: along, y: across };
    if (across < bounds[beside.start] || across >= bounds[beside.start] + bounds[beside.extent]) continue;
    const hit = await layout.hit(point, { bounds, inset });
    if (hit?.kind === 'background') continue;
    const { key, ...top } = topmost(all, point) ?? { isNone: true };
    alike(hit ?? { isNone: true }, top, `${message} hit ${JSON.stringify(point)}`);
    if (hit?.category === 'supplementary' && (across < beside.before || across >= beside.before + beside.layout.containerExtent)) found.margin += 1;
    if (hit?.category === 'cell') found.cell += 1;
  }
  for (const viewport of viewports) viewport.close();
  return found;
}

/** The same place in whole numbers, which are moved by margins without rounding. */
const whole = (place) => JSON.parse(JSON.stringify(place), (_, value) => (typeof value === 'number' ? Math.ceil(value) : value));

async function compareChange(random, layout, beside, { places, anchor, steps }, next, message) {
  const [{ bounds }] = views({ places }).map(whole);
  const options = { transition: true, anchor };
  const there = await outcome(() => beside.layout.change(steps, { ...options, bounds }));
  const here = await outcome(() => layout.change(steps, { ...options, bounds: beside.outer(bounds) }));
  if (!there.layout) return assert.equal(here, there, message);
  const { layout: after, parent, transition, ...members } = there;
  const { layout: shown, parent: old, ...others } = here;
  alike(others, { ...members, bounds: beside.outer(members.bounds), transition: transition.map((record) => beside.transition(record)) }, `${message} change`);
  assert.equal(old, layout);
  assert.equal(shown.id, after.id);
  assert.deepEqual(shown.margins, layout.margins);
  for (const place of views(next).map(whole)) await compareShown(random, shown, new Beside(after, beside.before, beside.whole), place, `${message} changed`);
}

for (const { name, service, ...options } of services) {

  test(`what slides leaves the whole container, ${name}`, options, async () => {
    const sections = (height) => [{ engine: 'column', headers: [{ height: 20 }], items: [{ height }] }];
    const layout = await service.post({ sections: sections(100) }, { width: 320, margins: { left: 12, right: 8 } });
    const { transition } = await layout.change({
      deleteSections: [{ section: 0, slide: 'right' }], insertSections: [{ section: 0, sections: sections(90), slide: 'right' }],
    }, { bounds: { x: 0, y: 0, width: 320, height: 200 }, transition: true });
    const x = ({ category, initial, final }) => [category, initial.frame.x, final.frame.x, final.frame.width];
    assert.deepEqual(transition.map(x).sort(), [
      ['cell', 12, -308, 300], ['cell', 332, 12, 300], ['supplementary', 0, -320, 320], ['supplementary', 320, 0, 320]]);
  });

  test(`all that a layout with margins says is that of a narrower one, moved, ${name}`, options, async () => {
    const found = { margin: 0, cell: 0 };
    for (const { seed, snapshot, container, extent: room, turns } of cases('lists', { count, turns: 2 })) {
      const random = new SeededRandom(seed * 86_028_121);
      const sides = container === 'height' ? ['top', 'bottom'] : ['left', 'right'];
      const [first, last] = [random.whole(0, 60), random.whole(0, 60)];
      const margins = { [sides[0]]: first, [sides[1]]: last };
      const outer = first + last + room;
      const posted = await service.post(snapshot);
      const layout = random.chance(0.5) ? await posted.layout(outer, { margins }) : await service.post(snapshot, { [container]: outer, margins });
      const beside = new Beside(await posted.layout(layout.axis.roomExtent), first, outer);
      assert.equal(layout.contentSize[container], outer);
      alike(layout.axis.contentExtent, beside.layout.axis.contentExtent, 'extent');
      const message = `seed ${seed} ${JSON.stringify(margins)}`;
      for (const place of views(turns[0]).map(whole)) {
        const { margin, cell } = await compareShown(random, layout, beside, place, message);
        found.margin += margin;
        found.cell += cell;
        await compareQuestions(layout, beside, place, message);
      }
      if (views(turns[0]).length > 0) await compareChange(random, layout, beside, ...turns, message);
    }
    assert.ok(found.margin > 0 && found.cell > 0, JSON.stringify(found));
  });
}

test('a viewport with margins keeps pages when the list changes', async () => {
  let kept = 0;
  for (const { seed, snapshot, container, extent, turns: [turn] } of cases('lists', { seed: 3000, count: 2 * count, turns: 1 })) {
    const [place] = views(turn);
    if (container === 'height' || !place) continue;
    const posted = await served.post(seed % 2 ? turned(snapshot, seed) : snapshot);
    const viewport = (await posted.layout(extent + 80, { margins: { left: 30, right: 50 } })).viewport({ pageLength: 300 });
    viewport.update({ ...place.bounds, x: 0, width: extent + 80 });
    await viewport.whenWhole();
    const change = await viewport.change(turn.steps).catch((error) => assert.equal(error.name, 'Problem'));
    if (!change) {
      await assert.rejects(viewport.layout.change(turn.steps), { name: 'Problem' }, `seed ${seed}`);
      continue;
    }
    kept += viewport.pageCount;
    await viewport.whenWhole();
    const other = change.layout.viewport();
    other.update(viewport.bounds);
    await other.whenWhole();
    alike(visited(viewport), visited(other), `seed ${seed}`);
    alike([...viewport.special], [...other.special], `seed ${seed} special`);
    for (const one of [viewport, other]) one.close();
  }
  assert.ok(kept > 0);
});

for (const { name, service, ...options } of services) {
  test(`what a transform shows is moved as its frame is, ${name}`, options, async () => {
    const layout = await service.post({ sections: [{ items: [{ width: 40, height: 20, transform: [0, 1, -1, 0, 0, 0] }] }] }, { width: 300, margins: { left: 30 } });
    const shown = { frame: { x: 30, y: 0, width: 40, height: 20 }, transformedFrame: { x: 40, y: -10, width: 20, height: 40 } };
    const page = await layout.page(0);
    for (const { frame, transformedFrame } of [page.element(0), await layout.item(0, 0)]) assert.deepEqual({ frame, transformedFrame }, shown);
    assert.equal((await layout.hit({ x: 59, y: 25 }))?.item, 0);
    assert.equal(await layout.hit({ x: 61, y: 10 }), null);
  });
}

test('a viewport turns to a layout with other margins', async () => {
  const snapshot = await served.post({ engine: 'column', metrics: { numberOfColumns: 2 }, sections: [{ headers: [{ height: 30, pin: true }], items: 2 }] });
  const viewport = (await snapshot.layout(1024, { margins: { left: 20, right: 20 } })).viewport();
  viewport.update({ x: 0, y: 10, width: 1024, height: 480 });
  await viewport.show((shown) => shown.snapshot.layout(812, { margins: { left: 44, right: 44 } }), { bounds: { x: 0, y: 0, width: 812, height: 300 } });
  await viewport.whenWhole();
  assert.deepEqual(visited(viewport).map(({ frame }) => [frame.x, frame.width]), [[44, 362], [406, 362]]);
  assert.deepEqual(viewport.special.map(({ frame }) => [frame.x, frame.width]), [[0, 812]]);
  viewport.close();
});

test('an answer for other pages has no margins', async () => {
  const layout = await served.post({ engine: 'column', sections: [{ items: 3 }] }, { width: 300, margins: { left: 30, right: 20 } });
  const again = Layout.fromAnswer(JSON.parse(JSON.stringify(layout)), { service: served });
  assert.deepEqual([again.margins, again.containerExtent], [null, 250]);
  const viewport = again.viewport();
  viewport.update({ x: 0, y: 0, width: 250, height: 100 });
  assert.equal(viewport.state, 'whole');
  assert.deepEqual(visited(viewport).map(({ frame }) => [frame.x, frame.width]), [[0, 250], [0, 250], [0, 250]]);
  viewport.close();
});

test('a layout with margins is held in the page, and measured there', { skip }, async () => {
  const snapshot = { sections: [{ engine: 'column', headers: [{ height: 20, estimated: true }], items: { count: 3, height: 40, estimated: true } }] };
  const layout = await served.post(snapshot, { width: 300, margins: { left: 30, right: 20 } });
  const held = await layout.local({ module: layoutModule });
  assert.deepEqual([held.margins, held.id, held.containerExtent], [layout.margins, layout.id, 300]);
  const viewport = held.viewport();
  viewport.update({ x: 0, y: 0, width: 300, height: 100 });
  const { layout: measured } = viewport.measure([{ section: 0, item: 1, height: 55 }, { kind: 'header', section: 0, index: 0, height: 25 }]);
  assert.deepEqual((await measured.item(0, 2)).frame, { x: 30, y: 25 + 40 + 55, width: 250, height: 40 });
  const told = await measured.told();
  const other = await told.layout(250);
  assert.deepEqual((await other.item(0, 2)).frame, { x: 0, y: 120, width: 250, height: 40 });
  // Measured for what lies between the margins.
  assert.equal((await measured.snapshot.layout(260, { margins: { left: 5, right: 5 } })).contentSize.height, 160);
  assert.equal((await measured.snapshot.layout(300)).contentSize.height, 140);
  viewport.close();
});

for (const { name, service, ...options } of services) {
  test(`margins are checked as other options are, ${name}`, options, async () => {
    const body = { engine: 'column', sections: [{ items: 1 }] };
    const snapshot = await service.post(body);
    for (const [margins, expected] of [
      [20, /^TypeError: margins is 20: not an object/], ['x', /^TypeError: margins is "x": not an object/], [[], /^TypeError: .* a list/],
      [{ start: 4 }, /^TypeError: margins has no option start/], [{ left: '20' }, /^RangeError: margins\.left is "20": not a number from 0/],
      [{ top: '5' }, /^RangeError: margins\.top is "5"/], [{ bottom: Infinity }, /^RangeError: margins\.bottom is Infinity/],
      [{ left: NaN }, /^RangeError: margins.left/], [{ right: -1 }, /^RangeError: margins.right/], [{ left: Infinity }, /^RangeError: margins.left/],
      [0, /^TypeError: margins is 0/], [false, /^TypeError: margins is false/], [{ left: 200, right: 120 }, /^RangeError: The margins leave no room/],
    ]) {
      await assert.rejects(service.post(body, { width: 320, margins }), expected, `${margins}`);
      await assert.rejects(snapshot.layout(320, { margins }), expected, `${margins}`);
    }
    for (const margins of [undefined, null, {}, { left: 20, top: 3 }]) await service.post(body, { width: 320, margins });
  });
}

test('cells on other lines at another width are the same over the service and in the page', { skip }, async () => {
  let found = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const random = new SeededRandom(seed);
    const across = random.pick(['width', 'height']);
    const snapshot = {
      engine: 'flow', scrollDirection: across === 'width' ? 'vertical' : 'horizontal', layoutDirection: random.pick(['ltr', 'rtl']),
      sections: [
        { items: Array.from({ length: 60 }, () => ({ width: random.whole(20, 90), height: random.whole(20, 90) })) },
        { engine: 'column', metrics: { rowHeight: 40 }, items: 3 },
      ],
    };
    const margins = () => (across === 'width' ? { left: random.whole(0, 50), right: 7 } : { top: random.whole(0, 50), bottom: 7 });
    const extents = [random.whole(250, 700), random.whole(250, 700)];
    const all = [margins(), margins()];
    const answers = [];
    for (const { service } of services) {
      const posted = await service.post(snapshot);
      const [before, after] = [await posted.layout(extents[0], { margins: all[0] }), await posted.layout(extents[1], { margins: all[1] })];
      const bounds = ({ axis }) => axis.across(axis.startAt(0, 300), 300);
      const cells = await after.crossing(before, { fromBounds: bounds(before), bounds: bounds(after) });
      const isSeen = ({ frame }) => after.axis.start(frame) < after.axis.start(bounds(after)) + 300 && after.axis.start(frame) + after.axis.extent(frame) > after.axis.start(bounds(after));
      const seen = await Promise.all(cells.map(async ({ section, item }) => (isSeen(await after.item(section, item)) ? [`${section}/${item}`] : [])));
      answers.push(seen.flat().sort());
    }
    assert.deepEqual(answers[1], answers[0], `seed ${seed}`);
    found += answers[0].length;
  }
  assert.ok(found > 5 * count, `${found}`);
});

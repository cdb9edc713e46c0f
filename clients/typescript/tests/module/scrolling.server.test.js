import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { questionFaults, questionQuery } from '../../built/source/viewport/scrolling/questions.js';
import { skip } from '../support/moduleFile.js';
import { cases } from '../support/cases.js';
import { layoutModule, local, program, served as service } from '../support/running.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 60);

/** What comes of a question: the answer, or which parameters are wrong in which way. */
async function outcome(ask) {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { type: error.type, errors: error.errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`).sort() };
  }
}

/** Asks two layouts the same, of which the second is held in the page and answers at once, too. */
async function compare(there, here, name, ...request) {
  const message = `${name} ${JSON.stringify(request)}`;
  const [served, own] = [await outcome(() => there[name](...request)), await outcome(() => here[name](...request))];
  assert.deepEqual(own, served, message);
  assert.deepEqual(await outcome(() => here[`${name}Now`](...request)), served, message);
  return served;
}

/** What is asked of a place, and how. */
const asked = ({ bounds, inset, item, target, window, reorder }) => [
  ['target', { bounds, inset, ...target }], ['window', { bounds, inset, ...window }], ['neighbors', item.section, item.item],
  ['reorder', { bounds, inset, ...reorder }],
];

test('the module answers questions about scrolling as the service does', { skip }, async () => {
  const counts = { answered: 0, refused: 0, estimated: 0, anchored: 0, entering: 0, leaving: 0, prefetch: 0, cancelled: 0, beside: 0, moved: 0 };
  for (const { seed, snapshot, container, extent, turns: [{ places }] } of cases('lists', { count, turns: 1, places: 5 })) {
    const [there, here] = [await service.post(snapshot, { [container]: extent }), await local.post(snapshot, { [container]: extent })];
    for (const [name, ...request] of places.flatMap(asked)) {
      const { answer } = await compare(there, here, name, ...request);
      counts[answer ? 'answered' : 'refused'] += 1;
      if (answer?.estimated) counts.estimated += 1;
      if (answer?.anchor) counts.anchored += 1;
      for (const list of ['entering', 'leaving', 'prefetch', 'cancelled']) counts[list] += answer?.[list]?.length ?? 0;
      if (name === 'neighbors' && answer) counts.beside += Object.values(answer).filter((cell) => cell).length;
      // The same target asked again, and the one that was answered.
      if (name !== 'reorder' || !answer) continue;
      counts.moved += answer.elements.length;
      const [{ point, ...others }] = request;
      for (const target of [others.target, answer.target]) {
        await compare(there, here, name, { ...others, ...(target ? { target } : {}), point: { x: point.x + 60, y: point.y - 50 } });
      }
    }
    here.close();
    here.snapshot.close();
  }
  for (const [name, number] of Object.entries(counts)) assert.ok(number > count / 3, `${name}: ${JSON.stringify(counts)}`);
});

test('of sections that are not here those are read that a question takes, and at once it says that they are not', { skip }, async () => {
  const counts = { target: 0, window: 0, neighbors: 0, reorder: 0, atOnce: 0, lacking: 0, estimated: 0 };
  for (const { seed, snapshot, extent, turns: [{ places }] } of cases('lists', { seed: 2000, count: 100, turns: 1, places: 6 })) {
    // Of sections that are not here it is known which items have estimated sizes, not which headers and footers; nor what fills the content.
    const stacks = snapshot.sections.flatMap(({ headers = [], footers = [] }) => [...headers, ...footers]);
    if (snapshot.sections.length < 3 || snapshot.minimumContentLength || stacks.some(({ estimated }) => estimated)) continue;
    const { id } = await service.post(snapshot);
    const there = await (await new LayoutService(program.url, { attempts: 1 }).snapshot(id)).layout(extent);
    // Bars leave something of a view.
    for (const place of places.filter(({ bounds }) => there.axis.extent(bounds) >= 300)) {
      // A layout that has read nothing yet.
      const here = await there.local({ module: layoutModule, maximumItems: 0 });
      const { bounds: { x, y, width, height }, reorder } = place;
      // A finger is in the view.
      for (const [name, ...request] of asked({ ...place, reorder: { ...reorder, point: { x: x + width / 2, y: y + height / 3 } } })) {
        const message = `seed ${seed} ${name} ${JSON.stringify(request)}`;
        const before = await outcome(() => here[`${name}Now`](...request));
        const [served, own] = [await outcome(() => there[name](...request)), await outcome(() => here[name](...request))];
        assert.deepEqual(own, served, message);
        const { keep, previousExtent = request[0].previous?.[there.scrollDirection === 'horizontal' ? 'height' : 'width'] } = request[0];
        if (keep !== undefined && previousExtent !== extent) assert.equal(before.answer, before.errors ? undefined : null, message);
        else assert.deepEqual(await outcome(() => here[`${name}Now`](...request)), served, message);
        if (before.answer === null) counts.lacking += 1;
        else assert.deepEqual(before, served, message);
        if (before.answer) counts.atOnce += 1;
        if (served.answer?.estimated) counts.estimated += 1;
        if (served.answer) counts[name] += 1;
      }
    }
  }
  for (const [name, number] of Object.entries(counts)) assert.ok(number > 5, `${name}: ${JSON.stringify(counts)}`);
});

test('what is wrong with a question is named here as the service names it', { skip }, async () => {
  const body = { sections: [{ engine: 'column', headers: [{ height: 40 }], items: { count: 6, height: 100 } }, { engine: 'waterfall', items: { heights: [9] } }] };
  const layouts = await Promise.all([service, local].map((one) => one.post(body, { width: 390 })));
  const point = { x: 3, y: 3 };
  const item = { section: 0, item: 2 };
  const inset = { top: 1e308, left: 0, bottom: 0, right: 0 };
  const far = { x: 0, y: 1.5e308, width: 9, height: 9 };
  const bounds = { x: 0, y: 0, width: 390, height: 800 };
  const questions = [
    ...[
      {}, { bounds }, { bounds, item, snap: 'nearest', proposed: point }, { bounds, header: { section: 0, index: 0 }, velocity: point },
      { bounds, snap: 'item', proposed: point }, { bounds, snap: 'nearest' }, { bounds, page: 3 }, { bounds, page: -3, proposed: point },
      { bounds, keep: 'first' }, { bounds, keep: 'last', previous: bounds }, { bounds, keep: item, previous: bounds, position: 'end' },
      { bounds, keep: 'end', previous: { ...bounds, width: 0 } }, { bounds, item: { section: -1, item: 0 } }, { bounds, item: { section: 0, item: 0.5 }, position: 'top' },
      { bounds, item: {} }, { bounds: { ...bounds, height: 0 }, item, inset: { top: 3 } }, { bounds, item, position: '' }, { bounds, item, previousInset: inset },
      { bounds: far, inset, item }, { bounds, keep: 'first', previous: far, inset }, { bounds, keep: 'first', previous: far, previousInset: inset },
      { bounds, page: 2 ** 54, proposed: { x: 'a', y: 0 } }, { item }, { bounds, position: 'start' }, { bounds: { ...bounds, x: NaN }, item },
    ].map((request) => ['target', request]),
    ...[{}, { bounds, previousVelocity: point }, { bounds, ahead: 101 }, { bounds, speed: -1, ahead: NaN }, { bounds, previous: {}, velocity: { x: 3 } }]
      .map((request) => ['window', request]),
    ...[{}, { bounds }, { bounds, item }, { bounds, item, point: 3 }, { bounds, item, point, target: { section: 0 } }, { item, point }].map((request) => ['reorder', request]),
  ];
  for (const [question, request] of questions) {
    const response = await fetch(`${program.url}/v1/layouts/${layouts[0].id}/${question}?width=390${questionQuery(question, request)}`);
    const { type, errors } = await response.json();
    const message = `${question} ${JSON.stringify(request)}`;
    const served = { type, errors: errors?.map(({ parameter, code }) => `${parameter === 'previousWidth' ? 'previousExtent' : parameter} ${code}`).sort() };
    assert.ok(questionFaults(question, request).length > 0, message);
    for (const layout of layouts) assert.deepEqual(await outcome(() => layout[question](request)), served, message);
    assert.deepEqual(await outcome(() => layouts[1][`${question}Now`](request)), served, message);
  }
  // What only the layout shows.
  for (const [question, ...request] of [
    ['target', { bounds, item: { section: 0, item: 6 } }], ['target', { bounds, item: { section: 2, item: 0 } }], ['target', { bounds, header: { section: 0, index: 1 } }],
    ['target', { bounds, header: { section: 9, index: 0 } }], ['target', { bounds, keep: { section: 0, item: 6 }, previous: bounds }],
    ['target', { bounds, item: { section: 2 ** 40, item: 2 ** 50 } }], ['target', { bounds, keep: 'end', previous: { ...bounds, width: 1e300 } }],
    ['neighbors', 0, 6], ['neighbors', 3, 0], ['neighbors', 2 ** 40, 1],
    ['reorder', { bounds, point, item: { section: 0, item: 6 } }], ['reorder', { bounds, point, item, target: { section: 0, item: 6 } }],
    ['reorder', { bounds, point, item, target: { section: 1, item: 2 } }], ['reorder', { bounds, point, item: { section: 0, item: 2 ** 40 } }],
    ['reorder', { bounds, point, item, target: { section: 2 ** 40, item: 0 } }], ['reorder', { bounds, point, item: { section: 1, item: 0 }, target: item }],
    ['window', { bounds: { ...bounds, height: 1e5 } }],
  ]) {
    const { errors } = await compare(...layouts, question, ...request);
    if (question !== 'window' && !(request[0].item?.section === 1)) assert.ok(errors, JSON.stringify(request));
  }
  const [many, held] = await Promise.all([service, local].map((one) => one.post({ sections: [{ engine: 'column', items: { count: 30_000, height: 1 } }] }, { width: 390 })));
  const tall = { ...bounds, height: 10_001 };
  const { errors } = await compare(many, held, 'window', { bounds: tall });
  assert.deepEqual(errors, ['bounds too-many']);
  assert.deepEqual((await compare(many, held, 'reorder', { bounds: tall, item, point })).errors, ['bounds too-many']);
});

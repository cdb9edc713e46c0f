import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { skip } from '../support/moduleFile.js';
import { layoutModule, local, program, served } from '../support/running.js';

const services = [served, local];

const list = {
  globalHeaders: [{ height: 10, pin: true }],
  sections: [{ engine: 'column', headers: [{ height: 40, pin: true }], items: { count: 6, height: 100 } }],
};
const bounds = { x: 0, y: 120, width: 320, height: 200 };

const queries = [
  ['special', undefined], ['special', { ...bounds, height: 0 }], ['special', { x: 1e308, y: 0, width: 1e308, height: 1 }],
  ['special', bounds, { inset: { top: 3 } }], ['hit', { x: 3 }], ['hit', { x: 3, y: 3 }, { special: 'x' }],
  ['hit', { x: 3, y: 3 }, { bounds, special: 'rest' }], ['hit', { x: 3, y: NaN }, { bounds: { ...bounds, width: -1 } }],
  ['supplementary', 'header', 0, 0, { bounds: { x: 0, y: 0, width: 3 } }], ['globalHeader', 0, { bounds: { ...bounds, width: 0 } }],
];

/** What comes of a call: the id, or which members are wrong in which way. */
async function outcome(act) {
  try {
    const { id = null } = await act() ?? {};
    return { id };
  } catch (error) {
    if (error.name !== 'Problem') return error.name;
    return { type: error.type, errors: error.errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`).sort() };
  }
}

/** Asks both services the same; the outcomes are alike, and those of a refusal say so. */
async function alike(message, act, isRefused = true) {
  const [served, local] = [await outcome(() => act(services[0])), await outcome(() => act(services[1]))];
  assert.deepEqual(local, served, message);
  assert.equal(served.id === undefined, isRefused, `${message}: ${JSON.stringify(served)}`);
}

const bytes = (...parts) => Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : [part])));
const nested = (depth) => '['.repeat(depth) + ']'.repeat(depth);

test('texts that are no JSON to the service are refused here, too', { skip }, async () => {
  const refused = [
    '', '{', '{"sections":[]}x', '\ufeff{"sections":[]}', bytes(0xef, 0xbb, 0xbf, '{"sections":[]}'),
    bytes('{"sections":[{"id":"', 0xff, '"}]}'), bytes('{"sections":[{"id":"', 0xed, 0xa0, 0x80, '"}]}'),
    '{"sections":[],"sections":[]}', '{"sections":[],"s\\u0065ctions":[]}', '{"sections":[{"id":"\\"","id":"\\\\"}]}',
    '{"sections":[{"headers":[{"height":1},{"height":1, "height" :2}]}]}', '{"a/~":{"":1,"":2},"sections":[3]}',
    '{"a":1,"a":2,"b":"\\udc00"}', '{"sections":[{"id":"\\ud800\\u0041"}]}', '{"sections":[{"items":1e400}]}',
    `{"sections":[{"items":-${'9'.repeat(309)}}]}`, `{"sections":${nested(15)},"sections":1}`, nested(17), `{"a":${nested(16)},"a":1}`,
  ];
  for (const text of refused) await alike(String(text), (service) => service.post(text));
  const taken = [
    '{"sections":[{"id":"\\ud83d\\ude00 \\\\"},{"id":"\\""}]}', ' {"sections" : [ {"items":{"count":2,"height":1e-400}} ]}\n',
    '{"sections":[{"id":"sections"},{"id":"{[]}"}]}', new Blob(['{"sections":[]}']), '{"sections":[{"items":{"count":1,"height":1e3}}]}',
    '{"sections":[{"id":"a","items":1},{"id":"a","items":1}]}',
  ];
  for (const text of taken) await alike(String(text), (service) => service.post(text), false);
});

test('values of a wrong type are named as the service names them', { skip }, async () => {
  const lists = [
    'delete', 'reload', 'resize', 'move', 'insert', 'deleteSections', 'reloadSections', 'setSections', 'moveSections', 'insertSections', 'set',
  ];
  const at = (members) => ({ resize: [{ section: 0, ...members }] });
  const steps = [
    ...lists.flatMap((name) => [null, 3, 'x'.repeat(100_001)].map((value) => ({ [name]: value }))),
    ...[null, 3, 'mean', {}].flatMap((value) => [at({ at: value, widths: [1] }), at({ at: value, heights: [], estimated: 'mean' })]),
    { ['k'.repeat(64)]: 1 }, { ['k'.repeat(65)]: 1 }, { delete: [{ section: 0, item: 0, ['ü'.repeat(33)]: 1 }] },
  ];
  for (const step of steps) await alike(JSON.stringify(step).slice(0, 80), async (service) => (await service.post(list)).change(step));
  for (const items of [[null], [[], 3], ['x', {}], [true]]) {
    await alike(JSON.stringify(items), (service) => service.post({ sections: [{ engine: 'waterfall', items }] }));
  }
});

test('what JSON cannot say is no step, here and at the service, and nothing is sent', { skip }, async () => {
  const requests = [];
  const service = new LayoutService(program.url, { attempts: 1, fetch: (url, init) => { requests.push(url); return fetch(url, init); } });
  const layouts = [await service.post(list, { width: 320 }), await services[1].post(list, { width: 320 })];
  requests.length = 0;
  const round = {};
  round.itself = round;
  const cases = [
    [undefined, [0]], [[undefined], [0]], [[{}, undefined], [1]], [[() => ({}), { delete: 3 }, Symbol('step')], [0, 2]],
    [{ insert: [{ section: 0, item: 0, items: () => 3 }] }, ['0/insert/0/items']],
    [[{ resize: [{ section: 0, at: [3n, 4], heights: [40, undefined] }] }], ['0/resize/0/at/0', '0/resize/0/heights/1']],
    [{ metrics: round }, ['0/metrics/itself']],
  ];
  for (const [steps, places] of cases) {
    const refused = { type: '/problems/invalid-change', errors: places.map((place) => `/steps/${place} wrong-type`) };
    for (const layout of layouts) {
      assert.deepEqual(await outcome(() => layout.snapshot.change(steps)), refused);
      assert.deepEqual(await outcome(() => layout.viewport().change(() => steps)), refused);
      for (const options of [{}, { expect: 3 }, { bounds: { ...bounds, height: 0 } }]) {
        assert.deepEqual(await outcome(() => layout.change(steps, options)), refused);
      }
    }
    assert.deepEqual(await outcome(() => service.document('list').change(steps, { revision: 1 })), refused);
  }
  for (const [body, pointer] of [
    [() => ({}), ''], [{ sections: [{ items: () => 3 }] }, '/sections/0/items'], [{ sections: [{ items: 3 }], 'a/~b': Symbol('x') }, '/a~1~0b'],
    [{ sections: [{ engine: 'column', items: { heights: [40, 3n] } }] }, '/sections/0/items/heights/1'],
  ]) {
    const refused = { type: '/problems/invalid-snapshot', errors: [`${pointer} wrong-type`] };
    for (const one of [service, services[1]]) assert.deepEqual(await outcome(() => one.post(body)), refused);
  }
  for (const expect of [{ id: () => 3 }, { itemCount: 3n }]) {
    const refused = { type: '/problems/invalid-change', errors: [`/expect/${Object.keys(expect)[0]} wrong-type`] };
    for (const layout of layouts) assert.deepEqual(await outcome(() => layout.snapshot.change({ delete: [] }, { expect })), refused);
  }
  assert.deepEqual(requests, []);
});

test('what is wrong with a call is named as the service names it', { skip }, async () => {
  const laid = (service) => service.post(list, { width: 320 });
  const layouts = [
    ['height', (service) => service.post(list, { height: 320 })],
    ['page length', (service) => service.post(list, { width: 320, pageLength: 0 })],
    ['bounds', (service) => service.post(list, { width: 320, bounds: { x: 0, y: 0, width: 3 } })],
    ['columns', (service) => service.post({ sections: [{}, { engine: 'column', metrics: { minimumColumnWidth: 0.001 }, items: 3 }] }, { width: 320 })],
    ['far', (service) => service.post({ sections: [{}, { items: { count: 2, width: 320, height: 2 ** 53 } }] }, { width: 320 })],
    ['far global header', (service) => service.post({ globalHeaders: [{ height: 1e300 }], sections: [] }, { width: 320 })],
    ...[[], Array(17).fill(3), [0]].map((widths) => [`widths ${widths}`, async (service) => (await service.post(list)).screens(widths)]),
    ['length', async (service) => (await service.post(list)).screens([320], { length: 0 })],
  ];
  for (const [name, act] of layouts) await alike(name, act);
  for (const [name, ...values] of queries) {
    await alike(`${name} ${JSON.stringify(values)}`, async (service) => (await laid(service))[name](...values));
  }
  const step = { insert: [{ section: 0, item: 0, items: [{ height: 30 }] }] };
  const changes = [
    { expect: { id: 'x' } }, { expect: { id: 'g'.repeat(64) } }, { expect: { itemCount: -1, other: 1 } }, { expect: 3 },
    { bounds, anchor: 'foo' }, { bounds, anchor: { section: 0 } }, { bounds, anchor: { section: 0, item: 6 } }, { bounds, anchor: { section: 1, item: 0 } },
    { bounds, anchor: 'end', endThreshold: -1 }, { bounds, endThreshold: NaN }, { bounds, transition: { appearScale: 11 } },
    { bounds, transition: { appearScale: -1 } }, { bounds, transition: { appearScale: 'a' } }, { bounds: { ...bounds, height: 0 } },
    { bounds, inset: { top: 10 } }, { bounds: { ...bounds, height: -1 }, inset: { top: 10 }, anchor: 'x' },
  ];
  // What is wrong with the parameters is said before what is wrong with the steps.
  for (const options of changes) {
    for (const steps of options.expect ? [step] : [step, { delete: [{ section: 7, item: 0 }] }, { delete: 3 }]) {
      await alike(JSON.stringify([options, steps]), async (service) => (await laid(service)).change(steps, options));
    }
  }
  const rows = { sections: [{ engine: 'column', items: { count: 30_000, height: 1 } }] };
  const asked = { bounds: { x: 0, y: 0, width: 320, height: 20_000 }, transition: true };
  await alike('many', async (service) => (await service.post(rows, { width: 320 })).change({ delete: [{ section: 0, item: 0 }] }, asked));
});

test('what is wrong with a question is named by the same names where sections are far', { skip }, async () => {
  const { id } = await services[0].post({ ...list, sections: [...list.sections, ...list.sections] });
  const served = await (await new LayoutService(program.url, { attempts: 1 }).snapshot(id)).layout(320);
  const far = await served.local({ module: layoutModule, maximumItems: 0 });
  for (const [name, ...values] of [...queries, ['hit', { x: 3, y: 'a' }]]) {
    const [there, here] = [await outcome(() => served[name](...values)), await outcome(() => far[name](...values))];
    assert.deepEqual(here, there, `${name} ${JSON.stringify(values)}`);
    assert.equal(there.id, undefined);
  }
});

test('whether there are transitions is a boolean, or an object with their scale', { skip }, async () => {
  const step = { delete: [{ section: 0, item: 0 }] };
  const changed = (service, transition) => service.post(list, { width: 320 }).then((layout) => layout.change(step, { bounds, transition }));
  for (const transition of ['yes', 5, { scale: 1 }]) {
    await alike(JSON.stringify(transition), (service) => changed(service, transition));
    const layout = layoutModule.snapshot(list).layout(320);
    assert.throws(() => layout.checkPlace({ transition }), ({ errors: [{ parameter, code }] }) => parameter === 'transition' && code === 'bad-syntax');
  }
  for (const transition of [true, false, {}, { appearScale: 2 }]) {
    for (const service of services) assert.equal((await changed(service, transition)).transition === null, !transition);
  }
});

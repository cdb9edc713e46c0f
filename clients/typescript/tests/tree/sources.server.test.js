import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { skip } from '../support/moduleFile.js';
import { cases } from '../support/cases.js';
import { layoutModule, local, served } from '../support/running.js';

const count = Number(process.env.LAYOUTD_SOURCES ?? (process.env.LAYOUTD_TESTS === 'all' ? 800 : 240));

/** Words of other systems are the service's alone. A program that is built for debugging knows members of items that the module does not. */
const said = ({ detail }) => (detail.includes('here it is') ? null : detail.replace(/, the keys are "(count|width)".*/, ''));

/** What comes of a post: the id, the answer of the source and the warnings, or the mistakes. */
async function outcome(service, body, extent) {
  try {
    const posted = await service.post(body, extent);
    const { id, source, sectionCount, itemCount, warnings } = posted.snapshot ?? posted;
    return { id, source: source && { state: source.state, load: source.load, nodes: source.nodes }, sectionCount, itemCount, warnings };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { type: error.type, errors: error.errors };
  }
}

/** Posts to both; compares what comes of it. Returns the mistakes that both name. */
async function compare(body, message, extent) {
  const [there, here] = [await outcome(served, body, extent), await outcome(local, body, extent)];
  const text = `${message}: ${JSON.stringify(body)}\n${JSON.stringify(there)}\n${JSON.stringify(here)}`;
  if (!there.errors || !here.errors || there.errors.length >= 20) {
    // Which twenty of many are listed is not the same.
    if (there.errors && here.errors) assert.equal(here.type, there.type, text);
    else assert.deepEqual(here, there, text);
    return [];
  }
  assert.equal(here.type, there.type, text);
  const places = ({ pointer, code, first }) => `${pointer} ${code} ${first ?? ''}`;
  assert.deepEqual(here.errors.map(places), there.errors.map(places), text);
  if (there.type === '/problems/bad-json') return there.errors;
  for (const [place, fault] of there.errors.entries()) if (said(fault) !== null) assert.equal(said(here.errors[place]), said(fault), text);
  return there.errors;
}

test('a source has the id, the answer and the warnings of the service', { skip }, async () => {
  let refused = 0;
  for (const { seed, snapshot, container, extent } of cases('sources', { count })) {
    const mistakes = await compare(snapshot, `seed ${seed}`, seed % 2 ? { [container]: extent } : undefined);
    refused += Number(mistakes.length > 0);
  }
  assert.ok(refused < count / 10, `${refused}`);
});

test('mistakes in a source are those of the service', { skip }, async () => {
  const codes = {};
  for (const { seed, snapshot } of cases('sources', { count, mistakes: true })) {
    for (const { code } of await compare(snapshot, `seed ${seed}`)) codes[code] = (codes[code] ?? 0) + 1;
  }
  for (const code of ['unknown-key', 'wrong-type', 'out-of-range', 'duplicate-key', 'not-allowed']) assert.ok(codes[code] > 0, JSON.stringify(codes));
});

test('a source that cannot be laid out is refused at its place', { skip }, async () => {
  const wide = { engine: 'column', metrics: { minimumColumnWidth: 0.01 }, items: 3 };
  const cases = [
    [{ children: [{ items: 1 }, wide] }, '/source/children/1', 'too-many'],
    [{ headers: [{ height: 1e308 }] }, '', 'out-of-range'],
  ];
  for (const [source, pointer, code] of cases) {
    const { type, errors } = await outcome(local, { source }, { width: 1000 });
    assert.deepEqual([type, errors.map((fault) => [fault.pointer, fault.code])], ['/problems/cannot-lay-out', [[pointer, code]]]);
    const layout = await local.post({ source: { items: 1 } }, { width: 1000 });
    const change = { from: { source: { items: 1 } }, to: { source } };
    const isTold = ({ errors: [fault] }) => fault.pointer === `/to${pointer}` && fault.code === code;
    await assert.rejects(layout.change(change), isTold);
    await assert.rejects(layout.viewport().change(change), isTold);
  }
});

test('a body with a source may be nested more deeply', { skip }, async () => {
  const deep = (level, leaf) => (level === 0 ? leaf : { children: [deep(level - 1, leaf)] });
  const leaves = [
    [{}, 15], [{ items: [{ height: 3 }] }, 14], [{ metrics: { padding: { top: 1 } } }, 14], [{ headers: [{ height: 3, padding: { top: 1 } }] }, 13],
    [{ sections: [{ items: [{ height: 3 }], keys: [1] }] }, 13], [{ sections: [{ footers: [{ height: 3, padding: { top: 1 } }] }] }, 12],
  ];
  for (const [leaf, most] of leaves) {
    for (const level of [most, most + 1, 40]) {
      const body = { source: deep(level, leaf) };
      const isRefused = level > most;
      assert.equal((await compare(body, `${level}`)).length > 0, isRefused);
      const text = JSON.stringify(body);
      assert.deepEqual((await outcome(local, text)).errors?.map(({ code }) => code), isRefused ? ['too-many'] : undefined);
    }
  }
});

test('a posted source is held in the page, in any form', { skip }, async () => {
  const body = {
    engine: 'column', globalHeaders: [{ height: 100 }],
    source: { id: 'page', headers: [{ height: 44, pin: true }], children: [
      { id: 'first', items: 5, headers: [{ height: 30 }] }, { id: 'second', sections: [{ items: 2 }, { id: 'last', items: 3 }] },
    ] },
  };
  const posted = await served.post(body, { width: 320 });
  const held = await posted.local({ module: layoutModule, offline: true });
  assert.equal(held.id, posted.id);
  assert.deepEqual(held.snapshot.source.path(2), [{ id: 'page', section: 2 }, { id: 'second', section: 1 }]);
  const text = JSON.stringify(body);
  for (const form of [body, text, new Blob([text]), new TextEncoder().encode(text)]) {
    const layout = await local.post(form, { width: 320 });
    assert.deepEqual([layout.id, layout.contentSize], [posted.id, posted.contentSize]);
    assert.equal(layout.snapshot.source.place('second', 1), 2);
    const { layout: changed } = await layout.change({ insert: [{ section: 2, item: 3, items: [{ height: 44 }] }] });
    assert.equal(changed.id, (await posted.snapshot.change({ insert: [{ section: 2, item: 3, items: [{ height: 44 }] }] })).id);
    assert.equal(changed.snapshot.source, null);
  }
  assert.deepEqual(body, JSON.parse(text));
});

test('a page without a source loads no file for one', () => {
  for (const name of ['LocalService', 'LocalSnapshot', 'LocalLayout', 'localCopy', 'refusing']) {
    const code = readFileSync(new URL(`../../source/module/${name}.ts`, import.meta.url), 'utf8');
    assert.doesNotMatch(code, /^import (?!type)[^;]*\/sources\//m);
  }
});

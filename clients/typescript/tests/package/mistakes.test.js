import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Feed, LayoutService } from '../../built/index.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { file, skip } from '../support/moduleFile.js';

test('a mistake is named by the first pointer and its code', { skip }, async () => {
  const service = await LayoutService.local({ module: readFileSync(file) });
  const wrong = { engine: 'column', sections: [{ items: 1 }, { items: [{ height: 4 }, { height: -1 }] }] };
  await assert.rejects(service.post(wrong), /The snapshot is wrong: \/sections\/1\/items\/1\/height: out-of-range/);
  const layout = await service.post({ engine: 'column', sections: [{ items: 3 }] }, { width: 100 });
  await assert.rejects(layout.change({ delete: [{ section: 0, item: -1 }] }), /The steps are wrong: \/steps\/0\/delete\/0\/item: out-of-range/);
  await assert.rejects(layout.change({ delete: [{ section: 0, item: 9 }] }), /\/steps\/0\/delete\/0: item-out-of-range-before/);
});

test('where the module is something else, the error names the cure', async () => {
  const { fetch } = globalThis;
  try {
    for (const answer of [
      () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }), () => new Response('', { status: 404 }),
    ]) {
      globalThis.fetch = async () => answer();
      await assert.rejects(LayoutModule.load('http://page.test/layout.wasm'), (error) => (
        error.type === 'module-missing' && error.message.includes('{ module: url }') && /404|text\/html/.test(error.message)));
    }
    const detail = 'The program was built without it. Run script/wasm.';
    globalThis.fetch = async () => Response.json({ detail }, { status: 404, headers: { 'Content-Type': 'application/problem+json' } });
    await assert.rejects(LayoutModule.load('http://page.test/layout.wasm'), { type: 'module-missing', message: new RegExp(detail) });
  } finally {
    globalThis.fetch = fetch;
  }
  // Modules of others: one without anything, and one that imports a function.
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  for (const sections of [[], [1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x62, 0, 0]]) {
    const other = Uint8Array.from([...header, ...sections]);
    for (const source of [other, { first: other, rest: other }]) {
      const expected = { name: 'ModuleProblem', type: 'module-missing', message: /another WebAssembly module/ };
      await assert.rejects(LayoutModule.load(source), expected);
      await assert.rejects(LayoutService.local({ module: source }), expected);
    }
  }
});

test('what a feed is given wrongly is named', () => {
  const node = () => null;
  for (const scroller of [null, undefined, 'main', {}]) assert.throws(() => new Feed(scroller, { service: null, node }), /The scroller is/);
  assert.throws(() => new Feed({ ownerDocument: {} }, { service: 5, node }), /service has no post/);
  assert.throws(() => new Feed({ ownerDocument: {} }, {}), /node is no function/);
});

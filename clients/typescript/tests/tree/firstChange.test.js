import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { file, skip } from '../support/moduleFile.js';

// A file of its own: what finds the step between two trees is loaded once in a process.
test('sizes may be measured while the first change of a source is loaded', { skip }, async () => {
  const service = await LayoutService.local({ module: readFileSync(file) });
  const from = { engine: 'column', source: { children: [
    { items: { count: 500, height: 50, estimated: true } }, { state: 'loading', placeholder: { height: 30 } }] } };
  const to = structuredClone(from);
  to.source.children[1] = { state: 'loaded', items: 1, metrics: { rowHeight: 70 } };
  const viewport = (await service.post(from, { width: 300 })).viewport();
  viewport.update({ x: 0, y: 0, width: 300, height: 300 });
  viewport.measure([{ section: 0, item: 0, height: 60 }]);
  let isDone = false;
  const change = viewport.change({ from, to }).finally(() => { isDone = true; });
  let count = 1;
  for (; !isDone; count += 1) {
    viewport.measure([{ section: 0, item: count, height: 60 }]);
    await setImmediate();
  }
  await change;
  assert.ok(count > 2);
  assert.equal(viewport.layout.contentSize.height, 500 * 50 + 10 * count + 70);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../index.js';
import { LayoutModule } from '../../source/module/wasm/LayoutModule.js';
import { keptPages } from '../../source/viewport/keptPages.js';
import { file, skip as noModule } from '../support/moduleFile.js';

const names = noModule ? [] : (await LayoutModule.load(readFileSync(file))).instance.vocabulary.members.map(({ name }) => name);
const skip = noModule || (names.includes('probe') ? false : 'the module that ships knows no member of items');

const count = 200;
const probe = (item) => (item % 3 === 0 ? 1 : item - 100);

async function held() {
  const service = await LayoutService.local({ module: readFileSync(file) });
  const items = { heights: Array(count).fill(50), probe: Array.from({ length: count }, (_, item) => probe(item)) };
  return await service.post({ sections: [{ engine: 'column', items }] }, { width: 300 });
}

const elements = (page) => Array.from({ length: page.count }, (_, index) => page.element(index));

test('pages have what items say beside their sizes', { skip }, async () => {
  const layout = await held();
  const page = await layout.page(0, { length: 1000 });
  assert.deepEqual(elements(page), layout.placed.laid.elements(page.rect).elements);
  // 1 is the default.
  assert.deepEqual(elements(page).map((element) => element.probe), Array.from({ length: 20 }, (_, item) => (probe(item) === 1 ? undefined : probe(item))));
});

test('pages that are made of those before a change have it, too', { skip }, async () => {
  const layout = await held();
  const pages = new Map(Array.from({ length: 10 }, (_, number) => [number, layout.pageNow(number, { length: 1000 })]));
  const steps = [{ delete: [{ section: 0, item: 1 }] }];
  const change = await layout.change(steps);
  const kept = keptPages(change, steps, pages, 1000, { x: 0, y: 5000, width: 300, height: 1000 });
  assert.ok(kept.length > 5);
  for (const page of kept) assert.deepEqual(elements(page), elements(change.layout.pageNow(page.number, { length: 1000 })));
  assert.ok(kept.some((page) => elements(page).some((element) => element.probe !== undefined)));
});

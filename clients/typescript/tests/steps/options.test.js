import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService, ScrollSpace, stepsBetween } from '../../built/index.js';
import { FakeService, list } from '../support/FakeService.js';

const fake = new FakeService(list(10));
const service = new LayoutService('', { fetch: fake.fetch });
const snapshot = await service.post({ sections: [] });
const layout = await snapshot.layout(390);
const viewport = layout.viewport();
const bounds = { x: 0, y: 0, width: 390, height: 100 };

for (const [call, name, nearest] of [
  [(options) => new LayoutService('', options), 'timeoutSecond', 'timeoutSeconds'],
  [(options) => service.post({ sections: [] }, options), 'singal', 'signal'],
  [(options) => service.snapshot(fake.id, options), 'abortSignal', 'signal'],
  [(options) => service.snapshot(fake.id, options), 'restored', 'restore'],
  [(options) => snapshot.layout(390, options), 'sig', 'signal'],
  [(options) => layout.page(0, options), 'maxElements', 'maximumElements'],
  [(options) => layout.item(0, 0, options), 'SIGNALS', 'signal'],
  [(options) => layout.supplementary('header', 0, 0, options), 'bound', 'bounds'],
  [(options) => layout.globalHeader(0, options), 'insets', 'inset'],
  [(options) => layout.decoration('rowSeparator', 0, 0, options), 'sign', 'signal'],
  [(options) => layout.special(bounds, options), 'insert', 'inset'],
  [(options) => layout.hit({ x: 0, y: 0 }, options), 'specials', 'special'],
  [(options) => layout.sections(options), 'limits', 'limit'],
  [(options) => snapshot.screens([390], options), 'lengths', 'length'],
  [(options) => snapshot.delete(options), 'signals', 'signal'],
  [(options) => layout.viewport(options), 'pageHeight', 'pageLength'],
  [(options) => layout.viewport(options), 'maxPrefetchPages', 'maximumPrefetchPages'],
  [(options) => viewport.update(bounds, options), 'insets', 'inset'],
  [(options) => viewport.scrollOrigin(0, 0, options), 'align', 'alignment'],
  [(options) => viewport.whenWhole(options), 'timeout', null],
  [(options) => layout.viewport(options), 'inset', null],
  [(options) => stepsBetween(['a'], ['b'], options), 'sizes', 'size'],
  [(options) => new ScrollSpace({ contentExtent: 9, viewportExtent: 3, ...options }), 'maxExtent', 'maximumExtent'],
  [(options) => new ScrollSpace({ contentExtent: 9, viewportExtent: 3 }).resize(options), 'contentSize', 'contentExtent'],
]) {
  test(`${name} is no option, and ${nearest ?? 'nothing'} is named in its place`, async () => {
    const count = fake.requests.length;
    await assert.rejects(async () => call({ [name]: undefined }), (error) => {
      assert.ok(error instanceof TypeError);
      assert.match(error.message, new RegExp(`^\\w+ has no option ${name}${nearest ? `; the nearest one is ${nearest}` : ''}$`));
      return true;
    });
    assert.equal(fake.requests.length, count);
  });
}

// Does the same with each entry of the client's package: node bundles.mjs URL, beside node_modules/layoutd-client.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as whole from 'layoutd-client';
import * as feed from 'layoutd-client/feed';
import * as element from 'layoutd-client/element';
import { LayoutModule } from 'layoutd-client/module';

const bytes = await readFile(fileURLToPath(import.meta.resolve('layoutd-client/layout.wasm')));
const body = { sections: [{ engine: 'column', items: { heights: Array.from({ length: 300 }, (_, item) => 40 + item % 7) } }] };
const steps = { insert: [{ section: 0, item: 3, items: [{ height: 90 }] }] };

/** Which items a viewport shows, and where. */
function frames(viewport) {
  const found = [];
  viewport.forEach((page, index) => found.push([page.item[index], page.y[index], page.height[index]]));
  return found.sort(([one], [other]) => one - other);
}

/** What is shown before and behind changes, by the service and in the page. */
async function outcome({ LayoutService }, name) {
  const found = [];
  const remote = new LayoutService(process.argv[2]);
  for (const one of [remote, await LayoutService.local({ module: bytes })]) {
    const layout = await one.post(body, { width: 320 });
    const viewport = layout.viewport();
    viewport.update({ x: 0, y: 5000, width: 320, height: 400 });
    await viewport.whenWhole();
    found.push(frames(viewport));
    const { bounds } = await viewport.change(steps);
    if (viewport.isLocal) found.push(viewport.measure([{ section: 0, item: 120, height: 77 }])?.bounds);
    await viewport.whenWhole();
    found.push(bounds, frames(viewport), viewport.layout.contentSize);
    if (viewport.isLocal) continue;
    const document = one.document(name);
    await document.put(viewport.layout.snapshot, { revision: 'none' });
    const following = document.follow({ viewport, revision: 1 });
    await document.change(steps, { revision: 1 });
    await following.whenAt(2);
    found.push(following.revision, frames(viewport));
    following.close();
    found.push(await following.ended, await remote.snapshot('0'.repeat(64)).catch(({ status }) => status));
  }
  return found;
}

const expected = await outcome(whole, 'whole');
assert.ok(expected.flat(2).length > 50);
assert.deepEqual(await outcome(feed, 'feed'), expected);
for (const [name, bundle] of Object.entries({ feed, element })) {
  for (const one of ['Feed', 'IdChanged', 'Problem', ...(bundle === feed ? ['Layout', 'LayoutService'] : [])]) assert.equal(bundle[one], whole[one], `${name}: ${one}`);
}
assert.equal((await LayoutModule.load(bytes)).snapshot(body).id, (await new whole.LayoutService(process.argv[2]).post(body)).id);
assert.equal(typeof element.LayoutdFeed, 'function');
console.log('same');

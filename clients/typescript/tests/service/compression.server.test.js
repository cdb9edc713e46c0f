import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { Program } from '../support/Program.js';

test('what arrives compressed is the same snapshot, the same steps and the same document', async () => {
  const program = await Program.start();
  const arrived = [];
  // A server in front of the program, which notes how bodies arrive.
  const proxy = createServer((from, to) => {
    if (from.method !== 'GET') arrived.push([from.headers['content-encoding'], Number(from.headers['content-length'])]);
    from.pipe(request(program.url + from.url, { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    }));
  }).listen(0, '127.0.0.1');
  try {
    await once(proxy, 'listening');
    const heights = Array.from({ length: 30_000 }, (_, item) => 40 + item * 37 % 90 / 7);
    const steps = { insert: [{ section: 0, item: 5, items: { heights } }] };
    const found = [];
    for (const compress of [true, false]) {
      const service = new LayoutService(`http://127.0.0.1:${proxy.address().port}`, { compress });
      const layout = await service.post({ engine: 'column', sections: [{ items: { heights } }] }, { width: 390 });
      const change = await layout.change(steps);
      const document = service.document(`compressed-${compress}`);
      await document.put(layout.snapshot, { revision: 'none' });
      const changed = await document.change(steps, { revision: 1 });
      found.push({ id: layout.id, size: layout.contentSize, next: change.layout.id, changed: changed.layout });
    }
    assert.deepEqual(found[0], found[1]);
    assert.equal(found[0].next, found[0].changed);
    const large = arrived.splice(0).filter(([, size]) => size > 1000);
    assert.deepEqual(large.map(([encoding]) => encoding), ['gzip', 'gzip', 'gzip', undefined, undefined, undefined]);
    assert.ok(large[0][1] < large[3][1] / 5, `${large}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await program.stop();
  }
});

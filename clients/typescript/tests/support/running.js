// What a file of tests has while it runs: the program, the service that it is, and the one that the module is in this process.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { LayoutModule } from '../../built/source/module/wasm/LayoutModule.js';
import { Program } from './Program.js';
import { cases, views } from './cases.js';
import { pageModule, skip } from './moduleFile.js';

export const program = await Program.start();
export const served = new LayoutService(program.url, { attempts: 1 });
export const layoutModule = skip ? null : await LayoutModule.load(await pageModule());
export const local = skip ? null : await LayoutService.local({ module: layoutModule });
/** Both, by name, for tests of either; `skip` where there is no module. */
export const services = [{ name: 'over the service', service: served }, { name: 'in the page', service: local, skip }];

after(async () => assert.equal(await program.stop(), 0));

/** The status and the answer of a request that is none of the client's. */
export async function send(method, path, body, headers = {}) {
  const init = body === undefined ? { method, headers } : {
    method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers },
  };
  const response = await fetch(program.url + path, init);
  return { status: response.status, answer: await response.json() };
}

/** What the service has of each of some random lists, as the layout of a FakeService, and its places. */
export async function models(options) {
  const made = [];
  for (const { seed, snapshot, container, extent, turns: [turn] } of cases('lists', { turns: 1, ...options })) {
    const { answer: { id, contentSize } } = await send('POST', `/v1/layouts?${container}=${extent}`, snapshot);
    if (contentSize.width === 0 || contentSize.height === 0) continue;
    const path = `/v1/layouts/${id}`;
    const list = (numbers) => Object.values(numbers).join();
    const { elements, pinning } = await program.json(`${path}/elements?${container}=${extent}&rect=0,0,${list(contentSize)}&pinning=true`);
    const special = async (bounds) => (await program.json(`${path}/special?${container}=${extent}&bounds=${list(bounds)}`)).special;
    made.push({ seed, model: { contentSize, elements, ...pinning }, places: views(turn), special });
  }
  return made;
}

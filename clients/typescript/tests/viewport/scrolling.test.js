import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { FakeService, json, list } from '../support/FakeService.js';

const bounds = { x: 0, y: 10, width: 390, height: 844 };
const inset = { top: 1, left: 2, bottom: 3, right: 4 };
const path = { section: 2, item: 7 };
const proposed = { x: 0, y: 120.5 };
const velocity = { x: 0, y: -300 };

async function start() {
  const fake = new FakeService(list(10));
  const layout = await (await new LayoutService('', { fetch: fake.fetch }).post('{}')).layout(390);
  fake.requests.length = 0;
  /** What a call asks for, and what it makes of an answer. */
  const asks = async (call, answer) => {
    fake.failures = [json({ id: fake.id, width: 390, ...answer })];
    const value = await call();
    const [{ path: asked, query }] = fake.requests.splice(0);
    return [`${asked.replace(`/v1/layouts/${fake.id}`, '')}?${decodeURIComponent(query)}`, value];
  };
  return { fake, layout, asks };
}

test('where to scroll is asked by the options that are given', async () => {
  const { layout, asks } = await start();
  const anchor = { section: 0, item: 2, edge: 'leading' };
  for (const [request, query, answer] of [
    [{ bounds, item: path }, 'item=2,7'],
    [{ bounds, inset, item: path, position: 'nearest' }, 'inset=1,2,3,4&item=2,7&position=nearest', { estimated: true }],
    [{ bounds, header: { section: 3, index: 1 }, position: 'end' }, 'position=end&header=3,1'],
    [{ bounds, snap: 'nearest', proposed }, 'snap=nearest&proposed=0,120.5'],
    [{ bounds, page: 844, proposed, velocity }, 'proposed=0,120.5&page=844&velocity=0,-300'],
    [{ bounds, keep: 'first', previous: bounds }, 'keep=first&previous=0,10,390,844', { anchor }],
    [
      { bounds, keep: path, previous: bounds, previousExtent: 300, previousInset: inset },
      'keep=2,7&previous=0,10,390,844&previousWidth=300&previousInset=1,2,3,4', { anchor: null },
    ],
  ]) {
    const [asked, target] = await asks(() => layout.target(request), { bounds, ...answer });
    assert.deepEqual(asked, `/target?width=390&bounds=0,10,390,844&${query}`);
    assert.deepEqual(target, { bounds, estimated: answer?.estimated ?? false, anchor: answer?.anchor ?? null });
  }
});

test('windows, neighbors and moves in progress are asked likewise', async () => {
  const { layout, asks } = await start();
  const lists = { entering: [{ frame: bounds }], leaving: [], prefetch: [path], cancelled: [] };
  const request = { bounds, inset, previous: bounds, velocity, previousVelocity: velocity, ahead: 0.5, speed: 0, scale: 2 };
  assert.deepEqual(await asks(() => layout.window({ bounds }), lists), ['/window?width=390&bounds=0,10,390,844', lists]);
  assert.deepEqual(await asks(() => layout.window(request), lists), [
    '/window?width=390&bounds=0,10,390,844&inset=1,2,3,4&previous=0,10,390,844&velocity=0,-300&ahead=0.5&previousVelocity=0,-300&speed=0&scale=2',
    lists,
  ]);
  const neighbors = { up: { ...path, frame: bounds }, down: null, left: null, right: null };
  assert.deepEqual(await asks(() => layout.neighbors(2, 6), neighbors), ['/items/2/6/neighbors?width=390', neighbors]);
  assert.deepEqual(await asks(() => layout.neighbors(2, 7, { scale: 2 }), neighbors), ['/items/2/7/neighbors?width=390&scale=2', neighbors]);
  const preview = {
    target: path, gap: bounds, dragged: bounds, elements: [], special: [], contentSize: { width: 390, height: 900 }, autoScroll: -12,
  };
  assert.deepEqual(
    await asks(() => layout.reorder({ item: path, target: { section: 2, item: 0 }, point: proposed, bounds, inset, scale: 3 }), preview),
    ['/reorder?width=390&item=2,7&target=2,0&point=0,120.5&bounds=0,10,390,844&inset=1,2,3,4&scale=3', preview]);
});

test('a wrong question names the option, and nothing is sent', async () => {
  const { fake, layout } = await start();
  const far = { x: 0, y: 1e308, width: 1, height: 1 };
  for (const [question, request, fault] of [
    ['target', {}, 'bounds missing'], ['target', { bounds }, 'item missing'], ['target', { bounds: { ...bounds, width: 0 }, item: path }, 'bounds out-of-range'],
    ['target', { bounds, item: path, page: 3, proposed }, 'page not-allowed'], ['target', { bounds, item: path, proposed }, 'proposed not-allowed'],
    ['target', { bounds, item: path, previousExtent: 3 }, 'previousExtent not-allowed'], ['target', { bounds, snap: 'nearest' }, 'proposed missing'],
    ['target', { bounds, snap: 'item', proposed }, 'snap out-of-range'], ['target', { bounds, page: 0, proposed }, 'page out-of-range'],
    ['target', { bounds, page: 9, proposed, velocity: 3 }, 'velocity bad-syntax'], ['target', { bounds, item: { section: -1, item: 0 } }, 'item out-of-range'],
    ['target', { bounds, header: path }, 'header bad-syntax'], ['target', { bounds, item: path, position: 'top' }, 'position out-of-range'],
    ['target', { bounds, keep: 'last', previous: bounds }, 'keep bad-syntax'], ['target', { bounds, keep: 'first' }, 'previous missing'],
    ['target', { bounds, keep: 'end', previous: bounds, previousExtent: 2 ** 54 }, 'previousExtent out-of-range'],
    ['target', { bounds, keep: 'end', previous: far, previousInset: { ...inset, top: 1e308 } }, 'previousInset out-of-range'],
    ['window', {}, 'bounds missing'], ['window', { bounds, previousVelocity: velocity }, 'previous missing'],
    ['window', { bounds, ahead: -1 }, 'ahead out-of-range'], ['window', { bounds, scale: 17 }, 'scale out-of-range'], ['window', { bounds, speed: NaN }, 'speed bad-syntax'],
    ['window', { bounds: far, inset: { ...inset, top: 1e308 } }, 'inset out-of-range'],
    ['reorder', { bounds, point: proposed }, 'item missing'], ['reorder', { bounds, item: path }, 'point missing'],
    ['reorder', { item: path, point: proposed }, 'bounds missing'], ['reorder', { bounds, item: path, point: proposed, target: 3 }, 'target bad-syntax'],
  ]) {
    await assert.rejects(layout[question](request), ({ name, status, type, errors, message }) => {
      const [option] = fault.split(' ');
      assert.deepEqual([name, status, type], ['Problem', 400, '/problems/bad-parameter']);
      assert.deepEqual(errors.map(({ parameter, code }) => `${parameter} ${code}`), [fault], JSON.stringify(request));
      assert.ok(message.includes(`"${option}"`), message);
      return true;
    });
  }
  await assert.rejects(layout.target({ bounds, itm: path }), { name: 'TypeError', message: 'target has no option itm; the nearest one is item' });
  await assert.rejects(layout.window(), { name: 'TypeError' });
  await assert.rejects(layout.neighbors(0, -1), RangeError);
  assert.deepEqual(fake.requests, []);
});

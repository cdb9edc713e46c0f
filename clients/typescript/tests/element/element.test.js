import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LayoutService } from '../../built/index.js';
import { until } from '../support/ManualClock.js';
import { file, skip } from '../support/moduleFile.js';
import { FakeElement } from './FakePage.js';

const defined = new Map();
globalThis.customElements = { get: (name) => defined.get(name), define: (name, made) => defined.set(name, made) };
const { LayoutdFeed } = await import('../../built/source/element/define.js');
const { attributes } = await import('../../built/source/element/attributes.js');
const declared = readFileSync(new URL('../../source/element/LayoutdFeed.ts', import.meta.url), 'utf8');

/** What an attribute makes of a new element, and what fails. */
function set(name, value) {
  const element = new LayoutdFeed();
  const errors = [];
  element.addEventListener('error', (event) => {
    event.preventDefault();
    errors.push(event.error.message);
  });
  element.attributeChangedCallback(name, null, value);
  return [element[attributes[name][0]], errors];
}

test('the element is defined by its name, once', async () => {
  assert.equal(defined.get('layoutd-feed'), LayoutdFeed);
  await import('../../built/source/element/define.js?again');
  assert.equal(defined.size, 1);
});

test('a server has no elements, and imports it all the same', () => {
  const code = "import('./built/source/element/define.js').then(({ LayoutdFeed }) => console.log(typeof LayoutdFeed))";
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', cwd: new URL('../..', import.meta.url) });
  assert.deepEqual([stdout, stderr], ['function\n', '']);
});

test('it has the properties that are declared, and reads the attributes that are', () => {
  const body = /interface LayoutdFeed[^{]*\{([^]*?)\n\}/.exec(declared)[1];
  const properties = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(LayoutdFeed.properties).sort(), properties.sort());
  for (const [name, [property]] of Object.entries(attributes)) {
    assert.ok(properties.includes(property), name);
    assert.ok(declared.includes(`\`${name}\``), name);
  }
  assert.deepEqual(LayoutdFeed.observedAttributes, Object.keys(attributes));
});

test('an attribute is read as what its property is', () => {
  const cases = [
    ['estimate', '61.5', 61.5], ['size', '40', 40], ['metrics', '{"numberOfColumns":2}', { numberOfColumns: 2 }], ['engine', 'waterfall', 'waterfall'],
    ['stick-to-end', '', true], ['window', 'false', false], ['window', 'true', true], ['reach', '0', 0], ['remember', 'posts', 'posts'],
    ['estimate', null, undefined], ['key', null, undefined], ['fills', '', true], ['fills', 'false', false],
    ['margins', '{"left":44,"right":20}', { left: 44, right: 20 }],
  ];
  for (const [name, value, expected] of cases) assert.deepEqual(set(name, value), [expected, []], name);
  assert.equal(set('key', 'slug')[0]({ slug: 'one' }), 'one');
  assert.equal(set('label', 'Posts')[0](0), 'Posts');
});

test('the service of an attribute posts to its address', async () => {
  const [service, errors] = set('service', 'http://127.0.0.1:1/layoutd');
  const { fetch } = globalThis;
  const controller = new AbortController();
  let asked;
  globalThis.fetch = async (address) => {
    asked = String(address);
    controller.abort();
    throw new TypeError('not there');
  };
  try {
    await assert.rejects(service.post({ sections: [] }, { width: 300, signal: controller.signal }));
  } finally {
    globalThis.fetch = fetch;
  }
  assert.deepEqual([asked.startsWith('http://127.0.0.1:1/layoutd/v1/layouts?'), errors], [true, []]);
});

test('what an attribute cannot say is an error that names it', () => {
  for (const [name, value] of [['estimate', 'high'], ['size', ''], ['reach', 'Infinity'], ['metrics', '{'], ['margins', '44px']]) {
    const [made, [message, ...more]] = set(name, value);
    assert.equal(made, undefined, name);
    assert.ok(message.startsWith(`${name}="${value}" cannot be read: `), message);
    assert.deepEqual(more, []);
  }
});

test('what fails is told by the console where nobody else does', () => {
  const said = [];
  const { error } = console;
  console.error = (one) => said.push(one.message);
  try {
    new LayoutdFeed().attributeChangedCallback('estimate', null, 'high');
  } finally {
    console.error = error;
  }
  assert.equal(said.length, 1);
});

test('what was set before the element was defined is set again when it is put into a page', () => {
  const element = new LayoutdFeed();
  Object.defineProperty(element, 'items', { value: [1], configurable: true, writable: true, enumerable: true });
  element.connectedCallback();
  assert.ok(!Object.hasOwn(element, 'items'));
  assert.deepEqual(element.items, [1]);
});

test('out of a page there is no feed, and nothing is waited for', async () => {
  const element = new LayoutdFeed();
  element.items = [{ id: 1 }];
  await element.whenWhole();
  assert.equal(element.feed, null);
});

/** A new element in a page of 390 points by 300 that shows 50 items of 40 points, and the errors of it. */
async function shown(properties, attributed = []) {
  const element = new LayoutdFeed();
  for (const name of attributed) element.setAttribute(name, '');
  const errors = [];
  element.addEventListener('error', (event) => {
    event.preventDefault();
    errors.push(`${event.error}`);
  });
  const service = await LayoutService.local({ module: readFileSync(file) });
  const items = Array.from({ length: 50 }, (_, id) => ({ id }));
  Object.assign(element, { service, items, size: 40, render: () => new FakeElement(), isConnected: true, ...properties });
  element.connectedCallback();
  await element.whenWhole();
  return { element, errors };
}

test('a name that it does not have is told once, with the one that was meant', { skip }, async () => {
  const names = ['stick-to-ends', 'sticktoend', 'keyOf', 'followoutput', 'data-id', 'aria-busy', 'class', 'foo'];
  const { element, errors } = await shown({ estimat: 60, getItemKey: () => 1, _vnode: {}, testIds: [] }, names);
  await until(() => errors.length > 5);
  // It opens another feed.
  element.overscan = 7;
  await element.whenWhole();
  element.items = [{ id: 2 }];
  await element.whenWhole();
  assert.deepEqual(errors, [
    'attribute stick-to-ends; the nearest one is stick-to-end', 'attribute sticktoend; the nearest one is stick-to-end',
    'attribute keyOf; it is the property keyOf', 'attribute followoutput; here it is stickToEnd',
    'property estimat; the nearest one is estimate', 'property getItemKey; here it is keyOf',
  ].map((text) => `TypeError: layoutd-feed has no ${text}`));
});

/** The x and the width of the first element of a feed. */
function sideOf({ viewport }) {
  const sides = [];
  viewport.forEach((page, index) => sides.push([page.x[index], page.width[index]]));
  return sides[0];
}

test('cells lie between the margins, and other margins keep the place', { skip }, async () => {
  const { element, errors } = await shown({ margins: { left: 44, right: 20 } });
  assert.deepEqual(sideOf(element.feed), [44, 326]);
  element.scrollTop = 1215;
  element.dispatchEvent(new Event('scroll'));
  const { feed } = element;
  const { place } = feed;
  assert.equal(place.key, 31);
  element.margins = (width) => ({ left: width / 10 });
  await element.whenWhole();
  assert.deepEqual(sideOf(element.feed), [39, 351]);
  assert.deepEqual(feed.place, place);
  // Equal margins are no others.
  const { layout } = feed;
  element.margins = { left: 39 };
  await element.whenWhole();
  assert.equal(feed.layout, layout);
  element.margins = undefined;
  await element.whenWhole();
  assert.deepEqual(sideOf(feed), [0, 390]);
  assert.equal(element.feed, feed);
  assert.deepEqual(errors, []);
  element.isConnected = false;
  element.disconnectedCallback();
});

test('margins that leave no room are told, and right ones are shown', { skip }, async () => {
  const noRoom = 'RangeError: The margins leave no room';
  const { element, errors } = await shown({ margins: { left: 44 } });
  const { feed } = element;
  const { layout } = feed;
  for (const margins of [{ left: 300, right: 300 }, () => { throw new RangeError('none'); }]) {
    element.margins = margins;
    await assert.rejects(element.whenWhole());
    assert.deepEqual([feed.state, feed.layout], ['failing', layout]);
  }
  element.margins = { left: 20 };
  await element.whenWhole();
  assert.deepEqual([sideOf(feed), feed.state], [[20, 370], 'whole']);
  assert.deepEqual(errors, [noRoom, 'RangeError: none']);
  element.service = await LayoutService.local({ module: readFileSync(file) });
  element.margins = { left: 300, right: 300 };
  await assert.rejects(element.whenWhole());
  // None is shown yet.
  assert.equal(element.feed.layout, null);
  element.margins = { left: 30 };
  await element.whenWhole();
  assert.deepEqual(sideOf(element.feed), [30, 360]);
  assert.deepEqual(errors.slice(2), [noRoom]);
  element.isConnected = false;
  element.disconnectedCallback();
});

test('with fills a placeholder ends where the element does, without it takes no room', { skip }, async () => {
  const { element, errors } = await shown({ items: [], placeholder: { render: () => new FakeElement() } });
  assert.equal(element.feed.layout.contentSize.height, 0);
  element.fills = true;
  await element.whenWhole();
  // The feature is loaded when it is first needed.
  await until(() => element.feed.layout.contentSize.height > 0);
  assert.equal(element.feed.layout.contentSize.height, 300);
  element.fills = false;
  await element.whenWhole();
  assert.equal(element.feed.layout.contentSize.height, 0);
  assert.deepEqual(errors, []);
  element.isConnected = false;
  element.disconnectedCallback();
});

test('the page in README is the one that the browser tests open', () => {
  const [readme, page] = ['../../README.md', 'element.html'].map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
  const [, code] = /```html\n(<layoutd-feed [^]*?)<\/script>/.exec(readme);
  assert.ok(page.includes(code.replace('http://127.0.0.1:8080/client/element.js', '../../built/source/element/define.js')));
});

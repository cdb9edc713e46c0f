import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** An element as far as it is in no page: the browser tests have all else. */
globalThis.HTMLElement = class extends EventTarget {
  isConnected = false;
};
const defined = new Map();
globalThis.customElements = { get: (name) => defined.get(name), define: (name, made) => defined.set(name, made) };
const { LayoutdFeed } = await import('../../source/element/define.js');
const { attributes } = await import('../../source/element/attributes.js');
const declared = readFileSync(new URL('../../types/element.d.ts', import.meta.url), 'utf8');

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
  await import('../../source/element/define.js?again');
  assert.equal(defined.size, 1);
});

test('a server has no elements, and imports it all the same', () => {
  const code = "import('./source/element/define.js').then(({ LayoutdFeed }) => console.log(typeof LayoutdFeed))";
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', cwd: new URL('../..', import.meta.url) });
  assert.deepEqual([stdout, stderr], ['function\n', '']);
});

test('it has the properties that are declared, and reads the attributes that are', () => {
  const body = /implements [^{]*\{([^]*?)\n\}/.exec(declared)[1];
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
    ['estimate', null, undefined], ['key', null, undefined],
  ];
  for (const [name, value, expected] of cases) assert.deepEqual(set(name, value), [expected, []], name);
  assert.equal(set('key', 'slug')[0]({ slug: 'one' }), 'one');
  assert.equal(set('label', 'Posts')[0](0), 'Posts');
  assert.equal(typeof set('service', 'http://127.0.0.1:1')[0].post, 'function');
});

test('what an attribute cannot say is an error that names it', () => {
  for (const [name, value] of [['estimate', 'high'], ['size', ''], ['reach', 'Infinity'], ['metrics', '{']]) {
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

test('the page in README is the one that the browser tests open', () => {
  const [readme, page] = ['../../README.md', 'element.html'].map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
  const [, code] = /```html\n(<layoutd-feed [^]*?)<\/script>/.exec(readme);
  assert.ok(page.includes(code.replace('layoutd-client/element', '../../source/element/define.js')));
});

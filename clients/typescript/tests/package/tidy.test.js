import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { limits } from '../../built/index.js';

const root = new URL('../..', import.meta.url);
const text = (path) => readFileSync(new URL(path, root), 'utf8');
const files = (folder, ending) => readdirSync(new URL(folder, root), { recursive: true })
  .filter((name) => name.endsWith(ending)).map((name) => folder + name);
const sources = ['index.ts', ...files('source/', '.ts')];
const entries = files('entries/', '.ts');
const types = files('types/', '.ts');
/** Made of openapi.yaml. */
const generated = 'types/described.ts';
const all = [...sources, ...types, ...entries, ...files('tests/', '.js'), ...files('tests/', '.ts')];

test('no file that is written has more than 500 lines, none has a line for later', () => {
  assert.ok(all.length > 30);
  for (const path of all) {
    if (path !== generated) assert.ok(text(path).split('\n').length <= 501, path);
    for (const word of ['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK']) assert.ok(!text(path).includes(word), path);
  }
});

test('the client needs nothing but what browsers and node both have', () => {
  const manifest = JSON.parse(text('package.json'));
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) assert.ok(!(kind in manifest));
  // A page with React may have feeds in React.
  assert.deepEqual(manifest.peerDependencies, { react: '18 || 19', 'react-dom': '18 || 19' });
  assert.deepEqual(manifest.peerDependenciesMeta, { react: { optional: true }, 'react-dom': { optional: true } });
  for (const path of sources) {
    for (const [, module] of text(path).matchAll(/^(?:import|export)\b[^;]*?\bfrom '([^']+)'/gm)) {
      if (path.startsWith('source/react/') && module in manifest.peerDependencies) continue;
      assert.match(module, /^\.\.?\/[\w./]+\.js$/, path);
    }
    // Bundlers warn of imports without names, and leave them out: `sideEffects` of package.json.
    assert.doesNotMatch(text(path), /^import '/m, path);
    assert.doesNotMatch(text(path).replaceAll(/\/\*[^]*?\*\//g, ''), /\bprocess\.|\brequire\(|\bwindow\.|\bdocument\.|'node:/, path);
  }
});

/** Folders of modules, lowest first: a file imports from its own folder and from lower ones. */
const floors = {
  'source/': ['steps', 'service', 'documents', 'viewport/pages', 'viewport/scrolling', 'viewport/effects', 'viewport', 'module/wasm', 'module/sources', 'tree', 'module', 'feed/items', 'feed/finding', 'feed/first', 'feed', 'feed/features', 'element', 'react'],
  '../../Sources/Resources/Playground/': ['page', 'photo', 'drawing', 'editor', 'sources', 'metrics', 'demo', ''],
};

/** What a file imports by a relative path, at once, and when it is needed; types apart, which are not there in JavaScript. */
function importsOf(path) {
  const found = (pattern) => [...text(path).matchAll(pattern)].map(([, name]) => new URL(name, new URL(path, root)).pathname)
    .map((name) => (path.endsWith('.ts') ? name.replace(/js$/, 'ts') : name));
  return {
    atOnce: found(/^(?:import|export) (?!type\b)[^;']*?'(\.[^']+)'/gm),
    later: found(/(?<!typeof )\bimport\('(\.[^']+)'\)/g),
  };
}

for (const [place, folders] of Object.entries(floors)) {
  const base = new URL(place, root).pathname;
  const modules = [...files(place, '.js'), ...files(place, '.ts')];
  const folderOf = (path) => path.slice(base.length).split('/').slice(0, -1).join('/');

  test(`in ${place} a file imports from its own folder and from lower ones`, () => {
    assert.ok(modules.length > 20);
    for (const path of modules) {
      const own = folderOf(new URL(path, root).pathname);
      assert.ok(folders.includes(own), `${path} is in none of the folders`);
      const { atOnce, later } = importsOf(path);
      for (const target of [...atOnce, ...later].filter((name) => name.startsWith(base))) {
        // A page that needs no module loads none.
        const above = { 'source/viewport/LayoutService.ts': 'module', 'source/viewport/Viewport.ts': 'tree', 'source/feed/features.ts': 'feed/features' }[path];
        const isExempt = folderOf(target) === above && later.includes(target);
        assert.ok(isExempt || folders.indexOf(folderOf(target)) <= folders.indexOf(own), `${path} imports ${target.slice(base.length)}`);
      }
    }
  });

  test(`in ${place} no file needs itself, at once or later`, () => {
    const done = new Set();
    const visit = (path, above) => {
      assert.ok(!above.includes(path), `a circle: ${[...above, path].join(' → ')}`);
      if (done.has(path)) return;
      const { atOnce, later } = importsOf(path);
      for (const target of [...atOnce, ...later]) {
        if (target.startsWith(base)) visit(place + target.slice(base.length), [...above, path]);
      }
      done.add(path);
    };
    for (const path of modules) visit(path, []);
    assert.equal(done.size, modules.length);
  });
}

test('what is made of the sources is the package, and the program says of each entry how it is made', () => {
  const { files: packed, exports, sideEffects } = JSON.parse(text('package.json'));
  assert.deepEqual(packed, ['bundles', 'layout.wasm', 'layout.wasm.br', 'module']);
  const entry = (name, declared) => ({ types: `./bundles/types/${declared}.d.ts`, default: `./bundles/${name}.js` });
  const names = entries.map((path) => /(\w+)\.ts$/.exec(path)[1]);
  assert.deepEqual(exports, {
    '.': entry('index', 'index'), ...Object.fromEntries(names.map((name) => [`./${name}`, entry(name, `entries/${name}`)])),
    './layout.wasm': './layout.wasm',
  });
  assert.deepEqual(sideEffects, ['./bundles/element.js']);
  const resources = text('../../Sources/CResources/resources.c');
  for (const name of ['index', ...names]) assert.ok(resources.includes(`MISSING("/client/${name}.js", "script/bundles")`), name);
});

test('README says every limit as it is', () => {
  const rows = [...text('README.md').matchAll(/^\| `(\w+)` \| ([\d. ]+) \|/gm)].map(([, name, value]) => [name, Number(value.replaceAll(' ', ''))]);
  assert.deepEqual(Object.fromEntries(rows), limits);
});

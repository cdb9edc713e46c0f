import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { limits } from '../../index.js';

const root = new URL('../..', import.meta.url);
const text = (path) => readFileSync(new URL(path, root), 'utf8');
const files = (folder, ending) => readdirSync(new URL(folder, root), { recursive: true })
  .filter((name) => name.endsWith(ending)).map((name) => folder + name);
const sources = ['index.js', ...files('source/', '.js')];
const entries = files('entries/', '.js');
const declarations = ['index.d.ts', ...files('types/', '.d.ts')];
/** Made of openapi.yaml. */
const generated = 'types/snapshot.d.ts';
const all = [...sources, ...declarations, ...files('entries/', 's'), ...files('tests/', '.js'), ...files('tests/', '.ts')];

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
    assert.doesNotMatch(text(path), /\bprocess\.|\brequire\(|\bwindow\.|\bdocument\.|'node:/, path);
  }
});

/** Folders of modules, lowest first: a file imports from its own folder and from lower ones. */
const floors = {
  'source/': ['steps', 'service', 'documents', 'viewport/pages', 'viewport/scrolling', 'viewport/effects', 'viewport', 'module/wasm', 'module/sources', 'tree', 'module', 'feed/items', 'feed', 'feed/features', 'element', 'react'],
  '../../Sources/Resources/Playground/': ['page', 'photo', 'drawing', 'editor', 'sources', 'demo', ''],
};

/** What a file imports by a relative path: at once, when it is needed, and as types alone. */
function importsOf(path) {
  const found = (pattern) => [...text(path).matchAll(pattern)].map(([, name]) => new URL(name, new URL(path, root)).pathname);
  return {
    atOnce: found(/^(?:import|export)\b[^;']*?'(\.[^']+)'/gm),
    later: found(/(?:await|=>) import\('(\.[^']+)'\)/g),
    all: found(/(?:^(?:import|export)\b[^;']*?|\bimport\()'(\.[^']+)'/gm),
  };
}

for (const [place, folders] of Object.entries(floors)) {
  const base = new URL(place, root).pathname;
  const modules = files(place, '.js');
  const folderOf = (path) => path.slice(base.length).split('/').slice(0, -1).join('/');

  test(`in ${place} a file imports from its own folder and from lower ones, as types, too`, () => {
    assert.ok(modules.length > 20);
    for (const path of modules) {
      const own = folderOf(new URL(path, root).pathname);
      assert.ok(folders.includes(own), `${path} is in none of the folders`);
      const { all, later } = importsOf(path);
      for (const target of all.filter((name) => name.startsWith(base))) {
        // A page that needs no module loads none.
        const above = { 'source/viewport/LayoutService.js': 'module', 'source/viewport/Viewport.js': 'tree', 'source/feed/features.js': 'feed/features' }[path];
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

test('every source is checked by the compiler, and what is made of them is the package', () => {
  for (const path of [...sources, ...entries]) assert.ok(text(path).startsWith('// @ts-check\n'), path);
  const { files: packed, exports, sideEffects } = JSON.parse(text('package.json'));
  assert.deepEqual(packed, ['bundles', 'index.d.ts', 'types', 'layout.wasm', 'layout.wasm.br', 'module']);
  assert.deepEqual(exports, {
    '.': { types: './index.d.ts', default: './bundles/index.js' },
    './feed': { types: './bundles/feed.d.ts', default: './bundles/feed.js' },
    ...Object.fromEntries(['element', 'react', 'module'].map((name) => [`./${name}`, { types: `./types/${name}.d.ts`, default: `./bundles/${name}.js` }])),
    './layout.wasm': './layout.wasm',
  });
  assert.deepEqual(sideEffects, ['./bundles/element.js']);
});

test('the entries export what is declared, and the program says of each how it is made', async () => {
  const whole = Object.keys(await import('../../index.js'));
  const mere = [...text('entries/feed.d.ts').matchAll(/^export type { ([^}]*) }/gm)].flatMap(([, names]) => names.split(', '));
  const ofFeed = whole.filter((name) => !mere.includes(name));
  const declared = {
    element: ['LayoutdFeed', ...ofFeed], feed: ofFeed, module: Object.keys(await import('../../source/module/wasm/LayoutModule.js')),
    react: Object.keys(await import('../../source/react/index.js').catch(() => ({}))),
  };
  const resources = text('../../Sources/CResources/resources.c');
  assert.ok(resources.includes('MISSING("/client/index.js", "script/bundles")'));
  for (const [name, names] of Object.entries(declared)) {
    assert.deepEqual(Object.keys(await import(`../../entries/${name}.js`).catch(() => ({}))).sort(), names.sort(), name);
    assert.ok(resources.includes(`MISSING("/client/${name}.js", "script/bundles")`), name);
  }
  assert.deepEqual(entries, Object.keys(declared).map((name) => `entries/${name}.js`));
});

test('README and the declarations say every limit as it is', () => {
  const rows = [...text('README.md').matchAll(/^\| `(\w+)` \| ([\d. ]+) \|/gm)].map(([, name, value]) => [name, Number(value.replaceAll(' ', ''))]);
  assert.deepEqual(Object.fromEntries(rows), limits);
  for (const [name, value] of Object.entries(limits)) {
    const said = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+${name}: number`).exec(declarations.map(text).join(''))?.[1] ?? '';
    assert.ok(said.replaceAll(' ', '').includes(String(value)), name);
  }
});

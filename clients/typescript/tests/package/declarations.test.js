import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import * as client from '../../built/index.js';
import * as layoutModule from '../../built/source/module/wasm/LayoutModule.js';

const folder = fileURLToPath(new URL('declarations', import.meta.url));
const compiler = 'tsc';
const isThere = spawnSync(compiler, ['--version']).status === 0;

test('what is declared is what the sources have, and is used as it is meant', { skip: isThere ? false : 'no tsc' }, () => {
  const { status, stdout } = spawnSync(compiler, ['-p', folder], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('the code in README compiles, one piece behind the other', { skip: isThere ? false : 'no tsc' }, () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const pieces = [...readme.matchAll(/```[jt]s\n([^]*?)```/g)].map(([, code]) => code);
  assert.ok(pieces.length > 2);
  // A program of its own.
  const [, layoutModuleCode] = /```mjs\n([^]*?)```/.exec(readme);
  const place = mkdtempSync(join(tmpdir(), 'layoutd-readme-'));
  try {
    writeFileSync(join(place, 'readme.ts'), pieces.join('\n'));
    writeFileSync(join(place, 'module.ts'), layoutModuleCode);
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({
      compilerOptions: {
        strict: true, noEmit: true, skipDefaultLibCheck: true, target: 'es2022', module: 'es2022', moduleResolution: 'node',
        lib: ['es2022', 'dom'], types: [], baseUrl: root,
        paths: { 'layoutd-client': ['index'], 'layoutd-client/element': ['types/element'], 'layoutd-client/module': ['types/module'] },
      },
      files: ['readme.ts', 'module.ts'],
    }));
    assert.equal(spawnSync(compiler, ['-p', place], { encoding: 'utf8' }).stdout, '');
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('what is declared as a value is exported, and the other way round', () => {
  const root = new URL('../..', import.meta.url);
  const files = readdirSync(new URL('types', root)).filter((name) => !['element.d.ts', 'module.d.ts', 'react.d.ts'].includes(name)).map((name) => `types/${name}`);
  const declaredIn = (path) => [...readFileSync(new URL(path, root), 'utf8')
    .matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, name]) => name);
  const declared = ['index.d.ts', ...files].flatMap(declaredIn);
  // These come from the others; pages do not make them.
  const made = ['Snapshot', 'Page', 'Viewport', 'DocumentHandle', 'Following'];
  assert.deepEqual(Object.keys(client).sort(), declared.filter((name) => !made.includes(name)).sort());
  assert.deepEqual(Object.keys(layoutModule).sort(), declaredIn('types/module.d.ts').sort());
});

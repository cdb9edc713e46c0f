import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const skip = spawnSync('tsc', ['--version']).status === 0 ? false : 'no tsc';

function compile(project) {
  const { status, stdout } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
}

test('the sources compile', { skip }, () => compile(root));

test('what README and pages write compiles with the declarations of the package', { skip }, () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const pieces = [...readme.matchAll(/```[jt]s\n([^]*?)```/g)].map(([, code]) => code);
  assert.ok(pieces.length > 2);
  // A program of its own.
  const [, layoutModuleCode] = /```mjs\n([^]*?)```/.exec(readme);
  const place = mkdtempSync(join(tmpdir(), 'layoutd-declarations-'));
  try {
    const declared = join(place, 'declared');
    const { status, stderr } = spawnSync(join(root, '../../script/bundles'), ['--declare', declared], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    writeFileSync(join(place, 'readme.ts'), pieces.join('\n'));
    writeFileSync(join(place, 'module.ts'), layoutModuleCode);
    const uses = join(root, 'tests/package/declarations');
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({
      compilerOptions: {
        strict: true, noEmit: true, target: 'es2022', module: 'es2022', moduleResolution: 'node',
        lib: ['es2022', 'dom'], types: [], baseUrl: place,
        paths: { 'layoutd-client': ['declared/index'], 'layoutd-client/*': ['declared/entries/*'] },
      },
      files: ['readme.ts', 'module.ts', ...readdirSync(uses).map((name) => join(uses, name))],
    }));
    compile(place);
    for (const path of readdirSync(declared, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
      assert.doesNotMatch(readFileSync(join(declared, path), 'utf8'), /@internal|@private|#private/, path);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
});

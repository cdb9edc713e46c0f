import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { Program } from '../support/Program.js';

const folder = fileURLToPath(new URL('../..', import.meta.url));

test('the examples in README print what they say', async () => {
  const examples = [...readFileSync(`${folder}README.md`, 'utf8').matchAll(/```[jt]s\n((?:(?!```)[^])*)```\n\n```\n([^]*?)```/g)];
  assert.equal(examples.length, 4);
  const program = await Program.start();
  const begin = `import { LayoutService } from 'layoutd-client';\nconst service = new LayoutService('http://127.0.0.1:8080');\n`;
  try {
    for (const [, code, output] of examples) {
      const untyped = code.replace(/^import type .*$/m, '').replace(/^(const \w+): \w+ =/m, '$1 =');
      const all = `${code.includes('new LayoutService') ? '' : begin}${untyped}`
        .replace('http://127.0.0.1:8080', program.url).replace("'layoutd-client'", "'./built/index.js'");
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', all], { cwd: folder });
      assert.equal(stdout, output);
    }
  } finally {
    await program.stop();
  }
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { Program } from '../support/Program.js';

const folder = fileURLToPath(new URL('../..', import.meta.url));

test('the example in README prints what it says', async () => {
  const [, code, output] = /```js\n([^]*?)```\n\n```\n([^]*?)```/.exec(readFileSync(`${folder}README.md`, 'utf8'));
  const program = await Program.start();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath, ['--input-type=module', '-e', code.replace('http://127.0.0.1:8080', program.url)], { cwd: folder });
    assert.equal(stdout, output);
  } finally {
    await program.stop();
  }
});

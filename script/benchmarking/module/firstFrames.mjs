// @ts-check
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts to a first frame, each in a process of its own.
 *
 * @param {string} path of the module
 * @param {number} count
 * @returns {{ passed: number, processor: number }[]} milliseconds
 */
export function firstFrames(path, count) {
  const script = fileURLToPath(new URL('start.mjs', import.meta.url));
  return Array.from({ length: count }, () => JSON.parse(execFileSync(process.execPath, [script, path], { encoding: 'utf8' })));
}

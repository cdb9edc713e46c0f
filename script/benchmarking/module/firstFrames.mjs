// @ts-check
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @typedef {{ passed: number, parts: number[], processor: number }} FirstFrame milliseconds */

/**
 * Starts to a first frame, each in a process of its own.
 *
 * @param {number} count
 * @returns {FirstFrame[]}
 */
export function firstFrames(count) {
  const script = fileURLToPath(new URL('start.mjs', import.meta.url));
  return Array.from({ length: count }, () => JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })));
}

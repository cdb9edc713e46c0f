// @ts-check
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { first, rest } from '../../../clients/typescript/module/files.js';

/** @typedef {{ name: string, raw: number, gzipped: number, brotli: number, most: [number, number] }} Size bytes; `most`: of both */

/**
 * How large the module is that pages get, and how large it may be, as script/wasm has it.
 *
 * @param {string} whole its path
 * @returns {Size[]}
 */
export function sizes(whole) {
  const files = /** @type {[string, (string | URL)[], [number, number]][]} */ ([
    ['the module in one file', [whole], [220_000, 178_000]],
    ['its first file', [first], [160_000, 130_000]],
    ['both files', [first, rest], [235_000, 192_000]],
  ]);
  return files.map(([name, paths, most]) => {
    const all = paths.map((path) => readFileSync(path));
    const packed = paths.map((path) => readFileSync(path instanceof URL ? new URL(`${path}.br`) : `${path}.br`));
    const sum = (/** @type {{ length: number }[]} */ list) => list.reduce((total, { length }) => total + length, 0);
    return { name, raw: sum(all), gzipped: sum(all.map((bytes) => gzipSync(bytes, { level: 9 }))), brotli: sum(packed), most };
  });
}

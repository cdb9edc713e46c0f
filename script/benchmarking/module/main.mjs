// @ts-check
// Measures the WebAssembly module in node beside the same core in the program Benchmarks and beside plain JavaScript that
// lays out the same rows. They take turns. Arguments: the module, and `--program`, `--rounds`, `--quick`, `--readme` as
// `script/benchmark module` says.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Measurement } from './Measurement.mjs';
import { NativeProgram } from './NativeProgram.mjs';
import { report } from './report.mjs';
import { firstFrames } from './firstFrames.mjs';
import { sizes } from './sizes.mjs';

const { values: given, positionals: [path] } = parseArgs({
  allowPositionals: true,
  options: {
    program: { type: 'string' }, rounds: { type: 'string', default: '9' }, quick: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
});
const bytes = readFileSync(path);
const native = given.program === undefined ? null : new NativeProgram(given.program);
const rounds = given.quick ? 1 : Number(given.rounds);
/** @type {[import('./lists.mjs').Edit, number][]} */
const thousands = [['resizeNeighbours', 20], ['resizeScattered', 10]];
const starts = firstFrames(given.quick ? 1 : 2 * rounds + 1);
const measurement = await Measurement.made(bytes, native, rounds);
for (const count of given.quick ? [10_000] : [10_000, 100_000, 1_000_000]) {
  for (const kind of /** @type {const} */ (['equalFlow', 'flow', 'column', 'waterfall', 'mosaic'])) {
    await measurement.list(kind, count, []);
  }
  await measurement.list('list', count, [['insertFirst', 60], ['insertMiddle', 60], ['resizeOne', 60], ...thousands]);
}
for (const kind of /** @type {const} */ (['estimates', 'ownEstimates'])) {
  await measurement.list(kind, given.quick ? 10_000 : 1_000_000, thousands);
}
native?.close();
report(measurement, { sizes: sizes(path), starts, rounds, readme: given.readme });

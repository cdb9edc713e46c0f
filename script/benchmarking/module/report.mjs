// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { digits, grouped, median, ratio, spread, table, time } from './figures.mjs';
import { names } from './lists.mjs';

/** @typedef {import('./Measurement.mjs').Measurement} Measurement */
/** @typedef {import('./Measurement.mjs').Figures} Figures */
/** @typedef {Measurement['lists'][number]} MeasuredList */
/**
 * @typedef {{
 *   sizes: import('./sizes.mjs').Size[], starts: import('./firstFrames.mjs').FirstFrame[], rounds: number, readme: boolean,
 * }} Setting
 */

const page = new URL('../../../docs/performance.md', import.meta.url);
const block = /(<!-- script\/benchmark module -->\n)[^]*?(<!-- -->\n)/;
const works = { post: 'take and name it', layout: 'lay it out', page: 'first screen' };
const partsOfEdits = ['numbers', 'change', 'layout', 'motion'];
const greatestRatio = 2;

/**
 * Prints what was measured, and writes it, of the longest lists, into docs/performance.md where that is asked for.
 *
 * @param {Measurement} measurement
 * @param {Setting} setting
 */
export function report(measurement, setting) {
  const said = [
    'All heights of plain JavaScript were equal to the module’s.',
    measurement.hasNative ? 'All ids and heights of the native engines were equal to the module’s.'
      : 'The native engines were left out: no program Benchmarks is there that is newer than its sources.',
  ];
  const text = (/** @type {MeasuredList[]} */ lists) => [
    `${heading()}; rounds: ${setting.rounds}. ${said.join(' ')}`, goals(measurement, setting), operations(lists),
    measurements(measurement),
  ].join('\n\n');
  console.log(text(measurement.lists));
  if (!setting.readme) return;
  const before = readFileSync(page, 'utf8');
  if (!block.test(before)) throw new Error('docs/performance.md has no place for the tables.');
  const longest = measurement.lists.filter(({ count }) => count === 1_000_000);
  writeFileSync(page, before.replace(block, (_, begin, end) => `${begin}${text(longest)}\n${end}`));
}

/** The machine and the commit that were measured, as far as it is known. */
function heading() {
  const [{ model }] = cpus();
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty', '--exclude=*'], { encoding: 'utf8' });
  return `${cpus().length} × ${model}, node ${process.version}, load ${loadavg()[0].toFixed(1)}; `
    + `commit ${stdout?.trim() || 'unknown'}, ${new Date().toISOString().slice(0, 10)}`;
}

/**
 * What the module has to keep to.
 *
 * @param {Measurement} measurement
 * @param {Setting} setting
 */
function goals({ lists, hasNative }, { sizes, starts }) {
  const [passed, processor] = [starts.map((start) => start.passed), starts.map((start) => start.processor)];
  const parts = starts[0].parts.map((_, place) => digits(median(starts.map((start) => start.parts[place]))));
  const slowest = Math.max(...lists.filter(({ kind }) => isEstimated(kind)).flatMap((list) => (
    editsOf(list).map((edit) => median(summed(list, edit, ['change', 'layout', 'motion']).module)))));
  /** @type {(what: string, value: string, goal: string, isMet: boolean) => string[]} */
  const line = (what, value, goal, isMet) => [what, value, goal, isMet ? 'yes' : 'no'];
  /** @type {(what: string, isMeant: (row: { name: string }) => boolean) => string[]} */
  const highest = (what, isMeant) => {
    const [worst] = lists.filter(({ hasSizes }) => hasSizes).flatMap((list) => rows(list).filter(isMeant).map(({ name, figures }) => ({
      where: `${names[list.kind]}, ${grouped(list.count)} items, ${name}`, value: median(ratios(figures)),
    }))).sort((one, other) => other.value - one.value);
    return line(
      `${what}, module : native, the highest of items of own sizes: ${worst.where}`, worst.value.toFixed(1), String(greatestRatio),
      worst.value <= greatestRatio);
  };
  return table(['', '', 'at most', 'met'], [
    ...sizes.map(({ name, raw, gzipped, brotli, most }) => line(
      `${name}, ${grouped(raw)} bytes: gzipped, brotli`, `${grouped(gzipped)}, ${grouped(brotli)}`,
      most.map((bytes) => grouped(bytes)).join(', '), gzipped <= most[0] && brotli <= most[1])),
    line(
      'start to first frame of 10 000 items, a process each', `${spread(passed)} ms, ${spread(processor)} ms of CPU`, '30 ms',
      median(passed) <= 30),
    ['its parts: load the module, take and name the list, lay it out, answer a screen', `${parts.join(', ')} ms`, '', ''],
    line('1 000 measurements of rows with estimates, the slowest', time([slowest]), '2 ms', slowest <= 2e6),
    ...(hasNative ? [
      highest('layouts', ({ name }) => name === works.layout),
      highest('snapshots, taken and named', ({ name }) => name === works.post),
      highest('edits', ({ name }) => !Object.values(works).includes(name)),
    ] : []),
  ]);
}

/**
 * Lists and what was done with them, beside the others.
 *
 * @param {MeasuredList[]} lists
 */
function operations(lists) {
  const lines = lists.filter(({ kind }) => !isEstimated(kind)).flatMap((list) => rows(list).map(({ name, figures }) => [
    names[list.kind], grouped(list.count), name, time(figures.native), time(figures.module), time(figures.plain),
    ratio(figures.module, figures.native), ratio(figures.module, figures.plain)]));
  const heads = ['list', 'items', '', 'native', 'module', 'plain JavaScript', 'module : native', 'module : plain'];
  return table(heads, lines, 3);
}

/**
 * What 1 000 measurements take, by parts.
 *
 * @param {Measurement} measurement
 */
function measurements({ lists }) {
  const lines = lists.filter(({ kind }) => isEstimated(kind)).flatMap((list) => editsOf(list).map((edit) => {
    const all = summed(list, edit, ['change', 'layout', 'motion']);
    const part = (/** @type {string} */ name) => /** @type {Figures} */ (list.figures.get(`${edit} ${name}`)).module;
    return [
      `${names[list.kind]}, ${names[edit]}`, grouped(list.count),
      time(all.native), time(all.module), ratio(all.module, all.native), ...partsOfEdits.map((name) => time(
        name === 'change' ? part('change').map((value, round) => value - part('numbers')[round]) : part(name))),
    ];
  }));
  const heads = [
    '1 000 measurements', 'items', 'native', 'module', 'module : native', 'of it checked and written as numbers',
    'applied and named', 'laid out', 'what moves'];
  return table(heads, lines);
}

/** @param {MeasuredList['kind']} kind */
function isEstimated(kind) {
  return kind === 'estimates' || kind === 'ownEstimates';
}

/** @param {MeasuredList} list */
function editsOf({ figures }) {
  return [...figures.keys()].filter((name) => name.endsWith(' change')).map((name) => name.replace(' change', ''));
}

/**
 * What was done with a list; an edit is the change and its layout.
 *
 * @param {MeasuredList} list
 * @returns {{ name: string, figures: Figures }[]}
 */
function rows(list) {
  return [
    ...Object.entries(works).map(([key, name]) => ({ name, figures: /** @type {Figures} */ (list.figures.get(key)) })),
    ...editsOf(list).map((edit) => ({ name: names[edit], figures: summed(list, edit, ['change', 'layout']) })),
  ];
}

/** @param {Figures} figures */
function ratios({ module: own, native }) {
  return own.map((value, round) => value / native[round]);
}

/**
 * The sum of some parts of an edit. Plain JavaScript does all in its layout.
 *
 * @param {MeasuredList} list
 * @param {string} edit
 * @param {string[]} names of the parts
 * @returns {Figures}
 */
function summed({ figures }, edit, names) {
  const each = names.map((name) => /** @type {Figures} */ (figures.get(`${edit} ${name}`)));
  const sum = (/** @type {'native' | 'module'} */ side) => (
    each[0][side].map((_, round) => each.reduce((before, part) => before + part[side][round], 0)));
  return {
    native: sum('native'), module: sum('module'),
    plain: /** @type {Figures} */ (figures.get(`${edit} layout`)).plain,
  };
}

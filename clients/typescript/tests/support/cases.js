import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { program } from './Program.js';

const generator = join(dirname(program), 'OracleProgram');

/** The cases that one call of the program makes. */
const portion = 50;

/**
 * Random cases that the program OracleProgram prints, which is built beside the tested one; Tests/Oracle/Cases/Cases.swift
 * says what is in each.
 *
 * @param kind `lists`, `sources` or `trees`
 * @param options `count` seeds from `seed` on; `mistakes: true`, `turns` and `places`
 */
export function* cases(kind, { seed = 1, count, ...options }) {
  if (!existsSync(generator)) throw new Error(`There is no ${generator}; build it beside the program that LAYOUTD_PROGRAM names`);
  const given = Object.entries(options).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, `${value}`]));
  for (let first = seed; first < seed + count; first += portion) {
    const seeds = ['--seed', `${first}`, '--count', `${Math.min(portion, seed + count - first)}`];
    const text = execFileSync(generator, ['cases', ...seeds, ...given, kind], { encoding: 'utf8', maxBuffer: 2 ** 30 });
    for (const line of text.trimEnd().split('\n')) yield JSON.parse(line);
  }
}

/** The places of a turn whose bounds a screen may have. */
export const views = ({ places = [] }) => places.filter(({ bounds: { width, height } }) => Math.max(width, height) < 6000);

/** The snapshot with other transforms in each of its sections. */
export const turned = (snapshot, seed) => ({
  ...snapshot,
  sections: snapshot.sections.map((section, number) => {
    const [sine, cosine] = [Math.sin(number + seed), Math.cos(number + seed)];
    const items = typeof section.items === 'number' ? { count: section.items } : section.items;
    const transform = [cosine, sine, -sine, cosine, 40 * number, (seed * 37) % 600 - 300];
    return items && !Array.isArray(items) ? { ...section, items: { ...items, transform } } : section;
  }),
});

// @ts-check
// Row 42: `viewport.update` and `viewport.effects` of the client, whose pages the module makes, beside plain JavaScript that has the
// frames. Both show some 50 cells in each frame of a scroll, and have to find the same. Arguments: the module and a number of
// rounds. Prints a row of JSON on each line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { effects, LayoutService } from '../../../clients/typescript/built/index.js';
import { each } from './figures.mjs';
import { PlainEffect } from './PlainEffect.mjs';

const [path, rounds] = [process.argv[2], Number(process.argv[3])];
const [width, height, count, seen] = [16, 100, 10_000, 50];
const framesPerRound = rounds === 1 ? 20 : 2000;
const service = await LayoutService.local({ module: readFileSync(path) });
const shown = { carousel: effects.carousel({ unit: width * seen / 2 }), 'cover flow': effects.coverFlow({ unit: width }) };

for (const [name, effect] of Object.entries(shown)) {
  const layout = await service.post({
    scrollDirection: 'horizontal', engine: 'column', metrics: { effect }, sections: [{ items: { count, width } }],
  }, { height });
  const viewport = layout.viewport();
  const plain = new PlainEffect(effect);
  const frames = Array.from({ length: count }, (_, item) => ({ x: item * width, y: 0, width, height }));
  /** @type {Record<string, number[]>} */
  const figures = { layoutd: [], reference: [], update: [] };
  const bounds = (/** @type {number} */ frame) => (
    { x: 1000 * width + frame * 3.25 + 0.125, y: 0, width: width * seen, height });
  const update = (/** @type {number} */ frame) => viewport.update(bounds(frame));
  const work = {
    layoutd: (/** @type {number} */ frame) => {
      update(frame);
      return viewport.effects;
    },
    reference: (/** @type {number} */ frame) => {
      const first = Math.floor(bounds(frame).x / width);
      return plain.cells(frames.slice(first, first + seen + 1), first, bounds(frame));
    },
    update,
  };
  update(0);
  await viewport.whenWhole();
  for (let frame = 0; frame < 100; frame += 1) expectSame(work.layoutd(frame), work.reference(frame));
  // The first round does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [side, turn] of Object.entries(work)) {
      const taken = each(framesPerRound, turn) / 1000;
      if (round > 0) figures[side].push(taken);
    }
  }
  const { layoutd, reference } = figures;
  const what = `effects of ${seen} cells in the page, ${name}`;
  const details = { 'of it the update of the viewport, µs': figures.update };
  const row = { row: '42', unit: 'µs', layoutd };
  console.log(JSON.stringify({ ...row, what: `${what}; reference: plain JavaScript`, reference, target: 1.5, details }));
  console.log(JSON.stringify({ ...row, what, target: 100 }));
  viewport.close();
}

/**
 * Fails unless both have the same cells.
 *
 * @param {readonly any[]} own
 * @param {any[]} other
 */
function expectSame(own, other) {
  assert.deepEqual(own.map(({ item }) => item), other.map(({ item }) => item));
  assert.ok(Math.abs(own.length - seen) <= 1, `${own.length} cells`);
  const numbers = (/** @type {any} */ { alpha = 1, zIndex = 0, distance, transform, transform3D, transformedFrame }) => (
    [alpha, zIndex, distance, ...transform ?? transform3D, ...Object.values(transformedFrame)]);
  for (const [place, cell] of own.entries()) {
    const expected = numbers(other[place]);
    for (const [index, number] of numbers(cell).entries()) {
      assert.ok(Math.abs(number - expected[index]) < 1e-6, `item ${cell.item}: ${numbers(cell)}, in plain JavaScript ${expected}`);
    }
  }
}

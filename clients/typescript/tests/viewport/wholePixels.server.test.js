import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from '../support/moduleFile.js';
import { cases } from '../support/cases.js';
import { local, served as service } from '../support/running.js';

/** What comes of a question: the answer, or its problem. */
async function outcome(ask) {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { type: error.type, errors: error.errors.map(({ parameter, code }) => `${parameter} ${code}`) };
  }
}

async function all(sections) {
  const found = [];
  for await (const section of sections) found.push(section);
  return found;
}

/** The frames in an answer. */
function framesIn(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === 'frame' ? [member] : framesIn(member)));
}

test('the module rounds frames as the service does', { skip }, async () => {
  const counts = { answered: 0, frames: 0, rounded: 0 };
  for (const { seed, snapshot, container, extent, turns: [{ places }] } of cases('lists', { seed: 700, count: 30, turns: 1, places: 2 })) {
    const [there, here] = [await service.post(snapshot, { [container]: extent }), await local.post(snapshot, { [container]: extent })];
    for (const [place, { bounds, inset, item: { section, item }, window, reorder }] of places.entries()) {
      const scale = [1, 1.5, 2, 2.625, 3, 0.1, 16][(seed + place) % 7];
      for (const [name, ask] of Object.entries({
        cell: (layout, options) => layout.item(section, item, { bounds, inset, ...options }),
        header: (layout, options) => layout.supplementary('header', section, 0, options),
        separators: (layout, options) => Promise.all(['rowSeparator', 'columnSeparator', 'sectionSeparator'].map(
          (kind) => outcome(() => layout.decoration(kind, section, kind === 'sectionSeparator' ? 0 : item, options)))),
        special: (layout, options) => layout.special(bounds, { inset, ...options }),
        hit: (layout, options) => layout.hit({ x: bounds.x + 9, y: bounds.y + 9 }, { bounds, ...options }),
        window: (layout, options) => layout.window({ bounds, inset, ...window, ...options }),
        neighbors: (layout, options) => layout.neighbors(section, item, options),
        reorder: (layout, options) => layout.reorder({ bounds, inset, ...reorder, ...options }),
        sections: (layout, options) => all(layout.sections({ limit: 3, ...options })),
      })) {
        const [expected, own] = [await outcome(() => ask(there, { scale })), await outcome(() => ask(here, { scale }))];
        assert.deepEqual(own, expected, `${seed} ${name} ${scale}`);
        if (expected.answer === undefined) continue;
        counts.answered += 1;
        const [frames, plain] = [framesIn(own), framesIn(await outcome(() => ask(here, {})))];
        counts.frames += frames.length;
        counts.rounded += frames.filter((frame, number) => JSON.stringify(frame) !== JSON.stringify(plain[number])).length;
        for (const frame of frames) {
          for (const number of [frame.x, frame.y, frame.x + frame.width, frame.y + frame.height].map((each) => each * scale)) {
            assert.ok(Math.abs(number - Math.round(number)) <= 1e-9 * Math.max(1, Math.abs(number)), `${seed} ${name} ${JSON.stringify(frame)}`);
          }
        }
      }
    }
    here.close();
    here.snapshot.close();
  }
  assert.ok(counts.answered > 200 && counts.frames > 1000 && counts.rounded > 300, JSON.stringify(counts));
});

test('a scale that no screen has is refused, and rounds no later answer', { skip }, async () => {
  const snapshot = {
    sections: [{ engine: 'column', metrics: { numberOfColumns: 3, rowHeight: 33.4, separatorColor: 'gray' }, items: 4 }],
  };
  const here = await local.post(snapshot, { width: 100 });
  for (const [scale, code] of [[0, 'out-of-range'], [17, 'out-of-range'], [NaN, 'bad-syntax'], ['2', 'bad-syntax']]) {
    for (const ask of [
      () => here.item(0, 0, { scale }), () => here.neighbors(0, 0, { scale }), () => all(here.sections({ scale })),
      () => here.special({ x: 0, y: 0, width: 9, height: 9 }, { scale }),
    ]) assert.deepEqual(await outcome(ask), { type: '/problems/bad-parameter', errors: [`scale ${code}`] });
  }
  assert.deepEqual((await here.item(0, 3, { scale: 1 })).frame, { x: 0, y: 33, width: 33, height: 34 });
  assert.deepEqual((await here.decoration('rowSeparator', 0, 1, { scale: 2 })).frame, { x: 0, y: 33.5, width: 100, height: 0.5 });
  assert.equal((await here.item(0, 3)).frame.y, 33.4);
  here.close();
});

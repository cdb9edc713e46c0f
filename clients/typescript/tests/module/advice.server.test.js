import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { skip } from '../support/moduleFile.js';
import { cases } from '../support/cases.js';
import { local, served } from '../support/running.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 200);

async function problemOf(promise) {
  try {
    return { value: await promise };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { error };
  }
}

/** What a request has beside steps is the service's alone. */
const isServiceAlone = ({ code, detail }) => code === 'bad-syntax' || detail.includes('it belongs beside "steps"');
/** Behind a mistake the service counts no rows of items: it finds none in a reload that has as many as it says. */
const isTrue = ({ detail }) => !detail.startsWith('has 0 items, but says count');
/** A program that is built for debugging knows members of items that the module does not: of all items too many to list. */
const bare = (detail) => detail.replace(/, the keys are "(count|width)".*/, '');
const isByTable = ({ code }) => !/-(same|before|after|section)$|^duplicate-|^size-missing$|^over-limit$/.test(code);

/** Compares what is wrong: the same places in the same order, in the same words. */
function compare(all, given, message) {
  const [there, here] = [all, given].map((list) => list.filter(isTrue));
  const text = `${message}\n${JSON.stringify(there)}\n${JSON.stringify(here)}`;
  assert.deepEqual(here.map(({ pointer, code }) => `${pointer} ${code}`), there.map(({ pointer, code }) => `${pointer} ${code}`), text);
  let said = 0;
  for (const [place, fault] of there.entries()) {
    if (isServiceAlone(fault) || !isByTable(fault)) continue;
    said += 1;
    assert.equal(bare(here[place].detail), bare(fault.detail), text);
  }
  return said;
}

test('a mistake is said in the words of the service', { skip }, async () => {
  const cases = [
    [{ sections: [{ items: [{ heigth: 3 }] }] }, 'is unknown: "heigth", the nearest known key is "height"'],
    [{ sections: [{ rowHeight: 3 }] }, 'is unknown: "rowHeight", it belongs into "metrics"'],
    [{ sections: [{ engine: 'waterfall', items: 3 }] }, 'must say the height too, the items of a waterfall need it'],
    [{ sections: [{ headers: [{}] }] }, 'is missing; 0 makes it empty, and so does hidden'],
    [{ sections: [{ metrics: { numberOfColumns: 0.5 } }] }, 'must be a whole number from 1 to 10000, not 0.5'],
    [{ sections: [{ items: { widths: [1], heights: [] } }] }, 'has 0 numbers, widths has 1'],
    [{ sections: [{ gap: 8 }] }, 'is unknown: "gap", here it is "minimumLineSpacing" and "minimumInteritemSpacing" of the metrics'],
    [{ sections: [{ loadingState: 1 }] }, 'is unknown: "loadingState", here it is "state" of a node of a source'],
    [{ source: { sources: [] } }, 'is unknown: "sources", here it is "children"'],
    [{ engine: 'Grid', sections: [] }, 'must be one of "flow", "column", "waterfall", "mosaic", "fixed", "justified", "groups", not "Grid"; here it is "column"'],
    [{ sections: [], selectedIndex: 0 }, 'is unknown: "selectedIndex", here it is "selected" of a node of a source'],
    [{ sections: [], metrics: { widths: 3, cellLayoutOrder: 1, type: 1 } }, 'is unknown: "widths", it belongs to the items'],
    [{ source: { type: 'segmented', children: [{ state: 'no_content', kind: 2, footers: [{ height: 1, kind: 3 }] }] } }, 'is unknown: "type", here it is told by the members: "children" and "selected" make a segmented node, "children" alone a composed one'],
  ];
  for (const [body, detail] of cases) {
    const { error } = await problemOf(local.post(body));
    assert.equal(error.errors[0].detail, detail);
    compare((await problemOf(served.post(body))).error.errors, error.errors, JSON.stringify(body));
    assert.ok(error.message.includes(detail));
  }
  const layout = await local.post({ sections: [{ items: 3 }] }, { width: 300 });
  for (const change of [() => layout.change({ delet: [] }), () => layout.snapshot.change({ delet: [] }), () => layout.viewport().change({ delet: [] })]) {
    const { error } = await problemOf(change());
    assert.deepEqual(error.errors, [{ pointer: '/steps/0/delet', code: 'unknown-key', detail: 'is unknown: "delet", the nearest known key is "delete"' }]);
  }
  const [here, there] = await Promise.all([local, served].map(async (service) => {
    const { layout } = { layout: await service.post({ sections: [{ items: 3 }] }, { width: 300 }) };
    return (await problemOf(layout.change([{ deleteItems: [], type: 'move' }, { insert: [{ indexPath: 1, kind: 2 }] }]))).error.errors;
  }));
  assert.ok(compare(there, here, 'steps') >= 4);
  assert.equal(here[0].detail, 'is unknown: "deleteItems", here it is "delete"');
});

test('random mistakes in snapshots and in steps are said as the service says them', { skip }, async () => {
  const counts = { snapshots: 0, steps: 0, words: 0 };
  for (const { seed, snapshot, mistaken, turns } of cases('lists', { count, mistakes: true, turns: 1, places: 0 })) {
    const posted = await Promise.all([served, local].map((service) => service.post(snapshot)));
    const [{ steps }] = turns;
    for (const [name, ask] of [['snapshots', (place) => [served, local][place].post(mistaken)], ['steps', (place) => posted[place].change(steps)]]) {
      const [there, here] = await Promise.all([0, 1].map((place) => problemOf(ask(place))));
      const message = `seed ${seed}: ${JSON.stringify([mistaken, steps])}`;
      assert.equal(here.error?.type, there.error?.type, message);
      // Which twenty of many are listed is not the same.
      if (!there.error || there.error.errors.length >= 20) continue;
      counts[name] += 1;
      counts.words += compare(there.error.errors, here.error.errors, message);
    }
  }
  for (const number of Object.values(counts)) assert.ok(number > count / 2, JSON.stringify(counts));
});

test('a layout that is held has the warnings of the service\'s', { skip }, async () => {
  const counts = {};
  for (const { seed, snapshot, container, extent, turns: [{ steps }] } of cases('lists', { seed: 1000, count, turns: 1, places: 0 })) {
    const [there, here] = await Promise.all([served, local].map((service) => service.post(snapshot, { [container]: extent })));
    assert.deepEqual((await local.post(snapshot)).warnings, (await served.post(snapshot)).warnings, `seed ${seed}`);
    const { warnings } = there.snapshot;
    assert.deepEqual(here.snapshot.warnings, warnings, `seed ${seed}`);
    for (const { code } of warnings) counts[code] = (counts[code] ?? 0) + 1;
    const [after, own] = await Promise.all([there, here].map((layout) => problemOf(layout.change(steps))));
    if (after.error || after.value.layout.id === there.id) continue;
    assert.deepEqual(own.value.layout.snapshot.warnings, after.value.layout.snapshot.warnings, `seed ${seed} ${JSON.stringify(steps)}`);
    assert.deepEqual((await here.snapshot.change(steps)).warnings, []);
  }
  for (const code of ['not-read', 'wider-than-line', 'no-room']) assert.ok(counts[code] > 5, JSON.stringify(counts));
});

test('of what is right no word is loaded', { skip }, async () => {
  const texts = ['LocalService', 'LocalSnapshot', 'LocalLayout', 'refusing'].map((name) => (
    readFileSync(new URL(`../../source/module/${name}.ts`, import.meta.url), 'utf8')));
  for (const text of texts) assert.doesNotMatch(text, /^import [^;]*(advice|keyAdvice)\.js/m);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { LayoutService } from '../../index.js';
import { Program } from '../support/Program.js';
import { SeededRandom } from '../support/SeededRandom.js';
import { file, skip } from '../support/moduleFile.js';
import { directions } from '../support/randomLayout.js';
import { randomFormSteps, randomForms } from '../support/randomForms.js';
import { withMistakes } from '../support/randomMistakes.js';

const count = Number(process.env.LAYOUTD_MODULE_SNAPSHOTS ?? 60);

let program;
let served;
let local;
before(async () => {
  if (skip) return;
  program = await Program.start();
  served = new LayoutService(program.url, { attempts: 1 });
  local = await LayoutService.local({ module: readFileSync(file) });
});
after(async () => {
  if (program) assert.equal(await program.stop(), 0);
});

async function problemOf(promise) {
  try {
    return { value: await promise };
  } catch (error) {
    if (error.name !== 'Problem') throw error;
    return { error };
  }
}

/** Words of other systems are the service's alone; so is what a step finds in a layout. */
const isServiceAlone = ({ detail }) => detail.includes('here it is');
/** A program that is built for debugging knows members of items that the module does not: of all items too many to list. */
const bare = (detail) => detail.replace(/, the keys are "(count|width)".*/, '');
const isByTable = ({ code }) => !/-(same|before|after|section)$|^duplicate-|^size-missing$|^over-limit$/.test(code);

/** Compares what is wrong: the same places in the same order, in the same words. */
function compare(there, here, message) {
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
});

for (const [scrollDirection, layoutDirection] of directions) {
  test(`random mistakes in snapshots are said as the service says them, ${scrollDirection} ${layoutDirection}`, { skip }, async () => {
    let [refused, said] = [0, 0];
    for (let seed = 1; seed <= count; seed += 1) {
      const random = new SeededRandom(seed * 104_729);
      const body = withMistakes(random, randomForms(random, scrollDirection, layoutDirection).body);
      const [there, here] = [await problemOf(served.post(body)), await problemOf(local.post(body))];
      const message = `seed ${seed}: ${JSON.stringify(body)}`;
      assert.equal(here.error?.type, there.error?.type, message);
      // Which twenty of many are listed is not the same.
      if (!there.error || there.error.errors.length >= 20) continue;
      refused += 1;
      said += compare(there.error.errors, here.error.errors, message);
    }
    assert.ok(refused > count / 2 && said > refused / 2, `${refused} ${said}`);
  });

  test(`random mistakes in steps are said as the service says them, ${scrollDirection} ${layoutDirection}`, { skip }, async () => {
    let [refused, said] = [0, 0];
    for (let seed = 1; seed <= count; seed += 1) {
      const random = new SeededRandom(seed * 611_953);
      const { body, sections } = randomForms(random, scrollDirection, layoutDirection);
      const steps = withMistakes(random, randomFormSteps(random, sections));
      const posted = await Promise.all([served, local].map((service) => problemOf(service.post(body))));
      if (posted[0].error) continue;
      const [there, here] = await Promise.all(posted.map(({ value }) => problemOf(value.change(steps))));
      const message = `seed ${seed}: ${JSON.stringify([body, steps])}`;
      assert.equal(here.error?.type, there.error?.type, message);
      if (!there.error || there.error.errors.length >= 20) continue;
      refused += 1;
      said += compare(there.error.errors, here.error.errors, message);
    }
    assert.ok(refused > count / 3 && said > 10, `${refused} ${said}`);
  });

  test(`a layout that is held has the warnings of the service's, ${scrollDirection} ${layoutDirection}`, { skip }, async () => {
    const counts = {};
    for (let seed = 1; seed <= count; seed += 1) {
      const random = new SeededRandom(seed * 7907);
      const { body, sections } = randomForms(random, scrollDirection, layoutDirection);
      const extent = { [scrollDirection === 'horizontal' ? 'height' : 'width']: random.pick([3, 20, 60, 300]) };
      const message = `seed ${seed}: ${JSON.stringify([body, extent])}`;
      const [there, here] = [await problemOf(served.post(body, extent)), await problemOf(local.post(body, extent))];
      assert.equal(here.error?.type, there.error?.type, message);
      if (there.error) continue;
      assert.deepEqual((await local.post(body)).warnings, (await served.post(body)).warnings, message);
      const { warnings } = there.value.snapshot;
      assert.deepEqual(here.value.snapshot.warnings, warnings, message);
      for (const { code } of warnings) counts[code] = (counts[code] ?? 0) + 1;
      const steps = randomFormSteps(random, sections);
      const [after, own] = await Promise.all([there, here].map(({ value }) => problemOf(value.change(steps))));
      if (after.error || after.value.layout.id === there.value.id) continue;
      assert.deepEqual(own.value.layout.snapshot.warnings, after.value.layout.snapshot.warnings, `${message} ${JSON.stringify(steps)}`);
      assert.deepEqual((await here.value.snapshot.change(steps)).warnings, []);
    }
    for (const code of ['not-read', 'wider-than-line', 'no-room']) assert.ok(counts[code] > 5, JSON.stringify(counts));
  });
}

test('of what is right no word is loaded', { skip }, async () => {
  const texts = ['LocalService', 'LocalSnapshot', 'LocalLayout', 'refusing'].map((name) => (
    readFileSync(new URL(`../../source/module/${name}.js`, import.meta.url), 'utf8')));
  for (const text of texts) assert.doesNotMatch(text, /^import [^;]*(advice|keyAdvice)\.js/m);
});

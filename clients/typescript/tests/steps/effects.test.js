import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effects } from '../../built/index.js';

test('named effects are those of published layouts', () => {
  assert.deepEqual(effects.carousel({ unit: 220 }), {
    unit: 220, stops: [{ at: -1, scale: 0.6, alpha: 0.6 }, { at: 0, scale: 1, alpha: 1 }, { at: 1, scale: 0.6, alpha: 0.6 }],
  });
  assert.deepEqual(effects.coverFlow({ unit: 200 }), {
    unit: 200, perspective: 500,
    stops: [
      { at: -20, x: -5.45 }, { at: -1, x: -0.7, z: -0.5, rotateY: 81, zIndex: -100 },
      { at: 0, x: 0, z: 0, rotateY: 0, follow: 1, zIndex: 0 },
      { at: 1, x: 0.7, z: -0.5, rotateY: -81, zIndex: -100 }, { at: 20, x: 5.45 },
    ],
  });
});

test('each has ascending stops, and numbers alone', () => {
  for (const [name, effect] of Object.entries(effects)) {
    const { unit, stops } = effect({ unit: 100, ...(name === 'wheel' ? { height: 150 } : {}) });
    assert.equal(unit, 100);
    const places = stops.map(({ at }) => at);
    assert.deepEqual(places, [...places].sort((one, other) => one - other), name);
    assert.ok(stops.flatMap(Object.values).every(Number.isFinite), name);
  }
});

test('wrong options are refused', () => {
  assert.throws(() => effects.carousel(), TypeError);
  assert.throws(() => effects.carousel({}), RangeError);
  assert.throws(() => effects.wheel({ unit: 10 }), RangeError);
  assert.throws(() => effects.carousel({ unit: 10, scal: 1 }), TypeError);
  assert.throws(() => effects.fade({ unit: NaN }), RangeError);
  // What these would make is no effect.
  for (const [name, wrong] of [
    ['cards', { alpha: 0 }], ['wheel', { height: 5, count: 1 }], ['cylinder', { count: 0 }], ['stack', { count: 0 }], ['coverFlow', { perspective: 0 }],
    ['carousel', { alpha: 2 }],
  ]) assert.throws(() => effects[name]({ unit: 10, ...wrong }), RangeError, name);
});

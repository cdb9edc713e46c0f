import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frames } from '../../built/index.js';

const room = { itemSize: { width: 60, height: 80 }, width: 320, height: 480 };

test('items stand around the centre of the room', () => {
  assert.deepEqual(frames.circle(4, room).map(({ x, y }) => [x, y]), [[240, 200], [130, 310], [20, 200], [130, 90]]);
  assert.deepEqual(frames.circle(1, room), [{ x: 240, y: 200, width: 60, height: 80 }]);
  assert.deepEqual(frames.circle(0, room), []);
  const six = frames.circle(6, { ...room, radius: 20 });
  assert.ok(Math.abs(six[1].x - (160 + 10 - 30)) < 1e-9 && Math.abs(six[1].y - (240 + 20 * Math.sqrt(0.75) - 40)) < 1e-9);
});

test('a room that is too small has a circle without a radius', () => {
  assert.deepEqual(frames.circle(2, { ...room, width: 60 }).map(({ x, y }) => [x, y]), [[0, 200], [0, 200]]);
});

test('wrong arguments are refused', () => {
  assert.throws(() => frames.circle(2, { ...room, radios: 3 }), /no option radios.*radius/);
  assert.throws(() => frames.circle(2, { ...room, itemSize: undefined }), TypeError);
  assert.throws(() => frames.circle(-1, room), RangeError);
  assert.throws(() => frames.circle(2, { ...room, width: NaN }), RangeError);
});

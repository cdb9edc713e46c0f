import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SeededRandom } from '../support/SeededRandom.js';
import { file, skip as noModule } from '../support/moduleFile.js';

const compiled = noModule ? null : new WebAssembly.Module(readFileSync(file));
const isCalled = compiled && WebAssembly.Module.exports(compiled).some(({ name }) => name === 'posix_memalign');
const skip = noModule || (isCalled ? false : 'the module that ships does not export its allocator');

/** Takes and gives back blocks, and keeps what is in each. */
class Blocks {
  #exports = new WebAssembly.Instance(compiled).exports;
  /** The address at which the module writes the block that it returns. */
  #answer = this.#exports.layoutd_input(1, 0);
  /** @type {{ start: number, count: number, byte: number }[]} */
  held = [];
  heldBytes = 0;

  get byteCount() {
    return this.#exports.memory.buffer.byteLength;
  }

  take(count, byte = 1) {
    assert.equal(this.#exports.posix_memalign(this.#answer, 16, count), 0);
    const [start] = new Uint32Array(this.#exports.memory.buffer, this.#answer, 1);
    assert.equal(start % 16, 0);
    assert.ok(start > 0 && start + count <= this.byteCount, `${start} + ${count} of ${this.byteCount}`);
    this.held.push({ start, count, byte });
    this.heldBytes += count;
    new Uint8Array(this.#exports.memory.buffer, start, count).fill(byte);
  }

  giveBack(place) {
    const [{ start, count, byte }] = this.held.splice(place, 1);
    this.heldBytes -= count;
    // The block is unchanged: blocks do not overlap.
    assert.ok(new Uint8Array(this.#exports.memory.buffer, start, count).every((own) => own === byte), `${count} bytes at ${start}`);
    this.#exports.free(start);
  }
}

const sizes = [
  (random) => random.whole(0, 40), (random) => random.whole(0, 300), (random) => random.whole(200, 5000), (random) => 2 ** random.whole(0, 17) + random.whole(-1, 1),
  (random) => random.whole(5000, 200_000),
];

test('blocks are apart from each other, and what is given back is used again', { skip }, () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = new SeededRandom(seed);
    const blocks = new Blocks();
    const start = blocks.byteCount;
    let most = 0;
    for (let turn = 0; turn < 3000; turn += 1) {
      const isFull = blocks.heldBytes > 3e6 || (turn % 1000 > 700 && blocks.held.length > 0);
      if (isFull || (blocks.held.length > 0 && random.whole(0, 2) === 0)) blocks.giveBack(random.whole(0, blocks.held.length - 1));
      else blocks.take(random.pick(sizes)(random), turn % 251);
      most = Math.max(most, blocks.heldBytes + 32 * blocks.held.length);
    }
    assert.ok(blocks.byteCount - start < 1.5 * most + 2 ** 17, `${blocks.byteCount - start} bytes for ${most}`);
    while (blocks.held.length > 0) blocks.giveBack(random.whole(0, blocks.held.length - 1));
    // All is one block again.
    const before = blocks.byteCount;
    blocks.take(before - start);
    assert.equal(blocks.byteCount, before);
  }
});

test('a list that grows by doubling takes what it has given back', { skip }, () => {
  const blocks = new Blocks();
  const start = blocks.byteCount;
  blocks.take(64);
  for (let count = 128; count <= 2 ** 23; count *= 2) {
    blocks.take(count);
    blocks.giveBack(0);
  }
  assert.ok(blocks.byteCount - start <= 2 ** 24 + 2 ** 17, `${blocks.byteCount - start}`);
});

test('the block at the end is found behind a shorter one of its list', { skip }, () => {
  const blocks = new Blocks();
  blocks.take(100_000);
  const fill = () => {
    const { start, count } = blocks.held.at(-1);
    // A block takes 4 bytes more than asked for, rounded up to 16.
    const rest = blocks.byteCount - start - Math.ceil((count + 4) / 16) * 16;
    if (rest > 0) blocks.take(rest - 4);
  };
  fill();
  blocks.take(57_596);
  const shorter = blocks.held.length - 1;
  fill();
  const before = blocks.byteCount;
  blocks.take(6_524);
  assert.equal(blocks.byteCount, before + 2 ** 16);
  blocks.giveBack(shorter);
  blocks.take(57_996);
  assert.equal(blocks.byteCount, before + 2 ** 16);
  while (blocks.held.length > 0) blocks.giveBack(0);
});

test('where there is no more memory the instance ends', { skip }, () => {
  for (const count of [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 32, 2 ** 30]) {
    assert.throws(() => new Blocks().take(count), WebAssembly.RuntimeError, String(count));
  }
});

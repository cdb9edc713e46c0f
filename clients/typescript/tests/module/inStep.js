import assert from 'node:assert/strict';

/** What the last call of a module has left: numbers and texts, as bytes. */
const left = (exports) => [
  Buffer.from(exports.memory.buffer, exports.layoutd_output() >>> 0, exports.layoutd_output_count() * 8),
  Buffer.from(exports.memory.buffer, exports.layoutd_output_texts() >>> 0, exports.layoutd_output_texts_count()),
];

/** Several modules as one: each is called with the same numbers, and has to answer the same. */
export const inStep = (all) => new Proxy({}, {
  get: (_, name) => (...values) => {
    const [first, ...others] = all.map((exports) => exports[name](...values));
    for (const [place, other] of others.entries()) {
      assert.deepEqual([other, left(all[place + 1])], [first, left(all[0])], `${name}(${values})`);
    }
    return first;
  },
});

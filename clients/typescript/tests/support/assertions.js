/** In a browser, what tests need of node's assertions. */
const text = (value) => JSON.stringify(value, (_, part) => (
  part && typeof part === 'object' && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part));

function ok(condition, message) {
  if (!condition) throw new Error(message);
}

export default {
  ok,
  equal: (one, other, message) => ok(Object.is(one, other), `${message}: ${one} is not ${other}`),
  deepEqual: (one, other, message) => ok(text(one) === text(other), `${message}: ${text(one)} is not ${text(other)}`),
  throws(body, { type }, message) {
    let thrown = null;
    try {
      body();
    } catch (error) {
      thrown = error;
    }
    ok(thrown?.type === type, `${message}: ${thrown} is no ${type}`);
  },
};

// @ts-check

/** Types of what JSON cannot say: it would be left out of a text, or fail. */
const unsaidTypes = ['undefined', 'function', 'symbol', 'bigint'];
/** What nests deeper the service refuses. */
const mostDepth = 64;
/** A problem has no more mistakes. */
const mostPointers = 20;

/**
 * Pointers to what JSON cannot say in a value, such as a function, or what contains itself; the first ones. A member without a
 * value is left out, as everybody expects. O(value)
 *
 * @param {any} value
 */
export function unsaid(value) {
  /** @type {string[]} */
  const pointers = [];
  /** @type {any[]} */
  const around = [];

  /**
   * @param {any} one
   * @param {string} pointer
   */
  function visit(one, pointer) {
    const isUnsaid = typeof one === 'object' ? around.includes(one) : unsaidTypes.includes(typeof one);
    if (isUnsaid) pointers.push(pointer);
    if (isUnsaid || typeof one !== 'object' || one === null || around.length > mostDepth) return;
    if (ArrayBuffer.isView(one) || typeof one.toJSON === 'function') return;
    around.push(one);
    const isList = Array.isArray(one);
    for (const name of isList ? one.keys() : Object.keys(one)) {
      const member = one[name];
      // Most of what is sent.
      if (typeof member === 'number' || typeof member === 'string' || typeof member === 'boolean') continue;
      if (member === undefined && !isList) continue;
      visit(member, `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`);
      if (pointers.length >= mostPointers) break;
    }
    around.pop();
  }

  visit(value, '');
  return pointers;
}

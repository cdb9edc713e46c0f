/** The types of values that JSON cannot represent: they would be left out of a text, or fail. */
const unsaidTypes = ['undefined', 'function', 'symbol', 'bigint'];
/** The service rejects deeper nesting. */
const mostDepth = 64;
/** The most mistakes of a problem. */
const mostPointers = 20;

/**
 * Pointers to the first parts of a value that JSON cannot represent, such as functions, or objects that contain themselves. Undefined
 * members of objects do not count: JSON leaves them out, as expected. O(value)
 */
export function unsaid(value: any) {
  const pointers: string[] = [];
  const around: any[] = [];

  function visit(one: any, pointer: string) {
    const isUnsaid = typeof one === 'object' ? around.includes(one) : unsaidTypes.includes(typeof one);
    if (isUnsaid) pointers.push(pointer);
    if (isUnsaid || typeof one !== 'object' || one === null || around.length > mostDepth) return;
    if (ArrayBuffer.isView(one) || typeof one.toJSON === 'function') return;
    around.push(one);
    const isList = Array.isArray(one);
    for (const name of isList ? one.keys() : Object.keys(one)) {
      const member = one[name];
      // Most values are of these types.
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

// @ts-check
import { isDeepStrictEqual } from 'node:util';
import { elements } from './plain/elements.mjs';

const portion = 10_000;

/**
 * Fails unless the module and plain JavaScript have the same cells, bit for bit, and the same screens.
 *
 * @param {import('../../../clients/typescript/source/module/wasm/LayoutModule.js').ModuleLayout} layout
 * @param {import('./plain/elements.mjs').PlainLayout} plain
 * @param {string} name
 */
export function compare(layout, plain, name) {
  const { width, height } = layout.contentSize;
  /** @type {(isEqual: boolean, what: string, one: any, other: any) => void} */
  const expect = (isEqual, what, one, other) => {
    if (isEqual) return;
    throw new Error(`${name}, ${what}: ${JSON.stringify(one)} in the module, ${JSON.stringify(other)} in JavaScript`);
  };
  expect(Object.is(height, plain.contentHeight), 'height', height, plain.contentHeight);
  let [count, from] = [0, /** @type {any} */ (null)];
  do {
    const answer = layout.elements({ x: 0, y: 0, width, height }, { limit: portion, from });
    for (const { item, frame, columnIndex } of answer.elements) {
      const own = plain.frame(item);
      const isSame = Object.is(frame.x, own.x) && Object.is(frame.y, own.y) && Object.is(frame.width, own.width)
        && Object.is(frame.height, own.height) && columnIndex === plain.column?.(item);
      if (!isSame) expect(false, `item ${item}`, frame, own);
    }
    count += answer.elements.length;
    from = answer.next;
  } while (from);
  expect(count === plain.count, 'count', count, plain.count);
  for (const y of [0, height / 3, height / 2 + 0.5, height - 844]) {
    const rect = { x: 0, y, width, height: 844 };
    const [one, other] = [layout.elements(rect).elements, elements(plain, rect)];
    const own = one.map(({ estimated, ...element }) => element);
    expect(isDeepStrictEqual(own, other), `screen at ${y}`, own, other);
  }
}

// @ts-check
import { isHandedBack } from '../viewport/pages/elementList.js';

/** @typedef {import('../viewport/pages/Axis.js').Axis} Axis */

/**
 * Headers or footers as in a posted snapshot: at their indices, with hidden ones at unused indices.
 *
 * @param {readonly any[]} elements at rest, in any order
 * @param {Axis} axis
 * @returns {any[]}
 */
export function stackInput(elements, axis) {
  const name = axis.isHorizontal ? 'width' : 'height';
  /** @type {any[]} */
  const stack = [];
  for (const element of elements) {
    const { index, frame, pinned, waits } = element;
    const handedBack = Object.fromEntries(Object.entries(element).filter(([member]) => isHandedBack(member)));
    // A missing colour would be inherited from the metrics.
    stack[index] = {
      [name]: axis.extent(frame), pin: pinned !== undefined && !waits, backgroundColor: null, selectedBackgroundColor: null,
      ...handedBack, ...(waits && { waits }),
    };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}

// @ts-check

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
    const { index, frame, pinned, waits, estimated, backgroundColor = null, selectedBackgroundColor = null, padding, data } = element;
    // A missing colour would be inherited from the metrics.
    stack[index] = {
      [name]: axis.extent(frame), pin: pinned !== undefined && !waits, backgroundColor, selectedBackgroundColor,
      ...(waits && { waits }), ...(estimated && { estimated }), ...(padding && { padding }), ...(data && { data }),
    };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}

// @ts-check

/** @typedef {import('../viewport/pages/Axis.js').Axis} Axis */

/**
 * Headers or footers as they would be posted: at their indices, and hidden ones where there is none.
 *
 * @param {readonly any[]} elements where they rest, in any order
 * @param {Axis} axis
 * @returns {any[]}
 */
export function stackInput(elements, axis) {
  const name = axis.isHorizontal ? 'width' : 'height';
  /** @type {any[]} */
  const stack = [];
  for (const element of elements) {
    const { index, frame, pinned, estimated, backgroundColor = null, selectedBackgroundColor = null, padding } = element;
    // A colour that is not said would be that of the metrics.
    stack[index] = {
      [name]: axis.extent(frame), pin: pinned !== undefined, backgroundColor, selectedBackgroundColor,
      ...(estimated && { estimated }), ...(padding && { padding }),
    };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}

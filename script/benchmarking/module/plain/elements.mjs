// @ts-check

/**
 * @typedef {{
 *   count: number, contentHeight: number, frame(item: number): { x: number, y: number, width: number, height: number },
 *   column?(item: number): number, itemsBetween(top: number, bottom: number): number[],
 * }} PlainLayout
 */

/**
 * The elements in a rectangle, as the service answers them.
 *
 * @param {PlainLayout} layout
 * @param {{ x: number, y: number, width: number, height: number }} rect
 */
export function elements(layout, { x, y, width, height }) {
  const found = [];
  for (const item of layout.itemsBetween(y, y + height)) {
    const frame = layout.frame(item);
    if (frame.y >= y + height || frame.y + frame.height <= y || frame.x >= x + width || frame.x + frame.width <= x) continue;
    /** @type {any} */
    const element = { category: 'cell', section: 0, item, frame };
    if (layout.column) element.columnIndex = layout.column(item);
    found.push(element);
  }
  return found;
}

/**
 * The first of so many places from which on something holds.
 *
 * @param {number} count
 * @param {(place: number) => boolean} holds
 */
export function partitionPoint(count, holds) {
  let [first, end] = [0, count];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (holds(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

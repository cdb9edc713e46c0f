// @ts-check

/** @typedef {import('../../../index.js').Point} Point */
/** @typedef {import('../../../index.js').Rect} Rect */
/** @typedef {import('../pages/Axis.js').Axis} Axis */
/** @typedef {{ section: number, item: number }} Path */
/** @typedef {{ target: Path, gap: Rect, elements: readonly any[] }} Preview of a move, as the service or the module answers it */

/**
 * The distance from an end of the bounds within which a finger makes the content scroll, in points; and the speed that each of these points
 * adds, in points per second.
 */
const [zone, speed] = [100, 12];

/**
 * The place of the topmost cell at a point of a preview, which is the target of the item if the finger is there (docs/rules.md#reordering);
 * null if there is none. O(elements of the preview)
 *
 * @param {Preview} preview with the cells around the point
 * @param {Path} item that is dragged
 * @param {Point} point
 * @returns {Path | null}
 */
export function cellAt({ target, gap, elements }, item, point) {
  let topmost = contains(gap, point) ? target : null;
  for (const { category, section, item: number, frame } of elements) {
    if (category !== 'cell' || !contains(frame, point)) continue;
    const place = placeIn({ section, item: number }, item, target);
    if (!topmost || isBefore(topmost, place)) topmost = place;
  }
  return topmost;
}

/**
 * The place of another item after one was moved to a target.
 *
 * @param {Path} other
 * @param {Path} item that is moved
 * @param {Path} target
 * @returns {Path}
 */
export function placeIn({ section, item: number }, item, target) {
  let place = number;
  if (section === item.section && place > item.item) place -= 1;
  if (section === target.section && place >= target.item) place += 1;
  return { section, item: place };
}

/**
 * The frame of the dragged item: it has its size in the gap, and its centre is at the finger.
 *
 * @param {Rect} gap
 * @param {Point} point
 * @returns {Rect}
 */
export function draggedAt({ width, height }, { x, y }) {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * The speed at which the content scrolls by itself, in points per second, positive towards the end.
 *
 * @param {Axis} axis
 * @param {Point} point of the finger
 * @param {Rect} bounds of the visible part
 */
export function autoScrollAt(axis, point, bounds) {
  const place = axis.lead({ ...point, width: 0, height: 0 });
  const start = axis.lead(bounds);
  const end = start + axis.extent(bounds);
  if (place < start + zone) return -speed * Math.min(start + zone - place, zone);
  return place > end - zone ? speed * Math.min(place - (end - zone), zone) : 0;
}

/**
 * @param {Rect} frame
 * @param {Point} point
 */
function contains({ x, y, width, height }, point) {
  return x <= point.x && point.x < x + width && y <= point.y && point.y < y + height;
}

/**
 * @param {Path} one
 * @param {Path} other
 */
function isBefore(one, other) {
  return one.section < other.section || one.section === other.section && one.item < other.item;
}

import type { Point, Rect } from '../../../types/index.js';
import type { Axis } from '../pages/Axis.js';

type Path = { section: number, item: number };
/** Of a move, as the service or the module answers it. */
type Preview = { target: Path, gap: Rect, elements: readonly any[] };

/**
 * The distance from an end of the bounds within which a finger makes the content scroll, in points; and the speed that each of these points
 * adds, in points per second.
 */
const [zone, speed] = [100, 12];

/**
 * The place of the topmost cell at a point of a preview, which is the target of the item if the finger is there (docs/rules.md#reordering);
 * null if there is none. O(elements of the preview)
 *
 * @param preview with the cells around the point
 * @param item that is dragged
 */
export function cellAt({ target, gap, elements }: Preview, item: Path, point: Point): Path | null {
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
 * @param item that is moved
 */
export function placeIn({ section, item: number }: Path, item: Path, target: Path): Path {
  let place = number;
  if (section === item.section && place > item.item) place -= 1;
  if (section === target.section && place >= target.item) place += 1;
  return { section, item: place };
}

/** The frame of the dragged item: it has its size in the gap, and its centre is at the finger. */
export function draggedAt({ width, height }: Rect, { x, y }: Point): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/**
 * The speed at which the content scrolls by itself, in points per second, positive towards the end.
 *
 * @param point of the finger
 * @param bounds of the visible part
 */
export function autoScrollAt(axis: Axis, point: Point, bounds: Rect) {
  const place = axis.lead({ ...point, width: 0, height: 0 });
  const start = axis.lead(bounds);
  const end = start + axis.extent(bounds);
  if (place < start + zone) return -speed * Math.min(start + zone - place, zone);
  return place > end - zone ? speed * Math.min(place - (end - zone), zone) : 0;
}

function contains({ x, y, width, height }: Rect, point: Point) {
  return x <= point.x && point.x < x + width && y <= point.y && point.y < y + height;
}

function isBefore(one: Path, other: Path) {
  return one.section < other.section || one.section === other.section && one.item < other.item;
}

import { noInset } from './pages/Axis.js';
import { appearScaleOf, isTransition } from '../service/parameterFaults.js';
import { containerQuery, pageQuery } from './pages/pageQuery.js';
import { described } from '../steps/options.js';
import { tolerance } from './pages/tolerance.js';
import type { Change, ChangeOptions, EdgeInsets, Rect } from '../../types/index.js';
import type { Layout } from './Layout.js';
import type { Axis } from './pages/Axis.js';

type Coordinates = { start: number, end: number, shift: number };

export const changeOptionNames = ['anchor', 'endThreshold', 'transition', 'expect', 'signal'];

/** Throws if an option needs bounds and none are given, or if `transition` is of another type. */
export function checkBounds({ bounds, anchor, endThreshold, transition }: ChangeOptions) {
  if (!isTransition(transition)) throw new TypeError(`transition is ${described(transition)}: not true, not false, and no object with appearScale alone`);
  if (!bounds && (anchor || endThreshold !== undefined || transition)) {
    throw new TypeError('anchor, endThreshold and transition need bounds');
  }
}

/** The query parameters of a change. */
export function changeQuery(axis: Axis, { bounds, inset = noInset, anchor, endThreshold, transition }: ChangeOptions) {
  if (!bounds) {
    return `?${pageQuery(axis, 0, 1)}&limit=1`;
  }
  const { x, y, width, height } = bounds;
  let query = `?${containerQuery(axis)}&format=columns&pinning=true&bounds=${x},${y},${width},${height}`;
  if (inset !== noInset) query += `&inset=${inset.top},${inset.left},${inset.bottom},${inset.right}`;
  if (anchor) query += `&anchor=${typeof anchor === 'string' ? anchor : `${anchor.section},${anchor.item}`}`;
  if (endThreshold !== undefined) query += `&endThreshold=${endThreshold}`;
  if (!transition) return query;
  const scale = appearScaleOf(transition);
  return `${query}&transition=true${scale === 1 ? '' : `&appearScale=${scale}`}`;
}

/**
 * The changed stretch of the old layout, in coordinates, and the distance by which elements with larger coordinates were moved. If no
 * element has changed, the stretch is after all elements; the content may have another end even then.
 */
export function changedCoordinates({ changed, layout, parent }: Change): Coordinates {
  const shift = layout.axis.contentExtent - parent.axis.contentExtent;
  const { isMirrored, contentExtent } = parent.axis;
  if (!changed) return isMirrored ? { start: -Infinity, end: -Infinity, shift } : { start: Infinity, end: Infinity, shift: 0 };
  const { start, end } = changed.before;
  return isMirrored ? { start: contentExtent - end, end: contentExtent - start, shift } : { start, end, shift };
}

/**
 * The change from one layout to another that is not derived from it.
 *
 * @param from the visible bounds
 * @param target the new bounds
 */
export function replacement(layout: Layout, parent: Layout, from: Rect | null, target: Rect): Change {
  const bounds = from && target;
  return {
    layout, parent, bounds, anchor: null, transition: null,
    changed: { before: { start: 0, end: parent.axis.contentExtent }, after: { start: 0, end: layout.axis.contentExtent } },
    scrollDelta: from && bounds ? { x: bounds.x - from.x, y: bounds.y - from.y } : { x: 0, y: 0 },
  };
}

/** The bounds after a change, if they were moved while the request was in flight. */
export function boundsNow(change: Change, posted: Rect, now: Rect, inset: EdgeInsets = noInset): Rect {
  const { axis } = change.layout;
  const bounds = change.bounds as Rect;
  const [from, to] = [axis.start(posted), axis.start(now)];
  let delta = axis.start(bounds) - from;
  if (to !== from && change.anchor) {
    const { start, end, shift } = changedCoordinates(change);
    if (to >= end - tolerance) delta = shift;
    else if (to + axis.extent(now) <= start + tolerance) delta = 0;
  }
  const place = to === from ? axis.start(bounds) : to + delta;
  const moved = axis.isHorizontal ? { ...now, x: place } : { ...now, y: place };
  return to === from ? moved : axis.within(moved, inset);
}

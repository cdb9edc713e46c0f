// @ts-check
import { noInset } from './pages/Axis.js';
import { appearScaleOf, isTransition } from '../service/parameterFaults.js';
import { containerQuery, pageQuery } from './pages/pageQuery.js';
import { described } from '../steps/options.js';
import { tolerance } from './pages/tolerance.js';

/** @typedef {import('./Layout.js').Layout} Layout */
/** @typedef {Omit<import('../../index.js').Change, 'layout' | 'parent'> & { layout: Layout, parent: Layout }} Change */
/** @typedef {import('../../index.js').ChangeOptions} ChangeOptions */
/** @typedef {import('../../index.js').Rect} Rect */
/** @typedef {import('./pages/Axis.js').Axis} Axis */
/** @typedef {{ start: number, end: number, shift: number }} Coordinates */

export const changeOptionNames = ['anchor', 'endThreshold', 'transition', 'expect', 'signal'];

/**
 * Throws if an option needs bounds and none are given, or if `transition` is of another type.
 *
 * @param {ChangeOptions} options
 */
export function checkBounds({ bounds, anchor, endThreshold, transition }) {
  if (!isTransition(transition)) throw new TypeError(`transition is ${described(transition)}: not true, not false, and no object with appearScale alone`);
  if (!bounds && (anchor || endThreshold !== undefined || transition)) {
    throw new TypeError('anchor, endThreshold and transition need bounds');
  }
}

/**
 * The query parameters of a change.
 *
 * @param {Axis} axis
 * @param {ChangeOptions} options
 */
export function changeQuery(axis, { bounds, inset = noInset, anchor, endThreshold, transition }) {
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
 *
 * @param {Change} change
 * @returns {Coordinates}
 */
export function changedCoordinates({ changed, layout, parent }) {
  const shift = layout.axis.contentExtent - parent.axis.contentExtent;
  const { isMirrored, contentExtent } = parent.axis;
  if (!changed) return isMirrored ? { start: -Infinity, end: -Infinity, shift } : { start: Infinity, end: Infinity, shift: 0 };
  const { start, end } = changed.before;
  return isMirrored ? { start: contentExtent - end, end: contentExtent - start, shift } : { start, end, shift };
}

/**
 * The change from one layout to another that is not derived from it.
 *
 * @param {Layout} layout
 * @param {Layout} parent
 * @param {Rect | null} from the visible bounds
 * @param {Rect} target the new bounds
 * @returns {Change}
 */
export function replacement(layout, parent, from, target) {
  const bounds = from && target;
  return {
    layout, parent, bounds, anchor: null, transition: null,
    changed: { before: { start: 0, end: parent.axis.contentExtent }, after: { start: 0, end: layout.axis.contentExtent } },
    scrollDelta: from && bounds ? { x: bounds.x - from.x, y: bounds.y - from.y } : { x: 0, y: 0 },
  };
}

/**
 * The bounds after a change, if they were moved while the request was in flight.
 *
 * @param {Change} change
 * @param {Rect} posted
 * @param {Rect} now
 * @param {import('../../index.js').EdgeInsets} [inset]
 * @returns {Rect}
 */
export function boundsNow(change, posted, now, inset = noInset) {
  const { axis } = change.layout;
  const bounds = /** @type {Rect} */ (change.bounds);
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

// @ts-check
/** @typedef {{ parameter: string, code: string, detail: string }} ParameterFault */

/** The anchor rules that name no item. */
export const anchorRules = ['none', 'auto', 'first', 'end'];
const edgeNames = ['top', 'left', 'bottom', 'right'];
const rectNames = ['x', 'y', 'width', 'height'];

/**
 * The faults for which the service rejects parameters, with its codes. Undefined parameters are not given.
 *
 * @param {{ rect?: any, bounds?: any, inset?: any, point?: any, endThreshold?: any, transition?: any }} parameters
 * @returns {ParameterFault[]}
 */
export function parameterFaults({ rect, bounds, inset, point, endThreshold, transition }) {
  const faults = [
    ...rectFaults('rect', rect), ...rectFaults('bounds', bounds),
    ...numbersFaults('inset', inset, edgeNames), ...numbersFaults('point', point, ['x', 'y']), ...thresholdFaults(endThreshold),
    ...scaleFaults(transition),
  ];
  return faults.length > 0 ? faults : insetFaults('inset', inset, bounds);
}

/**
 * Faults of insets that are valid by themselves: the rectangle without them must have finite edges.
 *
 * @param {string} parameter
 * @param {any} inset
 * @param {any} rect
 * @returns {ParameterFault[]}
 */
export function insetFaults(parameter, inset, rect) {
  if (!inset || !rect) return [];
  const { x, y, width, height } = rect;
  const edges = [x + inset.left, x + width - inset.right, y + inset.top, y + height - inset.bottom];
  return edges.every(isNumber) ? [] : [fault(parameter, 'out-of-range', 'must leave edges that are finite numbers')];
}

/**
 * The message for the first fault.
 *
 * @param {readonly ParameterFault[]} faults
 */
export function refusal([{ parameter, detail }]) {
  return `The parameter "${parameter}" ${detail}.`;
}

/**
 * Whether the service accepts bounds.
 *
 * @param {any} bounds
 * @returns {bounds is import('../../index.js').Rect}
 */
export function areBounds(bounds) {
  return rectFaults('bounds', bounds ?? null).length === 0;
}

/**
 * @param {string} parameter
 * @param {any} value
 * @returns {ParameterFault[]}
 */
export function rectFaults(parameter, value) {
  const faults = numbersFaults(parameter, value, rectNames);
  if (value === undefined || faults.length > 0) return faults;
  const { x, y, width, height } = value;
  if (!(width > 0 && height > 0)) return [fault(parameter, 'out-of-range', 'must have a width and a height above 0')];
  if (isNumber(x + width) && isNumber(y + height)) return [];
  return [fault(parameter, 'out-of-range', 'must have edges that are finite numbers')];
}

/**
 * @param {string} parameter
 * @param {any} value
 * @param {readonly string[]} names
 * @returns {ParameterFault[]}
 */
export function numbersFaults(parameter, value, names) {
  if (value === undefined) return [];
  if (value === null) return [fault(parameter, 'missing', 'is missing')];
  if (names.every((name) => isNumber(value[name]))) return [];
  return [fault(parameter, 'bad-syntax', `must be the finite numbers ${names.join(', ')}`)];
}

/**
 * @param {any} value
 * @returns {ParameterFault[]}
 */
function thresholdFaults(value) {
  if (value === undefined || value >= 0 && isNumber(value)) return [];
  return [fault('endThreshold', isNumber(value) ? 'out-of-range' : 'bad-syntax', 'must be a number of at least 0')];
}

/**
 * @param {any} transition
 * @returns {ParameterFault[]}
 */
function scaleFaults(transition) {
  if (!isTransition(transition)) return [fault('transition', 'bad-syntax', 'must be true, false, or an object with appearScale')];
  const scale = appearScaleOf(transition);
  if (isNumber(scale) && scale <= 10 && (scale >= 0 || !transition)) return [];
  return [fault('appearScale', isNumber(scale) ? 'out-of-range' : 'bad-syntax', 'must be a number from 0 to 10')];
}

/**
 * Whether a value says whether there are transitions: a boolean, or an object whose one member is their scale.
 *
 * @param {any} value
 */
export function isTransition(value) {
  if (typeof value !== 'object') return value === undefined || typeof value === 'boolean';
  return value === null || (!Array.isArray(value) && Object.keys(value).every((name) => name === 'appearScale'));
}

/**
 * The scale of new and removed elements in transitions; −1 if no transitions are asked for.
 *
 * @param {boolean | { appearScale?: number } | undefined} transition
 */
export function appearScaleOf(transition) {
  return !transition ? -1 : transition === true ? 1 : transition.appearScale ?? 1;
}

/**
 * @param {any} value
 * @returns {value is number}
 */
export function isNumber(value) {
  // Numbers that are not finite are null in JSON.
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * @param {string} parameter
 * @param {string} code
 * @param {string} detail
 * @returns {ParameterFault}
 */
export function fault(parameter, code, detail) {
  return { parameter, code, detail };
}

import type { Rect } from '../../types/index.js';

export type ParameterFault = { parameter: string, code: string, detail: string };

/** The anchor rules that name no item. */
export const anchorRules = ['none', 'auto', 'first', 'end'];
const edgeNames = ['top', 'left', 'bottom', 'right'];
const rectNames = ['x', 'y', 'width', 'height'];

/** The faults for which the service rejects parameters, with its codes. Undefined parameters are not given. */
export function parameterFaults({ rect, bounds, inset, point, endThreshold, transition, scale }: {
  rect?: any, bounds?: any, inset?: any, point?: any, endThreshold?: any, transition?: any, scale?: any,
}): ParameterFault[] {
  const faults = [
    ...rectFaults('rect', rect), ...rectFaults('bounds', bounds),
    ...numbersFaults('inset', inset, edgeNames), ...numbersFaults('point', point, ['x', 'y']), ...thresholdFaults(endThreshold),
    ...scaleFaults(transition), ...pixelFaults(scale),
  ];
  return faults.length > 0 ? faults : insetFaults('inset', inset, bounds);
}

/** Faults of insets that are valid by themselves: the rectangle without them must have finite edges. */
export function insetFaults(parameter: string, inset: any, rect: any): ParameterFault[] {
  if (!inset || !rect) return [];
  const { x, y, width, height } = rect;
  const edges = [x + inset.left, x + width - inset.right, y + inset.top, y + height - inset.bottom];
  return edges.every(isNumber) ? [] : [fault(parameter, 'out-of-range', 'must leave edges that are finite numbers')];
}

/** The message for the first fault. */
export function refusal([{ parameter, detail }]: readonly ParameterFault[]) {
  return `The parameter "${parameter}" ${detail}.`;
}

/** Whether the service accepts bounds. */
export function areBounds(bounds: any): bounds is Rect {
  return rectFaults('bounds', bounds ?? null).length === 0;
}

export function rectFaults(parameter: string, value: any): ParameterFault[] {
  const faults = numbersFaults(parameter, value, rectNames);
  if (value === undefined || faults.length > 0) return faults;
  const { x, y, width, height } = value;
  if (!(width > 0 && height > 0)) return [fault(parameter, 'out-of-range', 'must have a width and a height above 0')];
  if (isNumber(x + width) && isNumber(y + height)) return [];
  return [fault(parameter, 'out-of-range', 'must have edges that are finite numbers')];
}

export function numbersFaults(parameter: string, value: any, names: readonly string[]): ParameterFault[] {
  if (value === undefined) return [];
  if (value === null) return [fault(parameter, 'missing', 'is missing')];
  if (names.every((name) => isNumber(value[name]))) return [];
  return [fault(parameter, 'bad-syntax', `must be the finite numbers ${names.join(', ')}`)];
}

function thresholdFaults(value: any): ParameterFault[] {
  if (value === undefined || value >= 0 && isNumber(value)) return [];
  return [fault('endThreshold', isNumber(value) ? 'out-of-range' : 'bad-syntax', 'must be a number of at least 0')];
}

function scaleFaults(transition: any): ParameterFault[] {
  if (!isTransition(transition)) return [fault('transition', 'bad-syntax', 'must be true, false, or an object with appearScale')];
  const scale = appearScaleOf(transition);
  if (isNumber(scale) && scale <= 10 && (scale >= 0 || !transition)) return [];
  return [fault('appearScale', isNumber(scale) ? 'out-of-range' : 'bad-syntax', 'must be a number from 0 to 10')];
}

function pixelFaults(value: any): ParameterFault[] {
  if (value === undefined || value >= 0.1 && value <= 16 && isNumber(value)) return [];
  return [fault('scale', isNumber(value) ? 'out-of-range' : 'bad-syntax', 'must be a number from 0.1 to 16')];
}

/** Whether a value says whether there are transitions: a boolean, or an object whose one member is their scale. */
export function isTransition(value: any) {
  if (typeof value !== 'object') return value === undefined || typeof value === 'boolean';
  return value === null || (!Array.isArray(value) && Object.keys(value).every((name) => name === 'appearScale'));
}

/** The scale of new and removed elements in transitions; −1 if no transitions are asked for. */
export function appearScaleOf(transition: boolean | { appearScale?: number } | undefined) {
  return !transition ? -1 : transition === true ? 1 : transition.appearScale ?? 1;
}

export function isNumber(value: any): value is number {
  // Numbers that are not finite are null in JSON.
  return typeof value === 'number' && Number.isFinite(value);
}

export function fault(parameter: string, code: string, detail: string): ParameterFault {
  return { parameter, code, detail };
}

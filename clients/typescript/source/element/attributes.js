// @ts-check
import { LayoutService } from '../viewport/LayoutService.js';

/** @typedef {(value: string) => any} Reading */

const text = (/** @type {string} */ value) => value;
const isOn = (/** @type {string} */ value) => value !== 'false';

/**
 * The attributes of a feed's element: the property that each sets, and the function that reads its text.
 *
 * @type {Record<string, [string, Reading]>}
 */
export const attributes = {
  'arrow-keys': ['arrowKeys', isOn],
  crossfades: ['crossfades', isOn],
  engine: ['engine', text],
  estimate: ['estimate', number],
  fills: ['fills', isOn],
  key: ['keyOf', (name) => (/** @type {any} */ item) => item[name]],
  label: ['label', (name) => () => name],
  'layout-direction': ['layoutDirection', text],
  margins: ['margins', JSON.parse],
  measures: ['measures', text],
  metrics: ['metrics', JSON.parse],
  overscan: ['overscan', number],
  'page-length': ['pageLength', number],
  reach: ['reach', number],
  remember: ['remember', text],
  'scroll-direction': ['scrollDirection', text],
  service: ['service', (url) => new LayoutService(url)],
  size: ['size', number],
  snap: ['snap', text],
  'stick-to-end': ['stickToEnd', isOn],
  window: ['window', isOn],
};

/** @param {string} value */
function number(value) {
  const read = Number(value);
  if (value.trim() === '' || !Number.isFinite(read)) throw new RangeError('it is no number');
  return read;
}

/**
 * The value of an attribute; undefined if it is not set.
 *
 * @param {string} name
 * @param {string | null} value
 */
export function readAttribute(name, value) {
  if (value === null) return undefined;
  try {
    return attributes[name][1](value);
  } catch (cause) {
    throw Object.assign(new TypeError(`${name}="${value}" cannot be read: ${/** @type {any} */ (cause)?.message}`), { cause });
  }
}

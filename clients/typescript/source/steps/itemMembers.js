// @ts-check
import { extents, members } from './tables.js';

/** The members of a size. */
export const sizeNames = ['width', 'height', 'estimated'];

/** The members of an item. */
export const itemNames = [...sizeNames, ...Object.keys(members)];

/** What is assumed of an engine to come. */
const unknown = { width: [null], height: [null] };
/** @type {Record<string, string>} */
const turned = { width: 'height', height: 'width' };

/**
 * The extents that an engine reads, with what replaces a missing one: the value of a metric or its default; undefined for none.
 *
 * @param {string} engine
 * @param {boolean} isHorizontal
 * @param {(name: string) => any} metric
 */
export function missingSize(engine, isHorizontal, metric) {
  const size = /** @type {Record<string, any>} */ ({});
  for (const [column, [name, standard]] of Object.entries(/** @type {Record<string, any[]>} */ (extents[engine] ?? unknown))) {
    const extent = isHorizontal ? turned[column] : column;
    const value = name === null ? undefined : metric(name);
    size[extent] = typeof value === 'number' ? value : value?.[extent] ?? standard;
  }
  return size;
}

/**
 * Whether two items differ in members beside their sizes.
 *
 * @param {any} one
 * @param {any} other
 */
export function areOther(one, other) {
  return Object.keys(members).some((name) => (one[name] ?? members[name]) !== (other[name] ?? members[name]));
}

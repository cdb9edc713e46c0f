// @ts-check
import { checkList, checkObject } from '../steps/options.js';
import { adjustEntries, itemEntries, withMembers } from '../steps/memberValues.js';
import { members } from '../steps/tables.js';
import { stackInput } from './stackInput.js';

/** @typedef {import('../../index.js').Element} Element */
/** @typedef {import('../../index.js').ItemMeasurement} ItemMeasurement */
/** @typedef {import('../../index.js').Measurement} Measurement */
/** @typedef {import('../../index.js').StackKind} StackKind */
/** @typedef {import('../../index.js').SupplementaryMeasurement} SupplementaryMeasurement */
/** @typedef {import('../viewport/pages/Axis.js').Axis} Axis */
/** @typedef {import('../../index.js').Step} Step */
/** @typedef {(kind: StackKind, section: number) => Element[]} StackOf the headers or footers of a section, −1 for global
 *   headers, at rest */

/**
 * @param {any} sizes
 * @returns {readonly Measurement[]}
 */
export function checkedSizes(sizes) {
  checkList('What is measured', sizes);
  for (const size of sizes) checkObject('A size that is measured', size);
  return sizes;
}

/**
 * The step that sets the true sizes of items, headers and footers; null if there are none.
 *
 * @param {readonly Measurement[]} sizes
 * @param {Axis} axis
 * @param {StackOf} stackOf
 * @param {StackOf} listedStackOf the same for the unmeasured list, which also has elements that were measured as empty
 * @returns {Step | null}
 */
export function measuringStep(sizes, axis, stackOf, listedStackOf) {
  const items = resizeStep(/** @type {ItemMeasurement[]} */ (sizes.filter((size) => !('kind' in size))));
  /** @type {Map<string, SupplementaryMeasurement[]>} */
  const stacks = new Map();
  for (const size of sizes) {
    if (!('kind' in size)) continue;
    const key = `${size.kind}/${size.section ?? -1}`;
    stacks.set(key, [...stacks.get(key) ?? [], size]);
  }
  if (stacks.size === 0) return items;
  /** @type {Map<number, any>} */
  const sections = new Map();
  /** @type {any} */
  const step = { ...items };
  for (const list of stacks.values()) {
    const [{ kind, section = -1 }] = list;
    const stack = measuredStack(stackOf(kind, section), list, axis, () => listedStackOf(kind, section));
    if (kind === 'globalHeader') step.set = { globalHeaders: stack };
    else sections.set(section, { ...sections.get(section) ?? { section }, [`${kind}s`]: stack });
  }
  if (sections.size > 0) step.setSections = [...sections.values()];
  return step;
}

/**
 * A stack as in a posted snapshot, with some true extents.
 *
 * @param {Element[]} elements
 * @param {SupplementaryMeasurement[]} sizes
 * @param {Axis} axis
 * @param {() => Element[]} listed the elements without measured sizes
 */
function measuredStack(elements, sizes, axis, listed) {
  const name = axis.isHorizontal ? 'width' : 'height';
  const stack = stackInput(elements, axis);
  const isThere = (/** @type {any[]} */ list, /** @type {number} */ index) => list[index] !== undefined && !list[index].hidden;
  for (const { kind, index, [name]: extent } of sizes) {
    if (extent === undefined) throw new TypeError(`A measurement of a ${kind} has a ${name}`);
    const before = isThere(stack, index) ? stack : stackInput(listed(), axis);
    if (!isThere(before, index)) throw new RangeError(`There is no ${kind} ${index} to be measured`);
    const { estimated, ...input } = before[index];
    stack[index] = { ...input, [name]: extent };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}

/**
 * The step that sets the true sizes and the members of items; if an item has several, the last one counts. Null if there are none.
 *
 * @param {readonly ItemMeasurement[]} sizes
 * @returns {Step | null}
 */
export function resizeStep(sizes) {
  /** @type {Map<string, any>} */
  const items = new Map();
  for (const size of sizes) {
    if (size.width === undefined && size.height === undefined && !hasMembers(size)) throw new TypeError('A measurement has a width or a height');
    const key = `${size.section}/${size.item}`;
    const before = items.get(key);
    const { width = before?.width, height = before?.height } = size;
    items.set(key, hasMembers(size) ? { ...withMembers(before, size), width, height } : { ...before, ...size, width, height });
  }
  const all = [...items.values()];
  const resize = itemEntries(all, { width: 'widths', height: 'heights' });
  const adjust = adjustEntries(all.filter(hasMembers));
  return all.length === 0 ? null : { ...(resize.length > 0 && { resize }), ...(adjust.length > 0 && { adjust }) };
}

/**
 * Whether a measurement names members of its item.
 *
 * @param {object} size
 */
export function hasMembers(size) {
  for (const name in size) if (name in members && /** @type {any} */ (size)[name] !== undefined) return true;
  return false;
}

import { checkList, checkObject } from '../steps/options.js';
import { adjustEntries, hasMembers, itemEntries, withMembers } from '../steps/memberValues.js';
import { stackInput } from './stackInput.js';
import type { Element, ItemMeasurement, Measurement, StackKind, Step, SupplementaryMeasurement } from '../../types/index.js';
import type { Axis } from '../viewport/pages/Axis.js';

/** The headers or footers of a section, −1 for global headers, at rest. */
type StackOf = (kind: StackKind, section: number) => Element[];

export function checkedSizes(sizes: any): readonly Measurement[] {
  checkList('What is measured', sizes);
  for (const size of sizes) checkObject('A size that is measured', size);
  return sizes;
}

/**
 * The step that sets the true sizes of items, headers and footers; null if there are none.
 *
 * @param listedStackOf the same for the unmeasured list, which also has elements that were measured as empty
 */
export function measuringStep(sizes: readonly Measurement[], axis: Axis, stackOf: StackOf, listedStackOf: StackOf): Step | null {
  const items = resizeStep(sizes.filter((size) => !('kind' in size)) as ItemMeasurement[]);
  const stacks: Map<string, SupplementaryMeasurement[]> = new Map();
  for (const size of sizes) {
    if (!('kind' in size)) continue;
    const key = `${size.kind}/${size.section ?? -1}`;
    stacks.set(key, [...stacks.get(key) ?? [], size]);
  }
  if (stacks.size === 0) return items;
  const sections: Map<number, any> = new Map();
  const step: any = { ...items };
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
 * @param listed the elements without measured sizes
 */
function measuredStack(elements: Element[], sizes: SupplementaryMeasurement[], axis: Axis, listed: () => Element[]) {
  const name = axis.isHorizontal ? 'width' : 'height';
  const stack = stackInput(elements, axis);
  const isThere = (list: any[], index: number) => list[index] !== undefined && !list[index].hidden;
  for (const { kind, index, [name]: extent } of sizes) {
    if (extent === undefined) throw new TypeError(`A measurement of a ${kind} has a ${name}`);
    const before = isThere(stack, index) ? stack : stackInput(listed(), axis);
    if (!isThere(before, index)) throw new RangeError(`There is no ${kind} ${index} to be measured`);
    const { estimated, ...input } = before[index];
    stack[index] = { ...input, [name]: extent };
  }
  return Array.from(stack, (input) => input ?? { hidden: true });
}

/** The step that sets the true sizes and the members of items; if an item has several, the last one counts. Null if there are none. */
export function resizeStep(sizes: readonly ItemMeasurement[]): Step | null {
  const items: Map<string, any> = new Map();
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

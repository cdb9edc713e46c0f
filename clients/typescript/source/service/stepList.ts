import { checkOptions } from '../steps/options.js';
import { bodyKinds, problemOf } from './problemOf.js';
import { unsaid } from './unsaid.js';
import type { ChangeInput, Step } from '../../types/index.js';

/** Whether a change says a tree: two of them, or steps and the tree before them. */
export function hasTree(change: any) {
  return change?.from !== undefined || change?.to !== undefined;
}

/** The members of a body that say a change. A value that JSON cannot represent is rejected as by `stepList`. */
export function changeMembers(change: ChangeInput): { steps?: Step[], from?: any, to?: any } {
  if (!hasTree(change)) return { steps: stepList(change as any) };
  checkOptions('change', change, ['from', 'to', 'steps']);
  const members = { ...(change as any) };
  if (members.steps !== undefined) members.steps = [members.steps].flat();
  refuse('invalid-change', '', members);
  return members;
}

/** One or several steps as a list. A value that JSON cannot represent is rejected with the problem of the service for an invalid step. */
export function stepList(steps: Step | readonly Step[]): Step[] {
  const list = [steps].flat();
  refuse('invalid-change', '/steps', list);
  return list;
}

/**
 * Rejects an expectation that JSON cannot represent, with the problem of the service for one that is no object: it would be left out of the
 * body, and not be checked.
 */
export function checkExpectation(expect: any) {
  if (expect !== undefined) refuse('invalid-change', '/expect', expect);
}

/** Rejects a snapshot that JSON cannot represent. */
export function checkSnapshot(snapshot: any) {
  refuse('invalid-snapshot', '', snapshot);
}

/**
 * @param name of the problem
 * @param pointer to the value
 */
function refuse(name: string, pointer: string, value: any) {
  const faults = unsaid(value).map((place) => ({ pointer: pointer + place, code: 'wrong-type' }));
  if (faults.length > 0) throw problemOf(bodyKinds, name, `${faults[0].pointer || 'The whole'} is nothing that JSON can say.`, faults);
}

// @ts-check
import { checkOptions } from '../steps/options.js';
import { bodyKinds, problemOf } from './problemOf.js';
import { unsaid } from './unsaid.js';

/** @typedef {import('../../index.js').ChangeInput} ChangeInput */
/** @typedef {import('../../index.js').Step} Step */

/**
 * Whether a change says a tree: two of them, or steps and the tree before them.
 *
 * @param {any} change
 */
export function hasTree(change) {
  return change?.from !== undefined || change?.to !== undefined;
}

/**
 * The members of a body that say a change. A value that JSON cannot represent is rejected as by `stepList`.
 *
 * @param {ChangeInput} change
 * @returns {{ steps?: Step[], from?: any, to?: any }}
 */
export function changeMembers(change) {
  if (!hasTree(change)) return { steps: stepList(/** @type {any} */ (change)) };
  checkOptions('change', change, ['from', 'to', 'steps']);
  const members = { .../** @type {any} */ (change) };
  if (members.steps !== undefined) members.steps = [members.steps].flat();
  refuse('invalid-change', '', members);
  return members;
}

/**
 * One or several steps as a list. A value that JSON cannot represent is rejected with the problem of the service for an invalid step.
 *
 * @param {Step | readonly Step[]} steps
 * @returns {Step[]}
 */
export function stepList(steps) {
  const list = [steps].flat();
  refuse('invalid-change', '/steps', list);
  return list;
}

/**
 * Rejects an expectation that JSON cannot represent, with the problem of the service for one that is no object: it would be left out of the
 * body, and not be checked.
 *
 * @param {any} expect
 */
export function checkExpectation(expect) {
  if (expect !== undefined) refuse('invalid-change', '/expect', expect);
}

/**
 * Rejects a snapshot that JSON cannot represent.
 *
 * @param {any} snapshot
 */
export function checkSnapshot(snapshot) {
  refuse('invalid-snapshot', '', snapshot);
}

/**
 * @param {string} name of the problem
 * @param {string} pointer to the value
 * @param {any} value
 */
function refuse(name, pointer, value) {
  const faults = unsaid(value).map((place) => ({ pointer: pointer + place, code: 'wrong-type' }));
  if (faults.length > 0) throw problemOf(bodyKinds, name, `${faults[0].pointer || 'The whole'} is nothing that JSON can say.`, faults);
}

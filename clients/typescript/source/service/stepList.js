// @ts-check
import { localProblem } from './localProblem.js';
import { unsaid } from './unsaid.js';

/** @typedef {import('../../index.js').Step} Step */

/**
 * One or several steps as a list. What JSON cannot say is refused as the service refuses what is no step.
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
 * Refuses an expectation that JSON cannot say as the service refuses one that is no object: left out of the body, it would
 * not be checked.
 *
 * @param {any} expect
 */
export function checkExpectation(expect) {
  if (expect !== undefined) refuse('invalid-change', '/expect', expect);
}

/**
 * Refuses a snapshot that JSON cannot say likewise.
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
  if (faults.length > 0) throw localProblem(name, `${faults[0].pointer || 'The whole'} is nothing that JSON can say.`, faults);
}

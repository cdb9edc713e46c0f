// @ts-check
import { localProblem } from './localProblem.js';

/** @typedef {import('../index.js').Step} Step */

/** Types of what JSON cannot say: it would be left out of a body, or fail. */
const unsaidTypes = ['undefined', 'function', 'symbol', 'bigint'];

/**
 * One or several steps as a list. What JSON cannot say is refused as the service refuses what is no step.
 *
 * @param {Step | readonly Step[]} steps
 * @returns {Step[]}
 */
export function stepList(steps) {
  const list = [steps].flat();
  const faults = list.flatMap((step, place) => (
    unsaidTypes.includes(typeof step) ? [{ pointer: `/steps/${place}`, code: 'wrong-type' }] : []));
  if (faults.length > 0) throw localProblem('invalid-change', `${faults[0].pointer} is no step.`, faults);
  return list;
}

/**
 * Refuses an expectation that JSON cannot say as the service refuses one that is no object: left out of the body, it would
 * not be checked.
 *
 * @param {any} expect
 */
export function checkExpectation(expect) {
  if (expect === undefined || !unsaidTypes.includes(typeof expect)) return;
  throw localProblem('invalid-change', '/expect is wrong.', [{ pointer: '/expect', code: 'wrong-type' }]);
}

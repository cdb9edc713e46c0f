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

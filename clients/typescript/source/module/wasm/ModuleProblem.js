// @ts-check
import { withFault } from '../../service/withFault.js';

/** @typedef {import('./CheckedNumbers.js').Fault | import('../../service/parameterFaults.js').ParameterFault} Fault */

/** Why the module refuses something: the service's name for the problem, and what is wrong with which member. */
export class ModuleProblem extends Error {
  /**
   * @param {string} type
   * @param {string} message
   * @param {Fault[]} errors
   */
  constructor(type, message, errors = []) {
    super(withFault(message, errors));
    this.name = 'ModuleProblem';
    this.type = type;
    this.errors = errors;
  }
}

// @ts-check
import { withFault } from '../../service/withFault.js';

/** @typedef {import('./CheckedNumbers.js').Fault | import('../../service/parameterFaults.js').ParameterFault} Fault */
/** @typedef {{ vocabulary: import('./Vocabulary.js').Vocabulary, form: 'snapshot' | 'steps' | 'change', value: any, isHorizontal: boolean }} Mistaken the value with
 *   mistakes, for their messages */

/** @type {WeakMap<object, Mistaken>} of problems that are mistakes */
export const mistakes = new WeakMap();

/** The error with which the module rejects a call: the service's name of the problem, and the mistakes. */
export class ModuleProblem extends Error {
  /**
   * @param {string} type
   * @param {string} message
   * @param {Fault[]} errors
   * @param {Mistaken | null} [mistaken]
   */
  constructor(type, message, errors = [], mistaken = null) {
    super(withFault(message, errors));
    this.name = 'ModuleProblem';
    this.type = type;
    this.errors = errors;
    if (mistaken) mistakes.set(this, mistaken);
  }
}

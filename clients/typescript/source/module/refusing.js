// @ts-check
import { kinds, localProblem } from '../service/localProblem.js';
import { ModuleProblem } from './wasm/ModuleProblem.js';

/**
 * What the module does; what it refuses is a problem as the service answers it.
 *
 * @template Value
 * @param {() => Value} act
 * @returns {Value}
 */
export function refusing(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof ModuleProblem && error.type in kinds) throw localProblem(error.type, error.message, error.errors);
    throw error;
  }
}

// @ts-check
import { kinds, localProblem } from '../service/localProblem.js';
import { ModuleProblem, mistakes } from './wasm/ModuleProblem.js';

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
    if (!(error instanceof ModuleProblem && error.type in kinds)) throw error;
    const problem = localProblem(error.type, error.message, error.errors);
    const mistaken = mistakes.get(error);
    if (mistaken) mistakes.set(problem, mistaken);
    throw problem;
  }
}

/**
 * What it does; where it fails for a mistake a promise of the error, for which the service's words are loaded.
 *
 * @template Value
 * @param {() => Value} act
 * @returns {Value | Promise<never>}
 */
export function explaining(act) {
  try {
    return act();
  } catch (error) {
    return explained(error).then((problem) => { throw problem; });
  }
}

/**
 * An error with the service's words for each mistake; as it is where they cannot be loaded.
 *
 * @param {any} error
 */
async function explained(error) {
  const mistaken = mistakes.get(error);
  if (!mistaken) return error;
  const words = await import('./advice.js').catch(() => null);
  if (!words) return error;
  const faults = new words.Advice(mistaken).explained(error.errors);
  return localProblem(error.type.split('/').at(-1), `${error.detail.split(':')[0]}.`, faults);
}

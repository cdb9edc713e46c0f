import { kinds, localProblem } from '../service/localProblem.js';
import { ModuleProblem, mistakes } from './wasm/ModuleProblem.js';

/** Runs a call of the module. Its errors are thrown as the service's problems. */
export function refusing<Value>(act: () => Value): Value {
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

/** Runs a call of the module. For a mistake it returns a rejected promise, for which the service's messages are loaded. */
export function explaining<Value>(act: () => Value): Value | Promise<never> {
  try {
    return act();
  } catch (error) {
    return explained(error).then((problem) => { throw problem; });
  }
}

/** The error with the service's message for each mistake; unchanged if the messages cannot be loaded. */
async function explained(error: any) {
  const mistaken = mistakes.get(error);
  if (!mistaken) return error;
  const words = await import('./advice.js').catch(() => null);
  if (!words) return error;
  const faults = new words.Advice(mistaken).explained(error.errors);
  return localProblem(error.type.split('/').at(-1), `${error.detail.split(':')[0]}.`, faults);
}

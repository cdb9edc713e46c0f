import { withFault } from '../../service/withFault.js';
import type { Vocabulary } from './Vocabulary.js';
import type { ParameterFault } from '../../service/parameterFaults.js';

type Fault = import('./CheckedNumbers.js').Fault | ParameterFault;
/** The value with mistakes, for their messages. */
export type Mistaken = { vocabulary: Vocabulary, form: 'snapshot' | 'steps' | 'change', value: any, isHorizontal: boolean };

/** of problems that are mistakes */
export const mistakes: WeakMap<object, Mistaken> = new WeakMap();

/** The error with which the module rejects a call: the service's name of the problem, and the mistakes. */
export class ModuleProblem extends Error {
  name;
  type;
  errors;
  constructor(type: string, message: string, errors: Fault[] = [], mistaken: Mistaken | null = null) {
    super(withFault(message, errors));
    this.name = 'ModuleProblem';
    this.type = type;
    this.errors = errors;
    if (mistaken) mistakes.set(this, mistaken);
  }
}

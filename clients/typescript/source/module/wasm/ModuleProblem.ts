import { withFault } from '../../service/withFault.js';
import type { Vocabulary } from './Vocabulary.js';
import type { ModuleFault } from '../../../types/module.js';

/** The value with mistakes, for their messages. */
export type Mistaken = { vocabulary: Vocabulary, form: 'snapshot' | 'steps' | 'change', value: any, isHorizontal: boolean };

/** The mistaken values of problems. */
export const mistakes: WeakMap<object, Mistaken> = new WeakMap();

/**
 * The error with which the module rejects a call, which then has changed nothing. Types that the service has, too, have the same names:
 * `invalid-snapshot`, `invalid-change`, `cannot-lay-out`, `bad-parameter`. The module's own are `too-much-work`; `module-missing` if a file
 * does not exist or cannot be fetched; `module-mismatched` if its two files are of different builds; `module-incomplete` if the second file
 * is not loaded yet; and `module-broken` if the module has failed, usually for lack of memory: all its snapshots and layouts are then lost.
 */
export class ModuleProblem extends Error {
  /** @internal */
  declare name: string;
  /** The name of the problem. */
  declare readonly type: string;
  /** The first 20 mistakes. */
  declare readonly errors: readonly ModuleFault[];
  constructor(type: string, message: string, errors?: ModuleFault[]);
  /** @internal */
  constructor(type: string, message: string, errors?: ModuleFault[], mistaken?: Mistaken | null);
  constructor(type: string, message: string, errors: ModuleFault[] = [], mistaken: Mistaken | null = null) {
    super(withFault(message, errors));
    this.name = 'ModuleProblem';
    this.type = type;
    this.errors = errors;
    if (mistaken) mistakes.set(this, mistaken);
  }
}

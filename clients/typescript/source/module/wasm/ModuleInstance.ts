import { element, elementNumbers, itemMembers, look, lookNumbers, stepFaults } from './moduleAnswers.js';
import { ModuleProblem } from './ModuleProblem.js';
import { firstName } from './moduleSource.js';
import { Vocabulary } from './Vocabulary.js';
import { fault } from '../../service/parameterFaults.js';
import type { NumberWriter } from './NumberWriter.js';

const listHead = 5;
const noBytes = new Uint8Array();
/** The functions that are not in the module's first file. */
const restNames = [
  'layoutd_change', 'layoutd_line', 'layoutd_motion', 'layoutd_neighbors', 'layoutd_reorder', 'layoutd_source', 'layoutd_trees',
  'layoutd_user_change', 'layoutd_window',
];

/** An instance of the module, with its memory. After a failure it cannot be used any more. */
export class ModuleInstance {
  /** Null after a failure, so that its memory is freed. */
  #exports;
  #decoder = new TextDecoder();
  #lacksRest;
  #vocabulary: Vocabulary | null = null;
  #joining: Promise<void> | null = null;

  /** @param lacksRest whether it is an instance of the first file, to which the rest is added later */
  constructor(instance: WebAssembly.Instance, lacksRest = false) {
    this.#exports = instance.exports as any;
    this.#lacksRest = lacksRest;
  }

  /** Whether all functions can be called; true for an instance that has failed. */
  get isWhole() {
    return !this.#lacksRest || this.isBroken;
  }

  /** Takes the rest. */
  join(instantiate: (imports: WebAssembly.Imports) => WebAssembly.Instance) {
    try {
      instantiate({ [firstName]: this.#exports });
    } catch (error) {
      throw this.#joinFailure(error);
    }
    this.#lacksRest = false;
  }

  /** Takes the rest, once. */
  async joinSoon(instantiate: (imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>) {
    this.#joining ??= instantiate({ [firstName]: this.#exports }).then(() => {
      this.#lacksRest = false;
    }, (error) => {
      this.#joining = null;
      throw this.#joinFailure(error);
    });
    await this.#joining;
  }

  #joinFailure(error: unknown) {
    // A mismatch is found before anything is written. After any other error the table may be invalid.
    if (error instanceof WebAssembly.LinkError) {
      return new ModuleProblem('module-mismatched', `The rest of the module does not fit its first file: ${error}`);
    }
    if (error instanceof WebAssembly.RuntimeError) this.#exports = null;
    return new ModuleProblem('module-broken', `The rest of the module cannot be used: ${error}`);
  }

  get isBroken() {
    return this.#exports === null;
  }

  get byteCount() {
    return this.#exports?.memory.buffer.byteLength ?? 0;
  }

  get rulesVersion() {
    return this.#call('layoutd_rules_version');
  }

  /** The members of snapshots and steps. */
  get vocabulary() {
    if (!this.#vocabulary) {
      this.#call('layoutd_vocabulary');
      this.#vocabulary = new Vocabulary(this.texts(), this.output()[0]);
    }
    return this.#vocabulary;
  }

  /**
   * Calls the module.
   *
   * @param type of the problem if it fails
   */
  call(type: string, name: string, ...values: number[]): number {
    const result = this.#call(name, ...values);
    return result < 0 ? this.refuse(result, type, name) : result;
  }

  /**
   * Throws the problem of a call that has failed.
   *
   * @param result below 0
   * @param type of the problem
   * @param name of the function
   */
  refuse(result: number, type: string, name: string): never {
    const numbers = this.output();
    switch (result) {
      case -2: throw new ModuleProblem('bad-parameter', 'This, or what it needs, was given back.');
      case -3: throw new ModuleProblem('too-much-work', 'The module holds as much as it can: give something back.');
      case -4: throw new ModuleProblem(type, 'More items than the module takes.', [{ pointer: '', code: 'too-many' }]);
      case -5: throw new ModuleProblem('bad-parameter', 'More elements than one answer has.', [
        fault(name === 'layoutd_pinning' ? 'rect' : 'bounds', 'too-many', 'has more elements than one answer'),
      ]);
      case -6: throw new ModuleProblem('invalid-change', 'The steps cannot be applied.', stepFaults(numbers, this.vocabulary));
      case -7: throw new ModuleProblem('cannot-lay-out', `The section needs ${numbers[1]} columns.`, [
        { pointer: `/sections/${numbers[0]}`, code: 'too-many' },
      ]);
      case -8: throw new ModuleProblem('cannot-lay-out', 'Content would extend beyond 2^53 points.', [
        { pointer: numbers[0] < 0 ? '/globalHeaders' : `/sections/${numbers[0]}`, code: 'out-of-range' },
      ]);
      case -9: throw new ModuleProblem('too-much-work', 'It would take too long.');
      default: throw new ModuleProblem('bad-parameter', `${name} refuses this (${result}).`);
    }
  }

  /** Calls a function of the module that returns a number below 0 if it fails. */
  callOrRefuse(name: string, ...values: number[]) {
    return this.#call(name, ...values);
  }

  /** Throws if it has failed. */
  check() {
    if (!this.#exports) throw new ModuleProblem('module-broken', 'The module has failed before, and what it held is lost.');
  }

  #call(name: string, ...values: number[]): number {
    this.check();
    if (this.#lacksRest && restNames.includes(name)) {
      throw new ModuleProblem('module-incomplete', 'The rest of the module is not there yet: wait for complete().');
    }
    try {
      return this.#exports[name](...values);
    } catch (error) {
      // The contents of the memory may be invalid.
      this.#exports = null;
      throw new ModuleProblem('module-broken', `The module has failed: ${error}`);
    }
  }

  /** Writes numbers and texts into the module's memory. */
  write(input: NumberWriter): [number, number] {
    const count = input.totalCount;
    const place = this.#call('layoutd_input', count, input.textCount) >>> 0;
    const texts = this.#call('layoutd_input_texts') >>> 0;
    const { buffer } = this.#exports.memory;
    input.writeNumbers(new Float64Array(buffer, place, count));
    new Uint8Array(buffer, texts, input.textCount).set(input.texts.subarray(0, input.textCount));
    return [count, input.textCount];
  }

  /** Frees the memory of the last input. */
  forgetInput() {
    this.#call('layoutd_input', 0, 0);
  }

  /** The numbers of the last answer, valid until the next call. */
  output() {
    const count = this.#call('layoutd_output_count');
    return new Float64Array(this.#exports.memory.buffer, count > 0 ? this.#call('layoutd_output') >>> 0 : 0, count);
  }

  /** The texts of the last answer, concatenated. */
  texts() {
    return this.#decoder.decode(this.textBytes());
  }

  textBytes() {
    const count = this.#call('layoutd_output_texts_count');
    return new Uint8Array(this.#exports.memory.buffer, count > 0 ? this.#call('layoutd_output_texts') >>> 0 : 0, count);
  }

  /**
   * The elements of the last answer, as the service would answer them.
   *
   * @param start the number of numbers before them
   * @param tellsWaits whether they say that they wait, as in pinning records
   * @returns `end`: how many numbers they are, with those before
   */
  elements(start = 0, tellsWaits = false): { elements: any[], next: { kind: number, section: number, index: number } | null, end: number } {
    const numbers = this.output().subarray(start);
    const [count, lookCount, kind, section, index] = numbers;
    const first = listHead + count * elementNumbers;
    const width = lookNumbers(this.vocabulary);
    const end = first + lookCount * width;
    const bytes = lookCount > 0 || numbers[end] > 0 ? this.textBytes() : noBytes;
    const looks = Array.from({ length: lookCount }, (_, place) => look(numbers.subarray(first + place * width), bytes, this.vocabulary));
    const elements = Array.from({ length: count }, (_, place) => (
      element(numbers, listHead + place * elementNumbers, looks, this.vocabulary, tellsWaits)));
    return { elements, next: kind < 0 ? null : { kind, section, index }, end: start + end + itemMembers(elements, numbers, end, bytes, this.vocabulary) };
  }

  /** The only element of an answer, as an effect shows it; null if there is none. */
  element() {
    const { elements: [element = null], end } = this.elements();
    const distance = this.output()[end];
    return Number.isNaN(distance) ? element : { ...element, distance };
  }
}

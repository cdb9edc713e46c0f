// @ts-check
import { element, elementNumbers, look, stepFaults } from './moduleAnswers.js';
import { ModuleProblem } from './ModuleProblem.js';
import { fault } from './parameterFaults.js';

/** @typedef {import('./SnapshotNumbers.js').SnapshotNumbers} SnapshotNumbers */

const lookNumbers = 11;
const listHead = 5;

/** One instance of the module, with its memory. Once it has failed it does nothing any more. */
export class ModuleInstance {
  /** Null once it has failed: then its memory goes. */
  #exports;
  #decoder = new TextDecoder();

  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    this.#exports = /** @type {any} */ (instance.exports);
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

  /**
   * Calls the module.
   *
   * @param {string} type of the problem where it refuses
   * @param {string} name
   * @param {...number} values
   * @returns {number}
   */
  call(type, name, ...values) {
    const result = this.#call(name, ...values);
    if (result >= 0) return result;
    const numbers = this.output();
    switch (result) {
      case -2: throw new ModuleProblem('bad-parameter', 'This, or what it needs, was given back.');
      case -3: throw new ModuleProblem('too-much-work', 'The module holds as much as it can: give something back.');
      case -4: throw new ModuleProblem(type, 'More items than the module takes.', [{ pointer: '', code: 'too-many' }]);
      case -5: throw new ModuleProblem('bad-parameter', 'More elements than one answer has.', [
        fault(name === 'layoutd_pinning' ? 'rect' : 'bounds', 'too-many', 'has more elements than one answer'),
      ]);
      case -6: throw new ModuleProblem('invalid-change', 'The steps cannot be applied.', stepFaults(numbers));
      case -7: throw new ModuleProblem('cannot-lay-out', `Section ${numbers[0]} needs ${numbers[1]} columns.`, [
        { pointer: `/sections/${numbers[0]}`, code: 'too-many' },
      ]);
      case -8: throw new ModuleProblem('cannot-lay-out', 'Content would extend beyond 2^53 points.', [
        { pointer: numbers[0] < 0 ? '/globalHeaders' : `/sections/${numbers[0]}`, code: 'out-of-range' },
      ]);
      case -9: throw new ModuleProblem('too-much-work', 'It would take too long.');
      default: throw new ModuleProblem('bad-parameter', `${name} refuses this (${result}).`);
    }
  }

  /** Throws where it has failed. */
  check() {
    if (!this.#exports) throw new ModuleProblem('module-broken', 'The module has failed before, and what it held is lost.');
  }

  /**
   * @param {string} name
   * @param {...number} values
   * @returns {number}
   */
  #call(name, ...values) {
    this.check();
    try {
      return this.#exports[name](...values);
    } catch (error) {
      // What is left in the memory is not to be relied on.
      this.#exports = null;
      throw new ModuleProblem('module-broken', `The module has failed: ${error}`);
    }
  }

  /**
   * Writes numbers and texts into the module's memory.
   *
   * @param {SnapshotNumbers} input
   * @returns {[number, number]}
   */
  write(input) {
    const count = input.totalCount;
    const place = this.#call('layoutd_input', count, input.textCount) >>> 0;
    const texts = this.#call('layoutd_input_texts') >>> 0;
    const { buffer } = this.#exports.memory;
    input.writeNumbers(new Float64Array(buffer, place, count));
    new Uint8Array(buffer, texts, input.textCount).set(input.texts.subarray(0, input.textCount));
    return [count, input.textCount];
  }

  /** Gives back the memory of the last input. */
  forgetInput() {
    this.#call('layoutd_input', 0, 0);
  }

  /** The numbers of the last answer, valid until the next call. */
  output() {
    const count = this.#call('layoutd_output_count');
    return new Float64Array(this.#exports.memory.buffer, count > 0 ? this.#call('layoutd_output') >>> 0 : 0, count);
  }

  /** The texts of the last answer, in one. */
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
   * @returns {{ elements: any[], next: { kind: number, section: number, index: number } | null, end: number }} `end`: how
   *   many numbers they are
   */
  elements() {
    const numbers = this.output();
    const [count, lookCount, kind, section, index] = numbers;
    const first = listHead + count * elementNumbers;
    const bytes = lookCount > 0 ? this.textBytes() : null;
    const looks = Array.from({ length: lookCount }, (_, place) => (
      look(numbers.subarray(first + place * lookNumbers), /** @type {Uint8Array} */ (bytes))));
    const elements = Array.from({ length: count }, (_, place) => element(numbers, listHead + place * elementNumbers, looks));
    return { elements, next: kind < 0 ? null : { kind, section, index }, end: first + lookCount * lookNumbers };
  }
}

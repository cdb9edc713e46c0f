// @ts-check
import { ModuleProblem } from './wasm/ModuleProblem.js';

/** @typedef {{ close(): void }} Closable */

/** Gives back what the module holds for objects that nobody has any more. */
const registry = new FinalizationRegistry((/** @type {Held} */ held) => held.close());

/** Objects that nobody has any more are given back between tasks alone, so there is one after so many. */
const countAtOnce = 1000;
let count = 0;

/**
 * The end of this task, where it is time for one; else null.
 *
 * @param {boolean} [isDue] whether it is anyway
 */
export function taskEnd(isDue = false) {
  if (count < countAtOnce && !isDue) return null;
  count = 0;
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

/** Something in the module's memory, which is given back once. */
export class Held {
  #values;

  /** @param {readonly Closable[]} values */
  constructor(values) {
    this.#values = values;
  }

  /**
   * @param {object} owner who has it; it is given back when nobody has the owner any more
   * @param {readonly Closable[]} values
   */
  static by(owner, values) {
    const held = new Held(values);
    count += 1;
    registry.register(owner, held, held);
    return held;
  }

  get isClosed() {
    return this.#values.length === 0;
  }

  /**
   * Another value in place of one, which is given back.
   *
   * @param {Closable} value
   * @param {Closable} other
   */
  replace(value, other) {
    this.#values = this.#values.map((held) => (held === value ? other : held));
    giveBack(value);
  }

  close() {
    registry.unregister(this);
    for (const value of this.#values) giveBack(value);
    this.#values = [];
  }
}

/** @param {Closable} value */
export function giveBack(value) {
  try {
    value.close();
  } catch (error) {
    // A module that has failed goes with all that it holds.
    if (!(error instanceof ModuleProblem && error.type === 'module-broken')) throw error;
  }
}

import { ModuleProblem } from './wasm/ModuleProblem.js';

export type Closable = { close(): void };

/** Frees module memory of objects that were garbage-collected. */
const registry = new FinalizationRegistry((held: ModuleHandle) => held.close());

/** Garbage-collected objects are only freed between tasks, so the task ends after this number of objects. */
const countAtOnce = 1000;
let count = 0;

/**
 * A promise that resolves in the next task, if the task should end; otherwise null.
 *
 * @param isDue whether it should end in any case
 */
export function taskEnd(isDue = false) {
  if (count < countAtOnce && !isDue) return null;
  count = 0;
  return new Promise((resolve) => void setTimeout(resolve, 0));
}

/** Values in the module's memory, which are freed once. */
export class ModuleHandle {
  #values;

  constructor(values: readonly Closable[]) {
    this.#values = values;
  }

  /** @param owner object that uses it; the values are freed when the owner is garbage-collected */
  static by(owner: object, values: readonly Closable[]) {
    const held = new ModuleHandle(values);
    count += 1;
    registry.register(owner, held, held);
    return held;
  }

  get isClosed() {
    return this.#values.length === 0;
  }

  /** Replaces a value, which is freed. */
  replace(value: Closable, other: Closable) {
    this.#values = this.#values.map((held) => (held === value ? other : held));
    giveBack(value);
  }

  close() {
    registry.unregister(this);
    for (const value of this.#values) giveBack(value);
    this.#values = [];
  }
}

export function giveBack(value: Closable) {
  try {
    value.close();
  } catch (error) {
    // A module that has failed has already lost all its values.
    if (!(error instanceof ModuleProblem && error.type === 'module-broken')) throw error;
  }
}

// @ts-check

/** @typedef {{ close(): void }} Closable */

/** The most objects that stay open, for listeners that still use them while they make further changes. */
const maximumLeaving = 64;

/** Objects that are closed at the end of the current task. If there are too many, the oldest are closed at once. */
export class Leaving {
  #values = /** @type {Closable[]} */ ([]);

  /** @param {Closable} value */
  add(value) {
    if (this.#values.length === 0) queueMicrotask(() => this.#keep(0));
    this.#values.push(value);
    this.#keep(maximumLeaving);
  }

  /** @param {number} most */
  #keep(most) {
    while (this.#values.length > most) this.#values.shift()?.close();
  }
}

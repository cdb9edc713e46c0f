// @ts-check

/** @typedef {{ close(): void }} Closable */

/** So many are asked at most by those who are told of changes, and who make others meanwhile. */
const maximumLeaving = 64;

/** What nobody needs any more behind the task, and is given back then; of many, the first are given back at once. */
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

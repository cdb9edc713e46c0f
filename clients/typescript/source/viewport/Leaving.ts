type Closable = { close(): void };

/** The most objects that stay open, for listeners that still use them while they make further changes. */
const maximumLeaving = 64;

/** Objects that are closed at the end of the current task. If there are too many, the oldest are closed at once. */
export class Leaving {
  #values: Closable[] = [];

  add(value: Closable) {
    if (this.#values.length === 0) queueMicrotask(() => this.#keep(0));
    this.#values.push(value);
    this.#keep(maximumLeaving);
  }

  #keep(most: number) {
    while (this.#values.length > most) this.#values.shift()?.close();
  }
}

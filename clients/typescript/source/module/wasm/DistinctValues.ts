import type { NumberWriter } from './NumberWriter.js';

/** A text, or the numbers of a matrix. */
type Value = string | ArrayLike<number>;

/** The different values that items have for a member. */
export class DistinctValues {
  /** the places of the values, by texts that only equal ones have */
  #places: Map<string, number> = new Map();
  #values: Value[] = [];

  /** The place of a value among the different ones. */
  place(value: Value) {
    const key = typeof value === 'string' ? value : Array.prototype.join.call(value);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#values.push(value) - 1;
      this.#places.set(key, place);
    }
    return place;
  }

  /** Writes the number of values, and each value: a text, or its numbers. */
  write(numbers: NumberWriter) {
    numbers.add(this.#values.length);
    for (const value of this.#values) {
      if (typeof value === 'string') numbers.text(value);
      else for (let place = 0; place < value.length; place += 1) numbers.add(value[place]);
    }
  }
}

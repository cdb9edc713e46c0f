// @ts-check

/** @typedef {string | ArrayLike<number>} Value a text, or the numbers of a matrix */

/** The different values that items have for a member. */
export class DistinctValues {
  /** @type {Map<string, number>} the places of the values, by texts that only equal ones have */
  #places = new Map();
  /** @type {Value[]} */
  #values = [];

  /**
   * The place of a value among the different ones.
   *
   * @param {Value} value
   */
  place(value) {
    const key = typeof value === 'string' ? value : Array.prototype.join.call(value);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.#values.push(value) - 1;
      this.#places.set(key, place);
    }
    return place;
  }

  /**
   * Writes the number of values, and each value: a text, or its numbers.
   *
   * @param {import('./NumberWriter.js').NumberWriter} numbers
   */
  write(numbers) {
    numbers.add(this.#values.length);
    for (const value of this.#values) {
      if (typeof value === 'string') numbers.text(value);
      else for (let place = 0; place < value.length; place += 1) numbers.add(value[place]);
    }
  }
}

/** Random numbers that are the same each time: a counter whose bits are mixed (splitmix, over 32 bits). */
export class SeededRandom {
  #state;

  constructor(seed) {
    this.#state = seed;
  }

  /** From 0 up to 1. */
  next() {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  whole(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** A number from `least` to `most`; mostly a whole one or a simple fraction, so that edges meet. */
  extent(least, most) {
    const number = least + this.next() * (most - least);
    return this.chance(0.7) ? Math.round(number) : this.chance(0.5) ? Math.round(number * 4) / 4 : number;
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(values) {
    return values[this.whole(0, values.length - 1)];
  }
}

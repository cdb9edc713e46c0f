// @ts-check

/** Numbers and texts for the module, in memory that grows. */
export class NumberWriter {
  numbers = new Float64Array(256);
  count = 0;
  texts = new Uint8Array(256);
  textCount = 0;
  #encoder = new TextEncoder();

  /** @param {number} number */
  add(number) {
    this.reserve(1);
    this.numbers[this.count] = number;
    this.count += 1;
  }

  /**
   * Makes room for so many numbers more.
   *
   * @param {number} count
   */
  reserve(count) {
    if (this.count + count <= this.numbers.length) return;
    const numbers = new Float64Array(Math.max(2 * this.numbers.length, this.count + count));
    numbers.set(this.numbers.subarray(0, this.count));
    this.numbers = numbers;
  }

  /**
   * Where a text starts and how many bytes it has; −1 and 0 where there is none.
   *
   * @param {string | null} text
   */
  text(text) {
    if (text === null) {
      this.add(-1);
      this.add(0);
      return;
    }
    if (this.textCount + 3 * text.length > this.texts.length) {
      const texts = new Uint8Array(2 * this.texts.length + 3 * text.length);
      texts.set(this.texts.subarray(0, this.textCount));
      this.texts = texts;
    }
    const { written = 0 } = this.#encoder.encodeInto(text, this.texts.subarray(this.textCount));
    this.add(this.textCount);
    this.add(written);
    this.textCount += written;
  }
}

const encoder = new TextEncoder();

/** Collects numbers and texts for the module. Lists of numbers are not copied until everything is written. */
export class NumberWriter {
  numbers = new Float64Array(256);
  /** The number of used elements of `numbers`. */
  count = 0;
  texts = new Uint8Array(256);
  textCount = 0;
  /** each with the number of `numbers` that come before it */
  #lists: { place: number, list: Float64Array }[] = [];
  #listedCount = 0;

  add(number: number) {
    if (this.count === this.numbers.length) {
      const numbers = new Float64Array(2 * this.count);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    this.numbers[this.count] = number;
    this.count += 1;
  }

  /** @param list which must not be modified before everything is written */
  addList(list: Float64Array) {
    this.#lists.push({ place: this.count, list });
    this.#listedCount += list.length;
  }

  /** How much is written. */
  get mark() {
    return [this.count, this.textCount, this.#lists.length, this.#listedCount];
  }

  /** Forgets what was written since then. */
  rewind([count, textCount, listCount, listedCount]: readonly number[]) {
    [this.count, this.textCount, this.#listedCount] = [count, textCount, listedCount];
    this.#lists.length = listCount;
  }

  /** The number of numbers, those of lists included. */
  get totalCount() {
    return this.count + this.#listedCount;
  }

  /** @param target with `totalCount` numbers */
  writeNumbers(target: Float64Array) {
    let [from, to] = [0, 0];
    const write = (numbers: Float64Array) => {
      target.set(numbers, to);
      to += numbers.length;
    };
    for (const { place, list } of this.#lists) {
      write(this.numbers.subarray(from, place));
      write(list);
      from = place;
    }
    write(this.numbers.subarray(from, this.count));
  }

  /** Writes the start of a text and its number of bytes; −1 and 0 if there is none. */
  text(text: string | null) {
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
    const { written = 0 } = encoder.encodeInto(text, this.texts.subarray(this.textCount));
    this.add(this.textCount);
    this.add(written);
    this.textCount += written;
  }
}

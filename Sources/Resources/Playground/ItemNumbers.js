const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The numbers of items among all of a snapshot, whose sections count their own from 0. */
export class ItemNumbers {
  /** The number of each section's first item, and at the end how many there are. */
  #firsts = [0];

  /** @param counts how many items each section has */
  constructor(counts) {
    for (const count of counts) this.#firsts.push(this.count + count);
  }

  get count() {
    return this.#firsts.at(-1);
  }

  /** How many there are, where that is a power of ten, as `10⁹`. */
  get countText() {
    return `10${[...String(Math.round(Math.log10(this.count)))].map((digit) => superscripts[digit]).join('')}`;
  }

  numberOf(section, item) {
    return this.#firsts[section] + item;
  }

  /** `{ section, item }` of a number, or of the nearest one that there is. */
  placeOf(number) {
    const whole = Math.max(0, Math.min(this.count - 1, Math.floor(number) || 0));
    const section = this.#firsts.findLastIndex((first) => first <= whole);
    return { section, item: whole - this.#firsts[section] };
  }
}

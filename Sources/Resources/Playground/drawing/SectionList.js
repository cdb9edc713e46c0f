/** The number of sections in one request. */
const pageCount = 200;
/** The most stored sections. */
const maximumCount = 50_000;

/** The sections of a layout from the first on, as far as they were requested. */
export class SectionList {
  #layout;
  #source;
  #sections = [];
  #asking = null;
  #isWhole = false;

  /**
   * @param layout
   * @param signal aborts requests
   */
  constructor(layout, signal) {
    this.#layout = layout;
    this.#source = layout.sections({ limit: pageCount, signal });
  }

  /** `{ id, engine, itemCount, start, end }`, the extents along the scroll axis; in order, as far as they are known. */
  get known() {
    return this.#sections;
  }

  /** Whether there are no others, or no others are requested. */
  get isWhole() {
    return this.#isWhole;
  }

  get isAsking() {
    return this.#asking !== null;
  }

  /** The known ones that a stretch of the content overlaps: their numbers from `first` up to and without `end`. */
  between(low, high) {
    const isReversed = this.#layout.scrollDirection === 'horizontal' && this.#layout.layoutDirection === 'rtl';
    const sections = this.#sections;
    // Both ends and starts are in order.
    const isBefore = isReversed ? ({ start }) => start >= high : ({ end }) => end <= low;
    const isBehind = isReversed ? ({ end }) => end <= low : ({ start }) => start >= high;
    return { first: partitionPoint(sections, isBefore), end: partitionPoint(sections, (section) => !isBehind(section)) };
  }

  /** The section with a number; undefined if it does not exist or is beyond the limit. */
  async at(number) {
    while (number >= this.#sections.length && !this.isWhole) await this.more();
    return this.#sections[number];
  }

  /** Requests more sections. Concurrent calls share one request. */
  async more() {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async #ask() {
    const isHorizontal = this.#layout.scrollDirection === 'horizontal';
    for (let count = 0; count < pageCount && !this.#isWhole; count += 1) {
      // After a failure there are no more requests.
      this.#isWhole = true;
      const { value, done } = await this.#source.next();
      if (done) return;
      const { frame, ...section } = value;
      const [start, extent] = isHorizontal ? [frame.x, frame.width] : [frame.y, frame.height];
      this.#sections.push({ ...section, start, end: start + extent });
      this.#isWhole = this.#sections.length >= maximumCount;
    }
  }
}

/** The number of items at the start of a list that satisfy a condition; no later one does. */
function partitionPoint(list, has) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(list[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

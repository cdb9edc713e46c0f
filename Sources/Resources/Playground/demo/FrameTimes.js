/** The times between the last consecutive frames. */
export class FrameTimes {
  static #countMax = 240;
  /** Longer times are pauses between two movements. */
  static #pauseMilliseconds = 250;
  #times = [];
  #last = 0;

  /** Called when a frame was drawn. */
  note(time = performance.now()) {
    const passed = time - this.#last;
    this.#last = time;
    if (passed > FrameTimes.#pauseMilliseconds || passed < 1) return;
    this.#times.push(passed);
    if (this.#times.length > FrameTimes.#countMax) this.#times.shift();
  }

  /** The median and the 99th percentile, in milliseconds; null before there are any. */
  get summary() {
    if (this.#times.length < 10) return null;
    const sorted = this.#times.toSorted((one, other) => one - other);
    const at = (part) => sorted[Math.floor((sorted.length - 1) * part)];
    return { median: at(0.5), late: at(0.99), count: sorted.length };
  }
}

type Reach = { pageLength: number, seconds: number, maximumPages: number };

/**
 * How far beyond the bounds pages are requested: as far as the velocity reaches in a given time, at least one page.
 *
 * It decreases only by two pages or more, or when the direction changes: a velocity that varies around a whole number of pages would
 * otherwise request and abort the same page again and again.
 */
export class PrefetchRange {
  #reach;
  /** The number of pages ahead of the bounds, and the side: −1, 1, or 0 before the first move. */
  #farthest = 0;
  #side = 0;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  /** The number of pages to request before the first one of the bounds, and after the last one. */
  at(velocity: number, first: number, last: number) {
    const { maximumPages } = this.#reach;
    const pages = Math.min(maximumPages, this.#pages(velocity));
    let before = velocity <= 0 ? pages : 0;
    let after = velocity >= 0 ? pages : 0;
    const isTurn = velocity * this.#side < 0;
    if (this.#side === 0 || isTurn) this.#side = Math.sign(velocity);
    else if (this.#side > 0 && last + after + 1 === this.#farthest) after = Math.min(maximumPages, after + 1);
    else if (this.#side < 0 && first - before - 1 === this.#farthest) before = Math.min(maximumPages, before + 1);
    this.#farthest = this.#side < 0 ? first - before : last + after;
    return { before, after };
  }

  #pages(velocity: number) {
    const { pageLength, seconds } = this.#reach;
    return Math.max(1, Math.ceil(Math.abs(velocity) * seconds / pageLength));
  }
}

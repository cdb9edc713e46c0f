// @ts-check

/** @typedef {import('../../index.js').Clock} Clock */

/** A move by more than so many viewports at once is a jump, not a way that goes on. */
const jumpViewports = 2;
/** A rest of so long ends a way, in milliseconds. */
const rest = 200;
/** How much of the velocity the last move makes up. */
const weight = 0.6;

/** How fast the bounds move along the scroll axis, from where they are at the times of updates. */
export class ScrollVelocity {
  #clock;
  #start = NaN;
  /** When they moved last. */
  time = 0;
  /** In points per second, when it was last asked for. */
  speed = 0;

  /** @param {Clock} clock */
  constructor(clock) {
    this.#clock = clock;
  }

  /**
   * The content has moved by a distance, and the bounds with it: that is no scroll.
   *
   * @param {number} distance
   */
  moved(distance) {
    this.#start += distance;
    return this.speed;
  }

  /**
   * The velocity in points per second, signed as coordinates are. That the bounds are drawn again where they are says
   * nothing of it, until they have rested.
   *
   * @param {number} start where the bounds start now
   * @param {number} extent their extent
   * @param {number} [time] now, in milliseconds of any clock, the same one each time
   * @param {number} [known] the velocity, where the caller knows it
   */
  at(start, extent, time = this.#clock.now(), known = undefined) {
    const distance = start - this.#start;
    const milliseconds = time - this.time;
    const goesOn = Math.abs(distance) <= jumpViewports * extent && milliseconds <= rest;
    if (known !== undefined) this.speed = Number.isFinite(known) ? known : 0;
    else if (!goesOn) this.speed = 0;
    else if (milliseconds > 0 && distance !== 0) {
      const last = distance * 1000 / milliseconds;
      // A turn counts at once.
      const isTurn = last * this.speed < 0;
      this.speed = isTurn ? last : weight * last + (1 - weight) * this.speed;
    }
    // What moves twice in a frame has moved once.
    if (distance !== 0 && milliseconds !== 0) {
      this.#start = start;
      this.time = time;
    }
    return this.speed;
  }
}

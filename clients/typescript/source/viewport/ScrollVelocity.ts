import type { Clock } from '../../types/index.js';

/** A move by more than this number of viewports at once is a jump, and has no velocity. */
const jumpViewports = 2;
/** After a rest of this length the velocity is 0, in milliseconds. */
const rest = 200;
/** The weight of the last move in the velocity. */
const weight = 0.6;

/** The velocity of the bounds along the scroll axis, computed from their positions at the times of updates. */
export class ScrollVelocity {
  #clock;
  #start = NaN;
  /** The time of the last move. */
  time = 0;
  /** The last computed velocity, in points per second. */
  speed = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Called when the content and the bounds have moved by a distance together, which is no scroll. */
  moved(distance: number) {
    this.#start += distance;
    return this.speed;
  }

  /**
   * The velocity in points per second, positive towards larger coordinates. An update without a move does not change it, unless the bounds
   * have rested.
   *
   * @param start of the bounds now
   * @param extent of the bounds
   * @param time now, in milliseconds, of the same clock at each call
   * @param known the velocity, if the caller knows it
   */
  at(start: number, extent: number, time: number = this.#clock.now(), known?: number) {
    const distance = start - this.#start;
    const milliseconds = time - this.time;
    const goesOn = Math.abs(distance) <= jumpViewports * extent && milliseconds <= rest;
    if (known !== undefined) this.speed = Number.isFinite(known) ? known : 0;
    else if (!goesOn) this.speed = 0;
    else if (milliseconds > 0 && distance !== 0) {
      const last = distance * 1000 / milliseconds;
      // A change of direction counts fully at once.
      const isTurn = last * this.speed < 0;
      this.speed = isTurn ? last : weight * last + (1 - weight) * this.speed;
    }
    // Two moves in one frame count as one.
    if (distance !== 0 && milliseconds !== 0) {
      this.#start = start;
      this.time = time;
    }
    return this.speed;
  }
}

import { pause } from '../service/Clock.js';
import type { Clock } from '../../types/index.js';

/** The pauses of a following, one at a time, which can be cut short. */
export class Pauses {
  #clock;
  #signal;
  #current = new AbortController();

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
  }

  /**
   * Waits for a time or until `end` is called. Rejects with the signal's reason as soon as the signal is aborted.
   *
   * @param least the time that `end` does not cut short, because the service has asked for it, in seconds
   */
  async wait(seconds: number, least = 0) {
    this.#signal.throwIfAborted();
    const earliest = this.#clock.now() + least * 1000;
    const current = new AbortController();
    this.#current = current;
    const abort = () => current.abort();
    this.#signal.addEventListener('abort', abort);
    try {
      await pause(this.#clock, seconds, current.signal);
    } catch {
      this.#signal.throwIfAborted();
      const left = earliest - this.#clock.now();
      if (left > 0) await pause(this.#clock, left / 1000, this.#signal);
    } finally {
      this.#signal.removeEventListener('abort', abort);
    }
  }

  end() {
    this.#current.abort();
  }
}

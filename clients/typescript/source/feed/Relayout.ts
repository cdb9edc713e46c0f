import { askedSeconds, isFinal, pauseSeconds } from '../service/backoff.js';
import { unlessAborted } from '../service/Clock.js';
import { deferred } from '../service/deferred.js';
import { limits } from '../service/limits.js';
import type { Clock } from '../../types/index.js';

/** The pause after the first failure, in seconds. */
const firstSeconds = 1;

/**
 * Lays a feed out for the extent of its scroller across the scroll axis. Repeats failed attempts until one succeeds or the extent changes.
 */
export class Relayout {
  #clock;
  #again;
  #told;
  #failed;
  #isTurning = false;
  #isClosed = false;
  /** The extent of the last attempt, and how often it has failed. */
  #extent = NaN;
  #failures = 0;
  /** When the same extent may be tried again, and when any extent may, since the service can ask for a pause. */
  #until = -Infinity;
  #asked = -Infinity;
  #timer: unknown = undefined;
  #done = deferred();
  /** The error of the last attempt; null if it did not fail. */
  error: any = null;

  /** @param parts `again`: a new attempt may be due; `told`: the state may have changed; `failed`: an attempt has failed */
  constructor({ clock, again, told, failed }: { clock: Clock, again: () => void, told: () => void, failed: (error: any) => void }) {
    this.#clock = clock;
    this.#again = again;
    this.#told = told;
    this.#failed = failed;
  }

  /** `loading` or `failing` while the layout that is shown is for another extent; else null. */
  get state() {
    if (this.error) return 'failing';
    return this.#isTurning ? 'loading' : null;
  }

  /** Lays out for an extent, unless an attempt is running or the pause after a failure is not over. */
  async to(extent: number, act: () => Promise<unknown>) {
    if (this.#isClosed || this.#isTurning) return;
    const isOther = extent !== this.#extent;
    const until = isOther ? this.#asked : this.#until;
    this.#wake(until);
    if (this.#clock.now() < until) return;
    if (isOther) this.#forget();
    [this.#isTurning, this.#extent] = [true, extent];
    this.#told();
    try {
      await act();
      this.#isTurning = false;
      this.#forget();
    } catch (error) {
      this.#isTurning = false;
      this.#fail(error);
    } finally {
      this.#goOn();
    }
  }

  /** Called when the margins may be others: after a failure it is tried again. */
  renew() {
    this.#extent = NaN;
    this.#again();
  }

  /** The extent may have changed meanwhile. */
  #goOn() {
    if (this.#isClosed) return;
    this.#again();
    if (!this.error) this.rest();
  }

  /** Called when the layout that is shown fits the current extent. */
  rest() {
    if (this.#isTurning) return;
    this.#forget();
    this.#extent = NaN;
    this.#clock.cancel(this.#timer);
    this.#settle(() => this.#done.resolve());
    this.#told();
  }

  /** Resolves when the layout that is shown fits the current extent; rejects if further attempts are useless. */
  async whenDone(signal?: AbortSignal) {
    if (!this.state) return;
    if (this.#until === Infinity) throw this.error;
    await unlessAborted(this.#done.promise, signal);
  }

  /** @param reason with which waiting promises are rejected */
  close(reason: any) {
    this.#isClosed = true;
    this.#clock.cancel(this.#timer);
    this.#settle(() => this.#done.reject(reason));
  }

  #fail(error: any) {
    if (this.#isClosed) return;
    const now = this.#clock.now();
    this.error = error;
    this.#failures += 1;
    this.#asked = now + askedSeconds(error) * 1000;
    this.#until = isFinal(error) ? Infinity : now + 1000 * pauseSeconds(this.#failures, {
      first: firstSeconds, most: limits.maximumRecoverySeconds, error,
    });
    this.#wake(this.#until);
    if (this.#until === Infinity) this.#settle(() => this.#done.reject(error));
    this.#told();
    this.#failed(error);
  }

  #forget() {
    [this.error, this.#failures, this.#until] = [null, 0, -Infinity];
  }

  /** @param time of the next attempt */
  #wake(time: number) {
    const clock = this.#clock;
    const milliseconds = time - clock.now();
    clock.cancel(this.#timer);
    this.#timer = milliseconds > 0 && time < Infinity ? clock.schedule(() => this.#again(), milliseconds) : undefined;
  }

  /** @param tell settles the waiting promises */
  #settle(tell: () => void) {
    tell();
    this.#done = deferred();
  }
}

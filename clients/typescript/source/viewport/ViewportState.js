// @ts-check
import { unlessAborted } from '../service/Clock.js';
import { deferred } from '../service/deferred.js';

/** @typedef {import('../../index.js').ViewportStateName} ViewportStateName */

/** Whether all pages of a viewport are loaded, and the promises that wait for it. */
export class ViewportState {
  /** @type {ViewportStateName} */
  name = 'loading';
  /** @type {any} */
  error = null;
  #isFinal = false;
  #isClosed = false;
  /**
   * Shared by all callers that wait.
   *
   * @type {ReturnType<typeof deferred> | null}
   */
  #waiting = null;

  /**
   * Sets it, and returns whether it has changed.
   *
   * @param {ViewportStateName} name
   * @param {any} error
   * @param {boolean} isFinal whether the request is not repeated after the error
   */
  set(name, error, isFinal) {
    const isChanged = name !== this.name || error !== this.error;
    [this.name, this.error, this.#isFinal] = [name, error, isFinal];
    if (name === 'whole') this.#waiting?.resolve();
    else if (isFinal) this.#waiting?.reject(error);
    if (name === 'whole' || isFinal) this.#waiting = null;
    return isChanged;
  }

  /** Rejects waiting promises, and all later ones. */
  close() {
    this.#isClosed = true;
    this.#waiting?.reject(this.#reason);
  }

  /**
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<void>}
   */
  async whole(signal) {
    signal?.throwIfAborted();
    if (this.name === 'whole') return;
    if (this.#isFinal || this.#isClosed) throw this.#reason;
    const waiting = this.#waiting ?? deferred();
    this.#waiting = waiting;
    await unlessAborted(waiting.promise, signal);
  }

  /** The reason why it cannot become whole. */
  get #reason() {
    return this.error ?? new DOMException('The viewport is closed', 'AbortError');
  }
}

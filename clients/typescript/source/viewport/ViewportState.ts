import { unlessAborted } from '../service/Clock.js';
import { deferred } from '../service/deferred.js';
import type { ViewportStateName } from '../../types/index.js';

/** Whether all pages of a viewport are loaded, and the promises that wait for it. */
export class ViewportState {
  name: ViewportStateName = 'loading';
  error: any = null;
  #isFinal = false;
  #isClosed = false;
  /** Shared by all callers that wait. */
  #waiting: ReturnType<typeof deferred> | null = null;

  /**
   * Sets it, and returns whether it has changed.
   *
   * @param isFinal whether the request is not repeated after the error
   */
  set(name: ViewportStateName, error: any, isFinal: boolean) {
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

  async whole(signal: AbortSignal | undefined): Promise<void> {
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

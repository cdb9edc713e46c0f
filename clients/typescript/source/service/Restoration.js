// @ts-check
import { pause, unlessAborted } from './Clock.js';
import { IdChanged, Problem } from './Problem.js';

/** @typedef {import('./Lineage.js').Lineage} Lineage */
/** @typedef {import('./Transport.js').Transport} Transport */

/**
 * Sends requests for one layout. If the service has forgotten it, its snapshot is posted again, once for all waiting requests, and these
 * are then repeated.
 */
export class Restoration {
  #transport;
  #id;
  #lineage;
  #maximumCount;
  /** The number of times that the snapshot was posted again. */
  #count = 0;
  /** @type {Promise<void> | null} */
  #restoring = null;

  /**
   * @param {Transport} transport
   * @param {string} id
   * @param {Lineage} lineage posts the snapshot again
   * @param {number} maximumCount the most times that one request posts it again
   */
  constructor(transport, id, lineage, maximumCount) {
    this.#transport = transport;
    this.#id = id;
    this.#lineage = lineage;
    this.#maximumCount = maximumCount;
  }

  /** The service's name of the lineage, sent with every request for one of its layouts. */
  get near() {
    return this.#lineage.near;
  }

  /** See `Lineage.content`. */
  get content() {
    return this.#lineage.content;
  }

  /**
   * The restoration of the layout that steps make from this one.
   *
   * @param {string} id
   * @param {readonly string[]} steps as in the lineage
   */
  after(id, steps) {
    const after = new Restoration(this.#transport, id, this.#lineage.with(steps), this.#maximumCount);
    after.#shorten();
    return after;
  }

  async #shorten() {
    this.#lineage = await this.#lineage.shortened(this.#id);
  }

  /**
   * Sends a request until it succeeds. The snapshot is posted again at once the first time, then after growing pauses.
   *
   * @template Answer
   * @param {() => Promise<Answer>} send
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Answer>}
   */
  async run(send, signal) {
    for (let attempt = 0; ; attempt += 1) {
      const count = this.#count;
      let failure;
      try {
        return await send();
      } catch (error) {
        failure = error;
        const isForgotten = error instanceof Problem && error.isLayoutNotFound;
        if (!isForgotten || !this.#lineage.isRestorable || attempt >= this.#maximumCount) throw error;
      }
      if (attempt > 0) await pause(this.#transport.clock, this.#transport.pauseSeconds(attempt, failure), signal);
      // Another request may have posted it again since this one was sent.
      if (this.#count === count) await this.#again(signal);
    }
  }

  /**
   * Posts the snapshot once for all waiting requests. The post continues when one of them is aborted.
   *
   * @param {AbortSignal | undefined} signal
   */
  #again(signal) {
    this.#restoring ??= Promise.resolve().then(() => this.#lineage.restore())
      .then((id) => {
        if (id !== undefined && id !== this.#id) throw new IdChanged(this.#id, id);
        this.#count += 1;
      })
      .finally(() => {
        this.#restoring = null;
      });
    return unlessAborted(this.#restoring, signal);
  }
}

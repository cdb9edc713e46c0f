// @ts-check
import { pause, unlessAborted } from './Clock.js';
import { IdChanged, Problem } from './Problem.js';

/** @typedef {import('./Lineage.js').Lineage} Lineage */
/** @typedef {import('./Transport.js').Transport} Transport */

/**
 * Sends requests that ask of one layout. Where the service has forgotten it, its snapshot is posted again, once for all
 * requests that wait for it, and these are sent again.
 */
export class Restoration {
  #transport;
  #id;
  #lineage;
  #maximumCount;
  /** How often the snapshot was posted again. */
  #count = 0;
  /** @type {Promise<void> | null} */
  #restoring = null;

  /**
   * @param {Transport} transport
   * @param {string} id
   * @param {Lineage} lineage has the snapshot posted again
   * @param {number} maximumCount how often one request has it posted again
   */
  constructor(transport, id, lineage, maximumCount) {
    this.#transport = transport;
    this.#id = id;
    this.#lineage = lineage;
    this.#maximumCount = maximumCount;
  }

  /** What the service calls the lineage, sent with every request about one of its layouts. */
  get near() {
    return this.#lineage.near;
  }

  /** What `Lineage.content` says. */
  get content() {
    return this.#lineage.content;
  }

  /**
   * That of the layout which steps make of this one.
   *
   * @param {string} id
   * @param {readonly string[]} steps as JSON
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
   * What a request answers in the end. The first time the snapshot is posted again at once, then after growing pauses.
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
      // Somebody else's request may have had it posted since this one was sent.
      if (this.#count === count) await this.#again(signal);
    }
  }

  /**
   * One post for all that wait for it; it goes on when one of them no longer does.
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

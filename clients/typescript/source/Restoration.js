// @ts-check
import { pause, unlessAborted } from './Clock.js';
import { IdChanged, Problem } from './Problem.js';

/** @typedef {import('./Transport.js').Transport} Transport */

/**
 * Sends requests that ask of one layout. Where the service has forgotten it, its snapshot is posted again, once for all
 * requests that wait for it, and these are sent again.
 */
export class Restoration {
  #transport;
  #id;
  #restore;
  #maximumCount;
  /** How often the snapshot was posted again. */
  #count = 0;
  /** @type {Promise<void> | null} */
  #restoring = null;

  /**
   * @param {Transport} transport
   * @param {string} id
   * @param {(() => unknown) | null} restore has the snapshot posted again; null where nobody can
   * @param {number} maximumCount how often one request has it posted again
   */
  constructor(transport, id, restore, maximumCount) {
    this.#transport = transport;
    this.#id = id;
    this.#restore = restore;
    this.#maximumCount = maximumCount;
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
      try {
        return await send();
      } catch (error) {
        const isForgotten = error instanceof Problem && error.isLayoutNotFound;
        if (!isForgotten || !this.#restore || attempt >= this.#maximumCount) throw error;
      }
      if (attempt > 0) await pause(this.#transport.clock, this.#transport.backoffSeconds(attempt), signal);
      // Somebody else's request may have had it posted since this one was sent.
      if (this.#count === count) await this.#again(this.#restore, signal);
    }
  }

  /**
   * One post for all that wait for it; it goes on when one of them no longer does.
   *
   * @param {() => unknown} restore
   * @param {AbortSignal | undefined} signal
   */
  #again(restore, signal) {
    this.#restoring ??= Promise.resolve().then(restore)
      .then((answer) => {
        const id = idOf(answer);
        if (id !== undefined && id !== this.#id) throw new IdChanged(this.#id, id);
        this.#count += 1;
      })
      .finally(() => {
        this.#restoring = null;
      });
    return unlessAborted(this.#restoring, signal);
  }
}

/**
 * The layout id that was answered, where that is said.
 *
 * @param {any} answer an id, a layout object, or anything else
 */
function idOf(answer) {
  const id = answer?.id ?? answer;
  return typeof id === 'string' ? id : undefined;
}

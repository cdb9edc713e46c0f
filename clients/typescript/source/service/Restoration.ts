import { pause, unlessAborted } from './Clock.js';
import { IdChanged, Problem } from './Problem.js';
import type { Lineage } from './Lineage.js';
import type { Transport } from './Transport.js';

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
  #restoring: Promise<void> | null = null;

  /**
   * @param lineage posts the snapshot again
   * @param maximumCount the most times that one request posts it again
   */
  constructor(transport: Transport, id: string, lineage: Lineage, maximumCount: number) {
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
   * @param steps as in the lineage
   */
  after(id: string, steps: readonly string[]) {
    const after = new Restoration(this.#transport, id, this.#lineage.with(steps), this.#maximumCount);
    after.#shorten();
    return after;
  }

  async #shorten() {
    this.#lineage = await this.#lineage.shortened(this.#id);
  }

  /** Sends a request until it succeeds. The snapshot is posted again at once the first time, then after growing pauses. */
  async run<Answer>(send: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
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

  /** Posts the snapshot once for all waiting requests. The post continues when one of them is aborted. */
  #again(signal: AbortSignal | undefined) {
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

import { unlessAborted } from '../service/Clock.js';
import { checkFunction, checkOptions, described } from '../steps/options.js';
import { Pauses } from './Pauses.js';
import type { DocumentChange, DocumentRecord, Expectation, FollowingState, FollowOptions, Step } from '../../types/index.js';
import type { DocumentHandle } from './DocumentHandle.js';
import type { Follower, FollowerParts } from './Follower.js';
import type { Near, Transport } from '../service/Transport.js';

const optionNames = ['viewport', 'revision', 'anchor', 'endThreshold', 'transition', 'onChange', 'onState', 'signal'];

/** The following of a document, until it is deleted or this is closed. */
export class Following {
  #source;
  #signal;
  #pauses;
  #controller = new AbortController();
  /** Reads the records; null until its file is loaded. */
  #follower: Follower | null = null;
  /** The last revision that is shown, which is the one to write for; NaN before the document has been read. */
  readonly revision: number = NaN;
  /** The callers that wait for a revision. */
  #waiting: { revision: number, resolve: () => void }[] = [];
  /** Resolves with how it ended. Rejects with a permanent error: usually a `Problem`, or the error that `onChange` threw. */
  declare readonly ended: Promise<'deleted' | 'closed'>;

  /** @private */
  constructor(source: DocumentHandle, parts: { transport: Transport, near: Near, path: string }, options: FollowOptions = {}) {
    checkOptions('follow', options, optionNames);
    const { viewport, revision, anchor, endThreshold, transition, onChange, onState, signal } = options;
    for (const [name, listener] of Object.entries({ onChange, onState })) if (listener !== undefined) checkFunction(name, listener);
    if (viewport && typeof viewport.change !== 'function') throw new TypeError(`viewport is ${described(viewport)}: not a Viewport`);
    this.#source = source;
    this.#signal = this.#controller.signal;
    this.#pauses = new Pauses(parts.transport.clock, this.#signal);
    const abort = () => this.#controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    if (revision !== undefined) this.#reach(revision);
    this.ended = this.#run({
      source, ...parts, viewport: viewport ?? null, changeOptions: { anchor, endThreshold, transition },
      onChange: onChange ?? (() => {}), onState: onState ?? (() => {}), signal: this.#signal, pauses: this.#pauses,
      revision: this.revision, reached: (now) => this.#reach(now),
    }).finally(() => signal?.removeEventListener('abort', abort));
    // A rejection without a handler is no error.
    this.ended.catch(() => {});
  }

  get state(): FollowingState {
    return this.#follower?.state ?? 'none';
  }

  /**
   * Writes the steps that `make` returns for the current state, and resolves when they are shown. If another client was faster, its change
   * is shown first, and `make` is called again. If `make` returns null, nothing is written.
   *
   * @throws Problem as `DocumentHandle.change` does; an `AbortError` if the following ends before
   */
  async change(
    make: () => Step | readonly Step[] | null, options: { expect?: Expectation; signal?: AbortSignal } = {},
  ): Promise<DocumentChange | null> {
    checkOptions('following change', options, ['expect', 'signal']);
    const { signal } = options;
    checkFunction('What makes the steps', make);
    this.#signal.throwIfAborted();
    const steps = make();
    if (!steps) return null;
    const change = await this.#source.change(steps, {
      ...options, revision: this.revision,
      rebase: async (records) => {
        await this.whenAt((records.at(-1) as DocumentRecord).revision, { signal });
        return make();
      },
    });
    await this.whenAt(change.revision, { signal });
    return change;
  }

  /** Ends a pause before the next attempt, for example when the browser reports that the network is back. */
  wake(): void {
    this.#pauses.end();
  }

  close(): void {
    this.#controller.abort(new DOMException('The following was closed', 'AbortError'));
  }

  /** Resolves when a revision is shown; rejects if the following ends before. */
  async whenAt(revision: number, options: { signal?: AbortSignal } = {}): Promise<void> {
    checkOptions('whenAt', options, ['signal']);
    if (this.revision >= revision) return;
    const reached = new Promise((resolve) => this.#waiting.push({ revision, resolve: () => resolve(undefined) }));
    const over = this.ended.then(() => {
      throw new DOMException('The following has ended', 'AbortError');
    });
    await unlessAborted(Promise.race([reached, over]), options.signal);
  }

  async #run(parts: FollowerParts): Promise<'deleted' | 'closed'> {
    try {
      const { Follower } = await this.#loaded(parts.transport);
      this.#follower = new Follower(parts);
    } catch (error) {
      if (this.#signal.aborted) return 'closed';
      throw error;
    }
    return await this.#follower.run();
  }

  /** Loads the file that follows documents, on first use. Repeats this until it succeeds, for any time without a connection. */
  async #loaded(transport: Transport) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await import('./Follower.js');
      } catch (error) {
        await this.#pauses.wait(transport.pauseSeconds(attempt, error));
      }
    }
  }

  #reach(revision: number) {
    (this as { revision: number }).revision = revision;
    const reached = this.#waiting.filter((waiting) => waiting.revision <= revision);
    this.#waiting = this.#waiting.filter((waiting) => waiting.revision > revision);
    for (const { resolve } of reached) resolve();
  }
}

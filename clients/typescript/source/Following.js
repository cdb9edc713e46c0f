// @ts-check
import { askedSeconds } from './backoff.js';
import { unlessAborted } from './Clock.js';
import { DocumentLog } from './DocumentLog.js';
import { checkFunction, checkOptions, described } from './options.js';
import { listId } from './listId.js';
import { Pauses } from './Pauses.js';
import { IdChanged, Problem } from './Problem.js';
import { RecordQueue } from './RecordQueue.js';
import { mayPass } from './Transport.js';

/** @typedef {import('../index.js').DocumentEvent} DocumentEvent */
/** @typedef {import('../index.js').DocumentRecord} DocumentRecord */
/** @typedef {import('../index.js').FollowOptions} FollowOptions */
/** @typedef {import('../index.js').Step} Step */
/** @typedef {import('./DocumentHandle.js').DocumentHandle} DocumentHandle */
/** @typedef {import('./Transport.js').Near} Near */
/** @typedef {import('./Transport.js').Transport} Transport */
/** @typedef {import('../index.js').Viewport} Viewport */

const optionNames = ['viewport', 'revision', 'anchor', 'endThreshold', 'transition', 'onChange', 'onState', 'signal'];

/** The following of a document: each record of its log is taken once and in order, and shown by a viewport. */
export class Following {
  #source;
  #parts;
  #viewport;
  #changeOptions;
  #onChange;
  #onState;
  #signal;
  #pauses;
  #controller = new AbortController();
  /** @type {DocumentLog | null} */
  #log = null;
  /** Up to which revision everything is shown; NaN before the document has been read. */
  revision = NaN;
  /** Those who wait for a revision. */
  #waiting = /** @type {{ revision: number, resolve: () => void }[]} */ ([]);
  /** Resolves when it has ended: `deleted` or `closed`. */
  ended;

  /**
   * @param {DocumentHandle} source
   * @param {{ transport: Transport, near: Near, path: string }} parts
   * @param {FollowOptions} options
   */
  constructor(source, parts, options = {}) {
    checkOptions('follow', options, optionNames);
    const { viewport, revision, anchor, endThreshold, transition, onChange, onState, signal } = options;
    for (const [name, listener] of Object.entries({ onChange, onState })) if (listener !== undefined) checkFunction(name, listener);
    if (viewport && typeof viewport.change !== 'function') throw new TypeError(`viewport is ${described(viewport)}: not a Viewport`);
    this.#source = source;
    this.#parts = parts;
    this.#viewport = viewport ?? null;
    this.#changeOptions = { anchor, endThreshold, transition };
    this.#onChange = onChange ?? (() => {});
    this.#onState = onState ?? (() => {});
    this.#signal = this.#controller.signal;
    this.#pauses = new Pauses(parts.transport.clock, this.#signal);
    const abort = () => this.#controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    this.ended = this.#run(revision).finally(() => signal?.removeEventListener('abort', abort));
    // Who does not look is not told.
    this.ended.catch(() => {});
  }

  /** How records come now. */
  get state() {
    return this.#log?.state ?? 'none';
  }

  /**
   * @param {() => Step | readonly Step[] | null} make
   * @param {{ expect?: import('../index.js').Expectation, signal?: AbortSignal }} options
   */
  async change(make, options = {}) {
    checkOptions('following change', options, ['expect', 'signal']);
    const { signal } = options;
    checkFunction('What makes the steps', make);
    this.#signal.throwIfAborted();
    const steps = make();
    if (!steps) return null;
    const change = await this.#source.change(steps, {
      ...options, revision: this.revision,
      rebase: async (records) => {
        await this.whenAt(/** @type {DocumentRecord} */ (records.at(-1)).revision, { signal });
        return make();
      },
    });
    await this.whenAt(change.revision, { signal });
    return change;
  }

  wake() {
    this.#pauses.end();
  }

  close() {
    this.#controller.abort(new DOMException('The following was closed', 'AbortError'));
  }

  /**
   * Resolves when everything up to a revision is shown.
   *
   * @param {number} revision
   * @param {{ signal?: AbortSignal }} options
   */
  async whenAt(revision, options = {}) {
    checkOptions('whenAt', options, ['signal']);
    if (this.revision >= revision) return;
    const reached = new Promise((resolve) => this.#waiting.push({ revision, resolve: () => resolve(undefined) }));
    const over = this.ended.then(() => {
      throw new DOMException('The following has ended', 'AbortError');
    });
    await unlessAborted(Promise.race([reached, over]), options.signal);
  }

  /**
   * @param {number | undefined} revision
   * @returns {Promise<'deleted' | 'closed'>}
   */
  async #run(revision) {
    try {
      if (revision === undefined) await this.#start();
      else this.#reach(revision);
      for (let resets = 0; ; resets += 1) {
        const before = this.revision;
        try {
          return await this.#follow();
        } catch (error) {
          if (!isOutOfLog(error)) throw error;
          if (this.revision > before) resets = 0;
          if (resets > 0) await this.#pause(resets, error);
          await this.#reset();
        }
      }
    } catch (error) {
      if (this.#signal.aborted) return 'closed';
      if (!(error instanceof Problem && error.is('document-not-found'))) throw error;
      if (Number.isNaN(this.revision)) throw error;
      await this.#tell({ kind: 'delete', revision: null, records: [], change: null });
      return 'deleted';
    } finally {
      this.#log = null;
      this.#onState('none');
    }
  }

  /** Takes the records behind the revision, until the document is deleted. */
  async #follow() {
    const reading = new AbortController();
    const abort = () => reading.abort(this.#signal.reason);
    this.#signal.addEventListener('abort', abort);
    try {
      const changed = () => this.#onState(this.state);
      this.#log = new DocumentLog(this.#parts, this.revision, reading.signal, this.#pauses, changed);
      const queue = new RecordQueue(this.#log.records(), reading.signal);
      for (let records = await queue.next(); records; records = await queue.next()) await this.#take(records);
      return /** @type {const} */ ('deleted');
    } finally {
      this.#signal.removeEventListener('abort', abort);
      reading.abort();
    }
  }

  /** @param {DocumentRecord[]} records changes, or one of another kind */
  async #take(records) {
    const { kind, revision } = /** @type {DocumentRecord} */ (records.at(-1));
    const change = kind === 'delete' ? null : await this.#untilDone(() => this.#show(records));
    this.#reach(revision);
    await this.#tell({ kind, revision, records, change });
  }

  /**
   * Has the viewport show what records say: their steps applied to the layout that it shows, whichever that is.
   *
   * @param {DocumentRecord[]} records
   */
  async #show(records) {
    const viewport = this.#viewport;
    if (!viewport) return null;
    const { kind, layout } = records[0];
    if (kind === 'replace') return await this.#showLayout(viewport, layout);
    const steps = records.flatMap((record) => record.steps ?? []);
    return await viewport.change(steps, { ...this.#changeOptions, signal: this.#signal });
  }

  /**
   * @param {Viewport} viewport
   * @param {string} id
   */
  async #showLayout(viewport, id) {
    // What was measured in the page is no change of the list.
    if (listId(viewport.layout) === id) return null;
    const snapshot = await this.#source.snapshotOf(id, this.#signal);
    return await viewport.show(await snapshot.layout(viewport.layout.containerExtent, { signal: this.#signal }));
  }

  /** Begins with the document as it is, and has the viewport show that. */
  async #start() {
    const { revision } = await this.#untilDone(() => this.#showHead());
    this.#reach(revision);
  }

  /** The log does not have what comes next: goes on from the document as it is. */
  async #reset() {
    const { revision, change } = await this.#untilDone(() => this.#showHead());
    this.revision = revision;
    this.#reach(revision);
    await this.#tell({ kind: 'reset', revision, records: [], change });
  }

  async #showHead() {
    const { revision, layout } = await this.#source.get({ signal: this.#signal });
    return { revision, change: this.#viewport && await this.#showLayout(this.#viewport, layout) };
  }

  /**
   * What is done in the end, however long nobody answers.
   *
   * @template Value
   * @param {() => Promise<Value>} act
   */
  async #untilDone(act) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await act();
      } catch (error) {
        const isPassing = mayPass(error) && !(error instanceof RangeError || error instanceof IdChanged);
        if (this.#signal.aborted || !isPassing) throw error;
        await this.#pause(attempt, error);
      }
    }
  }

  /**
   * @param {number} attempt
   * @param {unknown} error
   */
  async #pause(attempt, error) {
    await this.#pauses.wait(this.#parts.transport.pauseSeconds(attempt, error), askedSeconds(error));
  }

  /** @param {number} revision */
  #reach(revision) {
    this.revision = revision;
    const reached = this.#waiting.filter((waiting) => waiting.revision <= revision);
    this.#waiting = this.#waiting.filter((waiting) => waiting.revision > revision);
    for (const { resolve } of reached) resolve();
  }

  /** @param {DocumentEvent} event */
  async #tell(event) {
    this.#signal.throwIfAborted();
    await this.#onChange(event);
  }
}

/**
 * Whether one has to go on from the document as it is: the log does not have what comes next, or that cannot be
 * applied.
 *
 * @param {unknown} error
 */
function isOutOfLog(error) {
  if (error instanceof IdChanged) return true;
  if (!(error instanceof Problem) || error.is('document-not-found')) return false;
  return error.status === 404 || error.status === 410 || error.status === 422 || error.status === 500;
}

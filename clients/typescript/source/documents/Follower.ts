import { askedSeconds } from '../service/backoff.js';
import { DocumentLog } from './DocumentLog.js';
import { listId } from './listId.js';
import { IdChanged, Problem } from '../service/Problem.js';
import { mayPass } from '../service/Transport.js';
import type { DocumentEvent, DocumentRecord, FollowOptions } from '../../types/index.js';
import type { DocumentHandle } from './DocumentHandle.js';
import type { Pauses } from './Pauses.js';
import type { Near, Transport } from '../service/Transport.js';
import type { Viewport } from '../viewport/Viewport.js';

/** `revision`: the last one that is shown, NaN to begin at the current one; `reached`: called with each revision. */
export interface FollowerParts {
  source: DocumentHandle;
  transport: Transport;
  near: Near;
  path: string;
  viewport: Viewport | null;
  changeOptions: Pick<FollowOptions, 'anchor' | 'endThreshold' | 'transition'>;
  onChange: (event: DocumentEvent) => unknown;
  onState: (state: 'stream' | 'poll' | 'none') => void;
  signal: AbortSignal;
  pauses: Pauses;
  revision: number;
  reached: (revision: number) => void;
}

/** Reads the records of a document's log, each once and in order, and shows them in a viewport. */
export class Follower {
  #source;
  /** The parameters for reading the log. */
  #place;
  #viewport;
  #changeOptions;
  #onChange;
  #onState;
  #signal;
  #pauses;
  #reached;
  #log: DocumentLog | null = null;
  /** The last revision that is shown; NaN before the document has been read. */
  declare revision: number;

  constructor(
    { source, transport, near, path, viewport, changeOptions, onChange, onState, signal, pauses, revision, reached }: FollowerParts,
  ) {
    this.#source = source;
    this.#place = { transport, near, path };
    this.#viewport = viewport;
    this.#changeOptions = changeOptions;
    this.#onChange = onChange;
    this.#onState = onState;
    this.#signal = signal;
    this.#pauses = pauses;
    this.#reached = reached;
    this.revision = revision;
  }

  /** How records arrive now. */
  get state() {
    return this.#log?.state ?? 'none';
  }

  /** Shows records until the document is deleted or the following is closed. */
  async run(): Promise<'deleted' | 'closed'> {
    try {
      if (Number.isNaN(this.revision)) await this.#start();
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

  /** Shows the records after the revision, until the document is deleted. */
  async #follow() {
    const reading = new AbortController();
    const abort = () => reading.abort(this.#signal.reason);
    this.#signal.addEventListener('abort', abort);
    try {
      const changed = () => this.#onState(this.state);
      this.#log = new DocumentLog(this.#place, this.revision, reading.signal, this.#pauses, changed);
      const queue = this.#log.queue();
      for (let records = await queue.next(); records; records = await queue.next()) await this.#take(records);
      return 'deleted' as const;
    } finally {
      this.#signal.removeEventListener('abort', abort);
      reading.abort();
    }
  }

  /** @param records changes, or one of another kind */
  async #take(records: DocumentRecord[]) {
    const { kind, revision } = records.at(-1) as DocumentRecord;
    const change = kind === 'delete' ? null : await this.#untilDone(() => this.#show(records));
    this.#reach(revision);
    await this.#tell({ kind, revision, records, change });
  }

  /** Shows records in the viewport: applies their steps to its current layout. */
  async #show(records: DocumentRecord[]) {
    const viewport = this.#viewport;
    if (!viewport) return null;
    const { kind, layout } = records[0];
    if (kind === 'replace') return await this.#showLayout(viewport, layout);
    const steps = records.flatMap((record) => record.steps ?? []);
    return await viewport.change(steps, { ...this.#changeOptions, signal: this.#signal });
  }

  async #showLayout(viewport: Viewport, id: string) {
    // Measured sizes do not change the id of the list.
    if (listId(viewport.layout) === id) return null;
    const snapshot = await this.#source.snapshotOf(id, this.#signal);
    const { containerExtent, margins } = viewport.layout;
    return await viewport.show(await snapshot.layout(containerExtent, { margins: margins ?? undefined, signal: this.#signal }));
  }

  /** Reads the current state of the document and shows it in the viewport. */
  async #start() {
    const { revision } = await this.#untilDone(() => this.#showHead());
    this.#reach(revision);
  }

  /** Continues from the current state of the document, since the log does not have the next records. */
  async #reset() {
    const { revision, change } = await this.#untilDone(() => this.#showHead());
    this.#reach(revision);
    await this.#tell({ kind: 'reset', revision, records: [], change });
  }

  async #showHead() {
    const { revision, layout } = await this.#source.get({ signal: this.#signal });
    return { revision, change: this.#viewport && await this.#showLayout(this.#viewport, layout) };
  }

  /** Repeats an action until it succeeds, for any time without a connection. */
  async #untilDone<Value>(act: () => Promise<Value>) {
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

  async #pause(attempt: number, error: unknown) {
    await this.#pauses.wait(this.#place.transport.pauseSeconds(attempt, error), askedSeconds(error));
  }

  #reach(revision: number) {
    this.revision = revision;
    this.#reached(revision);
  }

  async #tell(event: DocumentEvent) {
    this.#signal.throwIfAborted();
    await this.#onChange(event);
  }
}

/** Whether to continue from the current state of the document: the log does not have the next records, or they cannot be applied. */
function isOutOfLog(error: unknown) {
  if (error instanceof IdChanged) return true;
  if (!(error instanceof Problem) || error.is('document-not-found')) return false;
  return error.status === 404 || error.status === 410 || error.status === 422 || error.status === 500;
}

/** Documents: named layouts that change. docs/rules.md#documents has their rules. */
import type { Layout, LayoutOptions, Snapshot, SnapshotBody, Warning } from './index.js';
import type { Change, ViewportChangeOptions } from './change.js';
import type { AnsweredSource } from './source.js';
import type { ChangeInput, Expectation, Step } from './steps.js';
import type { Viewport } from './viewport.js';

/** The current state of a document. */
export interface DocumentHead {
  name: string;
  /** Increases with each write; it is never reused for the same name. */
  revision: number;
  /** The id of its layout. */
  layout: string;
  updatedAt: string;
}

/** A document that was put. */
export interface PutDocument extends DocumentHead {
  /** Probable mistakes: in the snapshot, if one was given; or that the document will be lost when the process ends. */
  warnings: readonly Warning[];
}

interface RecordHead {
  revision: number;
  /** The time of the write. */
  time: string;
  /** The name of the writer's API key. Absent without keys, and if the service did not store it. */
  by?: string;
}

/** The result of a write to a document. */
export type DocumentRecord = RecordHead & (
  | { kind: 'change'; layout: string; parent: string; steps: readonly Step[] }
  | { kind: 'replace'; layout: string; parent?: undefined; steps?: undefined }
  | { kind: 'delete'; layout?: undefined; parent?: undefined; steps?: undefined });

/**
 * An event of a followed document. `change`, `replace` and `delete` are the kinds of the record. `reset`: the log does not have the next
 * records, or they cannot be applied, so the document was read again.
 */
export interface DocumentEvent {
  kind: 'change' | 'replace' | 'delete' | 'reset';
  /** The revision of the last record. Null if the document was deleted and the revision is not known. */
  revision: number | null;
  /** One record, or all changes that have arrived since the last event. Empty for `reset`, and for a deletion that was noticed later. */
  records: readonly DocumentRecord[];
  /** The change of the viewport, with the bounds to scroll to. Null without a viewport, and if nothing has changed. */
  change: Change | null;
}

export interface FollowOptions extends Pick<ViewportChangeOptions, 'anchor' | 'endThreshold' | 'transition'> {
  /**
   * Shows the document: steps are applied to the layout that it shows, even if that differs from the document's, for example by measured
   * sizes. Without a viewport, records are only passed to `onChange`.
   */
  viewport?: Viewport;
  /** The revision that the viewport shows. Without it the document is first read and shown. */
  revision?: number;
  /** Called in order for each change that is shown. The next call waits until a returned promise is fulfilled. */
  onChange?: (event: DocumentEvent) => unknown;
  /** Called when the way in which records arrive changes. */
  onState?: (state: FollowingState) => void;
  /** Ends the following when it is aborted. */
  signal?: AbortSignal;
}

/** How records arrive: through a stream, by polls if a stream cannot be opened, or not at the moment. */
export type FollowingState = 'stream' | 'poll' | 'none';

/** The following of a document, until it is deleted or this is closed. */
export class Following {
  private constructor();
  /** The last revision that is shown, which is the one to write for; NaN before the document has been read. */
  readonly revision: number;
  readonly state: FollowingState;
  /** Resolves with how it ended. Rejects with a permanent error: usually a `Problem`, or the error that `onChange` threw. */
  readonly ended: Promise<'deleted' | 'closed'>;
  /** Resolves when a revision is shown; rejects if the following ends before. */
  whenAt(revision: number, options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Writes the steps that `make` returns for the current state, and resolves when they are shown. If another client was faster, its change
   * is shown first, and `make` is called again. If `make` returns null, nothing is written.
   *
   * @throws Problem as `DocumentHandle.change` does; an `AbortError` if the following ends before
   */
  change(
    make: () => Step | readonly Step[] | null, options?: { expect?: Expectation; signal?: AbortSignal },
  ): Promise<DocumentChange | null>;
  /** Ends a pause before the next attempt, for example when the browser reports that the network is back. */
  wake(): void;
  close(): void;
}

export interface DocumentChangeOptions {
  /** The revision for which the steps are made. If the document has another one, the call throws the problem `conflict`. */
  revision: number;
  /**
   * Adapts steps without a tree to the records that were written meanwhile, oldest first. The steps that it returns are sent instead, for the new
   * revision. If it returns null, the call throws the conflict.
   */
  rebase?: (records: readonly DocumentRecord[], steps: readonly Step[]) =>
    Step | readonly Step[] | null | Promise<Step | readonly Step[] | null>;
  expect?: Expectation;
  signal?: AbortSignal;
}

export interface DocumentChange {
  /** The revision that the steps made. */
  revision: number;
  layout: string;
  /** Whether an earlier attempt, whose answer was lost, has made the change. */
  isRepeated: boolean;
  /** The steps that were applied; null after two trees, whose step the log has. */
  steps: readonly Step[] | null;
  /** That of the second one of two trees; otherwise null. */
  source: AnsweredSource | null;
}

/** A document of a service, by its name. Writes are sent again if their answers are lost, and are never done twice. */
export class DocumentHandle {
  private constructor();
  readonly name: string;

  /** @throws Problem `document-not-found` */
  get(options?: { signal?: AbortSignal }): Promise<DocumentHead>;

  /** Its current snapshot, and the revision. */
  snapshot(options?: { signal?: AbortSignal }): Promise<{ revision: number; snapshot: Snapshot }>;

  /** The same, laid out. */
  layout(containerExtent: number, options?: LayoutOptions): Promise<{ revision: number; layout: Layout }>;

  /**
   * Sets its content to a snapshot, or to a layout that the service has.
   *
   * @param options `revision`: the current one, `none` if the document does not exist yet, `any` for every state
   * @throws Problem `precondition-failed`, with the current `revision` and `layout`
   */
  put(
    content: SnapshotBody | Snapshot | { layout: string }, options: { revision: number | 'none' | 'any'; signal?: AbortSignal },
  ): Promise<PutDocument>;

  /**
   * Deletes it. With `any`, it is no error if the document does not exist.
   *
   * @throws Problem `precondition-failed`
   */
  delete(options: { revision: number | 'any'; signal?: AbortSignal }): Promise<void>;

  /**
   * Changes its layout.
   *
   * @throws Problem `conflict` with the current `revision` and `layout`; `invalid-change` with a pointer to each mistake
   */
  change(change: ChangeInput, options: DocumentChangeOptions): Promise<DocumentChange>;

  /** Follows it, until it is deleted, `close` is called or the signal is aborted. */
  follow(options?: FollowOptions): Following;
}

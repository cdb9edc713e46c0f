/** Documents: names that stand for one layout at a time. Their own words are docs/rules.md#documents. */
import type { Layout, Snapshot, SnapshotBody, Warning } from '../index.js';
import type { Change, ViewportChangeOptions } from './change.js';
import type { Expectation, Step } from './steps.js';
import type { Viewport } from './viewport.js';

/** What a document is now. */
export interface DocumentHead {
  name: string;
  /** Counts the writes; no name has one twice. */
  revision: number;
  /** The id of the layout that it stands for. */
  layout: string;
  updatedAt: string;
}

/** A document that was put. */
export interface PutDocument extends DocumentHead {
  /** What is likely not meant: of the snapshot, where one was given; that it does not outlive the process. */
  warnings: readonly Warning[];
}

interface RecordHead {
  revision: number;
  /** When it was written. */
  time: string;
}

/** What a write made of a document. */
export type DocumentRecord = RecordHead & (
  | { kind: 'change'; layout: string; parent: string; steps: readonly Step[] }
  | { kind: 'replace'; layout: string; parent?: undefined; steps?: undefined }
  | { kind: 'delete'; layout?: undefined; parent?: undefined; steps?: undefined });

/**
 * What has happened to a document that is followed. `change`, `replace` and `delete` are those of the record. `reset`: the
 * log does not have what came, or it cannot be applied; the document was read anew.
 */
export interface DocumentEvent {
  kind: 'change' | 'replace' | 'delete' | 'reset';
  /** That of the last record. Null where the document was deleted, and nothing says at which. */
  revision: number | null;
  /**
   * What it is about: one record, or all changes that have come since the last event. None of `reset`, and of a deletion
   * that was found out later.
   */
  records: readonly DocumentRecord[];
  /** What the viewport shows now, and where to scroll for it. Null without a viewport, and where nothing has changed. */
  change: Change | null;
}

export interface FollowOptions extends Pick<ViewportChangeOptions, 'anchor' | 'endThreshold' | 'transition'> {
  /**
   * Shows what comes: steps are applied to the layout that it shows, also where that is one of its own, such as with
   * measured sizes. Without it the records are told alone.
   */
  viewport?: Viewport;
  /** Of what the viewport shows. Without it the document is read first, and shown. */
  revision?: number;
  /** Told in order of what is shown. The next one waits until what it returns has come true. */
  onChange?: (event: DocumentEvent) => unknown;
  /** Told when it changes how records come. */
  onState?: (state: FollowingState) => void;
  /** Ends it. */
  signal?: AbortSignal;
}

/** How records come: through a stream, by polls where no stream can be had, or not now. */
export type FollowingState = 'stream' | 'poll' | 'none';

/** The following of a document, until it is deleted or this is closed. */
export class Following {
  private constructor();
  /** Up to which everything is shown, the revision to write for; NaN before the document has been read. */
  readonly revision: number;
  readonly state: FollowingState;
  /** How it ended. Rejects with what cannot pass: a `Problem` that forbids it, mostly, or what `onChange` threw. */
  readonly ended: Promise<'deleted' | 'closed'>;
  /** Resolves when everything up to a revision is shown; rejects when the following ends before. */
  whenAt(revision: number, options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Writes the steps that are made of what is shown now, and resolves when they are shown. Where somebody else was faster,
   * that is shown first, and the steps are made anew; null for none.
   *
   * @throws Problem as `DocumentHandle.change` does; an `AbortError` when the following ends before
   */
  change(
    make: () => Step | readonly Step[] | null, options?: { expect?: Expectation; signal?: AbortSignal },
  ): Promise<DocumentChange | null>;
  /** Ends a pause before the next attempt, such as when the network is said to be there again. */
  wake(): void;
  close(): void;
}

export interface DocumentChangeOptions {
  /** What the steps are for. Where the document has another one, that is the problem `conflict`. */
  revision: number;
  /**
   * Carries the steps over the records that came between, oldest first, as the document then is: what it returns is sent in
   * their place. Null hands the conflict on.
   */
  rebase?: (records: readonly DocumentRecord[], steps: readonly Step[]) =>
    Step | readonly Step[] | null | Promise<Step | readonly Step[] | null>;
  expect?: Expectation;
  signal?: AbortSignal;
}

export interface DocumentChange {
  /** The one that the steps made. */
  revision: number;
  layout: string;
  /** Whether an attempt before, whose answer was lost, had made it. */
  isRepeated: boolean;
  /** Those that were applied. */
  steps: readonly Step[];
}

/** A document of a service, by its name. Writes are sent again where their answers are lost, and are never done twice. */
export class DocumentHandle {
  private constructor();
  readonly name: string;

  /** @throws Problem `document-not-found` */
  get(options?: { signal?: AbortSignal }): Promise<DocumentHead>;

  /** What it stands for now, and since which revision. */
  snapshot(options?: { signal?: AbortSignal }): Promise<{ revision: number; snapshot: Snapshot }>;

  /** The same, laid out. */
  layout(containerExtent: number, options?: { signal?: AbortSignal }): Promise<{ revision: number; layout: Layout }>;

  /**
   * Has it stand for a snapshot, or for a layout that the service knows.
   *
   * @param options `revision`: which it has now, `none` where there is no such document yet, `any` for whatever there is
   * @throws Problem `precondition-failed`, with `revision` and `layout` of what there is
   */
  put(
    content: SnapshotBody | Snapshot | { layout: string }, options: { revision: number | 'none' | 'any'; signal?: AbortSignal },
  ): Promise<PutDocument>;

  /**
   * Deletes it. With `any`, that there is none is no problem.
   *
   * @throws Problem `precondition-failed`
   */
  delete(options: { revision: number | 'any'; signal?: AbortSignal }): Promise<void>;

  /**
   * Applies steps to what it stands for.
   *
   * @throws Problem `conflict` with `revision` and `layout` of what there is; `invalid-change` with a pointer to each mistake
   */
  change(steps: Step | readonly Step[], options: DocumentChangeOptions): Promise<DocumentChange>;

  /** Follows it, until it is deleted, `close` is called or the signal is aborted. */
  follow(options?: FollowOptions): Following;
}

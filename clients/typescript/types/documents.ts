import type { Step } from './described.js';
import type { Change, ViewportChangeOptions } from './change.js';
import type { Warning } from './index.js';
import type { Expectation } from './steps.js';
import type { AnsweredSource } from '../source/service/AnsweredSource.js';
import type { Viewport } from '../source/viewport/Viewport.js';

/** Documents: named layouts that change. docs/rules.md#documents has their rules. */

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

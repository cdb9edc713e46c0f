import type { EdgeInsets, Margins, Rect, Size } from './elements.js';
import type { PostedSnapshot } from './described.js';
import type { LayoutService } from '../source/viewport/LayoutService.js';

export type { AnsweredSource } from '../source/service/AnsweredSource.js';
export type { DocumentHandle } from '../source/documents/DocumentHandle.js';
export type { Following } from '../source/documents/Following.js';
export type { LocalLayout } from '../source/module/LocalLayout.js';
export type { LocalService } from '../source/module/LocalService.js';
export type { LocalSnapshot } from '../source/module/LocalSnapshot.js';
export type { Page } from '../source/viewport/pages/Page.js';
export type { ScrollQuestions } from '../source/viewport/ScrollQuestions.js';
export type { Snapshot } from '../source/service/Snapshot.js';
export type { Viewport } from '../source/viewport/Viewport.js';
export type { LayoutEvent, PageEvent } from '../source/viewport/ViewportEvents.js';
export * from './change.js';
export * from './described.js';
export * from './documents.js';
export * from './effects.js';
export * from './elements.js';
export * from './feed.js';
export * from './frames.js';
export * from './local.js';
export * from './scroll.js';
export * from './scrolling.js';
export * from './source.js';
export * from './steps.js';
export * from './viewport.js';

/** A snapshot, with sections or a source: as a value that `JSON.stringify` understands, or as JSON in UTF-8. */
export type SnapshotBody = PostedSnapshot | string | Blob | BufferSource;

/** The source of times and timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once. Returns the handle for `cancel`. */
  schedule(callback: () => void, milliseconds: number): unknown;
  /** Cancels a callback; does nothing for one that was called, and for undefined. */
  cancel(handle: unknown): void;
}

export interface ServiceOptions {
  /** Used in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Sent with every request, such as `Authorization`. */
  headers?: Record<string, string>;
  attempts?: number;
  maximumPauseSeconds?: number;
  timeoutSeconds?: number;
  postTimeoutSeconds?: number;
  maximumAnswers?: number;
  clock?: Clock;
  /**
   * Sends `Layoutd-Near` also in GETs to another origin, for a balancer that uses it. A browser then sends a preflight before each page.
   * Default false: GETs need no preflight.
   */
  nearAcrossOrigins?: boolean;
  /**
   * Whether bodies of 64 KiB and more are sent with `Content-Encoding: gzip`, if the platform has `CompressionStream`. Default true, except
   * for `localhost`, 127.0.0.0/8 and ::1, where sending is faster than compressing. A service that answers 415 gets uncompressed bodies
   * from then on.
   */
  compress?: boolean;
}

/** A container width; a height if scrolling is horizontal. */
export type FirstScreenOptions = ({ width: number; height?: undefined } | { height: number; width?: undefined }) & {
  margins?: Margins;
  /** The first visible bounds. Default: the first page. */
  bounds?: Rect;
  /** The `pageLength` of the viewport. */
  pageLength?: number;
  signal?: AbortSignal;
};

export interface LayoutOptions {
  margins?: Margins;
  /** The first visible bounds. Default: no elements come with the layout. */
  bounds?: Rect;
  /** With bounds: the `pageLength` of the viewport. */
  pageLength?: number;
  signal?: AbortSignal;
}

export interface SnapshotOptions {
  /**
   * Posts the snapshot again, for example with a request to the backend; called once for all requests that wait for it. If the service
   * still has no such layout, a request waits, longer each time, and calls it again, `attempts` − 1 times in all. It may return the id that
   * the service answered, or the answer; another id than before is the error `IdChanged`.
   */
  restore?: (id: string) => unknown;
  signal?: AbortSignal;
}

/** A probable mistake in a posted snapshot. */
export interface Warning {
  /** Where: a JSON pointer. */
  pointer: string;
  /** `not-read`, `wider-than-line`, `no-room`, or one to come. */
  code: string;
  detail: string;
}

/**
 * An answer of the service: to a POST of a snapshot with a width and `pinning=true`, or to a GET of `elements` with `pinning=true`. With
 * elements as objects or as columns.
 */
export interface LayoutAnswer {
  id: string;
  contentSize: Size;
  pinning: object;
  /** The rectangle of its elements. */
  rect?: Rect;
}

export interface AnswerOptions {
  /** The service for all other requests. */
  service: LayoutService;
  /** As in `LayoutService.snapshot`. */
  restore?: (id: string) => unknown;
  /** The `rect` of the request, which answers to a POST do not contain. Without it their elements are not used. */
  rect?: Rect;
}

export interface PlaceOptions {
  /** The visible rectangle. */
  bounds?: Rect;
  /** The insets of the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
  /** Device pixels for a point, 0.1 to 16, to whose edges frames are rounded (docs/rules.md#whole-pixels). Default: not rounded. */
  scale?: number;
  signal?: AbortSignal;
}

/** One mistake in a request. */
export interface ProblemError {
  /** A JSON pointer to a mistake in the body. */
  pointer?: string;
  /** The name of a wrong parameter. */
  parameter?: string;
  /** `unknown-key`, `missing`, `wrong-type`, `out-of-range`, `too-many`, `duplicate-key`, `not-allowed`, `bad-syntax`, one of those of steps, or one to come. */
  code?: string;
  detail: string;
}

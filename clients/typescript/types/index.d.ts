/**
 * Scrolls layouts that a layoutd service computes. All coordinates are points in content coordinates, origin top-left. An unknown option
 * throws a TypeError.
 */
import type {
  DecorationKind, EdgeInsets, Element, LayoutDirection, Margins, Page, Point, Rect, Screen, ScrollDirection, Section, Size,
} from './elements.js';
import type { PostedSnapshot } from './snapshot.js';
import type { AnsweredSource } from './source.js';
import type { Change, ChangeOptions } from './change.js';
import type { DocumentHandle, DocumentHead } from './documents.js';
import type { CircleOptions, ItemFrame } from './frames.js';
import type { LocalLayout, LocalOptions, LocalService, LocalServiceOptions } from './local.js';
import type { NamedEffects } from './effects.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './scrolling.js';
import type { ChangeInput, Expectation } from './steps.js';
import type { Viewport, ViewportOptions } from './viewport.js';

export * from './change.js';
export * from './documents.js';
export * from './effects.js';
export * from './elements.js';
export * from './feed.js';
export * from './frames.js';
export * from './local.js';
export * from './scroll.js';
export * from './scrolling.js';
export * from './snapshot.js';
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

/** Named effects, for the metric `effect`. */
export const effects: NamedEffects;

/** The default limits of the client's memory, requests and waiting times. Each is an option with the same name. */
export const limits: Readonly<{
  /** The extent of a page along the scroll axis, in points: 1000. Clients with the same value share pages in caches. */
  pageLength: number;
  /** The most pages that a viewport stores, and that its bounds may cover: 64. */
  maximumPages: number;
  /**
   * The most elements that a viewport stores: 200 000. Beyond it, the least recently used pages are evicted, and no pages are requested
   * ahead. Pages in the bounds and those being received are not counted.
   */
  maximumElements: number;
  /** The most elements of one page: 100 000. A page with more of them fails. */
  maximumPageElements: number;
  /**
   * The extent that is shown beyond the bounds, on either side along the scroll axis, in points: 0. Elements are visited there, too, but
   * pinning and scrolling to items use the bounds alone.
   */
  overscan: number;
  /** The most pages that are requested before they are visible: 6. */
  maximumPrefetchPages: number;
  /** Pages are requested as far ahead as the scroll velocity reaches in this time, in seconds: 0.5; at least one page. */
  prefetchSeconds: number;
  /** The most requests for pages at one time: 6. */
  maximumRequests: number;
  /** The most times that a request is sent before it fails: 4. */
  attempts: number;
  /** The longest pause between two attempts, in seconds: 30. If the service asks for a longer one, the request fails at once. */
  maximumPauseSeconds: number;
  /** The longest time of one attempt, in seconds: 30. */
  timeoutSeconds: number;
  /** The same for the post of a snapshot: 300. */
  postTimeoutSeconds: number;
  /** The most small answers, such as frames of items, that are cached with their ETags: 256. */
  maximumAnswers: number;
  /** The longest pause before a visible page that failed is requested again, in seconds: 60. */
  maximumRecoverySeconds: number;
}>;

/** Frames for items of the engine `fixed`. */
export const frames: Readonly<{
  /**
   * `count` frames around the centre of a room: the first one to the right of it, the next ones below.
   *
   * @throws RangeError when a number is negative or not finite
   */
  circle(count: number, options: CircleOptions): ItemFrame[];
}>;

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

/**
 * A layoutd service. After temporary failures (429, 502, 503, 504, no connection, no answer in time), requests are sent again, with growing
 * pauses that are never shorter than `Retry-After`; other failures are thrown as a `Problem`.
 */
export class LayoutService {
  /**
   * @param url the address of the service, without `/v1`. In a page, the empty default is the page's own origin.
   * @throws RangeError when an option is out of range
   */
  constructor(url?: string | URL, options?: ServiceOptions);

  /**
   * Lays out in the page, without a network.
   *
   * @throws ModuleProblem `module-missing` when the module is not at its address, and in Node, when it is not given
   */
  static local(options?: LocalServiceOptions): Promise<LocalService>;

  /**
   * Posts a snapshot. The result keeps it as a `Blob`: if the service has forgotten it, it is posted again, once for all requests that wait
   * for it, and these are sent again.
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<Snapshot>;

  /**
   * Posts a snapshot and lays it out, in one round trip: the pages in the bounds are then loaded. If they have more than 10 000 elements,
   * they are requested as usual.
   *
   * @throws RangeError when the width or the bounds are invalid
   */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<Layout>;

  /**
   * A snapshot that another client has posted, usually the page's backend, by its layout id. If the service has forgotten it, `restore` is
   * called to have it posted again; without `restore` requests throw the problem `layout-not-found`.
   */
  snapshot(id: string, options?: SnapshotOptions): Promise<Snapshot>;

  /**
   * A document: a named layout that changes, which a backend owns and many clients follow. No request is sent.
   *
   * @throws RangeError when the name is not valid: 1 to 128 letters, digits, `.`, `_`, `~` and `-`, beginning with a letter or a digit
   */
  document(name: string): DocumentHandle;

  /**
   * Requests the documents whose names begin with `prefix`, ordered by name, `limit` (1000) at a time, as they are needed: `for await
   * (const { name, layout } of service.documents({ prefix: 'feed' }))`.
   */
  documents(options?: { prefix?: string; limit?: number; signal?: AbortSignal }): AsyncGenerator<DocumentHead, void, undefined>;
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

/** A snapshot that the service has. */
export class Snapshot {
  private constructor();
  /** The layout id. */
  readonly id: string;
  readonly sectionCount: number;
  readonly itemCount: number;
  readonly scrollDirection: ScrollDirection;
  /**
   * Probable mistakes in the posted snapshot, at most 20; none for a snapshot known by its id. For a layout that is computed in the page,
   * those that depend on its width are computed when this is first read, unless the layout is closed.
   */
  readonly warnings: readonly Warning[];
  /** The nodes of the posted source; null if the snapshot was posted without one, or is known by its id. */
  readonly source: AnsweredSource | null;

  /**
   * Lays it out. With bounds, the elements there come with the answer, as from `post`.
   *
   * @param containerExtent the container's width, or its height if scrolling is horizontal: above 0, up to 2^53
   * @throws RangeError when the margins leave no room, or the bounds are invalid
   */
  layout(containerExtent: number, options?: LayoutOptions): Promise<Layout>;

  /**
   * The first screen at each of up to 16 container widths, or heights if scrolling is horizontal, in one answer: for rendering without
   * knowing the device.
   *
   * @param options `length`: the extent of a screen along the scroll axis. Default: that of the content, at most 1000.
   */
  screens(containerExtents: readonly number[], options?: { length?: number; signal?: AbortSignal }): Promise<Screen[]>;

  /**
   * Applies a change. If the service has forgotten the snapshot, the one that was posted last is posted again, and then the changes since.
   * After two trees, the result has the `source` of the second one.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  change(change: ChangeInput, options?: { expect?: Expectation; signal?: AbortSignal }): Promise<Snapshot>;

  /** Deletes it in the service. Caches may still answer; a later call that needs it posts it again if it can. */
  delete(options?: { signal?: AbortSignal }): Promise<void>;
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
  signal?: AbortSignal;
}

/** A snapshot laid out at a container width. It never changes. */
export class Layout {
  private constructor();

  /**
   * Makes a layout from an answer, for example one that a server has put into a page, without a request. Its elements are shown until their
   * pages are loaded, if the answer has all elements across the container.
   *
   * @throws TypeError when the answer was requested without a width, or without `pinning=true`
   */
  static fromAnswer(answer: LayoutAnswer, options: AnswerOptions): Layout;
  /** The answer for `fromAnswer`, without margins: a server that uses this client puts `JSON.stringify(layout)` into the page. */
  toJSON(): LayoutAnswer;

  /**
   * The snapshot of the layout, which can be laid out at other extents. If the layout was made from an answer without counts, they are NaN.
   */
  readonly snapshot: Snapshot;
  readonly id: string;
  /** The container's width, or its height if scrolling is horizontal. */
  readonly containerExtent: number;
  /** The margins that it was laid out with; null for none. Its viewports have them, too. */
  readonly margins: Margins | null;
  /** Whether it is computed in the page: a `LocalLayout`. */
  readonly isLocal: boolean;
  readonly contentSize: Size;
  readonly scrollDirection: ScrollDirection;
  readonly layoutDirection: LayoutDirection;
  /** The global headers that pin or wait, at rest. */
  readonly globalHeaders: readonly Element[];
  /** The colour of the background of the global headers, and the end of those that neither pin nor wait; missing without one. */
  readonly globalHeaderBackground?: { readonly color: string; readonly end: number };

  /**
   * The same layout, computed in the page: for sizes that are known only after drawing, and for answers without a network. If this client
   * has posted its snapshot, no request is sent.
   *
   * @throws IdChanged when the module and the service have different rules
   */
  local(options?: LocalOptions): Promise<LocalLayout>;

  /**
   * Requests a page: the elements in an aligned stretch of the content. It is not stored here; answers are immutable, so the browser caches
   * them. One request for every 10 000 elements.
   *
   * @param number of the page, which begins at number · length along the scroll axis
   * @throws RangeError when it has more than `maximumElements`
   */
  page(number: number, options?: { length?: number; maximumElements?: number; signal?: AbortSignal }): Promise<Page>;

  /** Requests a cell. Cells never pin; with `bounds` one is answered as the effect of its section shows it for these. */
  item(section: number, item: number, options?: PlaceOptions): Promise<Element>;

  /**
   * Requests a header or a footer of a section: at its position at rest, or with `bounds` placed for these.
   *
   * @throws Problem `not-found` when there is none
   */
  supplementary(kind: 'header' | 'placeholder' | 'footer', section: number, index: number, options?: PlaceOptions): Promise<Element>;

  /** Requests a global header, as `supplementary` does. */
  globalHeader(index: number, options?: PlaceOptions): Promise<Element>;

  /** Requests a separator. */
  decoration(
    kind: DecorationKind, section: number, index: number, options?: { signal?: AbortSignal }): Promise<Element>;

  /** Requests the pinning elements that overlap bounds, placed for these. A viewport has them without a request. */
  special(bounds: Rect, options?: { inset?: EdgeInsets; signal?: AbortSignal }): Promise<Element[]>;

  /**
   * Requests the topmost element at a point of the content; null if there is none. Pinning elements are included with `bounds`, placed for
   * these, or with `special: 'rest'`, at their positions at rest.
   */
  hit(point: Point, options?: PlaceOptions & { special?: 'rest' }): Promise<Element | null>;

  /**
   * Requests where to scroll: to an item or a header, to the nearest item or page, or to the part that was visible before a rotation. If
   * the answer is `estimated`, call again when more is measured.
   *
   * @throws Problem `bad-parameter` if an option is wrong, before a request is sent, or if the item or header does not exist
   */
  target(request: TargetRequest): Promise<ScrollTarget>;

  /**
   * Requests which elements enter and leave the bounds, and which cells to load ahead.
   *
   * @throws Problem `bad-parameter`, also if more than 10 000 elements are in the bounds or in the stretch ahead of them
   */
  window(request: WindowRequest): Promise<ScrollWindow>;

  /**
   * Requests the next cell on each side of an item, to which an arrow key leads.
   *
   * @throws Problem `not-found` when there is no such item
   */
  neighbors(section: number, item: number, options?: { signal?: AbortSignal }): Promise<Neighbors>;

  /**
   * Requests a preview of the layout while an item is dragged. A drop is a change: a move of the item to the `target` of the answer.
   *
   * @throws Problem `bad-parameter`, also if the item or target does not exist; `invalid-change` as the move
   */
  reorder(request: ReorderRequest): Promise<ReorderPreview>;

  /**
   * Requests all sections in order, `limit` (10 000) at a time, as they are needed:
   * `for await (const { section, frame } of layout.sections())`.
   */
  sections(options?: { limit?: number; signal?: AbortSignal }): AsyncGenerator<Section, void, undefined>;

  /**
   * Applies a change, as `Snapshot.change` does. With bounds, the change has the bounds to scroll to. `Viewport.change` also keeps loaded
   * pages.
   */
  change(change: ChangeInput, options?: ChangeOptions): Promise<Change>;

  /** @throws RangeError when an option is out of range */
  viewport(options?: ViewportOptions): Viewport;
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

/** The problem with which the service rejected a request (RFC 9457). */
export class Problem extends Error {
  constructor(
    members: {
      type?: string; title?: string; status: number; detail?: string; requestId?: string;
      errors?: ProblemError[]; revision?: number; layout?: string;
    },
    retryAfterSeconds?: number | null);
  /** `/problems/NAME`; `about:blank` if a proxy answered. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The first 20 mistakes. */
  readonly errors: readonly ProblemError[];
  /** The id of the request in the service's log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** The current revision of the document, if a write was rejected because of it; otherwise null. */
  readonly revision: number | null;
  /** The id of the document's current layout. */
  readonly layout: string | null;
  /** The number of times that the request was sent. */
  readonly attempts: number;
  readonly isLayoutNotFound: boolean;
  /** Whether it is of the type `/problems/NAME`, such as `conflict`. */
  is(name: string): boolean;
  /** Whether the same request may succeed later: the status is 429, 502, 503 or 504. */
  readonly isPassing: boolean;
}

/**
 * A snapshot was posted again and has another id: the service's rules have changed, so every frame may have changed. Post it and lay it out
 * again.
 */
export class IdChanged extends Error {
  constructor(id: string, newId: string);
  readonly id: string;
  readonly newId: string;
}

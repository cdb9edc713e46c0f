/**
 * Scrolls layouts that a layoutd service computes. All coordinates are points in content coordinates, origin top-left.
 * An option of a name that there is not is a TypeError.
 */
import type {
  DecorationKind, EdgeInsets, Element, LayoutDirection, Page, Point, Rect, Screen, ScrollDirection, Section, Size,
} from './types/elements.js';
import type { SnapshotInput } from './types/snapshot.js';
import type { Change, ChangeOptions } from './types/change.js';
import type { DocumentHandle, DocumentHead } from './types/documents.js';
import type { LocalLayout, LocalOptions, LocalService, LocalServiceOptions } from './types/local.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './types/scrolling.js';
import type { Expectation, Step } from './types/steps.js';
import type { Viewport, ViewportOptions } from './types/viewport.js';

export * from './types/change.js';
export * from './types/documents.js';
export * from './types/elements.js';
export * from './types/feed.js';
export * from './types/local.js';
export * from './types/scroll.js';
export * from './types/scrolling.js';
export * from './types/snapshot.js';
export * from './types/steps.js';
export * from './types/viewport.js';

/** A snapshot: as a value that `JSON.stringify` understands, or as JSON in UTF-8. */
export type SnapshotBody = SnapshotInput | string | Blob | BufferSource;

/** Where times come from. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once. Returns what `cancel` takes. */
  schedule(callback: () => void, milliseconds: number): unknown;
  /** Cancels a callback; does nothing for one that was called, and for undefined. */
  cancel(handle: unknown): void;
}

/**
 * What bounds the client's memory, its requests and its patience: the defaults of the options of the same names.
 */
export const limits: Readonly<{
  /** How long a page is along the scroll axis, in points: 1000. Who uses the same shares pages in every cache. */
  pageLength: number;
  /** Pages that a viewport holds, and the most that its bounds may cover: 64. */
  maximumPages: number;
  /**
   * Elements that a viewport holds: 200 000. It then drops the pages that it used longest ago, and stops asking for pages
   * ahead. Pages in the bounds and those being received come on top.
   */
  maximumElements: number;
  /** Elements of one page: 100 000. A page with more of them fails. */
  maximumPageElements: number;
  /**
   * What is shown beyond the bounds, on either side along the scroll axis, in points: 0. Elements are visited there, too;
   * elements pin, and items are scrolled to, for the bounds alone.
   */
  overscan: number;
  /** Pages that are asked for before they are seen: 6. */
  maximumPrefetchPages: number;
  /** How far ahead of the scroll velocity pages are asked for, in seconds: 0.5; one page at least. */
  prefetchSeconds: number;
  /** Requests for pages at one time: 6. */
  maximumRequests: number;
  /** How often a request is sent before its failure is handed on: 4. */
  attempts: number;
  /** The longest pause between two attempts, in seconds: 30. Who is told to wait longer fails at once. */
  maximumPauseSeconds: number;
  /** How long one attempt may take, in seconds: 30. */
  timeoutSeconds: number;
  /** The same for the post of a snapshot: 300. */
  postTimeoutSeconds: number;
  /** Small answers, such as the frames of items, that are kept with their ETags: 256. */
  maximumAnswers: number;
  /** The longest time until a visible page that failed is asked for again, in seconds: 60. */
  maximumRecoverySeconds: number;
}>;

export interface ServiceOptions {
  /** In place of the global `fetch`. */
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
   * Says `Layoutd-Near` also in GETs to another origin, for a balancer that goes by it. A browser then asks the service
   * before each page whether it may send that. Default false: GETs that any page may send stay such.
   */
  nearAcrossOrigins?: boolean;
  /**
   * Whether bodies of 64 KiB and more are sent with `Content-Encoding: gzip`, where the platform has `CompressionStream`. By
   * default they are, but not to `localhost`, 127.0.0.0/8 and ::1, where sending is faster than compressing. A service that
   * answers 415 gets them plain from then on.
   */
  compress?: boolean;
}

/**
 * A layoutd service. Requests that fail in passing (502, 503, 504, no connection, no answer in time) are sent again, with
 * growing pauses that are never shorter than `Retry-After`; other failures are thrown as a `Problem`.
 */
export class LayoutService {
  /**
   * @param url where the service is, up to and without `/v1`. In a page, the empty default is the page's own origin.
   * @throws RangeError when an option is out of range
   */
  constructor(url?: string | URL, options?: ServiceOptions);

  /**
   * Lays out in the page, without a network.
   *
   * @throws ModuleProblem `module-missing` when the module is not where it should be, and in node, when it is not given
   */
  static local(options?: LocalServiceOptions): Promise<LocalService>;

  /**
   * Posts a snapshot. It is kept, as a `Blob`, for as long as the result: where the service has forgotten it, it is posted
   * again, once for all requests that wait for it, and these are sent again.
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<Snapshot>;

  /**
   * Posts a snapshot and lays it out, in one round trip: the layout has the pages in the bounds at once. Where these have
   * more than 10 000 elements, they are asked for as usual.
   *
   * @throws RangeError when the width or the bounds are none
   */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<Layout>;

  /**
   * A snapshot that somebody else posted, mostly the page's backend, by its layout id. Where the service has forgotten it,
   * `restore` has it posted again; without it requests throw the problem `layout-not-found`.
   */
  snapshot(id: string, options?: SnapshotOptions): Promise<Snapshot>;

  /**
   * A document: a name that stands for one layout at a time, which a backend owns and many follow. No request is sent.
   *
   * @throws RangeError when it is no name: 1 to 128 of letters, digits, `.`, `_`, `~` and `-`, first a letter or a digit
   */
  document(name: string): DocumentHandle;

  /**
   * Asks for the documents whose names begin with `prefix`, by name, `limit` (1000) at a time, as they are needed:
   * `for await (const { name, layout } of service.documents({ prefix: 'feed' }))`.
   */
  documents(options?: { prefix?: string; limit?: number; signal?: AbortSignal }): AsyncGenerator<DocumentHead, void, undefined>;
}

/** A container width; a height where scrolling is horizontal. */
export type FirstScreenOptions = ({ width: number; height?: undefined } | { height: number; width?: undefined }) & {
  /** What is visible first. Default: the first page. */
  bounds?: Rect;
  /** That of the viewport. */
  pageLength?: number;
  signal?: AbortSignal;
};

export interface SnapshotOptions {
  /**
   * Has the snapshot posted again, such as by a request to the backend; called once for all requests that wait for it. A
   * request that is still told that there is no such layout waits, longer each time, and calls it again, `attempts` − 1
   * times in all. It may return the id that the service answered, or the answer: another id is the error `IdChanged`.
   */
  restore?: (id: string) => unknown;
  signal?: AbortSignal;
}

/** Something in a posted snapshot that is likely not meant. */
export interface Warning {
  /** Where: a JSON pointer. */
  pointer: string;
  /** `not-read`, `wider-than-line`, `no-room`, or one to come. */
  code: string;
  detail: string;
}

/** A snapshot that the service knows. */
export class Snapshot {
  private constructor();
  /** The layout id. */
  readonly id: string;
  readonly sectionCount: number;
  readonly itemCount: number;
  readonly scrollDirection: ScrollDirection;
  /**
   * What is valid and likely not meant, at most 20: of the snapshot that was posted, none of one known by its id. Those of the
   * width of a layout that is held in the page are looked for when this is first read, while the layout is held.
   */
  readonly warnings: readonly Warning[];

  /**
   * Lays it out.
   *
   * @param containerExtent the container's width, or its height where scrolling is horizontal: above 0, up to 2^53
   */
  layout(containerExtent: number, options?: { signal?: AbortSignal }): Promise<Layout>;

  /**
   * The first screen at each of up to 16 container widths, or heights where scrolling is horizontal, in one answer: for who
   * renders without knowing the device.
   *
   * @param options `length`: of a screen along the scroll axis. Default: the content's, at most 1000.
   */
  screens(containerExtents: readonly number[], options?: { length?: number; signal?: AbortSignal }): Promise<Screen[]>;

  /**
   * What steps make of it. Where the service has forgotten it, the snapshot that was posted last is posted again, and the
   * steps since on top.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  change(steps: Step | readonly Step[], options?: { expect?: Expectation; signal?: AbortSignal }): Promise<Snapshot>;

  /** Has the service forget it. Caches may go on answering; a call that needs it again posts it again, where it can. */
  delete(options?: { signal?: AbortSignal }): Promise<void>;
}

/**
 * An answer of the service: to a POST of a snapshot with a width and `pinning=true`, or to a GET of `elements` with
 * `pinning=true`. Rows or columns.
 */
export interface LayoutAnswer {
  id: string;
  contentSize: Size;
  pinning: object;
  /** Where its elements were looked for. */
  rect?: Rect;
}

export interface AnswerOptions {
  /** Whom to ask for all else. */
  service: LayoutService;
  /** As in `LayoutService.snapshot`. */
  restore?: (id: string) => unknown;
  /** What `rect` was in the request; answers to a POST do not say it. Without it their elements are not used. */
  rect?: Rect;
}

export interface PlaceOptions {
  /** The visible rectangle. */
  bounds?: Rect;
  /** What is taken off it for pinning. Default 0. */
  inset?: EdgeInsets;
  signal?: AbortSignal;
}

/** A snapshot laid out at a container width. It never changes. */
export class Layout {
  private constructor();

  /**
   * Goes on from an answer, such as a server put into a page that it rendered, without any request. What it has of the
   * elements across the container is shown until the pages that they stand on are here.
   *
   * @throws TypeError when the answer was asked for without a width, or without `pinning=true`
   */
  static fromAnswer(answer: LayoutAnswer, options: AnswerOptions): Layout;
  /** What `fromAnswer` takes: `JSON.stringify(layout)` is what a server that uses this client puts into the page. */
  toJSON(): LayoutAnswer;

  /**
   * Lays itself out anew at other extents. Where the layout is from an answer that does not say the counts, they are NaN.
   */
  readonly snapshot: Snapshot;
  readonly id: string;
  /** The container's width, or its height where scrolling is horizontal. */
  readonly containerExtent: number;
  /** Whether it is held in the page: a `LocalLayout`. */
  readonly isLocal: boolean;
  readonly contentSize: Size;
  readonly scrollDirection: ScrollDirection;
  readonly layoutDirection: LayoutDirection;
  /** The pinning ones, at rest. */
  readonly globalHeaders: readonly Element[];

  /**
   * The same layout, held in the page: for sizes that are known only after drawing, and for answers without a network. Where
   * its snapshot was posted from here, nothing is asked for.
   *
   * @throws IdChanged when the module's rules are others than the service's
   */
  local(options?: LocalOptions): Promise<LocalLayout>;

  /**
   * Asks for a page: the elements in an aligned stretch of the content. Not kept here; answers are immutable, so the
   * browser's cache keeps them. One request for every 10 000 elements.
   *
   * @param number it stands at number · length along the scroll axis
   * @throws RangeError when it has more than `maximumElements`
   */
  page(number: number, options?: { length?: number; maximumElements?: number; signal?: AbortSignal }): Promise<Page>;

  /** Asks for a cell; one that pins does not exist. */
  item(section: number, item: number, options?: { signal?: AbortSignal }): Promise<Element>;

  /**
   * Asks for a header or a footer of a section: where it rests, or with `bounds` where it then stands.
   *
   * @throws Problem `not-found` when there is none
   */
  supplementary(kind: 'header' | 'footer', section: number, index: number, options?: PlaceOptions): Promise<Element>;

  /** Asks for a global header, likewise. */
  globalHeader(index: number, options?: PlaceOptions): Promise<Element>;

  /** Asks for a separator. */
  decoration(
    kind: DecorationKind, section: number, index: number, options?: { signal?: AbortSignal }): Promise<Element>;

  /** Asks for the pinning elements that overlap bounds, where they then stand. A viewport knows them without asking. */
  special(bounds: Rect, options?: { inset?: EdgeInsets; signal?: AbortSignal }): Promise<Element[]>;

  /**
   * Asks for the topmost element at a point of the content; null where there is none. Pinning elements count with `bounds`,
   * where they then stand, or with `special: 'rest'`, where they rest.
   */
  hit(point: Point, options?: PlaceOptions & { special?: 'rest' }): Promise<Element | null>;

  /**
   * Asks where to scroll: to an item or a header, to the nearest item or page, or to what was seen before a rotation. Ask again
   * once more is measured where the answer says `estimated`.
   *
   * @throws Problem `bad-parameter` where an option is wrong, before anything is sent, or where there is no such item or header
   */
  target(request: TargetRequest): Promise<ScrollTarget>;

  /**
   * Asks what enters and leaves the bounds, and what to fetch ahead.
   *
   * @throws Problem `bad-parameter`, also where more than 10 000 elements are in bounds or in the stretch ahead of them
   */
  window(request: WindowRequest): Promise<ScrollWindow>;

  /**
   * Asks for the next cell on each side of an item: where an arrow key goes.
   *
   * @throws Problem `not-found` when there is no such item
   */
  neighbors(section: number, item: number, options?: { signal?: AbortSignal }): Promise<Neighbors>;

  /**
   * Asks what the layout looks like while an item is dragged. A drop is a change: a move of the item to the `target` of the
   * answer.
   *
   * @throws Problem `bad-parameter`, also where there is no such item or target; `invalid-change` as the move
   */
  reorder(request: ReorderRequest): Promise<ReorderPreview>;

  /**
   * Asks for all sections in order, `limit` (10 000) at a time, as they are needed:
   * `for await (const { section, frame } of layout.sections())`.
   */
  sections(options?: { limit?: number; signal?: AbortSignal }): AsyncGenerator<Section, void, undefined>;

  /** What steps make of it, as `Snapshot.change` does; with bounds, where to scroll then. A viewport keeps its pages, too. */
  change(steps: Step | readonly Step[], options?: ChangeOptions): Promise<Change>;

  /** @throws RangeError when an option is out of range */
  viewport(options?: ViewportOptions): Viewport;
}

/** One thing that is wrong with a request. */
export interface ProblemError {
  /** Where a snapshot is wrong: a JSON pointer. */
  pointer?: string;
  /** The parameter that is wrong. */
  parameter?: string;
  /** `unknown-key`, `missing`, `wrong-type`, `out-of-range`, `too-many`, `duplicate-key`, `not-allowed`, `bad-syntax`, one of those of steps, or one to come. */
  code?: string;
  detail: string;
}

/** What the service answered in place of what was asked for (RFC 9457). */
export class Problem extends Error {
  constructor(
    members: {
      type?: string; title?: string; status: number; detail?: string; requestId?: string;
      errors?: ProblemError[]; revision?: number; layout?: string;
    },
    retryAfterSeconds?: number | null);
  /** `/problems/NAME`; `about:blank` where something between answered. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** What is wrong, the first 20. */
  readonly errors: readonly ProblemError[];
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  /** What the document is at, where a write was refused because of that; else null. */
  readonly revision: number | null;
  /** What the document then stands for. */
  readonly layout: string | null;
  /** How often the request was sent. */
  readonly attempts: number;
  readonly isLayoutNotFound: boolean;
  /** Whether it is of the type `/problems/NAME`, such as `conflict`. */
  is(name: string): boolean;
  /** Whether the same request may succeed later. */
  readonly isPassing: boolean;
}

/**
 * A snapshot was posted again and has another id: the service's rules have changed, and so may have every frame. Post it
 * anew, and lay it out anew.
 */
export class IdChanged extends Error {
  constructor(id: string, newId: string);
  readonly id: string;
  readonly newId: string;
}

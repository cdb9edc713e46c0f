/**
 * Scrolls layouts that a layoutd service computes. All coordinates are points in content coordinates, origin top-left.
 * An option of a name that there is not is a TypeError.
 */

export interface Point { x: number; y: number }
export interface Size { width: number; height: number }
export interface Rect { x: number; y: number; width: number; height: number }
export interface EdgeInsets { top: number; left: number; bottom: number; right: number }

export type ScrollDirection = 'vertical' | 'horizontal';
export type LayoutDirection = 'ltr' | 'rtl';
export type SupplementaryKind = 'globalHeader' | 'header' | 'footer';
export type DecorationKind = 'rowSeparator' | 'columnSeparator' | 'sectionSeparator';
export type ElementKind = 'cell' | SupplementaryKind | DecorationKind;

/** What stands on some elements only. */
export interface ElementExtras {
  zIndex?: number;
  columnIndex?: number;
  backgroundColor?: string;
  selectedBackgroundColor?: string;
  padding?: EdgeInsets;
  /** Of a decoration. */
  color?: string;
  /** On pinning elements only: whether it is moved from its rest. */
  pinned?: boolean;
}

/** An element as the service answers it. */
export interface Element extends ElementExtras {
  category: 'cell' | 'supplementary' | 'decoration';
  /** Of supplementary elements and decorations. */
  kind?: SupplementaryKind | DecorationKind;
  /** Not on global headers. */
  section?: number;
  /** Of a cell. */
  item?: number;
  /** Of supplementary elements and decorations. */
  index?: number;
  frame: Rect;
}

/** A pinning element where it stands for the bounds of a viewport. The object is the same from frame to frame. */
export interface SpecialElement extends ElementExtras {
  category: 'supplementary';
  kind: SupplementaryKind;
  section?: number;
  index: number;
  frame: Rect;
  zIndex: number;
  pinned: boolean;
  /** Names it among all special elements, as `header/3/0` or `globalHeader/0`. */
  key: string;
}

/** A snapshot: as a value that `JSON.stringify` understands, or as JSON in UTF-8. */
export type SnapshotBody = { sections: readonly object[] } | string | Blob | BufferSource;

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
   * Posts a snapshot. It is kept, as a `Blob`, for as long as the result: where the service has forgotten it, it is posted
   * again, once for all requests that wait for it, and these are sent again.
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<Snapshot>;

  /**
   * A snapshot that somebody else posted, mostly the page's backend, by its layout id. Where the service has forgotten it,
   * `restore` has it posted again; without it requests throw the problem `layout-not-found`.
   */
  snapshot(id: string, options?: SnapshotOptions): Promise<Snapshot>;
}

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
  /** What is valid and likely not meant, at most 20: of the snapshot that was posted, none of one known by its id. */
  readonly warnings: readonly Warning[];

  /**
   * Lays it out.
   *
   * @param containerExtent the container's width, or its height where scrolling is horizontal: above 0, up to 2^53
   */
  layout(containerExtent: number, options?: { signal?: AbortSignal }): Promise<Layout>;
}

/** A snapshot laid out at a container width. It never changes. */
export class Layout {
  private constructor();
  readonly id: string;
  /** The container's width, or its height where scrolling is horizontal. */
  readonly containerExtent: number;
  readonly contentSize: Size;
  readonly scrollDirection: ScrollDirection;
  readonly layoutDirection: LayoutDirection;
  /** The pinning ones, at rest. */
  readonly globalHeaders: readonly Element[];

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

  /** @throws RangeError when an option is out of range */
  viewport(options?: ViewportOptions): Viewport;
}

/**
 * The elements in an aligned stretch of a layout, without those that pin, as columns: one array for each member, no object
 * for each element. Cells come first, then the others, each in the order of the service's answers.
 */
export class Page {
  private constructor();
  readonly number: number;
  readonly rect: Rect;
  readonly count: number;
  /** Elements below this index are cells. */
  readonly cellCount: number;
  /** −1 for global headers. */
  readonly section: Int32Array;
  /** A cell's item, another element's index: whole numbers up to 2^53. */
  readonly item: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: Float64Array;
  readonly height: Float64Array;
  readonly zIndex: Int32Array;
  /** −1 where there is none. */
  readonly columnIndex: Int32Array;

  isCell(index: number): boolean;
  kind(index: number): ElementKind;
  backgroundColor(index: number): string | undefined;
  selectedBackgroundColor(index: number): string | undefined;
  padding(index: number): EdgeInsets | undefined;
  /** Of a decoration. */
  color(index: number): string | undefined;
  /** A new object that says all of it, as the service's rows do. */
  element(index: number): Element;
}

export interface ViewportOptions {
  pageLength?: number;
  maximumPages?: number;
  maximumElements?: number;
  maximumPageElements?: number;
  maximumPrefetchPages?: number;
  prefetchSeconds?: number;
  maximumRequests?: number;
  clock?: Clock;
}

export interface UpdateOptions {
  /** What is taken off the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
  /** In points per second, signed as coordinates are. Default: from where the bounds were at the last updates. */
  velocity?: number;
  /** When the bounds stand there, in milliseconds of any clock, such as a frame's time. Default: now. */
  time?: number;
}

export type ScrollAlignment = 'start' | 'center' | 'end' | 'nearest';

export interface ScrollOriginOptions {
  /** Where the item comes to stand in the bounds. Default `nearest`: as little movement as shows it. */
  alignment?: ScrollAlignment;
  /** Whether room is left for what may pin over it: global headers, its section's headers and footers. Default true. */
  avoidsPinned?: boolean;
  signal?: AbortSignal;
}

/** A page in the bounds arrived (`change`, `error` is null), or could not be had (`error`). */
export interface PageEvent extends Event {
  readonly page: number;
  /** A `Problem`, mostly. The page is asked for again after a while where that may help. */
  readonly error: any;
}

/**
 * The visible part of a layout. It holds the pages that the bounds overlap, asks for those ahead of the scroll velocity,
 * aborts requests for pages that are no longer wanted, and drops the pages that it used longest ago.
 */
export class Viewport extends EventTarget {
  private constructor();
  /** Of the last update. */
  readonly bounds: Readonly<Rect>;
  /** Rectangles in the content, of pages in the bounds that are not here yet. */
  readonly missing: readonly Rect[];
  /**
   * The pinning elements that overlap the bounds, where they stand for them, in the service's order. The same array and
   * objects each time, valid until the next update. Sections that begin in a missing page are not known yet.
   */
  readonly special: readonly SpecialElement[];
  readonly pageCount: number;
  readonly elementCount: number;
  readonly requestCount: number;

  /**
   * Says what is visible now; to be called for every frame. Sends requests, never waits for them.
   *
   * @param bounds the scroll origin and the size of the viewport; may be larger, so that cells are ready before they are
   *   seen
   * @throws RangeError when the bounds are empty, not finite, or cover more than `maximumPages`
   */
  update(bounds: Rect, options?: UpdateOptions): void;

  /**
   * Visits every element that overlaps the bounds and is here, once, without those that pin. Elements outside of the
   * container are on no page. O(elements in the bounds + log of those of their pages), where they stand in rows or columns.
   */
  forEach(visitor: (page: Page, index: number) => void): void;

  /**
   * The scroll origin that shows an item, within the content.
   *
   * @throws Problem `not-found` when there is no such item
   */
  scrollOrigin(section: number, item: number, options?: ScrollOriginOptions): Promise<Point>;

  /** Aborts all requests, and sends no more. */
  close(): void;

  addEventListener(
    type: 'change' | 'error', listener: ((event: PageEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** One thing that is wrong with a request. */
export interface ProblemError {
  /** Where a snapshot is wrong: a JSON pointer. */
  pointer?: string;
  /** The parameter that is wrong. */
  parameter?: string;
  /** `unknown-key`, `missing`, `wrong-type`, `out-of-range`, `too-many`, `duplicate-key`, `not-allowed`, `bad-syntax`, or one to come. */
  code?: string;
  detail: string;
}

/** What the service answered in place of what was asked for (RFC 9457). */
export class Problem extends Error {
  constructor(
    members: {
      type?: string; title?: string; status: number; detail?: string; requestId?: string;
      errors?: ProblemError[];
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
  readonly isLayoutNotFound: boolean;
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

export interface ScrollExtents {
  /** The content's extent along the scroll axis: up to 2^53. */
  contentExtent: number;
  /** The viewport's: up to 1/200 of the longest scroller where the content is longer than that. */
  viewportExtent: number;
  /** The longest scroller, from 10 000 to 10^9. Default `ScrollSpace.maximumExtent(1)`. */
  maximumExtent?: number;
}

/**
 * Maps positions of a scroll container, which browsers limit to some 16 million points, to scroll origins in content of
 * any extent. Scrolls move the content point for point; drags of the scrollbar reach all of it. Where the content fits,
 * both are the same. Which of the two a move is shows in its length: viewports higher than 2500 points may take the drag by
 * one pixel for a scroll.
 *
 * On every scroll event call `scrolled(element.scrollTop)`, and where that is true set `element.scrollTop = position` and
 * call `placed(element.scrollTop)`. Then draw the content at `origin`. When scrolling rests, do the same with `settle()`. A
 * content coordinate minus `offset` is a coordinate in the scroll container.
 */
export class ScrollSpace {
  /** @throws RangeError when an extent is out of range */
  constructor(extents: ScrollExtents);

  /**
   * The longest scroller in which browsers are exact, 8 million points or less, from `window.devicePixelRatio`: some count
   * device pixels.
   */
  static maximumExtent(devicePixelRatio: number): number;

  /** How long to make what stands in the scroll container. */
  readonly extent: number;
  /** Whether that is shorter than the content. */
  readonly isCapped: boolean;
  /** Where the scroll container is to stand. */
  readonly position: number;
  /** The scroll origin, from 0 to the content's extent less the viewport's. */
  readonly origin: number;
  /** The origin less the position. */
  readonly offset: number;

  /** Changes the extents, and keeps the origin where it can. Set the container's position afterwards. */
  resize(extents: { contentExtent: number; viewportExtent: number }): void;

  /**
   * The container was scrolled to a position. Returns whether it has to be set to `position`, which happens once in a long
   * while, near an end.
   */
  scrolled(position: number): boolean;

  /** Moves to an origin, at once. Returns the position to set. */
  scrollTo(origin: number): number;

  /** The container's position was set, and is this one now, rounded perhaps. The origin stays. */
  placed(position: number): void;

  /**
   * Puts the position where the scrollbar's should be, which long scrolling leads it away from. The origin stays. Returns
   * whether the position changed and has to be set. Not while a finger holds the content.
   */
  settle(): boolean;

  /** The origin that a drag to a position leads to. */
  originAt(position: number): number;

  /** The position that stands for an origin. */
  positionAt(origin: number): number;
}

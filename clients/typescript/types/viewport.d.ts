import type { Clock } from '../index.js';
import type { Layout } from '../index.js';
import type { Change, ViewportChangeOptions } from './change.js';
import type { MeasureOptions, Measurement } from './local.js';
import type { EdgeInsets, Page, Point, Rect, SpecialElement } from './elements.js';
import type {
  HeaderTarget, ItemTarget, KeepTarget, Neighbors, PageTarget, ScrollQuestion, ScrollTarget, ScrollWindow, SnapTarget, WindowRequest,
} from './scrolling.js';
import type { Step } from './steps.js';

export interface ViewportOptions {
  pageLength?: number;
  maximumPages?: number;
  maximumElements?: number;
  maximumPageElements?: number;
  overscan?: number;
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

/** A question of a viewport: by default about its bounds and its inset. */
type OfViewport<Question> = Question extends ScrollQuestion
  ? Omit<Question, 'bounds' | 'inset' | 'signal'> & Partial<Pick<Question, 'bounds' | 'inset'>> : never;

export type ViewportTargetRequest =
  /** With `avoidsPinned` room is left for what may pin over the item: global headers, its section's headers and footers. */
  | (OfViewport<ItemTarget> & { avoidsPinned?: boolean })
  | OfViewport<HeaderTarget | SnapTarget | PageTarget | KeepTarget>;

export interface ViewportTarget extends Omit<ScrollTarget, 'estimated'> {
  /** Null where the pages that are here cannot say. */
  estimated: boolean | null;
}

export interface ViewportWindow extends ScrollWindow {
  /** Whether everything that it speaks of was here. */
  isWhole: boolean;
}

/**
 * What a viewport answers while it is scrolled, at once and without a request, with the numbers of the service: by the module
 * where the layout is held in the page, else from the pages that are here. Always of the layout that is then shown. A wrong
 * request is the problem `bad-parameter`, which names the option.
 */
export interface ScrollQuestions {
  /**
   * Where to scroll (docs/rules.md#scroll-target). O(log items) where the layout is held in the page; from pages
   * O(elements near the target), and where estimates are looked for O(elements that are here).
   *
   * @returns null where what is here cannot say: the item is on another page, or its section is not here
   */
  target(request: ViewportTargetRequest): ViewportTarget | null;

  /**
   * The same, having asked the service where what is here cannot say.
   *
   * @throws Problem `not-found` or `bad-parameter` when there is no such item
   */
  reachTarget(request: ViewportTargetRequest & { signal?: AbortSignal }): Promise<ViewportTarget>;

  /** What enters, leaves and comes next (docs/rules.md#scroll-window), as far as it is here. O(n log n) for its elements */
  window(request?: OfViewport<WindowRequest>): ViewportWindow;

  /**
   * The cell on each side of an item (docs/rules.md#neighbors), or null; undefined on a side where what is here cannot say.
   * O(cells from the item to its neighbors, and the pages that are here)
   */
  neighbors(section: number, item: number): { [Side in keyof Neighbors]: Neighbors[Side] | undefined };
}

/** A page in the bounds arrived (`change`, `error` is null), or could not be had (`error`). */
export interface PageEvent extends Event {
  readonly page: number;
  /** A `Problem`, mostly. The page is asked for again after a while where that may help. */
  readonly error: any;
}

/** Another layout is shown, because of a change or in place of the one before. */
export interface LayoutEvent extends Event {
  readonly change: Change;
  /** What has made it of the one before: no steps where sizes were measured; null where it has nothing to do with that. */
  readonly steps: readonly Step[] | null;
}

/**
 * `whole`: all of the bounds and the overscan is here. `loading`: some of it is not, or nothing was shown yet. `failing`: a page of it could
 * not be had; it is asked for again after a while where that may help.
 */
export type ViewportStateName = 'whole' | 'loading' | 'failing';

export interface ViewportStateEvent extends Event {
  readonly state: ViewportStateName;
  /** While it is failing. */
  readonly error: any;
}

/**
 * The visible part of a layout. It holds the pages that the bounds overlap, asks for those ahead of the scroll velocity,
 * aborts requests for pages that are no longer wanted, and drops the pages that it used longest ago.
 */
export class Viewport extends EventTarget {
  private constructor();
  /** The one that is shown. */
  readonly layout: Layout;
  /** Whether it is held in the page: all of it is then here at once, and it can be measured. */
  readonly isLocal: boolean;
  /** Of the last update. */
  readonly bounds: Readonly<Rect>;
  /** How fast the bounds moved then, in points per second; 0 after a rest, and where they went farther than two viewports at once. */
  readonly velocity: Point;
  /** Rectangles in the content, of pages in the bounds and the overscan that are not here yet. */
  readonly missing: readonly Rect[];
  /**
   * The pinning elements that overlap the bounds, where they stand for them, in the service's order. The same array and
   * objects each time, valid until the next update. Sections that begin in a missing page are not known yet.
   */
  readonly special: readonly SpecialElement[];
  readonly state: ViewportStateName;
  /** Of the first page of the bounds that could not be had; null where none is failing. A `Problem`, mostly. */
  readonly error: any;
  readonly pageCount: number;
  readonly elementCount: number;
  readonly requestCount: number;

  /**
   * Says what is visible now; to be called for every frame. Sends requests, never waits for them.
   *
   * @param bounds the scroll origin and the size of the viewport
   * @throws RangeError when the bounds are empty, not finite, or cover more than `maximumPages` with the overscan
   */
  update(bounds: Rect, options?: UpdateOptions): void;

  /**
   * Visits every element that overlaps the bounds, or the overscan, and is here, once, without those that pin. Elements outside of the
   * container are on no page. O(elements in the bounds + log of those of their pages), where they stand in rows or columns.
   */
  forEach(visitor: (page: Page, index: number) => void): void;

  /** What answers questions about scrolling. It is loaded with the first call. */
  questions(): Promise<ScrollQuestions>;

  /**
   * The scroll origin that shows an item, from 0 to the content's extent less the bounds'. As `reachTarget`, which also
   * leaves out what the insets leave at the ends.
   *
   * @throws Problem `not-found` when there is no such item
   */
  scrollOrigin(section: number, item: number, options?: ScrollOriginOptions): Promise<Point>;

  /**
   * Resolves as soon as all of the bounds is here. Rejects where a page of them fails in a way that does not pass, and when
   * the viewport is closed before.
   */
  whenWhole(options?: { signal?: AbortSignal }): Promise<void>;

  /**
   * Changes the layout that is shown, behind all changes before, and shows the result: what it has of pages before the
   * changed stretch stays, what it has behind is moved, what is between is asked for. The bounds are then at
   * `change.bounds`, where what was visible is still; scroll there before the next frame: when the promise resolves, or when
   * `layout` is told. Scrolling may go on meanwhile. When a change fails, those that wait for it do, too. A function is called
   * with what is then shown, and makes the steps of that.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  change(
    steps: Step | readonly Step[] | ((shown: Layout) => Step | readonly Step[]), options?: ViewportChangeOptions): Promise<Change>;

  /**
   * Shows any other layout that scrolls in the same direction, behind all changes before, as soon as what is visible of it
   * is here. The bounds stay where they are, as far as its content goes; `layout` is told as of a change. A function is
   * called with what is then shown: `viewport.show((shown) => shown.snapshot.layout(744))` is the same at another width,
   * whatever changes came before. With `bounds`, or what finds them in the layout, it goes there.
   */
  show(
    layout: Layout | ((shown: Layout) => Layout | Promise<Layout>),
    options?: { bounds?: Rect | ((layout: Layout) => Rect | Promise<Rect>); signal?: AbortSignal }): Promise<Change>;

  /**
   * Takes the true sizes of items, headers and footers, which were estimated, and shows the result: before anything of the
   * viewport or of the change is read, else behind the task, in any case before the next frame. So what is measured of
   * estimated items call by call is laid out once, the calls answer one change, and `layout` is told once. The bounds are
   * then at `change.bounds`, where what was visible is still; scroll there before the next frame. To be called where sizes
   * are read, such as in a ResizeObserver. A layout that was made so is given back when another one is shown.
   *
   * @returns null where nothing differs
   * @throws TypeError when the layout is not held in the page
   * @throws Problem `invalid-change` where there is no such element, or where a size is none; what only the layout shows,
   *   such as `cannot-lay-out`, is thrown where that is read
   */
  measure(sizes: readonly Measurement[], options?: MeasureOptions): Change | null;

  /** Aborts all requests, and sends no more. */
  close(): void;

  addEventListener(
    type: 'change' | 'error', listener: ((event: PageEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: 'state', listener: ((event: ViewportStateEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: 'layout', listener: ((event: LayoutEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

import type { Clock } from './index.js';
import type { Layout } from './index.js';
import type { Change, ViewportChangeOptions } from './change.js';
import type { MeasureOptions, Measurement } from './local.js';
import type { EffectElement, EdgeInsets, Page, Point, Rect, SpecialElement } from './elements.js';
import type {
  HeaderTarget, ItemTarget, KeepTarget, Neighbors, PageTarget, ScrollQuestion, ScrollTarget, ScrollWindow, SnapTarget, WindowRequest,
} from './scrolling.js';
import type { ChangeInput, Step } from './steps.js';

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
  /** The insets of the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
  /** In points per second, positive towards larger coordinates. Default: computed from the bounds of the last updates. */
  velocity?: number;
  /** The time of these bounds, in milliseconds of any clock, such as a frame's time. Default: now. */
  time?: number;
}

export type ScrollAlignment = 'start' | 'center' | 'end' | 'nearest';

export interface ScrollOriginOptions {
  /** The position of the item in the bounds. Default `nearest`: the smallest scroll that shows it. */
  alignment?: ScrollAlignment;
  /** Whether space is left for elements that may be pinned over it: global headers, its section's headers and footers. Default true. */
  avoidsPinned?: boolean;
  signal?: AbortSignal;
}

/** A question of a viewport: by default about its bounds and its inset. */
type OfViewport<Question> = Question extends ScrollQuestion
  ? Omit<Question, 'bounds' | 'inset' | 'signal'> & Partial<Pick<Question, 'bounds' | 'inset'>> : never;

export type ViewportTargetRequest =
  /**
   * With `avoidsPinned`, space is left for elements that may be pinned over the item: global headers, its section's headers and footers.
   */
  | (OfViewport<ItemTarget> & { avoidsPinned?: boolean })
  | OfViewport<HeaderTarget | SnapTarget | PageTarget | KeepTarget>;

export interface ViewportTarget extends Omit<ScrollTarget, 'estimated'> {
  /** Null if it cannot be known from the loaded pages. */
  estimated: boolean | null;
}

export interface ViewportWindow extends ScrollWindow {
  /** Whether all elements of the answer were loaded, so that it is complete. */
  isWhole: boolean;
}

/**
 * Answers of a viewport while it is scrolled, at once, without a request, and equal to those of the service: computed by the module if the
 * layout is computed in the page and the module has what it needs, otherwise from the loaded pages. They are always for the current layout.
 * A wrong request throws the problem `bad-parameter`, which names the option.
 */
export interface ScrollQuestions {
  /**
   * Where to scroll (docs/rules.md#scroll-target). O(log items) if the layout is computed in the page; from pages O(elements near the
   * target), or O(loaded elements) if there may be estimates.
   *
   * @returns null if that is not known here: the item is on a page that is not loaded, or its section has not been read
   */
  target(request: ViewportTargetRequest): ViewportTarget | null;

  /**
   * The same, but sends a request to the service if `target` would return null.
   *
   * @throws Problem `not-found` or `bad-parameter` when the item does not exist
   */
  reachTarget(request: ViewportTargetRequest & { signal?: AbortSignal }): Promise<ViewportTarget>;

  /** The elements that enter, leave and come next (docs/rules.md#scroll-window), as far as they are loaded. O(n log n) for n elements */
  window(request?: OfViewport<WindowRequest>): ViewportWindow;

  /**
   * The cell on each side of an item (docs/rules.md#neighbors), null if there is none; undefined if it may be on a page that is not loaded.
   * O(cells from the item to its neighbors, and the loaded pages)
   */
  neighbors(section: number, item: number): { [Side in keyof Neighbors]: Neighbors[Side] | undefined };
}

/** A page in the bounds has arrived (`change`, with `error` null), or its request has failed (`error`). */
export interface PageEvent extends Event {
  readonly page: number;
  /** Usually a `Problem`. The page is requested again after a while if that may help. */
  readonly error: any;
}

/** Another layout is shown, because of `change`, `measure` or `show`. */
export interface LayoutEvent extends Event {
  readonly change: Change;
  /**
   * The steps that have made it from the last layout: empty if sizes were measured; null if it is not derived from that layout, or the
   * service has made it from two trees.
   */
  readonly steps: readonly Step[] | null;
}

/**
 * `whole`: all pages of the bounds and the overscan are loaded. `loading`: some are not, or there was no update yet. `failing`: the request
 * for one has failed; it is repeated after a while if that may help.
 */
export type ViewportStateName = 'whole' | 'loading' | 'failing';

export interface ViewportStateEvent extends Event {
  readonly state: ViewportStateName;
  /** The error while the state is `failing`. */
  readonly error: any;
}

/**
 * The visible part of a layout. It stores the pages that the bounds overlap, requests those ahead in the direction of the scroll, aborts
 * requests for pages that are no longer wanted, and evicts the least recently used pages.
 */
export class Viewport extends EventTarget {
  private constructor();
  /** The layout that is shown. */
  readonly layout: Layout;
  /** Whether the layout is computed in the page: all of it is then available at once, and sizes can be measured. */
  readonly isLocal: boolean;
  /** The bounds of the last update. */
  readonly bounds: Readonly<Rect>;
  /** The velocity of the bounds at the last update, in points per second; 0 after a rest, and after a jump of more than two viewports. */
  readonly velocity: Point;
  /** The rectangles of pages in the bounds and the overscan that are not loaded yet, in content coordinates. */
  readonly missing: readonly Rect[];
  /**
   * The elements that pin or wait, and the background of the global headers, if they overlap the bounds: placed for them, in the service's
   * order. The array and its objects are reused, and valid until the next update. Sections that begin in a missing page are not known yet.
   */
  readonly special: readonly SpecialElement[];
  /**
   * The cells of sections with an effect that are seen in the bounds, as the service answers them, in its order. They are computed from the
   * loaded pages, which are at most `maximumPages`. Pages have no cells outside of the container, and those with a transform where that
   * shows them. `forEach` visits these cells, too, at rest: draw them from here alone, those of sections of which `hasEffect` is true.
   */
  readonly effects: readonly EffectElement[];
  readonly state: ViewportStateName;
  /** The error of the first page of the bounds whose request has failed; null if none has. Usually a `Problem`. */
  readonly error: any;
  readonly pageCount: number;
  readonly elementCount: number;
  readonly requestCount: number;

  /**
   * Sets the visible bounds. Call it for every frame. It sends requests but does not wait for them.
   *
   * @param bounds the scroll origin and the size of the viewport
   * @throws RangeError when the bounds are empty, not finite, or cover more than `maximumPages` with the overscan
   */
  update(bounds: Rect, options?: UpdateOptions): void;

  /**
   * Visits once every loaded element that overlaps the bounds or the overscan, without special elements. Elements outside the container are
   * on no page. O(elements in the bounds + log elements of their pages) for elements in rows or columns.
   */
  forEach(visitor: (page: Page, index: number) => void): void;

  /** Whether cells of a section have an effect, as far as pages are loaded. */
  hasEffect(section: number): boolean;

  /** The object that answers questions about scrolling. The first call loads it. */
  questions(): Promise<ScrollQuestions>;

  /**
   * The scroll origin that shows an item, from 0 to the content's extent minus that of the bounds. Otherwise as `reachTarget`, which may
   * also scroll beyond the content by the insets.
   *
   * @throws Problem `not-found` when the item does not exist
   */
  scrollOrigin(section: number, item: number, options?: ScrollOriginOptions): Promise<Point>;

  /** Resolves when all pages of the bounds are loaded. Rejects if one of them fails permanently, or if the viewport is closed before. */
  whenWhole(options?: { signal?: AbortSignal }): Promise<void>;

  /**
   * Changes the layout that is shown, after all earlier changes, and shows the result. Loaded pages before the changed stretch stay, those
   * after it are moved, those in between are requested. The bounds are then `change.bounds`, which still show the same items; scroll there
   * before the next frame: when the promise resolves, or at the event `layout`. The user may scroll meanwhile. When a change fails, the
   * changes that wait for it fail, too. A function is called with the layout that is then shown, and returns the change; its change does not
   * fail with an earlier one.
   *
   * @throws Problem `invalid-change` with a pointer to each mistake; nothing is done then
   */
  change(
    change: ChangeInput | ((shown: Layout) => ChangeInput), options?: ViewportChangeOptions): Promise<Change>;

  /**
   * Shows any other layout with the same scroll direction, after all earlier changes, as soon as its visible pages are loaded. The bounds
   * do not change, except to stay within its content; the event `layout` is dispatched as for a change. A function is called with the
   * layout that is then shown: `viewport.show((shown) => shown.snapshot.layout(744))` shows the same list at another width, after any
   * earlier changes. `bounds`, or a function that computes them, are the new bounds.
   */
  show(
    layout: Layout | ((shown: Layout) => Layout | Promise<Layout>),
    options?: { bounds?: Rect | ((layout: Layout) => Rect | Promise<Rect>); signal?: AbortSignal }): Promise<Change>;

  /**
   * Sets the true sizes of items, headers and footers that were estimated, and shows the result: when a property of the viewport or of the
   * change is read, or else at the end of the current task, in any case before the next frame. So several calls are laid out together: they
   * return the same change, and there is one event `layout`. The bounds are then `change.bounds`, which still show the same items; scroll
   * there before the next frame. Call it where sizes are read, such as in a ResizeObserver. A layout made this way is closed when another
   * one is shown.
   *
   * @returns null if no size differs
   * @throws TypeError when the layout is not computed in the page
   * @throws Problem `invalid-change` if an element does not exist or a size is invalid. Errors of the layout, such as `cannot-lay-out`, are
   *   thrown when it is read
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

import type { EdgeInsets } from './elements.js';
import type { Clock } from './index.js';
import type {
  HeaderTarget, ItemTarget, KeepTarget, PageTarget, ScrollQuestion, ScrollTarget, ScrollWindow, SnapTarget,
} from './scrolling.js';

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
  /**
   * Whether cells of a waterfall of at most a million items that were shown stay in their columns when the layout changes or sizes are
   * measured. The layout must be computed in the page (`LayoutService.local`): columns belong to its width, as measured sizes do. Default
   * false.
   */
  keepsColumns?: boolean;
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
export type OfViewport<Question> = Question extends ScrollQuestion
  ? Omit<Question, 'bounds' | 'inset' | 'scale' | 'signal'> & Partial<Pick<Question, 'bounds' | 'inset'>> : never;

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
 * `whole`: all pages of the bounds and the overscan are loaded. `loading`: some are not, or there was no update yet. `failing`: the request
 * for one has failed; it is repeated after a while if that may help.
 */
export type ViewportStateName = 'whole' | 'loading' | 'failing';

export interface ViewportStateEvent extends Event {
  readonly state: ViewportStateName;
  /** The error while the state is `failing`. */
  readonly error: any;
}

import type { FeedNodeEvent, MoveCancelledEvent } from './feed.js';
import type { FeedListOptions, ListMove } from './items.js';
import type { ViewportStateEvent } from './viewport.js';
import type { LayoutdFeed } from '../source/element/LayoutdFeed.js';

/** A feed as an element, <layoutd-feed>, which layoutd-client/element defines. */

/**
 * An error that no promise reports. Dispatched once, too, if there are estimates that are not measured because a remote service lays out,
 * and for each attribute or property that is meant to be another one.
 * Unless the default is prevented, the error is also logged to the console.
 */
export interface FeedErrorEvent extends Event {
  readonly error: unknown;
}

/** The items that come next, or no longer do, as in `prefetch` and `cancel` of a `Feed`. They are dispatched once there is a listener. */
export interface FeedItemsEvent<Item = any> extends Event {
  readonly items: Item[];
}

/**
 * A cell was dropped at another place, where it is shown until items are set: `feed.items = event.items`. It returns to its old place if
 * the default is prevented, or if a promise passed to `waitUntil` resolves to false or rejects.
 */
export interface FeedMoveEvent<Item = any> extends Event, ListMove<Item, HTMLElement> {
  waitUntil(answer: Promise<void | boolean>): void;
}

/** Its events, besides those of all elements. None of them bubbles. */
export interface LayoutdFeedEventMap {
  /** As the events of `Feed`. */
  startreached: Event;
  endreached: Event;
  state: ViewportStateEvent;
  noderemoved: FeedNodeEvent;
  movecancelled: MoveCancelledEvent;
  prefetch: FeedItemsEvent;
  cancel: FeedItemsEvent;
  error: FeedErrorEvent;
  move: FeedMoveEvent;
}

/** The options of a list, which are properties of the element. */
export type Listed<Item> = Partial<FeedListOptions<Item, HTMLElement>>;

declare global {
  interface HTMLElementTagNameMap {
    'layoutd-feed': LayoutdFeed;
  }
}

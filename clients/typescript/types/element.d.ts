/** A feed as an element, <layoutd-feed>, which layoutd-client/element defines. */
import type { Feed, ViewportStateEvent } from './index.js';
import type { AnchorRule, Key } from './change.js';
import type { EdgeInsets, Margins } from './elements.js';
import type { FeedItemName, FeedElement, FeedNodeEvent, FeedService, MoveCancelledEvent, MoveWords } from './feed.js';
import type { FeedListOptions, ListMove } from './items.js';
import type { ItemMembers } from './snapshot.js';

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

type Listed<Item> = Partial<FeedListOptions<Item, HTMLElement>>;

/**
 * Shows items, and scrolls. It is a block to which the page has to give a height. If the page sets `overflow` or `display`, those apply.
 *
 * All properties set in a task are applied together at its end. The visible items stay in place, as with `Feed`, also while the element is
 * moved in the page or is out of it.
 *
 * An attribute sets the property of its name: `arrow-keys`, `crossfades`, `engine`, `estimate`, `fills`, `label`, `layout-direction`,
 * `margins` (JSON), `measures`, `metrics` (JSON), `overscan`, `page-length`, `reach`, `remember`, `scroll-direction`, `service` (an
 * address), `size`, `snap`, `stick-to-end`, `window`; `key` names the member of an item that is its key.
 *
 * Content that a server rendered in a child with `data-content` is reused: nodes with the keys of their cells in `data-key` are passed to
 * `render` as `reused`, the others are removed with the first drawing. The same holds for the content of a copied element.
 */
export class LayoutdFeed<Item = any> extends HTMLElement implements Listed<Item> {
  /** The items, or the sections with items. To change them, set a new list. Nothing is shown before one of them is set. */
  items: readonly Item[] | undefined;
  sections: Listed<Item>['sections'];
  headers: Listed<Item>['headers'];
  /** Shown if there are no items. */
  placeholder: Listed<Item>['placeholder'];
  footers: Listed<Item>['footers'];
  minimumContentLength: number | undefined;
  globalHeaders: Listed<Item>['globalHeaders'];
  globalHeaderBackgroundColor: string | null | undefined;
  /** The key of an item. Default: its `id`. */
  keyOf: ((item: Item, place: number, items: readonly Item[]) => Key) | undefined;
  size: Listed<Item>['size'];
  /** An estimated size; rendered items are measured. */
  estimate: Listed<Item>['estimate'];
  version: string | number | undefined;
  /** Default `column`. */
  engine: Listed<Item>['engine'];
  metrics: object | undefined;
  scrollDirection: 'vertical' | 'horizontal' | undefined;
  layoutDirection: 'ltr' | 'rtl' | undefined;
  /** Makes the node of an item, or fills `reused`, as `node` of a `Feed` does. Headers and footers have their own `render`. */
  render: ((item: Item, element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  /** Also renders the background of global headers. */
  renderSeparator: ((element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  /** Default: the module, which lays out in the page. */
  service: FeedService | Promise<FeedService> | undefined;
  /** The name under which the place is stored in the tab's session. The next feed with the same name begins there. */
  remember: string | undefined;
  /** Whether the window scrolls instead of the element. */
  window: boolean | undefined;
  anchor: AnchorRule | undefined;
  label: ((section: number, id: string | undefined) => string) | undefined;
  /** As of a `Feed`. */
  overscan: number | undefined;
  pageLength: number | undefined;
  inset: EdgeInsets | undefined;
  /**
   * The margins of the content, or a function that returns them for the content's extent across the scroll axis. If others are set, the
   * content is laid out again, and the visible items stay in place.
   */
  margins: Margins | ((containerExtent: number) => Margins) | undefined;
  reach: number | undefined;
  stickToEnd: boolean | undefined;
  /** Whether the content is at least as long as the visible part: placeholders and remainders end with it. */
  fills: boolean | undefined;
  measures: 'extent' | 'size' | undefined;
  preferred: ((item: Item, node: HTMLElement) => Omit<ItemMembers, 'hidden'> | null | undefined) | undefined;
  crossfades: boolean | undefined;
  arrowKeys: boolean | undefined;
  snap: 'item' | 'page' | undefined;
  movable: boolean | ((cell: FeedItemName) => boolean) | undefined;
  moveWords: MoveWords | undefined;

  /**
   * The feed, for scrolling and reading its place. Null while the element is not in a page, and until the end of the task that put it
   * there.
   */
  readonly feed: Feed | null;
  /**
   * Resolves when all set properties are applied, and all visible elements are loaded and drawn; at once while the element is not in a
   * page.
   *
   * @throws the error of the event `error`, if it prevents the items from being shown
   */
  whenWhole(options?: { signal?: AbortSignal }): Promise<void>;

  addEventListener<Name extends keyof LayoutdFeedEventMap>(
    type: Name, listener: (event: LayoutdFeedEventMap[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'layoutd-feed': LayoutdFeed;
  }
}

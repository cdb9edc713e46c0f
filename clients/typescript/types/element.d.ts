/** A feed as an element, <layoutd-feed>: layoutd-client/element, which defines it. */
import type { Feed, ViewportStateEvent } from '../index.js';
import type { AnchorRule, Key } from './change.js';
import type { EdgeInsets } from './elements.js';
import type { FeedItemName, FeedElement, FeedNodeEvent, FeedService, MoveWords } from './feed.js';
import type { FeedListOptions, ListMove } from './items.js';

/**
 * What fails that nobody waits for; and once, that there are estimates which nothing measures, since the service lays out elsewhere.
 * Unless the default is prevented, the console tells it, too.
 */
export interface FeedErrorEvent extends Event {
  readonly error: unknown;
}

/** Which items come next, or do not any more: as `prefetch` and `cancel` of a `Feed`. They are named once somebody listens. */
export interface FeedItemsEvent<Item = any> extends Event {
  readonly items: Item[];
}

/**
 * A cell was dropped at another place, where it is shown until items are set: `feed.items = event.items`. Where the default is prevented, or
 * what is waited for is false or rejected, it goes back.
 */
export interface FeedMoveEvent<Item = any> extends Event, ListMove<Item, HTMLElement> {
  waitUntil(answer: Promise<void | boolean>): void;
}

/** What it tells, beside the events of all elements. None of them bubbles. */
export interface LayoutdFeedEventMap {
  /** As the events of `Feed`. */
  startreached: Event;
  endreached: Event;
  state: ViewportStateEvent;
  noderemoved: FeedNodeEvent;
  prefetch: FeedItemsEvent;
  cancel: FeedItemsEvent;
  error: FeedErrorEvent;
  move: FeedMoveEvent;
}

type Listed<Item> = Partial<FeedListOptions<Item, HTMLElement>>;

/**
 * Shows items, and scrolls: a block that the page gives a height. Where it has another `overflow`, or `display`, that counts.
 *
 * What is set in a task is shown together, behind it. What is visible stays where it is, as with `Feed`; also while the element
 * is moved in the page, or is out of it.
 *
 * An attribute sets the property of its name: `arrow-keys`, `engine`, `estimate`, `label`, `layout-direction`, `measures`, `metrics` (JSON),
 * `overscan`, `page-length`, `reach`, `remember`, `scroll-direction`, `service` (an address), `size`, `snap`, `stick-to-end`, `window`;
 * `key` names the member of an item that is its key.
 *
 * What a server rendered in a child with `data-content` is taken over: nodes with the keys of their cells in `data-key` are given
 * to `render` as `reused`, the others are removed with the first drawing. So is what a copy of such an element has been copied with.
 */
export class LayoutdFeed<Item = any> extends HTMLElement implements Listed<Item> {
  /** The items, or the sections with items: set again what has changed. Nothing is shown before one of them is set. */
  items: readonly Item[] | undefined;
  sections: Listed<Item>['sections'];
  headers: Listed<Item>['headers'];
  footers: Listed<Item>['footers'];
  globalHeaders: Listed<Item>['globalHeaders'];
  /** What an item is known by. Default: its `id`. */
  keyOf: ((item: Item, place: number, items: readonly Item[]) => Key) | undefined;
  size: Listed<Item>['size'];
  /** A guess: what is rendered is measured. */
  estimate: Listed<Item>['estimate'];
  version: string | number | undefined;
  /** Default `column`. */
  engine: Listed<Item>['engine'];
  metrics: object | undefined;
  scrollDirection: 'vertical' | 'horizontal' | undefined;
  layoutDirection: 'ltr' | 'rtl' | undefined;
  /** Makes the node of an item, or fills `reused`, as `node` of a `Feed` does. Headers and footers have a `render` of their own. */
  render: ((item: Item, element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  renderSeparator: ((element: FeedElement, reused: HTMLElement | null) => HTMLElement) | undefined;
  /** Default: the module, which lays out in the page. */
  service: FeedService | Promise<FeedService> | undefined;
  /** Where it is, is kept by this name in the tab's session, and gone back to by the next feed of the name. */
  remember: string | undefined;
  /** The window scrolls, and the element does not. */
  window: boolean | undefined;
  anchor: AnchorRule | undefined;
  label: ((section: number, id: string | undefined) => string) | undefined;
  /** As of a `Feed`. */
  overscan: number | undefined;
  pageLength: number | undefined;
  inset: EdgeInsets | undefined;
  reach: number | undefined;
  stickToEnd: boolean | undefined;
  measures: 'extent' | 'size' | undefined;
  arrowKeys: boolean | undefined;
  snap: 'item' | 'page' | undefined;
  movable: boolean | ((cell: FeedItemName) => boolean) | undefined;
  moveWords: MoveWords | undefined;

  /** To scroll by, and to ask where it is. Null while the element is not in a page, and until the task is over that put it there. */
  readonly feed: Feed | null;
  /**
   * Resolves when all that was set is shown, and all that is visible is here and drawn; at once, while the element is not in a page.
   *
   * @throws what the event `error` has told, where nothing is shown because of it
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

import type * as items from './items.js';
import type { AnchorRule, Change } from './change.js';
import type { EdgeInsets, Margins, Rect, SpecialElement } from './elements.js';
import type { FeedElement, FeedItemName, FeedService, FindWords, MoveWords, PrintWords } from './feed.js';
import type { Element, ItemMembers } from './described.js';
import type { ViewportStateName } from './viewport.js';
import type { CSSProperties, HTMLAttributes, ReactElement, ReactNode } from 'react';
import type { Feed as ClientFeed } from '../source/feed/Feed.js';
import type { Layout } from '../source/viewport/Layout.js';
import type { Viewport } from '../source/viewport/Viewport.js';

/** Feeds and layouts in React 18 and 19: layoutd-client/react. */

/** A header or a footer: its members in the snapshot, and the function that renders it. */
export type FeedStack = items.FeedStack<ReactNode>;
/** A global header: it pins, or waits, or neither. */
export type FeedGlobalHeader = items.FeedGlobalHeader<ReactNode>;
/** A section: its items, and its other members in the snapshot. */
export type FeedSection<Item> = items.FeedSection<Item, ReactNode>;
/** The list to show. */
export type FeedListOptions<Item> = items.FeedListOptions<Item, ReactNode>;
export type ItemExtent = items.ItemExtent;

export interface UseFeedOptions<Item> extends FeedListOptions<Item> {
  /** Renders a cell. It is called again when the item, the function, or the number of the cell has changed. */
  render: (item: Item, element: FeedElement) => ReactNode;
  /** Renders separators, if the metrics have any, and the background of global headers. */
  renderSeparator?: (element: FeedElement) => ReactNode;
  /** Default: the module, which lays out in the page. To change the service, give the feed another `key`. */
  service?: FeedService | Promise<FeedService>;
  /** The result of `firstScreen` for the same items: the same value on the server and in the page. */
  first?: FirstScreen;
  /**
   * The name under which the place is stored in the tab's session. The next feed with the same name begins there. To change it, give the
   * feed another `key`.
   */
  remember?: string;
  /** Whether the window scrolls instead of an element. Default false. */
  window?: boolean;
  /** The item that stays in place when items are inserted or removed. Default: as in `Feed.update`. */
  anchor?: AnchorRule;
  /** The accessible name of a section's list. */
  label?: (section: number, id: string | undefined) => string;
  /** How far beyond the visible part elements are rendered, on either side along the scroll axis, in points. Default: half a viewport. */
  overscan?: number;
  pageLength?: number;
  /** Whether cells of a waterfall that were shown stay in their columns, as in `Feed`. Default false. */
  keepsColumns?: boolean;
  /** How far bars cover the visible part at its edges. Default 0. */
  inset?: EdgeInsets;
  /**
   * The margins of the content, or a function that returns them for the content's extent across the scroll axis. If a render gives others,
   * the content is laid out again, and the visible items stay in place. Default: none.
   */
  margins?: Margins | ((containerExtent: number) => Margins);
  /** The distance from an end at which it counts as reached, in points. Default: one viewport. */
  reach?: number;
  /** Whether the feed begins at the end, and stays there when the content grows, as a chat does. Default false. */
  stickToEnd?: boolean;
  /** Whether the content is at least as long as the visible part: placeholders and remainders end with it, as in `Feed`. Default false. */
  fills?: boolean;
  measures?: 'extent' | 'size';
  /** Returns members that a measured item prefers, such as `alpha` and `transform`, as in `Feed`. */
  preferred?: (item: Item, node: HTMLElement) => Omit<ItemMembers, 'hidden'> | null | undefined;
  /** Whether cells of flow fade in that are on another line at another width, as in `Feed`. Default false. */
  crossfades?: boolean;
  /** Whether arrow keys move the focus from cell to cell, as in `Feed`. Default false. */
  arrowKeys?: boolean;
  /** Where the feed comes to rest after the user has scrolled, as in `Feed`. */
  snap?: 'item' | 'page';
  /** With `bar`, Ctrl-F or Cmd-F opens a bar in which the user finds a text, as in `Feed`. It needs `findText`. */
  find?: 'bar';
  /** The text of an item for the bar; undefined to skip it. */
  findText?: (item: Item) => string | undefined;
  /** The texts of the bar. */
  findWords?: FindWords;
  /** Called with the items that come next, the nearest first, for example to load images, as `prefetch` of a `Feed`. */
  onPrefetch?: (items: Item[]) => void;
  /** Called with named items that no longer come next, as they were when they were named; see `cancel` of a `Feed`. */
  onCancel?: (items: Item[]) => void;
  /** Which cells can be moved, as in `Feed`. Default false. */
  movable?: boolean | ((cell: FeedItemName) => boolean);
  /**
   * Called when a cell was dropped at another place, where it is shown until other items are given: `({ items }) => setItems(items)`. It
   * returns to its old place if the result is false, a promise of false, or a rejected promise.
   */
  onMove?: (move: items.ListMove<Item, ReactNode>) => void | boolean | Promise<void | boolean>;
  /** The texts for screen readers while cells are being moved. */
  moveWords?: MoveWords;
  /** The most rows that are printed, as in `Feed`. Default 2 000. */
  printItems?: number;
  /** The texts of lines in place of rows that are not printed, as in `Feed`. */
  printWords?: PrintWords;
  /** Called once when the start is near, as the event `startreached` of `Feed`. */
  onStartReached?: () => void;
  onEndReached?: () => void;
  /**
   * Called with errors of updates and with those that `Feed` reports. Called once, too, if there are estimates that are not measured
   * because a remote service lays out, and for each prop that is meant to be another one. Default: logs to the console.
   */
  onError?: (error: unknown) => void;
}

export interface FeedStatus {
  /** Null until it is open. */
  feed: ClientFeed | null;
  /** The state of the feed; `failing` also if the last update has failed. */
  state: ViewportStateName;
  error: unknown;
  isAtStart: boolean;
  isAtEnd: boolean;
}

export interface UsedFeed extends FeedStatus {
  /** For the element that scrolls. */
  ref: (scroller: HTMLElement | null) => void;
  /** The content, to be rendered in that element. */
  content: ReactElement;
  /** Repeats the last update if it has failed. */
  retry: () => void;
}

export interface FeedProps<Item> extends UseFeedOptions<Item>, Omit<HTMLAttributes<HTMLDivElement>, keyof UseFeedOptions<Item>> {}

/** One element of a first screen. */
export interface FirstElement {
  id: string;
  count: number;
  element: FeedElement;
  style?: CSSProperties;
}

/** The first screen of a feed, for rendering on a server. It can be sent as JSON. */
export interface FirstScreen {
  isHorizontal: boolean;
  style: CSSProperties;
  globals: FirstElement[];
  sections: {
    id: string; section: number; sectionId?: string; headers: FirstElement[]; cells: FirstElement[]; rest: FirstElement[];
  }[];
}

export interface UseLayoutOptions {
  /** Default: the module, which lays out in the page. */
  service?: FeedService | Promise<FeedService>;
  /** The container's width, or its height if scrolling is horizontal; nothing is laid out while both are undefined. */
  width?: number;
  height?: number;
  /** The margins of the container, between which cells lie. Default: none. */
  margins?: Margins;
  /** The visible rectangle. */
  bounds?: Rect;
  inset?: EdgeInsets;
  overscan?: number;
  pageLength?: number;
  /** Called when another layout is shown: scroll to `change.bounds` before the next frame. */
  onChange?: (change: Change) => void;
  onError?: (error: unknown) => void;
}

export interface UsedLayout {
  layout: Layout | null;
  /** Changes, measures and scrolls the layout. Null until there is one. */
  viewport: Viewport | null;
  /** All loaded elements that overlap the bounds or the overscan, without special ones. */
  elements: readonly Element[];
  /** The elements that pin or wait, and the background of the global headers, placed for the bounds. */
  special: readonly SpecialElement[];
  state: ViewportStateName;
  error: unknown;
}

/** Feeds and layouts in React 18 and 19: layoutd-client/react. */
import type { CSSProperties, HTMLAttributes, ReactElement, ReactNode, RefAttributes } from 'react';
import type { Feed as ClientFeed, Layout, SnapshotBody } from '../index.js';
import type { AnchorRule, Change } from './change.js';
import type { EdgeInsets, Element, Rect, SpecialElement } from './elements.js';
import type { FeedItemName, FeedElement, FeedService, MoveWords } from './feed.js';
import type * as items from './items.js';
import type { Viewport, ViewportStateName } from './viewport.js';

/** A header or a footer: as it is posted, and what renders it. */
export type FeedStack = items.FeedStack<ReactNode>;
/** A section: its items, and what else a snapshot says of it. */
export type FeedSection<Item> = items.FeedSection<Item, ReactNode>;
/** What there is to show. */
export type FeedListOptions<Item> = items.FeedListOptions<Item, ReactNode>;
export type ItemExtent = items.ItemExtent;

export interface UseFeedOptions<Item> extends FeedListOptions<Item> {
  /** Renders a cell. It is called again when the item or the function is another one, or the cell has another number. */
  render: (item: Item, element: FeedElement) => ReactNode;
  /** Renders separators, where the metrics have any. */
  renderSeparator?: (element: FeedElement) => ReactNode;
  /** Default: the module, which lays out in the page. For another one the feed gets another `key`. */
  service?: FeedService | Promise<FeedService>;
  /** What `firstScreen` answered, for the same items: the same value on the server and in the page. */
  first?: FirstScreen;
  /**
   * Where it is, is kept by this name in the tab's session, and gone back to by the next feed of the name. For another one the feed
   * gets another `key`.
   */
  remember?: string;
  /** The window scrolls, and no element does. Default false. */
  window?: boolean;
  /** What stands still when items come and go. Default: as in `Feed.update`. */
  anchor?: AnchorRule;
  /** Names the list of a section for those who listen. */
  label?: (section: number, id: string | undefined) => string;
  /** What is rendered beyond what is visible, on either side along the scroll axis, in points. Default: half a viewport. */
  overscan?: number;
  pageLength?: number;
  /** What covers the visible part at its edges. Default 0. */
  inset?: EdgeInsets;
  /** How far from an end it is reached, in points. Default: one viewport. */
  reach?: number;
  /** Begins at the end, and stays there while it is there: a chat. Default false. */
  stickToEnd?: boolean;
  measures?: 'extent' | 'size';
  /** Whether arrow keys lead from cell to cell, as of `Feed`. Default false. */
  arrowKeys?: boolean;
  /** Where it comes to rest once the user has scrolled: as of a `Feed`. */
  snap?: 'item' | 'page';
  /** Which items come next, the nearest first, for who loads images: as `prefetch` of a `Feed`. */
  onPrefetch?: (items: Item[]) => void;
  /** Which of those that were named do not come next any more, as they were then: as `cancel` of a `Feed`. */
  onCancel?: (items: Item[]) => void;
  /** Which cells can be moved, as of `Feed`. Default false. */
  movable?: boolean | ((cell: FeedItemName) => boolean);
  /**
   * A cell was dropped at another place, where it is shown until other items are given: `({ items }) => setItems(items)`. It goes back
   * where the answer is false, a promise of false, or is rejected.
   */
  onMove?: (move: items.ListMove<Item, ReactNode>) => void | boolean | Promise<void | boolean>;
  /** What is said while cells are moved. */
  moveWords?: MoveWords;
  /** The start is near: once, as the event `startreached` of `Feed`. */
  onStartReached?: () => void;
  onEndReached?: () => void;
  /**
   * Told what fails: an update, or what `Feed` tells. Told once, too, where there are estimates that nothing measures, since the
   * service lays out elsewhere. Default: the console.
   */
  onError?: (error: unknown) => void;
}

export interface FeedStatus {
  /** Null until it is open. */
  feed: ClientFeed | null;
  /** That of the feed; `failing` also where the last update has failed. */
  state: ViewportStateName;
  error: unknown;
  isAtStart: boolean;
  isAtEnd: boolean;
}

export interface UsedFeed extends FeedStatus {
  /** For the element that scrolls. */
  ref: (scroller: HTMLElement | null) => void;
  /** What is shown, to be rendered in that element. */
  content: ReactElement;
  /** Does the last update again, where that has failed. */
  retry: () => void;
}

/**
 * A feed of items. React renders what is visible, and what has left is unmounted. What is visible stays where it is on screen
 * while items come, go, are measured or laid out for another width, as with `Feed`.
 *
 * @throws TypeError for an option of a name that there is not
 */
export function useFeed<Item>(options: UseFeedOptions<Item>): UsedFeed;

export interface FeedProps<Item> extends UseFeedOptions<Item>, Omit<HTMLAttributes<HTMLDivElement>, keyof UseFeedOptions<Item>> {}

/** A feed in a `div` that scrolls, or with `window` in the page; children stand above what is shown. The ref is the client's `Feed`. */
export const Feed: <Item>(props: FeedProps<Item> & RefAttributes<ClientFeed>) => ReactElement | null;

/** One element of a first screen. */
export interface FirstElement {
  id: string;
  count: number;
  element: FeedElement;
  style?: CSSProperties;
}

/** What a server renders of a feed. It can be sent as JSON. */
export interface FirstScreen {
  isHorizontal: boolean;
  style: CSSProperties;
  globals: FirstElement[];
  sections: {
    id: string; section: number; sectionId?: string; headers: FirstElement[]; cells: FirstElement[]; rest: FirstElement[];
  }[];
}

/**
 * The first screen of a feed, for a server: given as `first` to what it renders, and to the page that goes on from there. Rows one
 * below the other are stacked by the browser, also where their sizes are estimates; elsewhere, estimates are shown until the
 * page runs.
 *
 * @param options those of the feed
 */
export function firstScreen<Item>(
  options: FeedListOptions<Item>, screen: { service: FeedService; width: number; height: number }): Promise<FirstScreen>;

export interface UseLayoutOptions {
  /** Default: the module, which lays out in the page. */
  service?: FeedService | Promise<FeedService>;
  /** The container's width, or its height where scrolling is horizontal; nothing is laid out while both are undefined. */
  width?: number;
  height?: number;
  /** What is visible. */
  bounds?: Rect;
  inset?: EdgeInsets;
  overscan?: number;
  pageLength?: number;
  /** Another layout is shown: to be scrolled to `change.bounds` before the next frame. */
  onChange?: (change: Change) => void;
  onError?: (error: unknown) => void;
}

export interface UsedLayout {
  layout: Layout | null;
  /** To change, measure and scroll the layout by. Null until there is one. */
  viewport: Viewport | null;
  /** All that overlaps the bounds or the overscan and is here, without what pins. */
  elements: readonly Element[];
  /** What pins, where it stands for the bounds. */
  special: readonly SpecialElement[];
  state: ViewportStateName;
  error: unknown;
}

/**
 * A layout, and what is visible of it, for who draws it. Another snapshot, or another width, is shown in place of the one before:
 * a snapshot that is made while rendering is kept by `useMemo`, else it is posted with each rendering.
 */
export function useLayout(snapshot: SnapshotBody | null, options: UseLayoutOptions): UsedLayout;

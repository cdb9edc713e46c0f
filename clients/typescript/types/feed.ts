import type { AnchorRule, Key } from './change.js';
import type { EdgeInsets, ElementKind, Margins } from './elements.js';
import type { FirstScreenOptions, SnapshotBody } from './index.js';
import type { Element, ItemMembers, ItemPath, Step } from './described.js';
import type { ScrollAlignment, ViewportStateEvent } from './viewport.js';
import type { Layout } from '../source/viewport/Layout.js';

/** An element for which a node is made. */
export interface FeedElement extends Omit<Element, 'kind'> {
  kind: ElementKind;
  /** The key of a cell, if the feed was given keys. */
  key?: Key;
  /** The `id` of its section in the snapshot. */
  sectionId?: string;
}

/** The keys of the items: a list for each section (null for a section without keys), or one list if there is one section. */
export type FeedKeys =
  | readonly Key[]
  | readonly (readonly Key[] | null)[]
  | ((section: number) => readonly Key[] | null | undefined);

/** An object that lays snapshots out, such as a `LayoutService`. */
export interface FeedService {
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<Layout>;
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<{ layout(containerExtent: number): Promise<Layout> }>;
}

/** An item of a feed. */
export interface FeedItemName {
  section: number;
  item: number;
  /** The key of the item, if the feed was given keys. */
  key?: Key;
}

/** A cell that was dropped at another place. */
export interface FeedMove {
  /** The step that makes the same move in a layout or a document. */
  step: Step;
  /** The key of the item, if the feed was given keys. */
  key?: Key;
  /** The old place. */
  from: ItemPath;
  /** The new place. */
  to: ItemPath;
  /** All keys after the move, by section, if the feed was given keys. */
  keys?: readonly (readonly Key[] | null)[];
}

/** The place of a cell that is being moved. */
export interface SpokenPlace {
  /** From 1. */
  position: number;
  /** The number of items of its section; below 1 if it is not known. */
  count: number;
  section: number;
  key?: Key;
}

/** The texts for screen readers while a cell is being moved. The default of each is in English. */
export interface MoveWords {
  /** How to move a cell with keys. */
  help?: string;
  lifted?: (place: SpokenPlace) => string;
  moved?: (place: SpokenPlace) => string;
  dropped?: (place: SpokenPlace) => string;
  cancelled?: (place: SpokenPlace) => string;
  /** The cell was removed meanwhile. */
  removed?: (place: SpokenPlace) => string;
}

/** What `find` reads. */
export interface FindOptions<Item = FeedItemName> {
  /**
   * The text of an item. Without a text, for example because the item is not loaded, it is skipped, and counted as such. A `Feed` knows
   * the names of its items; in an element and in React it is the page's own item.
   */
  text: (item: Item) => string | undefined;
  signal?: AbortSignal;
}

/**
 * A search for a text in the items of a feed. A hit is an item whose text contains it; texts are compared composed (NFC), and in small
 * letters. An empty text is nowhere. The search begins at the first visible row, or at the current hit of the search before, and goes on around the end of the
 * list, in slices between which the page runs. A change of the list begins it anew, at the current hit if that is still one.
 *
 * In the visible rows the words have the highlight `layoutd-found`, those of the current hit `layoutd-found-current`: `::highlight(…)` in
 * styles. A row that does not show the word in a text, and each in a browser without highlights, has the attribute `data-found`, which is
 * `current` for the current hit.
 *
 * The event `change` tells that one of its numbers is another one, at most once in each slice; `close`, that the search is closed.
 */
export interface FeedSearch extends EventTarget {
  readonly text: string;
  /** How many hits have been found so far. */
  readonly count: number;
  /** The number of the current hit in the order of the list, from 1; 0 if there is none. */
  readonly current: number;
  /** How many items that were looked at have no text. */
  readonly skipped: number;
  /** Whether all items have been looked at. */
  readonly isDone: boolean;
  readonly isClosed: boolean;
  /**
   * Scrolls to the next hit, in the middle of the visible part; after the last one to the first. It is the one after the current hit, or
   * after what is visible once the user has scrolled away. Waits until it is found. Resolves with the item once the scroll has ended; null
   * if there is none, or if the search is closed.
   */
  next(): Promise<FeedItemName | null>;
  /** The same backwards. */
  previous(): Promise<FeedItemName | null>;
  /** Ends the search and takes its marks away. */
  close(): void;
}

/** The texts of the bar in which the user finds a text. The default of each is in English. */
export interface FindWords {
  /** The accessible name of the bar. */
  label?: string;
  /** The accessible name of the field. */
  field?: string;
  /** Of the buttons. */
  previous?: string;
  next?: string;
  close?: string;
  /** What the bar shows and screen readers say of a search, such as "3 of 120". */
  count?: (search: Pick<FeedSearch, 'count' | 'current' | 'skipped' | 'isDone'>) => string;
}

/** The events of a `Feed`. */
export interface FeedEventMap {
  startreached: Event;
  endreached: Event;
  scroll: Event;
  state: ViewportStateEvent;
  /**
   * A node no longer shows its element, which is out of sight or was removed, or the feed is closed: stop media in the node and remove your
   * listeners from it. The node may be filled again for another element.
   */
  noderemoved: FeedNodeEvent;
  movecancelled: MoveCancelledEvent;
}

/** The texts of lines that stand in for rows that are not printed. The default of each is in English. */
export interface PrintWords {
  before?: (count: number) => string;
  after?: (count: number) => string;
}

export interface FeedOptions {
  service: FeedService;
  /**
   * Makes the node of an element, or fills `reused`: the element's own node after an update, the node of another element of its kind that
   * is no longer shown, or null. The returned node is shown. The feed sets its position, its size, its margin (0), and the ARIA attributes
   * for its order; an existing role stays. It shows the `alpha`, the matrix, the zIndex and the `backgroundColor` of the element: in their
   * place, what the page has set of these comes back when the element no longer has them. A hidden cell has no node. An element with an estimated size gets the size of its content, if the layout is computed in the
   * page (`LayoutService.local`), or the height that its style has.
   */
  node(element: FeedElement, reused: HTMLElement | null): HTMLElement;
  /** The accessible name of a section's list. */
  label?: (section: number, id: string | undefined) => string;
  /** The parent of the nodes, which contains nothing else and is in the scroller. Default: the feed makes one at the scroller's end. */
  content?: HTMLElement;
  /** How far beyond the visible part elements are drawn, on either side along the scroll axis, in points. Default: half a viewport. */
  overscan?: number;
  pageLength?: number;
  /** Whether cells of a waterfall that were shown stay in their columns, as `ViewportOptions` say. Default false. */
  keepsColumns?: boolean;
  /**
   * How far bars cover the visible part at its edges. Leave room for them beside the content, such as a padding of the scroller: the ends of
   * the content can then be scrolled out of the bars. A warning on the console names a bar without room. Default 0.
   */
  inset?: EdgeInsets;
  /** The margins of the content, or a function that returns them for the content's extent across the scroll axis. Default: none. */
  margins?: Margins | ((containerExtent: number) => Margins);
  /** The distance from an end at which it counts as reached, in points. Default: one viewport. */
  reach?: number;
  /** Whether the feed begins at the end, and stays there when the content grows, as a chat does. Default false. */
  stickToEnd?: boolean;
  /**
   * Whether the content is at least as long as the visible part, without `inset`: then placeholders and remainders end where the scroller
   * does. The feed sets the `minimumContentLength` of the layout each time that another one is right. While the global headers that scroll
   * away are out of sight, it is longer by their extents, so that they stay there when the content becomes short. Default false.
   */
  fills?: boolean;
  /**
   * What is measured of the nodes of estimated cells. `extent`: their extent along the scroll axis, which their content determines. `size`:
   * for cells in lines (flow) the other extent, too, up to that of the container. Default `extent`.
   */
  measures?: 'extent' | 'size';
  /**
   * Called with each cell whose node is measured: when it has been filled, and when its size has changed. It returns members that the cell
   * prefers, such as `alpha` and `transform`, which are set together with the measured size. Like that they belong to one width. Members
   * that it no longer returns get their defaults. Nothing is measured, and this is not called, if the layout is not computed in the page.
   */
  preferred?: (cell: FeedItemName, node: HTMLElement) => Omit<ItemMembers, 'hidden'> | null | undefined;
  /**
   * Whether cells of flow that are on another line at another width of the scroller fade in there (docs/rules.md#transition). With
   * reduced motion they do not. Default false.
   */
  crossfades?: boolean;
  /**
   * Whether arrow keys move the focus from cell to cell: to the next cell on that side (docs/rules.md#neighbors), with Home and End to the
   * first and the last one, with Page Up and Page Down by one viewport. Tab then reaches one cell, and the controls in cells. A control
   * that uses such keys itself, such as a text field, still gets them. Default false.
   */
  arrowKeys?: boolean;
  /**
   * Where the feed comes to rest after the user has scrolled and let go (docs/rules.md#scroll-target). `item`: with the item whose centre
   * is nearest in the middle of the visible part. `page`: at a page as long as the visible part; if the content was moving when a finger
   * was lifted, at the next one in that direction. At the ends of the content there is no snapping. The user can stop the animation; with
   * reduced motion there is none.
   */
  snap?: 'item' | 'page';
  /**
   * Called with the items that come next, the nearest first, for example to load images: those of one viewport in the direction of the
   * scroll, and none while it is faster than three viewports per second (docs/rules.md#scroll-window). Only items whose frames are loaded
   * are named. `cancel` is called once for each named item.
   */
  prefetch?: (items: FeedItemName[]) => void;
  /**
   * Called with named items that neither come next any more nor are visible: the direction has changed, the scroll is too fast, the
   * viewport has passed them, or they were removed. `close` cancels all that are left. They are the same objects as `prefetch` was called
   * with, so their numbers may be out of date. An item may be named again afterwards.
   */
  cancel?: (items: FeedItemName[]) => void;
  /**
   * Which cells can be moved: with a mouse, with a finger that stays on a cell, or with keys: Space picks up the cell that has the focus,
   * arrow keys move it. `arrowKeys` is then true by default. While a cell is being moved, its node has the attribute `data-dragged`.
   * Default false.
   */
  movable?: boolean | ((cell: FeedItemName) => boolean);
  /**
   * Called when a cell was dropped at another place, where it is shown from now on. It returns to its old place if the result is false, a
   * promise of false, or a rejected promise, unless `update` or `show` has given another list since. If other items were inserted or
   * removed meanwhile, it returns to the place after the item that was before it. While a cell is held, the list may change: the drag goes
   * on with its key.
   */
  onMove?: (move: FeedMove) => void | boolean | Promise<void | boolean>;
  /** The texts for screen readers while cells are being moved. Default: in English. */
  moveWords?: MoveWords;
  /**
   * With `bar`, Ctrl-F, on Apple's systems Cmd-F, opens a bar over the start of the visible part in which the user finds a text: if the
   * focus is in the feed or nowhere, and no listener has prevented the key. Enter goes to the next hit, Shift-Enter to the previous one;
   * Escape closes the bar. A second press in its field is left to the browser. It needs `findText`.
   */
  find?: 'bar';
  /** The text of an item for the bar, as `text` of the method `find`. */
  findText?: (cell: FeedItemName) => string | undefined;
  /** The texts of the bar. Default: in English. */
  findWords?: FindWords;
  /**
   * The most rows that are printed: those from the first one on; if the first visible one is not among them, those around it. A line in
   * the print says how many come before, and how many follow. Default 2 000.
   */
  printItems?: number;
  /** The texts of these lines, which have the attribute `data-print`, `before` or `after`, for styles. Default: in English. */
  printWords?: PrintWords;
  /** Called with errors of operations that no promise reports, such as a layout for another width. Default: logs to the console. */
  onError?: (error: unknown) => void;
}

export interface FeedUpdateOptions {
  /** Default `auto`, with `stickToEnd` `end`; `first` near the start, once `startreached` is listened to and was told. */
  anchor?: AnchorRule;
  /** The distance from the end within which `end` applies, in points. Default 1. */
  endThreshold?: number;
  /** Identify items: if this and the last update have keys, the difference is sent as steps. */
  keys?: FeedKeys;
  /** The scroll direction of the snapshot that a function makes. Default `vertical`. */
  scrollDirection?: 'vertical' | 'horizontal';
  signal?: AbortSignal;
}

/** The place of inserted items: before the item with a number or key, or after all items. */
export type FeedInsertPlace = number | { key: Key } | 'end';

export interface FeedEditOptions {
  /** Default 0. */
  section?: number;
  /** Default `auto`, with `stickToEnd` `end`; `first` near the start, once `startreached` is listened to and was told. */
  anchor?: AnchorRule;
  /** The distance from the end within which `end` applies, in points. Default 1. */
  endThreshold?: number;
  signal?: AbortSignal;
}

export interface FeedNodeEvent extends Event {
  readonly node: HTMLElement;
  /** The key of a cell, if the feed was given keys. */
  readonly key?: Key;
}

/** A cell that is being moved was removed from the list. Without keys, any other list ends a move. */
export interface MoveCancelledEvent extends Event {
  readonly key?: Key;
}

/**
 * The place to which a feed is scrolled. It can be stored as JSON, and is valid at other widths, and after items were inserted or removed.
 */
export interface FeedPlace {
  /** The first cell that is not covered; missing if there is none. */
  section?: number;
  item?: number;
  key?: Key;
  /** The distance from the start of the visible part to the start of the cell. */
  offset: number;
  /** The distance from the start of the content to the start of the visible part; negative where a bar covers the room before it. */
  lead: number;
  isAtEnd: boolean;
}

/** A cell by its number or its key, or an end. */
export type FeedTarget = { section: number; item: number } | { key: Key; section?: number } | 'start' | 'end';

export interface FeedScrollOptions {
  /** The position of the cell in the visible part. Default `start`. */
  alignment?: ScrollAlignment;
  /** Default `instant`. With reduced motion it is always `instant`. */
  behavior?: 'smooth' | 'instant';
}

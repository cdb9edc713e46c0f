import type { FirstScreenOptions, Layout, SnapshotBody } from '../index.js';
import type { AnchorRule, Change, Key } from './change.js';
import type { FlowItems, SnapshotInput, WaterfallItems } from './snapshot.js';
import type { EdgeInsets, Element, ElementKind } from './elements.js';
import type { ItemPath, Step } from './steps.js';
import type { ScrollAlignment, Viewport, ViewportStateEvent, ViewportStateName } from './viewport.js';

/** What a node is made for. */
export interface FeedElement extends Omit<Element, 'kind'> {
  kind: ElementKind;
  /** Of a cell, where the feed was given keys. */
  key?: Key;
  /** The `id` that the snapshot gave its section. */
  sectionId?: string;
}

/** The keys of the items: of each section (null: it has none), or of the only one. */
export type FeedKeys =
  | readonly Key[]
  | readonly (readonly Key[] | null)[]
  | ((section: number) => readonly Key[] | null | undefined);

/** Whatever lays snapshots out: a `LayoutService`. */
export interface FeedService {
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<Layout>;
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<{ layout(containerExtent: number): Promise<Layout> }>;
}

/** An item of a feed. */
export interface FeedItemName {
  section: number;
  item: number;
  /** Where the feed was given keys. */
  key?: Key;
}

/** A cell that was dropped at another place. */
export interface FeedMove {
  /** What to change a layout, or a document, by. */
  step: Step;
  /** Of the item, where the feed was given keys. */
  key?: Key;
  /** Where it was. */
  from: ItemPath;
  /** Where it is. */
  to: ItemPath;
  /** All keys as they stand then, by section, where the feed was given any. */
  keys?: readonly (readonly Key[] | null)[];
}

/** Where a cell that is moved stands. */
export interface SpokenPlace {
  /** From 1. */
  position: number;
  /** How many items its section has; below 1 where that is not known. */
  count: number;
  section: number;
  key?: Key;
}

/** What is said while a cell is moved. Each is said in English where it is left out. */
export interface MoveWords {
  /** How it is done by keys. */
  help?: string;
  lifted?: (place: SpokenPlace) => string;
  moved?: (place: SpokenPlace) => string;
  dropped?: (place: SpokenPlace) => string;
  cancelled?: (place: SpokenPlace) => string;
}

export interface FeedOptions {
  service: FeedService;
  /**
   * Makes the node of an element, or fills `reused`: the element's own one after an update, that of another element of its
   * kind which is no longer shown, or null. What it returns is shown. Where it stands and how large it is, and what says
   * the order to those who listen, the feed sets; a role that the node has stays. One of an estimated size is as large as
   * its content, where the layout is held in the page (`LayoutService.local`).
   */
  node(element: FeedElement, reused: HTMLElement | null): HTMLElement;
  /** Names the list of a section for those who listen. */
  label?: (section: number, id: string | undefined) => string;
  /** What the nodes stand in, and nothing else, somewhere in the scroller. Default: the feed makes one at its end. */
  content?: HTMLElement;
  /** What is drawn beyond what is visible, on either side along the scroll axis, in points. Default: half a viewport. */
  overscan?: number;
  pageLength?: number;
  /** What covers the visible part at its edges. Default 0. */
  inset?: EdgeInsets;
  /** How far from an end it is reached, in points. Default: one viewport. */
  reach?: number;
  /** Begins at the end, and stays there while it is there: a chat. Default false. */
  stickToEnd?: boolean;
  /**
   * What is read of the nodes of estimated cells: their extent along the scroll axis, as which they are as long as their content;
   * or their size: of cells that stand in lines (flow), the other extent, too, at most the container's. Default `extent`.
   */
  measures?: 'extent' | 'size';
  /**
   * Whether arrow keys lead from cell to cell: each to the next one on its side (docs/rules.md#neighbors), Home and End to the first
   * and the last one, Page Up and Page Down by what is visible. Tab then leads to one cell, and to the controls in cells. A control
   * that goes by such keys itself, such as a text field, keeps them. Default false.
   */
  arrowKeys?: boolean;
  /**
   * Where it comes to rest once the user has scrolled and let go: so that the item whose centre is nearest stands in the middle of
   * what is visible, or at a page, as long as what is visible: the next one where it moved, with a finger when that was lifted
   * (docs/rules.md#scroll-target). At the ends of the content it stays. A hand ends the way there, which is none for who prefers
   * reduced motion.
   */
  snap?: 'item' | 'page';
  /**
   * Told which items come next, the nearest first, for who loads images: in the direction in which it moves, for one viewport,
   * and none while it moves by more than three viewports per second (docs/rules.md#scroll-window). Only items whose frames are
   * here are named. Each that is named is cancelled once.
   */
  prefetch?: (items: FeedItemName[]) => void;
  /**
   * Told which of the items that were named neither come next any more nor are visible: the direction has turned, it moves too
   * fast, they are behind what is visible, or have gone. With `close`, all that are left. They are the same objects as
   * `prefetch` was given, so the numbers are those of then. An item may be named again afterwards.
   */
  cancel?: (items: FeedItemName[]) => void;
  /**
   * Which cells can be moved: by a mouse, by a finger that stays on one, or by keys: Space picks the one up that has the focus, arrow
   * keys move it. `arrowKeys` then is true by default. While it is moved, the node has the attribute `data-dragged`. Default false.
   */
  movable?: boolean | ((cell: FeedItemName) => boolean);
  /**
   * A cell was dropped at another place, where it is shown from now on. It goes back where the answer is false, or a promise of
   * false, or is rejected, unless `update` or `show` has given another list since. Where other items came or went meanwhile, it goes
   * behind the item that stood before it.
   */
  onMove?: (move: FeedMove) => void | boolean | Promise<void | boolean>;
  /** What is said to those who listen while cells are moved. Default: in English. */
  moveWords?: MoveWords;
  /** Told what fails that nobody waits for, such as a layout for another width. Default: the console. */
  onError?: (error: unknown) => void;
}

export interface FeedUpdateOptions {
  /** Default `auto`, with `stickToEnd` `end`; `first` near the start, once `startreached` is listened to and was told. */
  anchor?: AnchorRule;
  /** How near the end `end` means by the end, in points. Default 1. */
  endThreshold?: number;
  /** What items are the same: with keys now and before, what has changed is sent as steps. */
  keys?: FeedKeys;
  /** That of what a function makes. Default `vertical`. */
  scrollDirection?: 'vertical' | 'horizontal';
  signal?: AbortSignal;
}

/** Where items are inserted: in front of the item of that number or key, or behind all items. */
export type FeedInsertPlace = number | { key: Key } | 'end';

export interface FeedEditOptions {
  /** Default 0. */
  section?: number;
  /** Default `auto`, with `stickToEnd` `end`; `first` near the start, once `startreached` is listened to and was told. */
  anchor?: AnchorRule;
  /** How near the end `end` means by the end, in points. Default 1. */
  endThreshold?: number;
  signal?: AbortSignal;
}

export interface FeedNodeEvent extends Event {
  readonly node: HTMLElement;
  /** Of a cell, where the feed was given keys. */
  readonly key?: Key;
}

/** Where a feed is. Can be kept as JSON, and holds at other widths, and where items have come or gone. */
export interface FeedPlace {
  /** The first cell that is not covered; missing where there is none. */
  section?: number;
  item?: number;
  key?: Key;
  /** How far behind the start of the visible part it begins. */
  offset: number;
  /** How far the visible part begins behind the start of the content. */
  lead: number;
  isAtEnd: boolean;
}

/** A cell by its number or its key, or an end. */
export type FeedTarget = { section: number; item: number } | { key: Key; section?: number } | 'start' | 'end';

export interface FeedScrollOptions {
  /** Where a cell comes to stand. Default `start`. */
  alignment?: ScrollAlignment;
  /** Default `instant`. Who prefers reduced motion gets that in any case. */
  behavior?: 'smooth' | 'instant';
}

/**
 * Shows a layout in a scroller: an element that scrolls, or the window. What is visible is kept where it is on screen while
 * the content changes, is measured, and is laid out for another width; and while the scroller is hidden, is out of the page, or
 * has something above the content that grows.
 *
 * Nodes stand in the order in which they are read, section by section: headers, a list of the cells, footers. Each stays with
 * its element while that is shown.
 */
export class Feed extends EventTarget {
  /** @throws RangeError, TypeError when an option is out of range, or there is none of its name */
  constructor(scroller: HTMLElement | Window, options: FeedOptions);

  /** Null before the first layout is shown; then always the same one. */
  readonly viewport: Viewport | null;
  readonly layout: Layout | null;
  /** What the nodes stand in. */
  readonly content: HTMLElement;
  /**
   * That of the viewport; `loading` or `failing` also while the layout that is shown is for another width than the scroller
   * has. A layout for that width which fails in passing is asked for again until it is here, after growing pauses.
   */
  readonly state: ViewportStateName;
  /** Where it is; null before the first layout is shown. */
  readonly place: FeedPlace | null;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;

  /**
   * Shows a snapshot, behind all updates before: lays it out for the scroller, as soon as that has an extent; where keys tell
   * what has become of the one before, by steps. All nodes that are shown are filled anew. The change is null where the
   * layout is the first one, or stays as it is. Neither the snapshot nor the keys are to be changed afterwards.
   *
   * Where steps come by `viewport.change`, such as those of a document that is followed, the items keep their keys, and new ones
   * have none until the next update names them.
   *
   * A function makes the snapshot for the container's width, or its height where it scrolls horizontally: sizes that go by it,
   * such as those of texts. It is called again when the scroller has another one.
   *
   * @throws TypeError when there are not as many keys as items, or twice the same; Problem as `post` and `change` do
   */
  update(
    snapshot: SnapshotBody | ((containerExtent: number) => SnapshotInput), options?: FeedUpdateOptions): Promise<Change | null>;
  /**
   * Inserts items with their keys, behind all updates before. The snapshot that was given last and its keys have to be known:
   * steps of a document that is followed leave them unknown until the next update. They are copied, not changed.
   * O(items) to copy them, O(items inserted) of all else.
   *
   * @throws TypeError when there are not as many keys as items, or one is there already, or what is shown is not known;
   *   RangeError when there is no such place; Problem as `change` does
   */
  insert(at: FeedInsertPlace, items: FlowItems | WaterfallItems, options: FeedEditOptions & { keys: readonly Key[] }): Promise<Change | null>;
  /**
   * Removes items by their keys, or some in a row, likewise.
   *
   * @throws TypeError when what is shown is not known; RangeError when there is no such item; Problem as `change` does
   */
  remove(which: readonly Key[] | { item: number; count?: number }, options?: FeedEditOptions): Promise<Change | null>;
  /**
   * Shows a layout, likewise. One for another width is laid out anew. With `keys`, these are the names of its items; of the
   * layout that is shown they are named, and nothing else is done.
   *
   * @throws TypeError when there are not as many keys as items, where there is one section, or twice the same
   */
  show(layout: Layout, options?: { keys?: FeedKeys }): Promise<Change | null>;
  /** Has the nodes that are shown filled anew. */
  refill(): void;

  /** Resolves when all that is visible is here and drawn. */
  whenWhole(options?: { signal?: AbortSignal }): Promise<void>;

  /**
   * Goes to a place; before the first update, that begins there. Where there is no cell of its key, to that of its number;
   * where there is none either, to the same distance from the start. A scroll, or another call, that comes before it is there
   * ends it.
   */
  restore(place: FeedPlace): Promise<void>;
  /**
   * Scrolls. Resolves when it is there: true; or when it was ended before, by the user, another call or `close`: false. The
   * target is looked up again while the content changes; false also where it has moved away again after ten looks.
   *
   * @throws Problem `not-found`, or RangeError for a key, when there is no such item
   */
  scrollTo(target: FeedTarget, options?: FeedScrollOptions): Promise<boolean>;

  /** Removes its nodes, and whatever it listens to. What it has set on nodes that it has not made is as it was before. */
  close(): void;

  /**
   * `startreached`, `endreached`: an end is near; once, until it has been left, or until another item stands at that end and
   * somebody has scrolled, the content does not fill the scroller, or no item is left of those that were there when it was told.
   * `scroll`: the visible part has moved in the content.
   */
  /**
   * A node shows its element no more, since that is out of sight, has gone, or the feed is closed: time to stop what plays in it
   * and to take back what listens to it. It may be filled again for another element.
   */
  addEventListener(
    type: 'noderemoved', listener: ((event: FeedNodeEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: 'startreached' | 'endreached' | 'scroll', listener: ((event: Event) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: 'state', listener: ((event: ViewportStateEvent) => void) | EventListenerObject | null,
    options?: boolean | AddEventListenerOptions): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

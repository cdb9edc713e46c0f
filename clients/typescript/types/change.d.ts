import type { Layout } from '../index.js';
import type { EdgeInsets, ElementKind, Point, Rect, Size } from './elements.js';
import type { Expectation, ItemSize, ScrollAnchor, Step, Stretch } from './steps.js';
import type { Viewport } from './viewport.js';

/** What stands still: nothing, as browsers do it, the first visible item, the last one at the end, or this item. */
export type AnchorRule = 'none' | 'auto' | 'first' | 'end' | { section: number; item: number };

export interface ViewportChangeOptions {
  /** Default `auto`: the first visible item, unless the viewport is at the start. */
  anchor?: AnchorRule;
  /** How near the end `end` means by the end, in points. Default 1. */
  endThreshold?: number;
  /** Whether the change says how what is visible goes. Default false. */
  transition?: boolean;
  expect?: Expectation;
  signal?: AbortSignal;
}

export interface ChangeOptions extends ViewportChangeOptions {
  /** The visible rectangle. Without it nothing is anchored. */
  bounds?: Rect;
  /** What is taken off it for pinning. Default 0. */
  inset?: EdgeInsets;
}

/** Where an element stands at one end of a transition, in content coordinates. */
export interface TransitionEnd {
  frame: Rect;
  /** 1 where it is left out. */
  alpha?: number;
  pinned?: boolean;
}

/** How an element goes from the old layout to the new one. */
export interface Transition {
  category: 'cell' | 'supplementary' | 'decoration';
  kind?: Exclude<ElementKind, 'cell'>;
  /** In the old layout; not for a new element. */
  from?: { section?: number; item?: number; index?: number };
  /** In the new layout; not for one that is gone. */
  to?: { section?: number; item?: number; index?: number };
  /** For the bounds before. */
  initial: TransitionEnd;
  /** For the bounds after. */
  final: TransitionEnd;
  zIndex?: number;
}

/** What steps made of a layout. */
export interface Change {
  /** The new layout. It has what is visible at the new bounds already. */
  readonly layout: Layout;
  /** The layout before. */
  readonly parent: Layout;
  /**
   * In which stretch the layouts differ, before and after; null where they do not. All of both where sizes were measured before
   * the rest of the module was there.
   */
  readonly changed: { before: Stretch; after: Stretch } | null;
  /** Where to scroll, so that what is visible stays where it is; null where no bounds were given. */
  readonly bounds: Rect | null;
  /** How far that is from the bounds before. */
  readonly scrollDelta: Point;
  readonly anchor: ScrollAnchor | null;
  /** Where it was asked for; else null. */
  readonly transition: readonly Transition[] | null;
}

export type Key = string | number;

export interface KeyOptions<Item> {
  /** Names an item among all of its section. Default: the item itself. */
  key?: (item: Item) => Key;
  /** How large an item is. Default: nothing is said, for engines that need no size. */
  size?: (item: Item) => ItemSize;
  /** The section that the items are in. Default 0. */
  section?: number;
}

/**
 * The steps, one or none, that make one list of another: what has gone is deleted, what is new inserted, as little as
 * possible moved, and what has another size resized. O(items · log items)
 *
 * @throws TypeError when two items of a list have the same key
 */
export function stepsBetween<Item>(
  before: readonly Item[], after: readonly Item[], options?: KeyOptions<Item>): Step[];

/** The items that a section of a viewport shows, by their keys. */
export class KeyedItems<Item> {
  constructor(viewport: Viewport, items: readonly Item[], options?: KeyOptions<Item>);
  /** Those of the last change that succeeded. */
  readonly items: readonly Item[];
  /**
   * Makes the section show these items, behind all updates before. The change is null where nothing is to be changed.
   *
   * @throws Problem as `viewport.change` does; the items are then those before.
   */
  update(items: readonly Item[], options?: ViewportChangeOptions): Promise<Change | null>;
}

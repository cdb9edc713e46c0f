import type { ItemSize } from './described.js';
import type { EdgeInsets, ElementKind, Point, Rect } from './elements.js';
import type { Expectation, ScrollAnchor, Stretch } from './steps.js';
import type { Layout } from '../source/viewport/Layout.js';

/**
 * The item that stays in place: `none`, `auto` (as browsers choose it), the first visible item, the last item while the viewport is at the
 * end, or a given item.
 */
export type AnchorRule = 'none' | 'auto' | 'first' | 'end' | { section: number; item: number };

export interface ViewportChangeOptions {
  /** Default `auto`: the first visible item, unless the viewport is at the start. */
  anchor?: AnchorRule;
  /** The distance from the end within which `end` applies, in points. Default 1. */
  endThreshold?: number;
  /**
   * Whether the change has the motion of visible elements. Default false. `appearScale`, 0 to 10, is the scale of new elements at the
   * beginning and of removed ones at the end; 1 if it is not given.
   */
  transition?: boolean | { appearScale?: number };
  expect?: Expectation;
  signal?: AbortSignal;
}

export interface ChangeOptions extends ViewportChangeOptions {
  /** The visible rectangle. Without it nothing is anchored. */
  bounds?: Rect;
  /** The insets of the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
}

/** An element at the beginning or the end of a transition, in content coordinates. */
export interface TransitionEnd {
  frame: Rect;
  /** Default 1. */
  alpha?: number;
  /** The six numbers of a matrix of the plane. */
  transform?: number[];
  /** The sixteen numbers of any other matrix. */
  transform3D?: number[];
  pinned?: boolean;
}

/** The motion of an element from the old layout to the new one. */
export interface Transition {
  category: 'cell' | 'supplementary' | 'decoration';
  kind?: Exclude<ElementKind, 'cell'>;
  /** Its place in the old layout; missing for a new element. */
  from?: { section?: number; item?: number; index?: number };
  /** Its place in the new layout; missing for a removed one. */
  to?: { section?: number; item?: number; index?: number };
  /** At the old bounds. */
  initial: TransitionEnd;
  /** At the new bounds. */
  final: TransitionEnd;
  zIndex?: number;
  /** true of a cell of flow that is on another line at another width of the same layout: it is better faded than moved. */
  crossfades?: boolean;
}

/** The result of a change of a layout. After two trees, the `source` of the new snapshot is that of the second one. */
export interface Change {
  /** The new layout. The elements at the new bounds are loaded. */
  readonly layout: Layout;
  /** The layout before. */
  readonly parent: Layout;
  /**
   * The stretch in which the layouts differ, before and after; null if they do not. The whole content of both if sizes were measured before
   * the rest of the module was loaded.
   */
  readonly changed: { before: Stretch; after: Stretch } | null;
  /** The bounds to scroll to, so that the visible items stay in place; null if no bounds were given. */
  readonly bounds: Rect | null;
  /** The difference to the old bounds. */
  readonly scrollDelta: Point;
  readonly anchor: ScrollAnchor | null;
  /** Null unless it was requested. */
  readonly transition: readonly Transition[] | null;
}

export type Key = string | number;

export interface KeyOptions<Item> {
  /** The key of an item, unique in its section. Default: the item itself. */
  key?: (item: Item) => Key;
  /** The size of an item. Default: no size, for engines that need none. */
  size?: (item: Item) => ItemSize;
  /** The section that the items are in. Default 0. */
  section?: number;
}

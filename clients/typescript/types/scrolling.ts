import type { Element, ItemPath } from './described.js';
import type { EdgeInsets, ElementKind, Point, Rect, Size } from './elements.js';
import type { ScrollAnchor } from './steps.js';
import type { ScrollAlignment } from './viewport.js';

/**
 * Questions about scrolling (docs/rules.md#questions-about-scrolling): where to scroll, what to load ahead, where an arrow key leads, where
 * a dragged item would be dropped. The service answers them; if the layout is computed in the page, the module does, with the same numbers.
 * A wrong option throws the problem `bad-parameter`, which names it, before a request is sent.
 */

/** A header of a section. */
export interface HeaderPath { section: number; index: number }

/** A cell: its path and its frame. */
export interface PlacedItem extends ItemPath { frame: Rect }

/** The options of every question about a viewport. */
export interface ScrollQuestion {
  /** The current bounds of the viewport, in content coordinates. Width and height are above 0. */
  bounds: Rect;
  /** How far bars cover it, in points. Default 0. */
  inset?: EdgeInsets;
  signal?: AbortSignal;
}

/** Scrolls to an item at its position at rest (docs/rules.md#scroll-target). */
export interface ItemTarget extends ScrollQuestion {
  /** An item that does not exist is the problem `bad-parameter`. */
  item: ItemPath;
  /** Its position in the visible part. Default `start`; `nearest`: the smallest scroll that shows it. */
  position?: ScrollAlignment;
}

/** Scrolls to a header at its position at rest. */
export interface HeaderTarget extends ScrollQuestion {
  header: HeaderPath;
  position?: ScrollAlignment;
}

/** Ends a scroll at the item whose centre is nearest to the centre of the visible part. */
export interface SnapTarget extends ScrollQuestion {
  snap: 'nearest';
  /** The origin at which the scroll would end by itself. Only the coordinate along the scroll axis counts. */
  proposed: Point;
}

/** Ends a scroll at a page. */
export interface PageTarget extends ScrollQuestion {
  /** The length of a page, in points: above 0, up to 2^53. */
  page: number;
  proposed: Point;
  /** In points per second. If it is not 0, the scroll ends at the next page in its direction. Default 0. */
  velocity?: Point;
}

/** Scrolls to the part that was visible before a rotation, or before a keyboard covered it (docs/rules.md#kept-place). */
export interface KeepTarget extends ScrollQuestion {
  /** The cell that stays in place: the first visible one, the last one, or a given item. */
  keep: 'first' | 'end' | ItemPath;
  /** The old bounds. Of `bounds`, only the size and the coordinate across the scroll axis count. */
  previous: Rect;
  /** The old container width, or its height if scrolling is horizontal, without margins. Default: that of `previous`, without the layout's margins. */
  previousExtent?: number;
  /** The old insets. Default: `inset`. */
  previousInset?: EdgeInsets;
}

export type TargetRequest = ItemTarget | HeaderTarget | SnapTarget | PageTarget | KeepTarget;

/** Where to scroll. */
export interface ScrollTarget {
  /** The new bounds, with the size of the given ones, within the content. */
  bounds: Rect;
  /**
   * Whether there is an estimated size before the end of the part that is then visible. Measuring may then move the target, so ask again.
   */
  estimated: boolean;
  /** With `keep`, the cell that stays in place; null otherwise, and if there is none. */
  anchor: ScrollAnchor | null;
}

/** Asks what enters, leaves and comes next in a moving viewport (docs/rules.md#scroll-window). */
export interface WindowRequest extends ScrollQuestion {
  /** The bounds at the last question. Without them all elements enter. */
  previous?: Rect;
  /** In points per second. Default: the direction from `previous` to `bounds` counts. */
  velocity?: Point;
  /** The length of the stretch whose cells are in `prefetch`, in lengths of the bounds, from 0 to 100. Default 1. */
  ahead?: number;
  /** The `velocity` at `previous`. Without it nothing is cancelled; it requires `previous`. */
  previousVelocity?: Point;
  /** The highest speed at which `prefetch` has cells, in lengths of the bounds per second, from 0 to 100. Default 3. */
  speed?: number;
  /** Device pixels for a point, 0.1 to 16, to whose edges frames are rounded. Default: not rounded. */
  scale?: number;
}

/** Identifies an element, without its frame and appearance. */
export interface ElementName {
  category: Element['category'];
  /** Of supplementary elements and decorations. */
  kind?: Exclude<ElementKind, 'cell'>;
  /** Not on global headers. */
  section?: number;
  /** Of a cell. */
  item?: number;
  /** Of supplementary elements and decorations. */
  index?: number;
}

/** The elements that enter and leave a viewport, and the cells that come next. */
export interface ScrollWindow {
  /** The elements that overlap the bounds but not the previous ones, special elements included. */
  entering: Element[];
  /** The elements that overlap the previous bounds but not these. */
  leaving: ElementName[];
  /** The cells that come next, the nearest first. */
  prefetch: ItemPath[];
  /** The cells that came next at the previous bounds, and now neither come next nor are visible. */
  cancelled: ItemPath[];
}

/** The next cell on each side of an item; null if there is none (docs/rules.md#neighbors). */
export interface Neighbors {
  up: PlacedItem | null;
  down: PlacedItem | null;
  left: PlacedItem | null;
  right: PlacedItem | null;
}

/** A move in progress (docs/rules.md#reordering). Nothing is stored. */
export interface ReorderRequest extends ScrollQuestion {
  /** The dragged item. If it does not exist, that is the problem `bad-parameter`. */
  item: ItemPath;
  /** The target of the last answer. Default: the item's own place. */
  target?: ItemPath;
  /** The position of the finger, in content coordinates. */
  point: Point;
  /** Device pixels for a point, 0.1 to 16, to whose edges frames are rounded. Default: not rounded. */
  scale?: number;
}

/** The layout of a list while one of its items is dragged. */
export interface ReorderPreview {
  /** The place at which the item would be dropped. Pass it as `target` the next time, and as `to` of the move after the drop. */
  target: ItemPath;
  /** The space that is left for it. */
  gap: Rect;
  /** The frame of the dragged item: its size in the gap, centred at the point. */
  dragged: Rect;
  /**
   * The elements that overlap the bounds, without the dragged item and special elements. Cells have their section and item in the current
   * layout; all other elements have the numbers of the preview.
   */
  elements: Element[];
  /** The special elements, placed for the preview. */
  special: Element[];
  contentSize: Size;
  /** The speed at which to scroll while the finger is near an edge, in points per second; above 0 towards the end. */
  autoScroll: number;
}

/**
 * Questions about scrolling (docs/rules.md#questions-about-scrolling): where to scroll, what to fetch ahead, where an arrow key
 * goes, where a dragged item would land. The service answers them, and the module where the layout is held in the page, with
 * the same numbers. A wrong option is the problem `bad-parameter`, which names it; nothing is sent then.
 */
import type { EdgeInsets, Element, ElementKind, Point, Rect, Size } from './elements.js';
import type { ItemPath, ScrollAnchor } from './steps.js';
import type { ScrollAlignment } from './viewport.js';

/** A header of a section. */
export interface HeaderPath { section: number; index: number }

/** A cell by its path, where it stands. */
export interface PlacedItem extends ItemPath { frame: Rect }

/** What every question about a viewport says. */
export interface ScrollQuestion {
  /** Where the viewport is now, in content coordinates. Width and height are above 0. */
  bounds: Rect;
  /** How far bars cover it, in points. Default 0. */
  inset?: EdgeInsets;
  signal?: AbortSignal;
}

/** To an item, where it stands at rest (docs/rules.md#scroll-target). */
export interface ItemTarget extends ScrollQuestion {
  /** One that there is not is the problem `bad-parameter`. */
  item: ItemPath;
  /** Where it stands in what is visible then. Default `start`; `nearest`: as little movement as shows it. */
  position?: ScrollAlignment;
}

/** To a header, where it stands at rest. */
export interface HeaderTarget extends ScrollQuestion {
  header: HeaderPath;
  position?: ScrollAlignment;
}

/** To rest at the item whose centre is nearest to that of what is visible. */
export interface SnapTarget extends ScrollQuestion {
  snap: 'nearest';
  /** The origin that the bounds would rest at by themselves. Only the coordinate along the scroll axis counts. */
  proposed: Point;
}

/** To rest at a page. */
export interface PageTarget extends ScrollQuestion {
  /** How long a page is, in points: above 0, up to 2^53. */
  page: number;
  proposed: Point;
  /** In points per second. With one the list goes on to the next page that way. Default 0. */
  velocity?: Point;
}

/** To what was seen before a rotation, or before a keyboard covered it (docs/rules.md#kept-place). */
export interface KeepTarget extends ScrollQuestion {
  /** Which cell keeps its place: the first visible one, the last one, or this item. */
  keep: 'first' | 'end' | ItemPath;
  /** Where the viewport was. Of `bounds`, the size and the place across count. */
  previous: Rect;
  /** The container's width there, or its height where scrolling is horizontal. Default: that of `previous`. */
  previousExtent?: number;
  /** How far bars covered it there. Default: `inset`. */
  previousInset?: EdgeInsets;
}

export type TargetRequest = ItemTarget | HeaderTarget | SnapTarget | PageTarget | KeepTarget;

/** Where to scroll. */
export interface ScrollTarget {
  /** Of the size of the bounds that were given, within the content. */
  bounds: Rect;
  /** Whether an estimate lies before the end of what is visible there: measuring may move the target then, so ask again. */
  estimated: boolean;
  /** With `keep`, the cell that keeps its place; else, and where there is none, null. */
  anchor: ScrollAnchor | null;
}

/** A viewport that moves (docs/rules.md#scroll-window). */
export interface WindowRequest extends ScrollQuestion {
  /** Where it was at the last question. Without it all elements enter. */
  previous?: Rect;
  /** In points per second. Default: the way from `previous` to `bounds` counts. */
  velocity?: Point;
  /** How long the stretch is whose cells are named in `prefetch`, in lengths of the bounds, from 0 to 100. Default 1. */
  ahead?: number;
  /** What `velocity` was at `previous`. Without it nothing is cancelled; it needs `previous`. */
  previousVelocity?: Point;
  /** Up to which speed cells are named in `prefetch`, in lengths of the bounds per second, from 0 to 100. Default 3. */
  speed?: number;
}

/** Which element it is, without what it looks like. */
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

/** What a viewport shows, what it showed, and what comes next. */
export interface ScrollWindow {
  /** The elements that overlap the bounds and did not overlap those before, pinning ones included. */
  entering: Element[];
  /** The elements that overlapped the bounds before and do not overlap these. */
  leaving: ElementName[];
  /** The cells that come next, the nearest first. */
  prefetch: ItemPath[];
  /** The cells that came next before, and neither come next now nor are visible. */
  cancelled: ItemPath[];
}

/** The next cell on each side of an item, null where there is none (docs/rules.md#neighbors). */
export interface Neighbors {
  up: PlacedItem | null;
  down: PlacedItem | null;
  left: PlacedItem | null;
  right: PlacedItem | null;
}

/** A move in progress (docs/rules.md#reordering). Nothing is stored. */
export interface ReorderRequest extends ScrollQuestion {
  /** What is dragged. One that there is not is the problem `bad-parameter`. */
  item: ItemPath;
  /** Where it would land as last answered. Default: where it is. */
  target?: ItemPath;
  /** Where the finger is, in content coordinates. */
  point: Point;
}

/** What a list looks like while an item is dragged over it. */
export interface ReorderPreview {
  /** Where the item would land: to be given as `target` the next time, and as `to` of the move when it is dropped. */
  target: ItemPath;
  /** The room that is left for it. */
  gap: Rect;
  /** Where the dragged item itself is: of its size in the gap, its centre at the point. */
  dragged: Rect;
  /**
   * What overlaps the bounds, without the dragged item and without what pins. Cells say the section and item that they have in the
   * layout that was asked, all else the numbers of the preview.
   */
  elements: Element[];
  /** What pins, where it then stands. */
  special: Element[];
  contentSize: Size;
  /** How fast to scroll while the finger is near an edge, in points per second; above 0 towards the end. */
  autoScroll: number;
}

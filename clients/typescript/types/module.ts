import type { Element } from './described.js';
import type { AnchorRule, Transition } from './change.js';
import type { EdgeInsets, Point, Rect } from './elements.js';
import type { ScrollAnchor, Stretch } from './steps.js';

/**
 * The service's core as WebAssembly: `import { LayoutModule } from 'layoutd-client/module'`. It lays out synchronously and without a
 * network, with the same frames, ids and errors as the service. All coordinates are points in content coordinates, origin top-left.
 */

/** The place at which a list of elements continues: the `next` of the last list. Its numbers are internal to the module. */
export interface ModuleCursor {
  readonly kind: number;
  readonly section: number;
  readonly index: number;
}

/** The elements in a rectangle, up to the limit of one list. */
export interface ModuleElements {
  /** The elements without special ones, in the order of the service. */
  elements: Element[];
  /** The place at which the list continues; null if it is complete. */
  next: ModuleCursor | null;
}

/** Options for special elements: those that pin or wait, and the background of the global headers. */
export interface ModulePlace {
  /** The visible rectangle. Without it elements are at their positions at rest. */
  bounds?: Rect;
  /** The insets of the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
  /** Device pixels for a point, 0.1 to 16, to whose edges frames are rounded. Default: not rounded. */
  scale?: number;
}

/** The options of a change. */
export interface ModuleChangeOptions {
  /** The visible rectangle of the layout before. Without it nothing is anchored. */
  bounds?: Rect;
  /** The insets of the bounds for pinning. Default 0. */
  inset?: EdgeInsets;
  /** Default `auto`: the first visible item, unless the viewport is at the start. */
  anchor?: AnchorRule;
  /** The distance from the end within which `end` applies, in points. Default 1. */
  endThreshold?: number;
  /** Whether the change has the motion of visible elements, as in `ChangeOptions`; requires bounds. Default false. */
  transition?: boolean | { appearScale?: number };
}

/** The difference of two layouts, one of which steps made from the other. */
export interface ModuleChange {
  /** The id of the snapshot before. */
  parent: string;
  /**
   * The stretch in which the layouts differ, before and after; null if they do not. The whole content of both before the rest of the module
   * is loaded.
   */
  changed: { before: Stretch; after: Stretch } | null;
  /** The item that stays in place; null for none. Present only with bounds, as the members below. */
  anchor?: ScrollAnchor | null;
  /** The bounds to scroll to, so that the visible items stay in place. */
  bounds?: Rect;
  /** The difference to the old bounds. */
  scrollDelta?: Point;
  /** Present if it was requested. */
  transition?: Transition[];
}

/** One mistake in a snapshot, in steps, or in options. */
export interface ModuleFault {
  /** A JSON pointer to the mistake. */
  pointer?: string;
  /** The name of the wrong parameter. */
  parameter?: string;
  /** The service's code, such as `unknown-key`, `out-of-range` or `size-missing`. */
  code: string;
}

/** Options for loading the module. */
export interface ModuleLoadOptions {
  /**
   * Whether to wait for both files of a module in two files. The first one lays out, answers and measures; `change`, transitions, `window`,
   * `neighbors` and `reorder` need the rest. Without waiting, the rest is loaded when the page is idle, or by `complete`. Default true.
   */
  waitsForRest?: boolean;
}

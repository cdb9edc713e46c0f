/**
 * The service's core as WebAssembly: `import { LayoutModule } from 'layoutd-client/module'`. It lays out synchronously and without a
 * network, with the same frames, ids and errors as the service. All coordinates are points in content coordinates, origin top-left.
 */
import type { AnchorRule, Transition } from './change.js';
import type {
  DecorationKind, EdgeInsets, Element, Point, Rect, Section, Size, StackKind, SupplementaryKind,
} from './elements.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './scrolling.js';
import type { SnapshotInput } from './snapshot.js';
import type { ModuleSource } from './local.js';
import type { ScrollAnchor, Step, Stretch } from './steps.js';

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

/**
 * The error with which the module rejects a call, which then has changed nothing. Types that the service has, too, have the same names:
 * `invalid-snapshot`, `invalid-change`, `cannot-lay-out`, `bad-parameter`. The module's own are `too-much-work`; `module-missing` if a file
 * does not exist or cannot be fetched; `module-mismatched` if its two files are of different builds; `module-incomplete` if the second file
 * is not loaded yet; and `module-broken` if the module has failed, usually for lack of memory: all its snapshots and layouts are then lost.
 */
export class ModuleProblem extends Error {
  constructor(type: string, message: string, errors?: ModuleFault[]);
  /** The name of the problem. */
  readonly type: string;
  /** The first 20 mistakes. */
  readonly errors: readonly ModuleFault[];
}

/** Options for loading the module. */
export interface ModuleLoadOptions {
  /**
   * Whether to wait for both files of a module in two files. The first one lays out, answers and measures; `change`, transitions, `window`,
   * `neighbors` and `reorder` need the rest. Without waiting, the rest is loaded when the page is idle, or by `complete`. Default true.
   */
  waitsForRest?: boolean;
}

/**
 * The loaded module. It has its own memory, at most 1 GiB, for all of its snapshots and layouts: `close` those that are no longer needed.
 */
export class LayoutModule {
  /** @param compiled used to make another instance if this one fails; without it the module stays broken */
  constructor(instance: WebAssembly.Instance, compiled?: WebAssembly.Module);

  /**
   * Loads the module. A page with a `Content-Security-Policy` has to allow `'wasm-unsafe-eval'`.
   *
   * @param source the bytes or the address of the whole module, layout.wasm, or of both of its files. Default: the two files in `module`
   *   of this package. Node does not fetch files: pass the bytes there.
   * @throws ModuleProblem `module-missing` when a file does not exist, cannot be fetched, has a `file:` address, or is not WebAssembly or
   *   another module; `module-mismatched` when the two files are of different builds
   * @throws TypeError when the source is neither a URL nor bytes
   */
  static load(source?: ModuleSource, options?: ModuleLoadOptions): Promise<LayoutModule>;

  /**
   * Loads the rest of the module if it is not loaded yet. May be called any number of times: it is loaded once, and again after a failure.
   *
   * @throws ModuleProblem `module-missing`, `module-mismatched` as `load` does
   */
  complete(): Promise<void>;

  /** Whether all of the module is loaded, as `change`, transitions, `window`, `neighbors` and `reorder` need it. */
  readonly isComplete: boolean;

  /**
   * Whether it has failed permanently. A module made by `load` restarts after a failure, up to ten times, with new memory: it then accepts
   * snapshots again, and earlier ones throw `module-broken`.
   */
  readonly isBroken: boolean;

  /** The size of the module's memory, in bytes. It only grows, and is freed with the module. */
  readonly byteCount: number;

  /** The version of the rules, on which ids depend. A service of the same version gives the same ids. */
  readonly rulesVersion: number;

  /**
   * Reads a snapshot, and computes its id. O(items)
   *
   * @throws ModuleProblem `invalid-snapshot` with a pointer to each mistake, also above 10⁹ items
   */
  snapshot(snapshot: SnapshotInput): ModuleSnapshot;
}

/** A snapshot in the module. It never changes. */
export class ModuleSnapshot {
  private constructor();
  /** The layout id, the same as in the service. */
  readonly id: string;
  readonly sectionCount: number;
  readonly itemCount: number;
  /** The number of items with an estimated size. */
  readonly estimatedCount: number;
  /** Whether it scrolls horizontally. */
  readonly isHorizontal: boolean;

  /**
   * Lays it out. O(items); with `earlier` O(changed items)
   *
   * @param containerExtent the container's width, or its height if scrolling is horizontal: above 0, up to 2^53
   * @param earlier the layout of the snapshot from which steps made this one: its unchanged parts are reused
   * @throws ModuleProblem `cannot-lay-out` when it cannot be laid out at this width
   */
  layout(containerExtent: number, earlier?: ModuleLayout): ModuleLayout;

  /**
   * Applies steps. Returns a new snapshot.
   *
   * @throws ModuleProblem `invalid-change` with a pointer to each mistake; nothing is done then. `module-incomplete` when the rest of the
   *   module is not loaded yet
   */
  change(steps: Step | readonly Step[]): ModuleSnapshot;

  /** Frees its memory; its layouts stay. Every other call of it is rejected from then on. */
  close(): void;
}

/** A layout in the module. It never changes. */
export class ModuleLayout {
  private constructor();
  /** The snapshot that is laid out. */
  readonly snapshot: ModuleSnapshot;
  /** The container's width, or its height if scrolling is horizontal. */
  readonly containerExtent: number;
  readonly contentSize: Size;

  /**
   * The elements in a rectangle, without special ones.
   *
   * @param options `limit`: the most elements, 10 000 by default; `from`: the `next` of the last list
   */
  elements(rect: Rect, options?: { limit?: number; from?: ModuleCursor | null }): ModuleElements;

  /**
   * The special elements that overlap bounds.
   *
   * @param inset the insets of the bounds for pinning, 0 by default; with null the elements are at their positions at rest
   */
  special(bounds: Rect, inset?: EdgeInsets | null): Element[];

  /**
   * The topmost element at a point; null if there is none. Special elements are included with `bounds`, placed for these, or with
   * `special: 'rest'`, at their positions at rest.
   */
  hit(point: Point, options?: ModulePlace & { special?: 'rest' }): Element | null;

  /**
   * Where to scroll, as in `Layout.target`. O(log items), with `keep` and another `previousExtent` O(items)
   *
   * @throws ModuleProblem `bad-parameter` if an option is wrong, or the item or header does not exist
   */
  target(request: TargetRequest): ScrollTarget;

  /**
   * The elements that enter and leave the bounds, and the cells that come next, as in `Layout.window`.
   *
   * @throws ModuleProblem `bad-parameter` as `target` does; `module-incomplete` when the rest of the module is not loaded yet
   */
  window(request: WindowRequest): ScrollWindow;

  /**
   * The layout while an item is dragged, as in `Layout.reorder`. The first call for a target costs as much as a change with the move. Only
   * the last preview is stored, so the same target again costs less.
   *
   * @throws ModuleProblem `bad-parameter` as `target` does; `invalid-change` as the move; `module-incomplete` when the rest of the module
   *   is not loaded yet
   */
  reorder(request: ReorderRequest): ReorderPreview;

  /**
   * The next cell on each side of an item; null if the item does not exist. O(log items)
   *
   * @throws ModuleProblem `module-incomplete` when the rest of the module is not loaded yet
   */
  neighbors(section: number, item: number): Neighbors | null;

  /**
   * One element; null if it does not exist.
   *
   * @param section −1 for global headers
   * @param index for a cell, its item
   */
  element(
    kind: 'cell' | SupplementaryKind | DecorationKind, section: number, index: number,
    options?: ModulePlace): Element | null;

  /** The pinning records of a rectangle, as in answers of the service with `pinning=true`. */
  pinning(rect: Rect): {
    globalHeaders: Element[]; globalHeaderBackground?: { color: string; end: number }; sections: object[];
  };

  /**
   * All headers or footers of a section, or the global headers, at their positions at rest.
   *
   * @param section −1 for global headers
   */
  stack(kind: StackKind, section: number): Element[];

  /** The sections from a number on, at most `limit` of them. The snapshot must not be closed. */
  sections(from: number, limit: number): Section[];

  /**
   * The difference of this layout to an earlier one. `change` must have made its snapshot from the earlier one's, and both must have the
   * same container extent.
   */
  changeFrom(before: ModuleLayout, options?: ModuleChangeOptions): ModuleChange;

  /** Frees its memory; its snapshot stays. Every other call of it is rejected from then on. */
  close(): void;
}

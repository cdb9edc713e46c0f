/**
 * The service's core as WebAssembly: `import { LayoutModule } from 'layoutd-client/module'`. It lays out at once and without
 * a network, with the service's frames, ids and refusals. All coordinates are points in content coordinates, origin top-left.
 */
import type { AnchorRule, Transition } from './change.js';
import type {
  DecorationKind, EdgeInsets, Element, Point, Rect, Section, Size, SupplementaryKind,
} from './elements.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './scrolling.js';
import type { SnapshotInput } from './snapshot.js';
import type { ModuleSource } from './local.js';
import type { ScrollAnchor, Step, Stretch } from './steps.js';

/** Where a list of elements goes on: the `next` of the list before. Its numbers are the module's own. */
export interface ModuleCursor {
  readonly kind: number;
  readonly section: number;
  readonly index: number;
}

/** The elements in a rectangle, as many as one list has. */
export interface ModuleElements {
  /** Those that do not pin, in the order of the service. */
  elements: Element[];
  /** Where the list goes on; null where it is whole. */
  next: ModuleCursor | null;
}

/** Where elements that pin are looked for. */
export interface ModulePlace {
  /** The visible rectangle. Without it an element is where it rests. */
  bounds?: Rect;
  /** What is taken off it for pinning. Default 0. */
  inset?: EdgeInsets;
}

/** What is asked about a change. */
export interface ModuleChangeOptions {
  /** The visible rectangle of the layout before. Without it nothing is anchored. */
  bounds?: Rect;
  /** What is taken off it for pinning. Default 0. */
  inset?: EdgeInsets;
  /** Default `auto`: the first visible item, unless the viewport is at the start. */
  anchor?: AnchorRule;
  /** How near the end `end` means by the end, in points. Default 1. */
  endThreshold?: number;
  /** Whether the change says how what is visible goes; with bounds alone. Default false. */
  transition?: boolean;
}

/** How two layouts differ, one of which steps made of the other. */
export interface ModuleChange {
  /** The id of the snapshot before. */
  parent: string;
  /**
   * In which stretch the layouts differ, before and after; null where they do not. Before the rest of the module is there: all
   * of both.
   */
  changed: { before: Stretch; after: Stretch } | null;
  /** What stands still; null for nothing. With bounds alone, as the members below. */
  anchor?: ScrollAnchor | null;
  /** Where to scroll, so that what is visible stays where it is. */
  bounds?: Rect;
  /** How far that is from the bounds before. */
  scrollDelta?: Point;
  /** Where it was asked for. */
  transition?: Transition[];
}

/** One thing that is wrong with a snapshot, with steps, or with what was asked. */
export interface ModuleFault {
  /** Where: a JSON pointer. */
  pointer?: string;
  /** Where, of what was asked: the name of the parameter. */
  parameter?: string;
  /** The service's code, such as `unknown-key`, `out-of-range` or `size-missing`. */
  code: string;
}

/**
 * Why the module refuses something. Nothing has changed then. The types of what the service refuses, too, are its names:
 * `invalid-snapshot`, `invalid-change`, `cannot-lay-out`, `bad-parameter`. The module's own are `too-much-work`;
 * `module-missing`, where there is no file, or none that can be fetched; `module-mismatched`, where its two files are of different
 * builds; `module-incomplete`, where the second one is not there yet; and `module-broken`, where it has failed, mostly for want of
 * memory: what it held is lost then.
 */
export class ModuleProblem extends Error {
  constructor(type: string, message: string, errors?: ModuleFault[]);
  /** The name of the problem. */
  readonly type: string;
  /** What is wrong, the first 20. */
  readonly errors: readonly ModuleFault[];
}

/** How the module is loaded. */
export interface ModuleLoadOptions {
  /**
   * Whether to wait for all of it. Where it has two files, the first one lays out, answers and measures; `change`, transitions,
   * neighbors and moves in progress take the rest, which without waiting comes when the page is idle, or with `complete`. Default true.
   */
  waitsForRest?: boolean;
}

/**
 * The module, loaded. It has one memory of its own, 1 GiB at most, for all of its snapshots and layouts: what is not needed
 * any more is given back with `close`.
 */
export class LayoutModule {
  /** @param compiled what another instance is made of where this one fails; without it the module is broken then */
  constructor(instance: WebAssembly.Instance, compiled?: WebAssembly.Module);

  /**
   * Loads the module. A page with a `Content-Security-Policy` has to allow `'wasm-unsafe-eval'`.
   *
   * @param source its bytes, or where they are: of the whole, layout.wasm, or of both of its files. Default: the two files in
   *   `module` beside this package's index.js. Node fetches no files: there the bytes are given.
   * @throws ModuleProblem `module-missing` when nothing is there, when it cannot be fetched, when it is a file, which is not
   *   fetched, or when it is no WebAssembly or another module; `module-mismatched` when the two files are of different builds
   * @throws TypeError when the source is neither a URL nor bytes
   */
  static load(source?: ModuleSource, options?: ModuleLoadOptions): Promise<LayoutModule>;

  /**
   * Loads the rest of the module where it is not there yet. Whoever needs it may call this: it is loaded once, and once more
   * where that failed.
   *
   * @throws ModuleProblem `module-missing`, `module-mismatched` as `load` does
   */
  complete(): Promise<void>;

  /** Whether all of the module is there, for `change`, transitions, neighbors and moves in progress. */
  readonly isComplete: boolean;

  /**
   * Whether it has failed, and does nothing any more. One that was loaded starts anew, up to ten times, with a memory of its own:
   * it then takes snapshots as before, those from before answer `module-broken`.
   */
  readonly isBroken: boolean;

  /** How much memory the module has, in bytes. It grows, and goes with the module. */
  readonly byteCount: number;

  /** The version of the rules that ids are of. A service of the same version gives the same ids. */
  readonly rulesVersion: number;

  /**
   * Takes a snapshot, and names it. O(items)
   *
   * @throws ModuleProblem `invalid-snapshot` with a pointer to each mistake, also above 10⁹ items
   */
  snapshot(snapshot: SnapshotInput): ModuleSnapshot;
}

/** A snapshot in the module. It never changes. */
export class ModuleSnapshot {
  private constructor();
  /** The layout id, the same as the service's. */
  readonly id: string;
  readonly sectionCount: number;
  readonly itemCount: number;
  /** How many of the items have an estimated size. */
  readonly estimatedCount: number;
  /** Whether it scrolls horizontally. */
  readonly isHorizontal: boolean;

  /**
   * Lays it out. O(items); with `earlier` O(what changed)
   *
   * @param containerExtent the container's width, or its height where scrolling is horizontal: above 0, up to 2^53
   * @param earlier the layout of the snapshot that steps made this one of: what it has is not made again
   * @throws ModuleProblem `cannot-lay-out` when this width makes it impossible
   */
  layout(containerExtent: number, earlier?: ModuleLayout): ModuleLayout;

  /**
   * What steps make of it: another snapshot.
   *
   * @throws ModuleProblem `invalid-change` with a pointer to each mistake; nothing is done then. `module-incomplete` when the rest
   *   of the module is not there yet
   */
  change(steps: Step | readonly Step[]): ModuleSnapshot;

  /** Gives its memory back; layouts of it stay. Every other call of it is refused from then on. */
  close(): void;
}

/** A layout in the module. It never changes. */
export class ModuleLayout {
  private constructor();
  /** What is laid out. */
  readonly snapshot: ModuleSnapshot;
  /** The container's width, or its height where scrolling is horizontal. */
  readonly containerExtent: number;
  readonly contentSize: Size;

  /**
   * The elements in a rectangle, without those that pin.
   *
   * @param options `limit`: how many at most, 10 000 by default; `from`: the `next` of the list before
   */
  elements(rect: Rect, options?: { limit?: number; from?: ModuleCursor | null }): ModuleElements;

  /**
   * The pinning elements that overlap bounds.
   *
   * @param inset what is taken off the bounds for pinning, 0 by default; with null they are where they rest
   */
  special(bounds: Rect, inset?: EdgeInsets | null): Element[];

  /**
   * The topmost element at a point; null where there is none. Pinning elements count with `bounds`, where they then stand,
   * or with `special: 'rest'`, where they rest.
   */
  hit(point: Point, options?: ModulePlace & { special?: 'rest' }): Element | null;

  /**
   * Where to scroll, as `Layout.target` says it. O(log items), with `keep` and another `previousExtent` O(items)
   *
   * @throws ModuleProblem `bad-parameter` where an option is wrong, or where there is no such item or header
   */
  target(request: TargetRequest): ScrollTarget;

  /** What enters and leaves the bounds, and what comes next, as `Layout.window` says it. */
  window(request: WindowRequest): ScrollWindow;

  /**
   * What it looks like while an item is dragged, as `Layout.reorder` says it: the first time what the move costs as a change. One
   * preview is kept, the last, with which the same target is found again.
   *
   * @throws ModuleProblem `bad-parameter` likewise; `invalid-change` as the move; `module-incomplete` when the rest of the module
   *   is not there yet
   */
  reorder(request: ReorderRequest): ReorderPreview;

  /**
   * The next cell on each side of an item; null where there is no such item. O(log items)
   *
   * @throws ModuleProblem `module-incomplete` when the rest of the module is not there yet
   */
  neighbors(section: number, item: number): Neighbors | null;

  /**
   * One element; null where there is none.
   *
   * @param section −1 for global headers
   * @param index a cell's item
   */
  element(
    kind: 'cell' | SupplementaryKind | DecorationKind, section: number, index: number,
    options?: ModulePlace): Element | null;

  /** What places the pinning elements of a rectangle, as answers of the service with `pinning=true` say it. */
  pinning(rect: Rect): { globalHeaders: Element[]; sections: object[] };

  /**
   * All headers or footers of a section, or the global headers, where they rest.
   *
   * @param section −1 for global headers
   */
  stack(kind: SupplementaryKind, section: number): Element[];

  /** Sections from one on, at most `limit` of them. The snapshot must not be closed. */
  sections(from: number, limit: number): Section[];

  /**
   * How this layout differs from an earlier one: its snapshot was made of the earlier one's by `change`, and both have one
   * container extent.
   */
  changeFrom(before: ModuleLayout, options?: ModuleChangeOptions): ModuleChange;

  /** Gives its memory back; its snapshot stays. Every other call of it is refused from then on. */
  close(): void;
}

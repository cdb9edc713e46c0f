/** Layouts that are computed in the page by the service's own core, as WebAssembly, without a network. */
import type { Layout, LayoutOptions, Problem, Snapshot, SnapshotBody } from '../index.js';
import type { AnchorRule, Change } from './change.js';
import type { StackKind } from './elements.js';
import type { LayoutModule } from './module.js';
import type { FirstScreenOptions } from '../index.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './scrolling.js';
import type { ItemMembers } from './snapshot.js';
import type { ChangeInput } from './steps.js';

/** A file of the module: its address, or its bytes, as read in Node. */
export type ModuleFile = string | URL | BufferSource;

/** The source of the module: one file, or its two files. */
export type ModuleSource = ModuleFile | { first: ModuleFile; rest: ModuleFile };

export interface LocalServiceOptions {
  /**
   * A loaded module, or its source. Default: the files in `module` of this package, loaded once: the first one before the
   * first layout, the rest when the page is idle or at the first change. Node does not fetch files: there this option is required.
   */
  module?: LayoutModule | ModuleSource;
}

/** Members for an item that exists, such as `alpha` and `transform`. Missing ones do not change; null is the default. */
export type ItemAdjustment = { [Name in keyof ItemMembers]?: ItemMembers[Name] | null };

/**
 * The true size of an estimated item, in points. Missing extents do not change. A flow uses both. Members beside it, or in its place, are
 * set as by `adjust` in the same step; they need the whole module (`LoadedModule.complete`).
 */
export interface ItemMeasurement extends ItemAdjustment {
  section: number;
  item: number;
  width?: number;
  height?: number;
}

/** The true extent along the scroll axis of a header or a footer, or of a global header, which has no section. */
export interface SupplementaryMeasurement {
  kind: StackKind;
  section?: number;
  index: number;
  width?: number;
  height?: number;
}

export type Measurement = ItemMeasurement | SupplementaryMeasurement;

export interface MeasureOptions {
  /** The item that stays in place. Default: the first visible item whose size was known before; if there is none, `auto`. */
  anchor?: AnchorRule;
  /** The distance from the end within which `end` applies, in points. Default 1. */
  endThreshold?: number;
}

export interface LocalOptions extends LocalServiceOptions {
  /** Whether nothing is sent to the service. Default false. */
  offline?: boolean;
  /** How long changes and measurements are collected before they are sent to the service, in seconds. Default 2. */
  tellSeconds?: number;
  /**
   * The most items for which a layout with several sections is read at once. Default 100 000. If it has more, and this client has not
   * posted it, a section is read when it comes into view, or when steps change it; until then its pages are loaded as those of a remote
   * layout. The counts of such a layout are NaN, `expect` throws a TypeError, and layouts at other widths are requested from the service.
   */
  maximumItems?: number;
  signal?: AbortSignal;
}

/**
 * Lays out in the page, without a network: `await LayoutService.local()`. It posts and finds snapshots as a `LayoutService` does, with
 * exactly the same numbers and ids in its answers. It has no documents and gives no warnings.
 */
export interface LocalService {
  /** The version of the rules, on which ids depend. */
  readonly rulesVersion: number;

  /**
   * Posts a snapshot.
   *
   * @throws Problem as the service answers it, such as `invalid-snapshot` with a pointer to each mistake
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<LocalSnapshot>;

  /** Posts a snapshot, and lays it out. `bounds` and `pageLength` have no effect. */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<LocalLayout>;

  /**
   * A snapshot that was posted before, as long as it is referenced somewhere in the page.
   *
   * @throws Problem `layout-not-found`
   */
  snapshot(id: string, options?: { restore?: unknown; signal?: AbortSignal }): Promise<LocalSnapshot>;
}

/** A snapshot in the page. */
export interface LocalSnapshot extends Snapshot {
  /** The number of items with estimated sizes. */
  readonly estimatedCount: number;
  /** The snapshot without measured sizes. */
  readonly list: LocalSnapshot;
  /** Lays it out, without the `bounds` of options. Measured sizes apply only at the extent at which they were measured. */
  layout(containerExtent: number, options?: LayoutOptions): Promise<LocalLayout>;
  change(change: ChangeInput, options?: { expect?: { id?: string; itemCount?: number }; signal?: AbortSignal }): Promise<LocalSnapshot>;
  /**
   * Frees its memory. Its layouts can still be read, but cannot be changed, and do not list their sections. The memory of unreferenced
   * snapshots is freed by the garbage collector, too.
   */
  close(): void;
}

/**
 * A layout that is computed in the page. All promises of `Layout` resolve at once, and its viewport never waits. Sizes that are known only
 * after drawing are applied within a frame (docs/rules.md#estimated-sizes).
 */
export interface LocalLayout extends Layout {
  readonly snapshot: LocalSnapshot;
  /** Whether its memory was freed; it then answers nothing. */
  readonly isClosed: boolean;

  /**
   * The layout with the true sizes of items, headers and footers, which then are no estimates any more; null if no size differs. With
   * bounds, the change has the bounds to scroll to. `viewport.measure` does the same for the layout that is shown. O(sizes · log items)
   *
   * @throws Problem `invalid-change` if an element does not exist, or a size is invalid
   * @throws RangeError if a section has not been read yet
   */
  measured(sizes: readonly Measurement[], options?: MeasureOptions & { bounds?: import('./elements.js').Rect }): Change | null;

  /**
   * `target`, synchronously; null if a section that it needs has not been read yet. It throws the same errors. In sections that have not
   * been read, estimated items count for `estimated`, estimated headers and footers do not.
   */
  targetNow(request: TargetRequest): ScrollTarget | null;
  /** `window`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  windowNow(request: WindowRequest): ScrollWindow | null;
  /** `neighbors`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  neighborsNow(section: number, item: number): Neighbors | null;
  /** `reorder`, synchronously, as `targetNow`; null also before the rest of the module is loaded. */
  reorderNow(request: ReorderRequest): ReorderPreview | null;

  /**
   * The snapshot of this layout in the service, with the same id. Changes that have not been sent yet are sent now.
   *
   * @throws TypeError when the layout is offline
   */
  told(): Promise<Snapshot>;

  /** Frees its memory. The memory of unreferenced layouts is freed by the garbage collector, too. */
  close(): void;
}

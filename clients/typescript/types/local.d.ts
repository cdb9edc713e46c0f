/** Layouts that are held in the page: the service's own core, as WebAssembly, answers them without a network. */
import type { Layout, Problem, Snapshot, SnapshotBody } from '../index.js';
import type { AnchorRule, Change } from './change.js';
import type { SupplementaryKind } from './elements.js';
import type { LayoutModule } from './module.js';
import type { FirstScreenOptions } from '../index.js';
import type { Neighbors, ReorderPreview, ReorderRequest, ScrollTarget, ScrollWindow, TargetRequest, WindowRequest } from './scrolling.js';
import type { Step } from './steps.js';

/** A file of the module: its bytes, as who runs in node reads them, or where they are. */
export type ModuleFile = string | URL | BufferSource;

/** Where the module comes from: the whole of it, or its two files. */
export type ModuleSource = ModuleFile | { first: ModuleFile; rest: ModuleFile };

export interface LocalServiceOptions {
  /**
   * A module that was loaded, or where it comes from. Default: the files in `module` beside this package's index.js, loaded
   * once: the first one before anything is laid out, the rest when the page is idle or when something is changed. Node fetches no
   * files: there it is given.
   */
  module?: LayoutModule | ModuleSource;
}

/** The true size of an item, which was estimated; extents that are not given stay. A flow reads both. In points. */
export interface ItemMeasurement {
  section: number;
  item: number;
  width?: number;
  height?: number;
}

/** The true extent along the scroll axis of a header or a footer, or of a global header, which has no section. */
export interface SupplementaryMeasurement {
  kind: SupplementaryKind;
  section?: number;
  index: number;
  width?: number;
  height?: number;
}

export type Measurement = ItemMeasurement | SupplementaryMeasurement;

export interface MeasureOptions {
  /** What stands still. Default: the first visible item whose size was known before; where there is none, `auto`. */
  anchor?: AnchorRule;
  /** How near the end `end` means by the end, in points. Default 1. */
  endThreshold?: number;
}

export interface LocalOptions extends LocalServiceOptions {
  /** The service is told nothing. Default false. */
  offline?: boolean;
  /** How long changes and measurements are gathered until the service is told of them, in seconds. Default 2. */
  tellSeconds?: number;
  /**
   * How many items a layout of several sections may have to be read at once. Default 100 000. Of one that has more, and was
   * not posted from here, a section is read when it comes into view, or when steps touch it: until then it is as far away
   * as pages are of a layout that is not held. Its counts are NaN, nothing can be expected of steps (TypeError), and other
   * widths are asked of the service.
   */
  maximumItems?: number;
  signal?: AbortSignal;
}

/**
 * Lays out in the page, without a network: `await LayoutService.local()`. It posts and finds snapshots as a `LayoutService`
 * does, and their answers are the service's, number for number, ids included. It has no documents, and warns of nothing.
 */
export interface LocalService {
  /** The version of the rules that ids are of. */
  readonly rulesVersion: number;

  /**
   * Takes a snapshot.
   *
   * @throws Problem as the service answers it, such as `invalid-snapshot` with a pointer to each mistake
   */
  post(snapshot: SnapshotBody, options?: { signal?: AbortSignal }): Promise<LocalSnapshot>;

  /** Takes a snapshot, and lays it out. `bounds` and `pageLength` mean nothing here. */
  post(snapshot: SnapshotBody, options: FirstScreenOptions): Promise<LocalLayout>;

  /**
   * A snapshot that was posted before, as long as anybody has it.
   *
   * @throws Problem `layout-not-found`
   */
  snapshot(id: string, options?: { restore?: unknown; signal?: AbortSignal }): Promise<LocalSnapshot>;
}

/** A snapshot that is held in the page. */
export interface LocalSnapshot extends Snapshot {
  /** How many items have estimated sizes. */
  readonly estimatedCount: number;
  /** The snapshot without the sizes that were measured. */
  readonly list: LocalSnapshot;
  /** Lays it out. At another extent than it was measured at, the measured sizes are left out. */
  layout(containerExtent: number, options?: { signal?: AbortSignal }): Promise<LocalLayout>;
  change(steps: Step | readonly Step[], options?: { expect?: { id?: string; itemCount?: number }; signal?: AbortSignal }): Promise<LocalSnapshot>;
  /**
   * Gives its memory back. Layouts of it stay, to be looked at: they are not changed any more, and do not list their sections.
   * What nobody has any more is given back in time, too.
   */
  close(): void;
}

/**
 * A layout that is held in the page. All that a `Layout` promises is there at once, and a viewport of it never waits; sizes
 * that are known only after drawing are taken within a frame (docs/rules.md#estimated-sizes).
 */
export interface LocalLayout extends Layout {
  readonly snapshot: LocalSnapshot;
  /** Whether its memory was given back; it answers nothing then. */
  readonly isClosed: boolean;

  /**
   * What true sizes of items, headers and footers make of it; null where nothing differs. They are no estimates any more.
   * With bounds, where to scroll then. `viewport.measure` is the same for what is shown. O(sizes · log items)
   *
   * @throws Problem `invalid-change` where there is no such element, or where a size is none
   * @throws RangeError where a section is not here yet
   */
  measured(sizes: readonly Measurement[], options?: MeasureOptions & { bounds?: import('./elements.js').Rect }): Change | null;

  /**
   * `target` at once; null where a section that it takes is not here yet. What is wrong is thrown alike. Of sections that are not
   * here, estimated items count for `estimated`, estimated headers and footers do not.
   */
  targetNow(request: TargetRequest): ScrollTarget | null;
  /** `window` at once, likewise. */
  windowNow(request: WindowRequest): ScrollWindow | null;
  /** `neighbors` at once, likewise; null also before the rest of the module is there. */
  neighborsNow(section: number, item: number): Neighbors | null;
  /** `reorder` at once, likewise; null also before the rest of the module is there. */
  reorderNow(request: ReorderRequest): ReorderPreview | null;

  /**
   * The snapshot as the service has it: a layout of this page's own, made by steps from the one that was read, and named
   * alike here and there. What the service does not know yet it is told now.
   *
   * @throws TypeError when it is held offline
   */
  told(): Promise<Snapshot>;

  /** Gives its memory back. What nobody has any more is given back in time, too. */
  close(): void;
}

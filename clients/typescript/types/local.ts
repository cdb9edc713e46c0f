import type { AnchorRule } from './change.js';
import type { StackKind } from './elements.js';
import type { ItemMembers } from './described.js';
import type { LayoutModule } from '../source/module/wasm/LayoutModule.js';

/** Layouts that are computed in the page by the service's own core, as WebAssembly, without a network. */

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

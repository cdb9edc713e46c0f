import type { Element } from './described.js';

/** The elements of a layout, as the service answers them, and as columns. */

export interface Point { x: number; y: number }
export interface Size { width: number; height: number }
export interface Rect { x: number; y: number; width: number; height: number }
export interface EdgeInsets { top: number; left: number; bottom: number; right: number }
/**
 * The margins of a container, such as those of a safe area: its left and right one, or, if scrolling is horizontal, its top and bottom one.
 * Default 0. Cells, separators and shelves lie between them. Headers, footers, placeholders and the background of global headers span the
 * container; backgrounds of sections are wider by both margins.
 * All coordinates are those of the whole container.
 */
export interface Margins { top?: number; left?: number; bottom?: number; right?: number }

export type ScrollDirection = 'vertical' | 'horizontal';
export type LayoutDirection = 'ltr' | 'rtl';
/** The kinds of elements that stand below each other in lists. */
export type StackKind = 'globalHeader' | 'header' | 'footer';
export type SupplementaryKind = StackKind | 'placeholder';
export type DecorationKind = 'rowSeparator' | 'columnSeparator' | 'sectionSeparator' | 'background' | 'shelf';
/** The background of the global headers is a decoration without an address. */
export type ElementKind = 'cell' | SupplementaryKind | DecorationKind | 'globalHeaderBackground';

/** A cell as the effect of its section shows it (docs/effects.md#answers): `frame` is its place at rest. */
export interface EffectElement extends Element {
  category: 'cell';
  section: number;
  item: number;
  distance: number;
}

/**
 * An element that pins or waits, or the background of the global headers, placed for the bounds of a viewport. The object is the same from
 * frame to frame; its `frame` changes, that of the background also in its size.
 */
export interface SpecialElement extends Element {
  category: 'supplementary' | 'decoration';
  kind: SupplementaryKind | 'globalHeaderBackground';
  section?: number;
  index: number;
  frame: Rect;
  zIndex: number;
  /** Missing on the background. */
  pinned?: boolean;
  /** Unique among all special elements, such as `header/3/0` or `globalHeader/0`. */
  key: string;
}

/** The first screen at a container width. */
export interface Screen {
  /** The container's width, if scrolling is vertical. */
  width?: number;
  /** The container's height, if scrolling is horizontal. */
  height?: number;
  contentSize: Size;
  bounds: Rect;
  /** The elements in the bounds, without special ones. */
  elements: Element[];
  /** The elements that pin or wait, and the background of the global headers. */
  special: Element[];
  /** The cells that effects show in the bounds; missing if no section has an effect. */
  effects?: EffectElement[];
}

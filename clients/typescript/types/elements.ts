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

/** Members that only some elements have. */
export interface ElementExtras {
  zIndex?: number;
  columnIndex?: number;
  backgroundColor?: string;
  selectedBackgroundColor?: string;
  padding?: EdgeInsets;
  /** Of a cell: its opacity. Missing for 1. */
  alpha?: number;
  /** Of a cell: it is not shown. */
  hidden?: boolean;
  /** Of a cell whose matrix is one of the plane: its 6 numbers. `cssTransform` makes it a value of CSS. */
  transform?: number[];
  /** Of a cell with any other matrix: its 16 numbers. */
  transform3D?: number[];
  /** Of a cell with a matrix, unless it is behind the viewer: the bounding box of what is seen of it. */
  transformedFrame?: Rect;
  /** Of a cell, a header, a footer, a global header or a placeholder: as in the snapshot. */
  data?: string;
  /** Of a decoration. */
  color?: string;
  /** For elements that pin or wait only: whether it is moved from its position at rest. */
  pinned?: boolean;
  /** For global headers in pinning records only: it waits. */
  waits?: true;
  /** Its size is not measured yet. */
  estimated?: true;
  /** Of a cell with an effect: from the focal line, in units. */
  distance?: number;
}

/** An element as the service answers it. */
export interface Element extends ElementExtras {
  category: 'cell' | 'supplementary' | 'decoration';
  /** Of supplementary elements and decorations. */
  kind?: Exclude<ElementKind, 'cell'>;
  /** Not on global headers and their background. */
  section?: number;
  /** Of a cell. */
  item?: number;
  /** Of supplementary elements and decorations. */
  index?: number;
  frame: Rect;
}

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
export interface SpecialElement extends ElementExtras {
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

/** A section as the service answers it. */
export interface Section {
  /** Its number in the snapshot. */
  section: number;
  /** Its `id` in the snapshot. */
  id?: string;
  /** A digest of its content: equal in all layouts if the content is equal. Older services do not send it. */
  digest?: string;
  /** `flow`, `column`, `waterfall`, `mosaic`, `fixed`, or one to come. */
  engine: string;
  itemCount: number;
  /** The number of items with estimated sizes; missing if there are none. */
  estimatedCount?: number;
  /** The number of headers and footers with estimated sizes; missing if there are none. */
  estimatedHeaderCount?: number;
  /** With `estimatedCount`: the mean size of the other items. */
  meanSize?: { width?: number; height?: number };
  frame: Rect;
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

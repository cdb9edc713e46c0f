/** What can be posted. Made from openapi.yaml by script/client-types: change that, and make this anew. */

export type Engine = 'flow' | 'column' | 'waterfall' | 'mosaic';

export type SegmentStyle = 'fullWidth' | 'fiftyFifty' | 'twoThirdsOneThird' | 'oneThirdTwoThirds';

/** Absent edges are 0. */
export interface Insets {
  top?: number;
  left?: number;
  bottom?: number;
  right?: number;
}

/** What every engine reads. */
export interface SharedMetrics {
  /** Around the items. Headers and footers stand outside of it. */
  sectionInset?: Insets;
  /** Between lines, rows, segments, items of one waterfall column. Flow and waterfall 10, column and mosaic 0. */
  minimumLineSpacing?: number;
  /** Between items in a line, between columns. Flow and waterfall 10, column and mosaic 0. */
  minimumInteritemSpacing?: number;
  /** There are separators between sections when it is set. */
  sectionSeparatorColor?: string | null;
  sectionSeparatorInsets?: Insets;
  /** Whether there is one below the last section, too; by default there is none. */
  showsSectionSeparatorWhenLastSection?: boolean;
  /** Of every separator; by default 0.5. */
  separatorThickness?: number;
  /** Repeated on cells, headers and footers. */
  backgroundColor?: string | null;
  /** Repeated on cells, headers and footers. */
  selectedBackgroundColor?: string | null;
  /** Repeated on cells. */
  padding?: Insets;
}

export interface FlowMetrics extends SharedMetrics {
  /** flow: for items without a size. An absent member is 50. */
  itemSize?: { width?: number; height?: number };
  /** flow: along a line, by default `uikit`. */
  lineAlignment?: 'uikit' | 'leading' | 'center' | 'trailing' | 'justify';
  /** flow: across a line, by default `center`. */
  itemAlignment?: 'leading' | 'center' | 'trailing';
}

export type ColumnMetrics = SharedMetrics & ColumnCount & {
  /** column: for items without a height, by default 44. */
  rowHeight?: number;
  /** column: a cell is as high as its row (`row`, by default), or as its item. */
  cellHeight?: 'row' | 'natural';
  /** column: there are separators when it is set. */
  separatorColor?: string | null;
  separatorInsets?: Insets;
  /** column: by default true. */
  showsColumnSeparator?: boolean;
};

export type WaterfallMetrics = SharedMetrics & ColumnCount & {
  /** waterfall: which column an item goes to, by default `shortest`. */
  placement?: 'shortest' | 'leftToRight' | 'rightToLeft';
};

export interface MosaicMetrics extends SharedMetrics {
  /** mosaic: the height of a segment, by default 200. */
  segmentHeight?: number;
  /** mosaic: styles used once, before the repeated ones; by default `fullWidth`. */
  leadingSegments?: readonly SegmentStyle[];
  /** mosaic: styles repeated; by default `fiftyFifty`, `twoThirdsOneThird`, `oneThirdTwoThirds`. */
  segments?: readonly SegmentStyle[];
}

/** One of the two, or none. */
export type ColumnCount =
  | {
    /**
     * column (default 1) and waterfall (default 2). It excludes minimumColumnWidth, and replaces an inherited one. By default
     * at most 10 000.
     */
    numberOfColumns?: number;
    minimumColumnWidth?: never;
  }
  | {
    /** column and waterfall: as many columns as fit, by default at most 10 000. */
    minimumColumnWidth?: number;
    numberOfColumns?: never;
  };

export type FlowItems =
  | number
  | { count: number; width?: number; height?: number; estimated?: boolean; heights?: never; widths?: never }
  | readonly { width?: number; height?: number; count?: number; estimated?: boolean }[]
  | { widths: readonly number[]; heights?: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; height?: never; width?: never }
  | { widths?: readonly number[]; heights: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; height?: never; width?: never };

export type ColumnItems =
  | number
  | { count: number; height?: number; estimated?: boolean; heights?: never }
  | readonly { height?: number; count?: number; estimated?: boolean }[]
  | { heights: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; height?: never };

export type HorizontalColumnItems =
  | number
  | { count: number; width?: number; estimated?: boolean; widths?: never }
  | readonly { width?: number; count?: number; estimated?: boolean }[]
  | { widths: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; width?: never };

export type WaterfallItems =
  | { count: number; width?: number; height: number; estimated?: boolean; heights?: never; widths?: never }
  | readonly { width?: number; height: number; count?: number; estimated?: boolean }[]
  | { widths?: readonly number[]; heights: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; height?: never; width?: never };

export type HorizontalWaterfallItems =
  | { count: number; width: number; height?: number; estimated?: boolean; heights?: never; widths?: never }
  | readonly { width: number; height?: number; count?: number; estimated?: boolean }[]
  | { widths: readonly number[]; heights?: readonly number[]; estimated?: boolean | readonly boolean[]; count?: never; height?: never; width?: never };

export type MosaicItems =
  | number
  | { count: number }
  | readonly { count?: number }[];

/**
 * A header or footer. It spans the container. If its extent is 0, or if it is hidden, it takes no room and is not an
 * element.
 */
export type SupplementaryInput = {
  /** Default false. */
  pin?: boolean;
  estimated?: boolean;
  backgroundColor?: string | null;
  selectedBackgroundColor?: string | null;
  padding?: Insets;
} & ({ height: number; hidden?: boolean } | { height?: number; hidden: true });

export interface FlowContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: FlowMetrics;
  headers?: readonly SupplementaryInput[];
  /** The default is no items. */
  items?: FlowItems;
  footers?: readonly SupplementaryInput[];
}

export interface ColumnContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: ColumnMetrics;
  headers?: readonly SupplementaryInput[];
  /** The default is no items. */
  items?: ColumnItems;
  footers?: readonly SupplementaryInput[];
}

export interface WaterfallContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: WaterfallMetrics;
  headers?: readonly SupplementaryInput[];
  /** The default is no items. */
  items?: WaterfallItems;
  footers?: readonly SupplementaryInput[];
}

export interface MosaicContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: MosaicMetrics;
  headers?: readonly SupplementaryInput[];
  /** The default is no items. */
  items?: MosaicItems;
  footers?: readonly SupplementaryInput[];
}

interface VerticalContents {
  flow: FlowContent;
  column: ColumnContent;
  waterfall: WaterfallContent;
  mosaic: MosaicContent;
}

/**
 * A header or footer. It spans the container. If its extent is 0, or if it is hidden, it takes no room and is not an
 * element.
 */
export type HorizontalSupplementaryInput = {
  /** Default false. */
  pin?: boolean;
  estimated?: boolean;
  backgroundColor?: string | null;
  selectedBackgroundColor?: string | null;
  padding?: Insets;
} & ({ width: number; hidden?: boolean } | { width?: number; hidden: true });

export interface HorizontalFlowContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: FlowMetrics;
  headers?: readonly HorizontalSupplementaryInput[];
  /** The default is no items. */
  items?: FlowItems;
  footers?: readonly HorizontalSupplementaryInput[];
}

export interface HorizontalColumnContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: ColumnMetrics;
  headers?: readonly HorizontalSupplementaryInput[];
  /** The default is no items. */
  items?: HorizontalColumnItems;
  footers?: readonly HorizontalSupplementaryInput[];
}

export interface HorizontalWaterfallContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: WaterfallMetrics;
  headers?: readonly HorizontalSupplementaryInput[];
  /** The default is no items. */
  items?: HorizontalWaterfallItems;
  footers?: readonly HorizontalSupplementaryInput[];
}

export interface HorizontalMosaicContent {
  /** Up to 256 bytes. It is repeated and never interpreted. */
  id?: string;
  /** Replace the snapshot's key by key. */
  metrics?: MosaicMetrics;
  headers?: readonly HorizontalSupplementaryInput[];
  /** The default is no items. */
  items?: MosaicItems;
  footers?: readonly HorizontalSupplementaryInput[];
}

interface HorizontalContents {
  flow: HorizontalFlowContent;
  column: HorizontalColumnContent;
  waterfall: HorizontalWaterfallContent;
  mosaic: HorizontalMosaicContent;
}

export interface VerticalSnapshot<Inherited extends Engine> {
  scrollDirection?: 'vertical';
  /** With `rtl`, the x of every frame becomes content width − x − width after layout. Default ltr. */
  layoutDirection?: 'ltr' | 'rtl';
  /** The defaults of every section. */
  metrics?: FlowMetrics & ColumnMetrics & WaterfallMetrics & MosaicMetrics;
  globalHeaders?: readonly SupplementaryInput[];
  /** By default at most 1 000 000. */
  sections: readonly SectionInput<Inherited>[];
}

export interface HorizontalSnapshot<Inherited extends Engine> {
  scrollDirection: 'horizontal';
  /** With `rtl`, the x of every frame becomes content width − x − width after layout. Default ltr. */
  layoutDirection?: 'ltr' | 'rtl';
  /** The defaults of every section. */
  metrics?: FlowMetrics & ColumnMetrics & WaterfallMetrics & MosaicMetrics;
  globalHeaders?: readonly HorizontalSupplementaryInput[];
  /** By default at most 1 000 000. */
  sections: readonly HorizontalSectionInput<Inherited>[];
}

/** What a section has, by its engine. One that names none has that of the snapshot. */
type SectionOf<Contents extends Record<Engine, object>, Inherited extends Engine> =
  | { [Name in Engine]: { engine: Name } & Contents[Name] }[Engine]
  | ({ engine?: undefined } & Contents[Inherited]);

/** A section of a snapshot that scrolls vertically, and says that engine for all its sections. */
export type SectionInput<Inherited extends Engine = 'flow'> = SectionOf<VerticalContents, Inherited>;

/** The same of one that scrolls horizontally. */
export type HorizontalSectionInput<Inherited extends Engine = 'flow'> = SectionOf<HorizontalContents, Inherited>;

type Inherits<Name extends Engine> = Name extends 'flow' ? { engine?: Name } : { engine: Name };

/** A snapshot. What its engines do not read is not among their members, also where the service lets it pass. */
export type SnapshotInput = {
  [Name in Engine]: Inherits<Name> & (VerticalSnapshot<Name> | HorizontalSnapshot<Name>);
}[Engine];

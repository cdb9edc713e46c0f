import type { Key } from './change.js';
import type { FeedElement, FeedMove } from './feed.js';
import type { Engine, ItemMembers, Waiting } from './described.js';

/** Lists of items that a feed shows, in React or in an element. */

/** The extent along the scroll axis, or both extents, as the engine requires, in points, and the item's other members. */
export type ItemExtent = number | ({ width?: number; height?: number } & ItemMembers);

/** A header, a footer or a placeholder: its members in the snapshot, and the function that renders it. */
export interface FeedStack<Drawn> {
  height?: number;
  width?: number;
  pin?: boolean;
  hidden?: boolean;
  estimated?: boolean;
  render?: (element: FeedElement, reused?: any) => Drawn;
  [member: string]: unknown;
}

/** What is shown in place of items. It does not pin, and is as long as it says, or fills what is visible. */
export type FeedPlaceholder<Drawn> = FeedStack<Drawn> & { pin?: never; waits?: never; hidden?: never; estimated?: never };

/** One that is not a global header, and does not wait. */
type SectionStack<Drawn> = FeedStack<Drawn> & { waits?: false };

/** A global header, which pins, or waits, or neither. */
export type FeedGlobalHeader<Drawn> = FeedStack<Drawn> & Waiting;

/** A section: its items, and its other members in the snapshot. */
export interface FeedSection<Item, Drawn> {
  /** Identifies the section when sections are inserted or removed. */
  id?: string;
  items: readonly Item[];
  headers?: readonly SectionStack<Drawn>[];
  /** Shown if there are no items. */
  placeholder?: FeedPlaceholder<Drawn>;
  footers?: readonly SectionStack<Drawn>[];
  engine?: Engine;
  metrics?: object;
}

/** An item that was dropped at another place, with the items in their new order. */
export interface ListMove<Item, Drawn> extends FeedMove {
  /** If the feed is given `items`. */
  items?: readonly Item[];
  /** If it is given `sections`. */
  sections?: readonly FeedSection<Item, Drawn>[];
}

/** The list to show. */
export interface FeedListOptions<Item, Drawn> {
  /** The items, in order. Set a new list to change them; do not modify this one. Either these, or `sections`. */
  items?: readonly Item[];
  /** Items in sections. As for `items`, set a new list to change them. */
  sections?: readonly FeedSection<Item, Drawn>[];
  headers?: readonly SectionStack<Drawn>[];
  /** Shown if there are no items. */
  placeholder?: FeedPlaceholder<Drawn>;
  footers?: readonly SectionStack<Drawn>[];
  /** The least extent of the content along the scroll axis, in points. Placeholders without an extent fill it. */
  minimumContentLength?: number;
  globalHeaders?: readonly FeedGlobalHeader<Drawn>[];
  /** Their background, a decoration that `renderSeparator` renders, has this colour; without one there is none. */
  globalHeaderBackgroundColor?: string | null;
  /** The key that identifies an item: unique in its section. */
  keyOf: (item: Item, place: number, items: readonly Item[]) => Key;
  /**
   * The known sizes of items: one extent for all, or a function of the item and the container's width (its height if scrolling is
   * horizontal). If the function returns undefined for an item, `estimate` is used. The function is called again for items that are new
   * objects, at another width, and when `version` changes.
   */
  size?: number | ((item: Item, containerExtent: number) => ItemExtent | undefined);
  /**
   * Estimated sizes, in the same form; rendered items are measured. Default: without `size`, and without `rowHeight` in the metrics, 44 for
   * items of a column or a waterfall.
   */
  estimate?: number | ((item: Item, containerExtent: number) => ItemExtent);
  /** The version of the values on which `size` and `estimate` depend, such as the font size. */
  version?: string | number;
  /** Default `column`. */
  engine?: Engine;
  metrics?: object;
  scrollDirection?: 'vertical' | 'horizontal';
  layoutDirection?: 'ltr' | 'rtl';
}

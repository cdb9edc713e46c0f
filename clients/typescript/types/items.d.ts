/** Lists of items that a feed shows, in React or in an element: what both are given. */
import type { Key } from './change.js';
import type { FeedElement, FeedMove } from './feed.js';
import type { Engine } from './snapshot.js';

/** An extent along the scroll axis, or both of them: what an engine reads. In points. */
export type ItemExtent = number | { width?: number; height?: number };

/** A header or a footer: as it is posted, and what renders it. */
export interface FeedStack<Drawn> {
  height?: number;
  width?: number;
  pin?: boolean;
  hidden?: boolean;
  estimated?: boolean;
  render?: (element: FeedElement, reused?: any) => Drawn;
  [member: string]: unknown;
}

/** A section: its items, and what else a snapshot says of it. */
export interface FeedSection<Item, Drawn> {
  /** What tells it from the others, where sections come and go. */
  id?: string;
  items: readonly Item[];
  headers?: readonly FeedStack<Drawn>[];
  footers?: readonly FeedStack<Drawn>[];
  engine?: Engine;
  metrics?: object;
}

/** An item that was dropped at another place: the items as they are to be shown then. */
export interface ListMove<Item, Drawn> extends FeedMove {
  /** Where the feed is given `items`. */
  items?: readonly Item[];
  /** Where it is given `sections`. */
  sections?: readonly FeedSection<Item, Drawn>[];
}

/** What there is to show. */
export interface FeedListOptions<Item, Drawn> {
  /**
   * The items, in their order. They are looked at anew when this is another list: it is not to be changed. Either these, or
   * `sections`.
   */
  items?: readonly Item[];
  /** Items in sections, likewise. */
  sections?: readonly FeedSection<Item, Drawn>[];
  headers?: readonly FeedStack<Drawn>[];
  footers?: readonly FeedStack<Drawn>[];
  globalHeaders?: readonly FeedStack<Drawn>[];
  /** What an item is known by while others come and go: no two of a section have the same key. */
  keyOf: (item: Item, place: number, items: readonly Item[]) => Key;
  /**
   * How large items are, where that is known: one extent for all, or a function of the item and the container's width (its
   * height, where scrolling is horizontal). Undefined of an item: `estimate` says it. A function is asked anew of items that are
   * other objects, at another width, and when `version` is another.
   */
  size?: number | ((item: Item, containerExtent: number) => ItemExtent | undefined);
  /** A guess of the same: what is rendered is measured. */
  estimate?: number | ((item: Item, containerExtent: number) => ItemExtent);
  /** Of what `size` and `estimate` go by, such as the size of the font. */
  version?: string | number;
  /** Default `column`. */
  engine?: Engine;
  metrics?: object;
  scrollDirection?: 'vertical' | 'horizontal';
  layoutDirection?: 'ltr' | 'rtl';
}

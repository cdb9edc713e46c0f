import type {
  GlobalHeaderInput, HorizontalGlobalHeaderInput, HorizontalPlaceholderInput, HorizontalSupplementaryInput, ItemMemberLists, ItemMembers,
  PlaceholderInput, SectionInput, SharedMetrics, SourceSnapshot, SupplementaryInput,
} from './snapshot.js';

/** Steps, which can be posted to a layout to change it. A step is a set: the order of its entries has no meaning. */

/** The place of an item. */
export interface ItemPath { section: number; item: number }

/** A size of an item, and its other members. A `resize` takes sizes alone. */
export interface ItemSize extends ItemMembers { width?: number; height?: number; estimated?: boolean; x?: number; y?: number }

/**
 * Items in any form: a count, a count with one size, or a list of sizes, with counts or as columns. Missing sizes are not taken from
 * metrics: new items need every extent that the engine uses; other items keep their extents.
 */
export type StepItems =
  | number
  | readonly (ItemSize & { count?: number })[]
  | (ItemSize & { count: number })
  | ItemMemberLists & {
    widths?: readonly number[]; heights?: readonly number[]; estimated?: boolean | readonly boolean[];
    x?: number | readonly (number | null)[]; y?: number | readonly (number | null)[];
  };

export type ItemResize =
  | { section: number; item: number; items: StepItems }
  | {
    section: number; at: readonly number[]; widths?: readonly number[]; heights?: readonly number[];
    estimated?: boolean | readonly boolean[];
  }
  /** Gives every item with an estimated size the mean size of the others; it counts as a resize of each. They stay estimated. */
  | { section: number; estimated: 'mean' };

type AnySupplementary = SupplementaryInput | HorizontalSupplementaryInput;
type AnyGlobalHeader = GlobalHeaderInput | HorizontalGlobalHeaderInput;

/** Indices of `insert`, `insertSections` and of every `to` are those after the step; all others are those before it. */
export interface Step {
  delete?: readonly (ItemPath & { count?: number })[];
  insert?: readonly (ItemPath & { items: StepItems })[];
  move?: readonly { from: ItemPath; to: ItemPath; count?: number }[];
  /** New sizes for the same items. */
  resize?: readonly ItemResize[];
  /** Gives members to items that stay what they are; null is the default, and members that are not given stay. */
  adjust?: readonly {
    section: number; item?: number; at?: readonly number[]; count?: number;
    x?: readonly (number | null)[] | number | null;
    y?: readonly (number | null)[] | number | null;
    alpha?: readonly (number | null)[] | number | null;
    zIndex?: readonly (number | null)[] | number | null;
    hidden?: readonly (boolean | null)[] | boolean | null;
    transform?: readonly (readonly number[] | null)[] | readonly number[] | null;
    transform3D?: readonly (readonly number[] | null)[] | readonly number[] | null;
    data?: readonly (string | null)[] | string | null;
    backgroundColor?: readonly (string | null)[] | string | null;
    selectedBackgroundColor?: readonly (string | null)[] | string | null;
  }[];
  /** Other items at the same places. */
  reload?: readonly (ItemPath & { count?: number; items?: StepItems })[];
  deleteSections?: readonly { section: number; count?: number; slide?: 'left' | 'right' }[];
  insertSections?: readonly { section: number; sections: readonly SectionInput[]; slide?: 'left' | 'right' }[];
  moveSections?: readonly { from: number; to: number; count?: number }[];
  reloadSections?: readonly { section: number; value: SectionInput }[];
  setSections?: readonly {
    section: number; count?: number; engine?: string; metrics?: SharedMetrics & Record<string, unknown>;
    /** `null` takes it away. */
    placeholder?: PlaceholderInput | HorizontalPlaceholderInput | null;
    headers?: readonly AnySupplementary[]; footers?: readonly AnySupplementary[];
  }[];
  set?: { globalHeaders?: readonly AnyGlobalHeader[]; globalHeaderBackgroundColor?: string | null; minimumContentLength?: number };
}

/** The snapshots before and after a change, each with a source. They make the one step that leads from one to the other. */
export interface TreeChange { from: SourceSnapshot; to: SourceSnapshot; steps?: undefined }

/** Steps of a user, which are rejected if nodes of the tree before them do not allow them. They name no whole sections. */
export interface UserSteps { from: SourceSnapshot; to?: undefined; steps: Step | readonly Step[] }

/** What changes a layout. */
export type ChangeInput = Step | readonly Step[] | TreeChange | UserSteps;

/** The expected result of steps; any other result is rejected. */
export interface Expectation { id?: string; itemCount?: number }

/** A stretch along the scroll axis, as distances from the beginning of the content. */
export interface Stretch { start: number; end: number }

/** The item of the new layout that stays in place, and its edge that does. */
export interface ScrollAnchor { section: number; item: number; edge: 'leading' | 'trailing' }

/** What can be posted to a layout to change it. A step is a set: the order within it means nothing. */
import type { SupplementaryInput, SectionInput, SharedMetrics } from './snapshot.js';

/** Where an item is. */
export interface ItemPath { section: number; item: number }

/** A size of an item. */
export interface ItemSize { width?: number; height?: number; estimated?: boolean }

/**
 * Items in any form: how many, so many of one size, or the size of each, with a count or in columns. Sizes that are left out
 * do not come from metrics: new items say every extent that the engine reads, others keep what they have.
 */
export type StepItems =
  | number
  | readonly (ItemSize & { count?: number })[]
  | (ItemSize & { count: number })
  | { widths?: readonly number[]; heights?: readonly number[]; estimated?: boolean | readonly boolean[] };

export type ItemResize =
  | { section: number; item: number; items: StepItems }
  | {
    section: number; at: readonly number[]; widths?: readonly number[]; heights?: readonly number[];
    estimated?: boolean | readonly boolean[];
  }
  /** Gives every item of an estimated size the mean of the others; it counts as a resize of each. They stay estimated. */
  | { section: number; estimated: 'mean' };

/** Indices of `insert`, `insertSections` and of every `to` are those after the step, all others those before it. */
export interface Step {
  delete?: readonly (ItemPath & { count?: number })[];
  insert?: readonly (ItemPath & { items: StepItems })[];
  move?: readonly { from: ItemPath; to: ItemPath; count?: number }[];
  /** New sizes for items that stay what they are. */
  resize?: readonly ItemResize[];
  /** Other items at the same places. */
  reload?: readonly (ItemPath & { count?: number; items?: StepItems })[];
  deleteSections?: readonly { section: number; count?: number; slide?: 'left' | 'right' }[];
  insertSections?: readonly { section: number; sections: readonly SectionInput[]; slide?: 'left' | 'right' }[];
  moveSections?: readonly { from: number; to: number; count?: number }[];
  reloadSections?: readonly { section: number; value: SectionInput }[];
  setSections?: readonly {
    section: number; count?: number; engine?: string; metrics?: SharedMetrics & Record<string, unknown>;
    headers?: readonly SupplementaryInput[]; footers?: readonly SupplementaryInput[];
  }[];
  set?: { globalHeaders?: readonly SupplementaryInput[] };
}

/** The result that is expected of steps; another one is refused. */
export interface Expectation { id?: string; itemCount?: number }

/** A stretch along the scroll axis, from where the content begins. */
export interface Stretch { start: number; end: number }

/** What stands still: an item of the new layout, and which of its edges. */
export interface ScrollAnchor { section: number; item: number; edge: 'leading' | 'trailing' }

import type { SourceSnapshot, Step } from './described.js';

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

import type { SharedMetrics } from './described.js';

/** Named effects, for the metric `effect`. */

/** What becomes of cells by their distance from a line (docs/rules.md#effects). */
export type Effect = NonNullable<SharedMetrics['effect']>;

/** Functions that make effects. Numbers are checked. */
export type NamedEffects = Readonly<{
  /** Cells beside the middle are smaller, and fade. `unit`: the distance of two neighbours, in points. */
  carousel(options: { unit: number; scale?: number; alpha?: number }): Effect;
  /** Covers that turn to the middle, as in iCarousel. `unit`: the width of a cell, in points. */
  coverFlow(options: { unit: number; perspective?: number; tilt?: number; spacing?: number }): Effect;
  /** Cards behind each other, of which the first one is pulled off to the left. `unit`: the distance of two neighbours, in points. */
  stack(options: { unit: number; count?: number; scale?: number; offset?: number }): Effect;
  /** A Ferris wheel of `count` cells. `unit`: the distance of two neighbours; `height`: that of a cell; in points. */
  wheel(options: { unit: number; height: number; count?: number }): Effect;
  /** The outside of a cylinder of `count` cells. `unit`: the distance of two neighbours, in points. */
  cylinder(options: { unit: number; count?: number; perspective?: number }): Effect;
  /** Pages on the sides of a cube. `unit`: the distance of two pages, in points. */
  cube(options: { unit: number; perspective?: number }): Effect;
  /** Pages that fade into each other. `unit`: the distance of two pages, in points. */
  fade(options: { unit: number }): Effect;
  /** Cards beside each other, the farther ones smaller. `unit`: the distance of two neighbours, in points. */
  cards(options: { unit: number; scale?: number; spacing?: number; alpha?: number }): Effect;
}>;

/**
 * Coordinates count as equal if they differ by at most this, in points: sums of doubles are rounded (docs/rules.md#scroll-anchor). For the
 * elements in a rectangle, coordinates are compared exactly.
 */
export const tolerance = 0.001;

// @ts-check

/**
 * How far two coordinates may be apart that are equal, in points: sums of doubles are rounded
 * (docs/rules.md#scroll-anchor). Elements in a rectangle are compared exactly.
 */
export const tolerance = 0.001;

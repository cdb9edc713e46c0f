// @ts-check

/**
 * The pages that are wanted, the most urgent ones first: those that are seen, the overscan, what is ahead.
 *
 * @param {{ first: number, last: number, before: number, after: number, seen: readonly number[], isForward: boolean }} range
 *   the pages of the bounds with the overscan, how many before and behind them, the first and the last page of the bounds,
 *   and whether one scrolls towards the end
 */
export function pageOrder({ first, last, before, after, seen, isForward }) {
  const wanted = [];
  for (let number = first; number <= last; number += 1) wanted.push(number);
  // What comes in last is seen longest; the overscan is not seen yet.
  if (isForward) wanted.reverse();
  /** @param {number} number */
  const overscanned = (number) => Number(number < seen[0] || number > seen[1]);
  wanted.sort((left, right) => overscanned(left) - overscanned(right));
  for (let distance = 1; distance <= Math.max(before, after); distance += 1) {
    if (distance <= after) wanted.push(last + distance);
    if (distance <= before) wanted.push(first - distance);
  }
  return wanted;
}

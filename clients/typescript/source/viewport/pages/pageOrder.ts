/**
 * The wanted pages, the most urgent ones first: those of the bounds, those of the overscan, those ahead.
 *
 * @param range the pages of the bounds with the overscan, the numbers of pages before and after them, the first and the last page of the
 *   bounds, and whether the scroll is towards the end
 */
export function pageOrder({ first, last, before, after, seen, isForward }: {
  first: number, last: number, before: number, after: number, seen: readonly number[], isForward: boolean,
}) {
  const wanted = [];
  for (let number = first; number <= last; number += 1) wanted.push(number);
  // The pages that come into sight last will be visible longest; the overscan is not visible yet.
  if (isForward) wanted.reverse();
  const overscanned = (number: number) => Number(number < seen[0] || number > seen[1]);
  wanted.sort((left, right) => overscanned(left) - overscanned(right));
  for (let distance = 1; distance <= Math.max(before, after); distance += 1) {
    if (distance <= after) wanted.push(last + distance);
    if (distance <= before) wanted.push(first - distance);
  }
  return wanted;
}

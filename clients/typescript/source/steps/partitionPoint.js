// @ts-check

/**
 * The first number from `first` to `end` for which the condition is true. If it is true for a number, it must be true for all larger ones.
 * O(log numbers)
 *
 * @param {number} first
 * @param {number} end
 * @param {(index: number) => boolean} condition
 */
export function partitionPoint(first, end, condition) {
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (condition(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

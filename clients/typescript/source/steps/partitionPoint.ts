/**
 * The first number from `first` to `end` for which the condition is true. If it is true for a number, it must be true for all larger ones.
 * O(log numbers)
 */
export function partitionPoint(first: number, end: number, condition: (index: number) => boolean) {
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (condition(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

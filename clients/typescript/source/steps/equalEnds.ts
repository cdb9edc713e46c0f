/** The numbers of equal entries at the starts and at the ends of two lists. */
export function equalEnds(countBefore: number, countAfter: number, isSame: (place: number, other: number) => boolean) {
  const most = Math.min(countBefore, countAfter);
  let head = 0;
  while (head < most && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(countBefore - 1 - tail, countAfter - 1 - tail)) tail += 1;
  return [head, tail];
}

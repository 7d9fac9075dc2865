import type { V8FileCoverage } from './types';

/**
 * How often the code at a position ran: the count of the innermost V8 range around it. Ranges nest, so painting them from the
 * outside in gives flat segments that a binary search finds. A file V8 never reported ran zero times.
 */
export function countLookup(script: V8FileCoverage | undefined): (position: number) => number {
  const ranges = (script?.functions ?? []).flatMap((fn) => fn.ranges).filter((range) => range.endOffset > range.startOffset);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const starts: number[] = [];
  const counts: number[] = [];
  const paint = (position: number, count: number): void => {
    if (starts.at(-1) === position) counts[counts.length - 1] = count;
    else {
      starts.push(position);
      counts.push(count);
    }
  };
  const open: { endOffset: number; count: number }[] = [];
  const closeUntil = (position: number): void => {
    for (let top = open.at(-1); top && top.endOffset <= position; top = open.at(-1)) {
      open.pop();
      paint(top.endOffset, open.at(-1)?.count ?? 0);
    }
  };
  for (const range of ranges) {
    closeUntil(range.startOffset);
    paint(range.startOffset, range.count);
    open.push(range);
  }
  closeUntil(Number.POSITIVE_INFINITY);

  return (position) => {
    let low = 0;
    let high = starts.length - 1;
    let count = 0;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= position) {
        count = counts[middle]!;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return count;
  };
}

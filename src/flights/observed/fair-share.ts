/**
 * How many rows each of several may have so that all together have at most `max`: those with fewer keep theirs, and
 * what they leave is divided among the others. Infinity where nobody has too many.
 *
 * Of 100, 30 and 10 rows with room for 80, each may have 40: the second and third keep what they have.
 */
export function fairShare(counts: readonly number[], max: number): number {
  const rising = counts.toSorted((a, b) => a - b);
  let left = max;
  for (const [index, count] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index));
    if (count > share) return share;
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * A quantile of prices in rising order: linear between neighbours, as PostgreSQL's `percentile_cont`, rounded to a whole minor
 * unit. `fraction`: 0 the lowest, 1 the highest. 0 for no prices.
 */
export function quantileOf(sorted: Float64Array, fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return Math.round(below + (above - below) * (position - Math.floor(position)));
}

/** Prices in rising order. A list or typed array is one. */
export interface Rising {
  readonly length: number;
  at(index: number): number | undefined;
}

/**
 * A quantile of prices in rising order: linear between neighbours, as PostgreSQL's `percentile_cont`, rounded to a
 * whole minor unit. `fraction`: 0 the lowest, 1 the highest. 0 for no prices.
 */
export function quantileOf(sorted: Rising, fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const below = sorted.at(Math.floor(position)) ?? 0;
  const above = sorted.at(Math.ceil(position)) ?? below;
  return Math.round(below + (above - below) * (position - Math.floor(position)));
}

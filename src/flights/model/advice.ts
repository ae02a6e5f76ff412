import { quantileOf } from '../../demand/model/quantile.ts';

/** Under this many observed fares the supplier's published ones are the measure (contract, section 5). */
export const OBSERVATIONS_MIN = 20;

/** What a journey has cost: five points of a distribution, minor units of the shown currency, for the whole party. */
export interface FareQuantiles {
  readonly minFare: number;
  readonly percentile25: number;
  readonly percentile50: number;
  readonly percentile75: number;
  readonly maxFare: number;
}
export const ADVICE_LABELS = ['Lowest', 'Low', 'Medium', 'High'] as const;
export type AdviceLabel = (typeof ADVICE_LABELS)[number];

/** The quantiles of a sample (linear between neighbours, rounded to whole minor units); undefined for an empty one. */
export function measureFares(sample: readonly number[]): FareQuantiles | undefined {
  if (sample.length === 0) return undefined;
  const sorted = new Float64Array(sample).sort();
  return {
    minFare: quantileOf(sorted, 0),
    percentile25: quantileOf(sorted, 0.25),
    percentile50: quantileOf(sorted, 0.5),
    percentile75: quantileOf(sorted, 0.75),
    maxFare: quantileOf(sorted, 1),
  };
}

/**
 * Where a price stands: Lowest at or under everything seen, Low up to the first quartile, Medium up to the third, High above.
 * Each bound belongs to the better label.
 */
export function labelPrice(price: number, quantiles: FareQuantiles): AdviceLabel {
  if (price <= quantiles.minFare) return 'Lowest';
  if (price <= quantiles.percentile25) return 'Low';
  if (price <= quantiles.percentile75) return 'Medium';
  return 'High';
}

/** The words beside a label. */
export const ADVICE_WORDS = {
  Lowest: {
    title: 'Lowest price seen',
    description: 'Nothing cheaper has been seen for this route, season and lead time. Waiting is unlikely to pay.',
  },
  Low: { title: 'Good price', description: 'Cheaper than three quarters of the fares for this route, season and lead time.' },
  Medium: { title: 'Usual price', description: 'Within the usual range for this route, season and lead time.' },
  High: {
    title: 'High price',
    description: 'Dearer than three quarters of the fares for this route, season and lead time. Other dates or flights may be cheaper.',
  },
} as const satisfies Record<AdviceLabel, { readonly title: string; readonly description: string }>;

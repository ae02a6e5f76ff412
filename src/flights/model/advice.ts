import { quantileOf, type Rising } from '../../demand/model/counts/quantile.ts';

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
  return measureRising(new Float64Array(sample).sort());
}

/** Quantiles of a sample in rising order, of which eight values are read at most. */
export function measureRising(rising: Rising): FareQuantiles | undefined {
  if (rising.length === 0) return undefined;
  return {
    minFare: quantileOf(rising, 0),
    percentile25: quantileOf(rising, 0.25),
    percentile50: quantileOf(rising, 0.5),
    percentile75: quantileOf(rising, 0.75),
    maxFare: quantileOf(rising, 1),
  };
}

/** A rising sample in other units, each read where it is asked for, to which the lowest fares at hand may be added. */
export class ConvertedSample implements Rising {
  readonly #sample: Rising;
  /** Never turns the order of two amounts round. */
  readonly #convert: (amount: number) => number;
  /** What stands before the sample, the lowest last. */
  readonly #lower: number[] = [];
  /** What stands in the place of the sample's first. */
  #first: number | undefined;

  constructor(sample: Rising, convert: (amount: number) => number) {
    this.#sample = sample;
    this.#convert = convert;
  }

  get length(): number {
    return this.#lower.length + this.#sample.length;
  }

  at(index: number): number | undefined {
    const { length } = this.#lower;
    if (index < length) return this.#lower[length - 1 - index];
    if (index === length && this.#first !== undefined) return this.#first;
    const amount = this.#sample.at(index - length);
    return amount === undefined ? undefined : this.#convert(amount);
  }

  /**
   * Adds a fare that is under all others. One that is there already, and was rounded on its way, by at most so much,
   * comes to its exact amount.
   */
  addLowest(fare: number, rounding: number): void {
    const known = this.at(0) ?? 0;
    if (fare < known - rounding) this.#lower.push(fare);
    else if (fare <= known + rounding) this.#correct(Math.min(fare, this.at(1) ?? fare));
  }

  #correct(fare: number): void {
    if (this.#lower.length > 0) this.#lower[this.#lower.length - 1] = fare;
    else this.#first = fare;
  }
}

/**
 * Where a price stands: Lowest at or under everything seen, Low up to the first quartile, Medium up to the third, High
 * above. Each bound belongs to the better label.
 */
export function labelPrice(price: number, quantiles: FareQuantiles): AdviceLabel {
  if (price <= quantiles.minFare) return 'Lowest';
  if (price <= quantiles.percentile25) return 'Low';
  if (price <= quantiles.percentile75) return 'Medium';
  return 'High';
}

/** The words beside a label. */
export const ADVICE_MESSAGES = {
  Lowest: {
    title: 'Lowest price seen',
    description: 'Nothing cheaper has been seen for this route, season and lead time. Waiting is unlikely to pay.',
  },
  Low: {
    title: 'Good price',
    description: 'Cheaper than three quarters of the fares for this route, season and lead time.',
  },
  Medium: { title: 'Usual price', description: 'Within the usual range for this route, season and lead time.' },
  High: {
    title: 'High price',
    description:
      'Dearer than three quarters of the fares for this route, season and lead time. Other dates or flights may be cheaper.',
  },
} as const satisfies Record<AdviceLabel, { readonly title: string; readonly description: string }>;

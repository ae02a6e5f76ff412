import type { IsoDate } from '../../travel/dates.ts';
import { quantileOf, type Rising } from '../../demand/model/counts/quantile.ts';

/** With fewer observed fares than this, advice is measured by published ones (contract, section 5). */
export const OBSERVATIONS_MIN = 20;

/** What a journey has cost: five points of a distribution, minor units of the shown currency, for the whole party. */
export interface FareQuantiles {
  readonly minFare: number;
  readonly percentile25: number;
  readonly percentile50: number;
  readonly percentile75: number;
  readonly maxFare: number;
  /** What was measured, where that is fares that searches have seen. */
  readonly observed?: ObservedSample | undefined;
}

/** The fares a measurement by what searches have seen is made of: the lowest of each date pair. */
export interface ObservedSample {
  readonly count: number;
  /** Days of departure of the first and the last of them. */
  readonly first: IsoDate;
  readonly last: IsoDate;
  /** When the oldest of them was seen. */
  readonly asOf: Date;
}
export const ADVICE_LABELS = ['Lowest', 'Low', 'Medium', 'High'] as const;
export type AdviceLabel = (typeof ADVICE_LABELS)[number];

/**
 * Measures a sample. Quantiles are interpolated linearly between neighbours and rounded to whole minor units; undefined
 * for an empty sample.
 */
export function measureFares(sample: readonly number[]): FareQuantiles | undefined {
  return measureRising(new Float64Array(sample).sort());
}

/** Measures a sample that is sorted ascending; reads at most eight of its values. */
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

/**
 * A sorted sample in another currency, converted value by value as it is read, because measuring reads only eight of up
 * to hundreds of values. The lowest fares at hand may be added below it.
 */
export class ConvertedSample implements Rising {
  readonly #sample: Rising;
  /** Must preserve order: a higher amount never converts to a lower one. */
  readonly #convert: (amount: number) => number;
  /** Fares added below the sample, the lowest last. */
  readonly #lower: number[] = [];
  /** Replaces the first value of the sample, when an added fare turned out to be its exact amount. */
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
   * Adds a fare when it is lower than all others. A fare within `rounding` of the lowest is taken for the same one,
   * rounded in conversion, and replaces it with the exact amount.
   *
   * With a sample of EUR 720.00, 738.00 and 756.00 and a rounding of 0.02: adding 700.00 puts it before 720.00, adding
   * 719.99 replaces 720.00, and adding 745.00 changes nothing.
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
 * Labels a price: Lowest at or below the minimum, Low up to the first quartile, Medium up to the third, High above. A
 * price equal to a bound gets the better label.
 */
export function labelPrice(price: number, quantiles: FareQuantiles): AdviceLabel {
  if (price <= quantiles.minFare) return 'Lowest';
  if (price <= quantiles.percentile25) return 'Low';
  if (price <= quantiles.percentile75) return 'Medium';
  return 'High';
}

/** Title and description beside each label, in English. */
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

/** Reference conversion rates. */
export interface ExchangeRates {
  /** Whether a price in this currency can be read at all. */
  supports(currency: string): boolean;
  /** The currencies prices can be converted into now. */
  supported(): readonly string[];
  /**
   * Units of `to` per unit of `from`, both in major units, without any surcharge. Throws RateUnavailable, or RangeError
   * for a currency that is not supported.
   */
  rate(from: string, to: string): number;
}

/** Where the rate that a price was converted with comes from; stored beside the price. */
export interface Conversion {
  /** When the rate was published, an ISO instant. */
  readonly asOf: string;
  /** `eurofxref`, or `import`. */
  readonly source: string;
  /** What the installation added to the published rate, already inside `rate`. */
  readonly spreadPercent: number;
}

/** A rate that prices are sold at. */
export interface SellingRate {
  readonly rate: number;
  /** Undefined where nothing is converted, and for the sandbox's hand-written rates. */
  readonly conversion?: Conversion | undefined;
}

/** Rates for what is sold: they may be missing or too old, and carry the installation's surcharge. */
export interface SellingRates extends ExchangeRates {
  /** Whether there is a rate to be used now; true for a currency into itself. */
  converts(from: string, to: string): boolean;
  /** The rate a supplier's price is shown and charged at, spread included. Throws as `rate` does. */
  selling(from: string, to: string): SellingRate;
}

/** There is no rate to convert with. The message says which one, and why; it is for the caller of the API. */
export class RateUnavailable extends Error {
  /** The currencies prices can be converted into. */
  readonly supported: readonly string[];

  constructor(message: string, supported: readonly string[]) {
    super(message);
    this.name = 'RateUnavailable';
    this.supported = supported;
  }
}

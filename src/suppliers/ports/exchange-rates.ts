/** Reference conversion rates. */
export interface ExchangeRates {
  supports(currency: string): boolean;
  supported(): readonly string[];
  /** Units of `to` per unit of `from`, both in major units. Throws RangeError for an unsupported currency. */
  rate(from: string, to: string): number;
}

import { decimalPlaces, type Money, money } from '../../src/travel/money.ts';
import type { ExchangeRates } from '../../src/suppliers/ports/exchange-rates.ts';
import type { AtlasAirline } from '../../src/reference/atlas.ts';
import type { Market } from '../itineraries/markets.ts';

/**
 * How a carrier files amounts that are reckoned in US dollars: its currency, and the round sums fares and fees are
 * filed in.
 */
export interface Filing {
  readonly currency: string;
  readonly minorPerUsd: number;
  /** Minor units: the power of ten nearest to one US dollar. */
  readonly step: number;
}

/**
 * What a carrier's fares of a market are filed in: within a country that country's currency for every carrier; else its
 * own. The scenario airlines each keep the currency their scenarios need.
 */
export function filingCurrency(
  { currency, isScenario }: AtlasAirline,
  { domesticCurrency }: Market,
  rates: ExchangeRates,
): string {
  return !isScenario && domesticCurrency !== undefined && rates.supports(domesticCurrency)
    ? domesticCurrency
    : currency;
}

/** The filing of a currency. Throws RangeError for one without a reference rate. */
export function filingIn(currency: string, rates: ExchangeRates): Filing {
  const rate = rates.rate('USD', currency);
  const places = decimalPlaces(currency);
  return {
    currency,
    minorPerUsd: rate * 10 ** places,
    step: Math.max(1, Math.round(10 ** (Math.round(Math.log10(rate)) + places))),
  };
}

/** An amount as it is filed, in minor units: the nearest round sum, never nothing. */
export function fileMinor({ minorPerUsd, step }: Filing, usd: number): number {
  return Math.max(1, Math.round((usd * minorPerUsd) / step)) * step;
}

/** The filed fare as money. */
export function fileUsd(filing: Filing, usd: number): Money {
  return money(fileMinor(filing, usd), filing.currency);
}

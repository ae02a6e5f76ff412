import type { SellingRates } from '../../suppliers/ports/exchange-rates.ts';
import type { FlightSearch } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';

/**
 * The search with the currency its answer is shown in. Where the caller named none and no fare can be converted into
 * the usual one, that is the currency most offers are sold in.
 */
export function settleCurrency(
  rates: SellingRates,
  search: FlightSearch,
  offers: readonly SourcedOffer[],
): FlightSearch {
  if (search.isCurrencyFixed) return search;
  const counts = new Map<string, number>();
  for (const { offer } of offers) {
    const currency = offer.fares[0]?.total.currency;
    if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  const currencies = [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
  const [commonest] = currencies;
  if (commonest === undefined || currencies.some((currency) => rates.converts(currency, search.currency)))
    return search;
  return { ...search, currency: commonest };
}

/**
 * The offers without fares that no rate converts into a currency. Throws RateUnavailable, with the reason, where that
 * leaves none of them.
 */
export function keepConvertible(
  rates: SellingRates,
  offers: readonly SourcedOffer[],
  currency: string,
): readonly SourcedOffer[] {
  const currencies = new Set<string>();
  for (const { offer } of offers) for (const { total } of offer.fares) currencies.add(total.currency);
  const missing = [...currencies].filter((from) => !rates.converts(from, currency));
  const [first] = missing;
  if (first === undefined) return offers;
  // Throws with the reason.
  if (missing.length === currencies.size) rates.rate(first, currency);
  return offers.flatMap((sourced) => {
    const fares = sourced.offer.fares.filter(({ total }) => !missing.includes(total.currency));
    return fares.length === 0 ? [] : [{ ...sourced, offer: { ...sourced.offer, fares } }];
  });
}

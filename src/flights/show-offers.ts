import type { App } from '../context.ts';
import { convertFareTotal } from '../travel/fare-total.ts';
import { compileFilters, durationOf, type FilterTests, passesFareTests, passesOfferTests, stopsOf } from './model/filter-offers.ts';
import type { FlightFilters, ShownFare, ShownOffer, Sort } from './model/flight-search.ts';
import { mergeDuplicates, type SuppliedOffer } from './model/merge-offers.ts';
import { sortOffers } from './model/sort-offers.ts';

/** What was found but is not shown, and why. */
export interface LeftOut {
  /** Offers hidden by filters: their flights did not match, or none of their fares did. */
  readonly offers: number;
  /** Fares hidden by filters on offers that are shown. */
  readonly fares: number;
  /** Fares another supplier sells cheaper for the same flights and brand. */
  readonly duplicates: number;
}
/** A whole result in the order asked for, before limit and offset. */
export interface Window {
  readonly shown: readonly ShownOffer[];
  readonly leftOut: LeftOut;
}
/** How a result is wanted. */
export interface WindowRequest {
  readonly filters: FlightFilters;
  readonly currency: string;
  readonly sort: Sort;
}

/** Merges, converts, filters and sorts what suppliers answered. */
export function showOffers(app: App, supplied: readonly SuppliedOffer[], request: WindowRequest): Window {
  const rateOf = rateReader(app, request.currency);
  const merged =
    app.flightSuppliers.length < 2
      ? { offers: supplied, duplicates: 0 }
      : mergeDuplicates(supplied, (fare) => convertFareTotal(fare, request.currency, rateOf(fare.total.currency)).value);
  const tests = compileFilters(request.filters);
  let hiddenFares = 0;
  const shown: ShownOffer[] = [];
  for (const offer of merged.offers) {
    const kept = showOffer(offer, tests, request.currency, rateOf);
    if (kept === undefined) continue;
    hiddenFares += offer.offer.fares.length - kept.fares.length;
    shown.push(kept);
  }
  const leftOut = { offers: merged.offers.length - shown.length, fares: hiddenFares, duplicates: merged.duplicates };
  return { shown: sortOffers(shown, request.sort), leftOut };
}

function showOffer(
  supplied: SuppliedOffer,
  tests: FilterTests,
  currency: string,
  rateOf: (currency: string) => number,
): ShownOffer | undefined {
  const { offer } = supplied;
  if (!passesOfferTests(tests, offer)) return undefined;
  const matching: ShownFare[] = [];
  for (const fare of offer.fares) {
    const total = convertFareTotal(fare, currency, rateOf(fare.total.currency));
    if (passesFareTests(tests, fare, total)) matching.push({ fare, total });
  }
  const [cheapest, ...others] = matching.sort((a, b) => a.total.value - b.total.value);
  if (cheapest === undefined) return undefined;
  return {
    supplierId: supplied.supplierId,
    supplierName: supplied.supplierName,
    queryIndex: supplied.queryIndex,
    offer,
    fares: [cheapest, ...others],
    rate: rateOf(cheapest.fare.total.currency),
    stops: stopsOf(offer),
    durationMinutes: durationOf(offer),
  };
}

function rateReader(app: App, to: string): (from: string) => number {
  const rates = new Map<string, number>();
  return (from) => {
    const known = rates.get(from);
    if (known !== undefined) return known;
    const rate = app.rates.rate(from, to);
    rates.set(from, rate);
    return rate;
  };
}

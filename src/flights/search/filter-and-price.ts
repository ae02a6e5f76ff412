import type { App } from '../../context.ts';
import { type InParts, runParts } from '../../platform/scheduling/in-parts.ts';
import { flightSubject } from '../../pricing/model/fee-subject.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import { convertedTotal, convertFareTotal } from '../../travel/fare-total.ts';
import type { Fare } from '../../travel/flight.ts';
import { addMoney, minorConverter, type Money } from '../../travel/money.ts';
import { keepConvertible } from './settle-currency.ts';
import {
  compileFilters,
  durationOf,
  type FilterTests,
  passesFareTests,
  passesOfferTests,
  stopsOf,
} from '../model/filter-offers.ts';
import type { DisplayOffer, FlightFilters, ShownFare, Sort } from '../model/flight-search.ts';
import { mergeInParts, type SourcedOffer } from '../model/merge-offers.ts';
import { sortInParts } from '../model/sort-offers.ts';

/** How much of what the suppliers returned is not shown, by reason. */
export interface ExcludedCounts {
  /**
   * Offers hidden by filters, because their flights did not match, or none of their fares did, and offers in a currency
   * without a rate.
   */
  readonly offers: number;
  /** Fares hidden by filters on offers that are shown. */
  readonly fares: number;
  /** Fares another supplier sells cheaper, service fee included, for the same flights and brand. */
  readonly duplicates: number;
}
/** A whole result, sorted as requested, before limit and offset. */
export interface DisplayResult {
  readonly shown: readonly DisplayOffer[];
  readonly excluded: ExcludedCounts;
}
/** The filters, currency and order a caller requests, and what the organization adds to fares. */
export interface DisplayRequest {
  readonly filters: FlightFilters;
  readonly currency: string;
  readonly sort: Sort;
  /** Part of every total; absent where fares are shown as their suppliers ask them. */
  readonly fees?: ServiceFees;
}

/**
 * Merges, converts, filters and sorts what suppliers answered. Throws RateUnavailable where not a single offer can be
 * converted.
 */
export function displayOffers(app: App, supplied: readonly SourcedOffer[], request: DisplayRequest): DisplayResult {
  return runParts(displayInParts(app, supplied, request));
}

/** How many offers are processed before other requests may run. */
const OFFERS_PER_PART = 200;

/** Does the work of `displayOffers`, and yields between parts so that other requests can run. */
export function* displayInParts(
  app: App,
  supplied: readonly SourcedOffer[],
  request: DisplayRequest,
): InParts<DisplayResult> {
  const exchangeOf = exchangeReader(app, request.currency);
  const addFee = feeAdder(app, request.fees);
  const convertible = keepConvertible(app.rates, supplied, request.currency);
  const merged =
    app.flightSuppliers.length < 2
      ? { offers: convertible, duplicates: 0 }
      : yield* mergeInParts(convertible, priceReader(exchangeOf, addFee));
  const tests = compileFilters(request.filters);
  let hiddenFares = 0;
  const shown: DisplayOffer[] = [];
  for (const [index, offer] of merged.offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const display = displayOffer(offer, tests, exchangeOf, addFee);
    if (display === undefined) continue;
    hiddenFares += offer.offer.fares.length - display.fares.length;
    shown.push(display);
  }
  const hidden = supplied.length - convertible.length + merged.offers.length - shown.length;
  const excluded = { offers: hidden, fares: hiddenFares, duplicates: merged.duplicates };
  return { shown: yield* sortInParts(shown, request.sort), excluded };
}

/** Returns undefined when a filter hides the offer or all of its fares. */
function displayOffer(
  sourced: SourcedOffer,
  tests: FilterTests,
  exchangeOf: ExchangeReader,
  addFee: FeeAdder | undefined,
): DisplayOffer | undefined {
  const { supplierId, supplierName, queryIndex, offer, observedAt } = sourced;
  if (!passesOfferTests(tests, offer)) return undefined;
  const fares = offer.fares
    .map((fare): ShownFare => {
      const price = exchangeOf(fare.total.currency).total(fare);
      return addFee === undefined ? { fare, total: price } : addFee(sourced, fare, price);
    })
    .filter(({ fare, total }) => passesFareTests(tests, fare, total))
    .sort((a, b) => a.total.value - b.total.value);
  if (!hasFirst(fares)) return undefined;
  const display = {
    supplierId,
    supplierName,
    queryIndex,
    offer,
    fares,
    rate: exchangeOf(fares[0].fare.total.currency).rate,
    stops: stopsOf(offer),
    durationMinutes: durationOf(offer),
  };
  return observedAt === undefined ? display : { ...display, observedAt };
}

function hasFirst<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

/** Adds the organization's fee to the price of a fare in the shown currency. */
type FeeAdder = (sourced: SourcedOffer, fare: Fare, price: Money) => ShownFare;

/** Undefined where nothing is added, so that a search without fees does not even look for them. */
function feeAdder({ places }: App, fees: ServiceFees | undefined): FeeAdder | undefined {
  if (fees === undefined || fees.areNone) return undefined;
  return ({ supplierId, offer }, fare, price) => {
    const serviceFee = fees.feeOf(flightSubject(places, supplierId, offer, fare), price);
    return serviceFee.value === 0 ? { fare, total: price } : { fare, total: addMoney(price, serviceFee), serviceFee };
  };
}

/** What a fare costs, fee included, in minor units of the shown currency: duplicates are compared by it. */
function priceReader(
  exchangeOf: ExchangeReader,
  addFee: FeeAdder | undefined,
): (fare: Fare, sourced: SourcedOffer) => number {
  if (addFee === undefined) return (fare) => convertedTotal(fare, exchangeOf(fare.total.currency).convert);
  return (fare, sourced) => addFee(sourced, fare, exchangeOf(fare.total.currency).total(fare)).total.value;
}

/** Converts amounts of one currency into the currency shown. */
interface Exchange {
  readonly rate: number;
  convert(value: number): number;
  total(fare: Fare): Money;
}
type ExchangeReader = (from: string) => Exchange;

function exchangeReader(app: App, to: string): ExchangeReader {
  const exchanges = new Map<string, Exchange>();
  return (from) => {
    const known = exchanges.get(from);
    if (known !== undefined) return known;
    const exchange = openExchange(app, from, to);
    exchanges.set(from, exchange);
    return exchange;
  };
}

function openExchange(app: App, from: string, to: string): Exchange {
  const { rate } = app.rates.selling(from, to);
  return { rate, convert: minorConverter(from, to, rate), total: (fare: Fare) => convertFareTotal(fare, to, rate) };
}

import type { App } from '../../context.ts';
import { type InParts, runParts } from '../../platform/scheduling/in-parts.ts';
import { convertedTotal, convertFareTotal } from '../../travel/fare-total.ts';
import type { Fare, FlightOffer } from '../../travel/flight.ts';
import { minorConverter, type Money } from '../../travel/money.ts';
import { cheapestFareHint } from '../../travel/plain-offer.ts';
import {
  compileFilters,
  durationOf,
  type FilterTests,
  passesFareTests,
  passesOfferTests,
  stopsOf,
} from '../model/filter-offers.ts';
import type { FlightFilters, DisplayOffer, Sort } from '../model/flight-search.ts';
import { mergeInParts, type SourcedOffer } from '../model/merge-offers.ts';
import { sortInParts } from '../model/sort-offers.ts';

/** What was found but is not shown, and why. */
export interface ExcludedCounts {
  /** Offers hidden by filters: their flights did not match, or none of their fares did. */
  readonly offers: number;
  /** Fares hidden by filters on offers that are shown. */
  readonly fares: number;
  /** Fares another supplier sells cheaper for the same flights and brand. */
  readonly duplicates: number;
}
/** A whole result in the order asked for, before limit and offset. */
export interface DisplayResult {
  readonly shown: readonly DisplayOffer[];
  readonly excluded: ExcludedCounts;
}
/** How a result is wanted. */
export interface DisplayRequest {
  readonly filters: FlightFilters;
  readonly currency: string;
  readonly sort: Sort;
}

/** Merges, converts, filters and sorts what suppliers answered. */
export function displayOffers(app: App, supplied: readonly SourcedOffer[], request: DisplayRequest): DisplayResult {
  return runParts(showInParts(app, supplied, request));
}

/** Offers looked at in one part. */
const OFFERS_PER_PART = 200;

/** The same in parts. */
export function* showInParts(
  app: App,
  supplied: readonly SourcedOffer[],
  request: DisplayRequest,
): InParts<DisplayResult> {
  const exchangeOf = exchangeReader(app, request.currency);
  const merged =
    app.flightSuppliers.length < 2
      ? { offers: supplied, duplicates: 0 }
      : yield* mergeInParts(supplied, (fare) => convertedTotal(fare, exchangeOf(fare.total.currency).convert));
  const tests = compileFilters(request.filters);
  let hiddenFares = 0;
  const shown: DisplayOffer[] = [];
  for (const [index, offer] of merged.offers.entries()) {
    if (index % OFFERS_PER_PART === OFFERS_PER_PART - 1) yield;
    const kept = showOffer(offer, tests, exchangeOf);
    if (kept === undefined) continue;
    if (tests.fareTests.length > 0) hiddenFares += offer.offer.fares.length - kept.matching.length;
    shown.push(kept);
  }
  const excluded = { offers: merged.offers.length - shown.length, fares: hiddenFares, duplicates: merged.duplicates };
  return { shown: yield* sortInParts(shown, request.sort), excluded };
}

/** A shown offer as plain data, for a copy with a change: those of a window write their fares when they are read. */
export function plainShown(shown: DisplayOffer): DisplayOffer {
  const { supplierId, supplierName, queryIndex, offer, fares, rate, stops, durationMinutes, seatMaps } = shown;
  return {
    supplierId,
    supplierName,
    queryIndex,
    offer,
    fares,
    rate,
    stops,
    durationMinutes,
    ...(seatMaps === undefined ? {} : { seatMaps }),
  };
}

function showOffer(supplied: SourcedOffer, tests: FilterTests, exchangeOf: ExchangeReader): FilteredOffer | undefined {
  const { offer } = supplied;
  if (!passesOfferTests(tests, offer)) return undefined;
  const atHand = tests.fareTests.length === 0 ? cheapestFareHint(offer) : undefined;
  if (atHand !== undefined) {
    const { rate, convert } = exchangeOf(atHand.total.currency);
    return new FilteredOffer(supplied, {
      matching: undefined,
      lowest: convertedTotal(atHand, convert),
      rate,
      exchangeOf,
    });
  }
  const matching =
    tests.fareTests.length === 0
      ? offer.fares
      : offer.fares.filter((fare) => passesFareTests(tests, fare, exchangeOf(fare.total.currency).total(fare)));
  let cheapest = matching[0];
  if (cheapest === undefined) return undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const fare of matching) {
    const total = convertedTotal(fare, exchangeOf(fare.total.currency).convert);
    if (total >= lowest) continue;
    lowest = total;
    cheapest = fare;
  }
  return new FilteredOffer(supplied, { matching, lowest, rate: exchangeOf(cheapest.total.currency).rate, exchangeOf });
}

/** How amounts of a currency become amounts of the one shown. */
interface Exchange {
  readonly rate: number;
  convert(value: number): number;
  total(fare: Fare): Money;
}
type ExchangeReader = (from: string) => Exchange;

function exchangeReader(app: App, to: string): ExchangeReader {
  const exchanges = new Map<string, Exchange>();
  // Fares of one currency stand together: the last one is asked for again and again.
  let last: { readonly from: string; readonly exchange: Exchange } | undefined;
  return (from) => {
    if (last?.from === from) return last.exchange;
    const exchange = exchanges.get(from) ?? openExchange(app, from, to);
    exchanges.set(from, exchange);
    last = { from, exchange };
    return exchange;
  };
}

function openExchange(app: App, from: string, to: string): Exchange {
  const rate = app.rates.rate(from, to);
  return { rate, convert: minorConverter(from, to, rate), total: (fare: Fare) => convertFareTotal(fare, to, rate) };
}

interface Match {
  /** Undefined: all of them. */
  readonly matching: readonly Fare[] | undefined;
  readonly lowest: number;
  readonly rate: number;
  readonly exchangeOf: ExchangeReader;
}

/**
 * One of a window's offers: a page shows twenty of 150, so fares are put in order and converted one by one when they
 * are read.
 */
class FilteredOffer implements DisplayOffer {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly queryIndex: number;
  readonly offer: FlightOffer;
  readonly lowestTotal: number;
  readonly rate: number;
  readonly stops: number;
  readonly durationMinutes: number;
  readonly #exchangeOf: ExchangeReader;
  readonly #matching: readonly Fare[] | undefined;
  #fares: DisplayOffer['fares'] | undefined;

  constructor(
    { supplierId, supplierName, queryIndex, offer }: SourcedOffer,
    { matching, lowest, rate, exchangeOf }: Match,
  ) {
    this.supplierId = supplierId;
    this.supplierName = supplierName;
    this.queryIndex = queryIndex;
    this.offer = offer;
    this.#matching = matching;
    this.lowestTotal = lowest;
    this.rate = rate;
    this.stops = stopsOf(offer);
    this.durationMinutes = durationOf(offer);
    this.#exchangeOf = exchangeOf;
  }

  get matching(): readonly Fare[] {
    return this.#matching ?? this.offer.fares;
  }

  get fares(): DisplayOffer['fares'] {
    if (this.#fares === undefined) {
      const fares = this.matching.map((fare) => ({ fare, total: this.#exchangeOf(fare.total.currency).total(fare) }));
      const [cheapest, ...others] = fares.sort((a, b) => a.total.value - b.total.value);
      if (cheapest === undefined) throw new RangeError('An offer is shown for its fares: it has one.');
      this.#fares = [cheapest, ...others];
    }
    return this.#fares;
  }
}

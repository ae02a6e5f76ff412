import { hash } from 'node:crypto';
import { countObservedMarket, isAdvisedByObserved, measureObserved } from './observed-advice.ts';
import type { App, Caller } from '../../context.ts';
import { type FareMarket, leadBucket, monthOf } from '../../demand/model/fare-market.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import type { Rising } from '../../demand/model/counts/quantile.ts';
import { adultPrice } from '../../travel/adult-price.ts';
import { daysBetween, todayIn } from '../../travel/dates.ts';
import { carriersOf, type FlightQuery } from '../../travel/flight.ts';
import { convertMoney, minorConverter, type Money } from '../../travel/money.ts';
import { type Airport, FICTIONAL_COUNTRY } from '../../travel/places.ts';
import type { SampledKeys, SampledOffers } from '../search/flight-caches.ts';
import { ConvertedSample, type FareQuantiles, measureRising, OBSERVATIONS_MIN } from '../model/advice.ts';
import { partyShare, pickEvenly, pickFareSample } from '../model/fare-sample.ts';
import { stopsOf } from '../model/filter-offers.ts';
import { lowestBeforeFee, lowestFare, lowestOffer, OFFERS_MAX, type DisplayOffer } from '../model/flight-search.ts';
import { supplierContext } from '../../suppliers/calls/call-supplier.ts';
import { settleByDeadline } from '../../suppliers/calls/settle-by-deadline.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { isWholeMarket } from '../model/observed-fare.ts';
import { searchPublished, searchFlightSuppliers } from '../search/search-flight-suppliers.ts';

/**
 * How many fares one search adds to the record at most. They are spread evenly over its offers, with the cheapest
 * always among them.
 */
const OBSERVATIONS_PER_SEARCH = 5;
/** How many offers of a market have their published fares read; each stands for several weeks. */
const SAMPLED_OFFERS = 5;
/** An answer waits at most this long for advice. */
const PUBLISHED_TERMS = { purpose: 'discovery', timeoutMs: 500 } as const;
/**
 * A sample without the answer of some supplier is cached only this long: enough for all parts of a stream to share it.
 */
const INCOMPLETE_LIFE_MS = 5_000;
/** A query, what was found for it, and the currency shown. */
export interface MarketRequest {
  readonly query: FlightQuery;
  readonly shown: readonly DisplayOffer[];
  /**
   * Every offer the query found, before filters: filters must not decide what a journey is said to cost. Undefined when
   * only the cheapest were read. Both then and when the suppliers themselves filtered, the sample is taken from what a
   * flight search for the journey without filters finds.
   */
  readonly found: readonly SupplierOffer[] | undefined;
  /** Whether filters may hide the lowest offer found. */
  readonly isFiltered: boolean;
  readonly currency: string;
}

/**
 * Measures what a route, season and lead time has cost for a party, without service fees. Where no supplier publishes
 * fares, see `measureObserved`. Else by fares observed by this
 * installation or, with fewer than 20 of them, by fares the suppliers publish. The lowest fare at hand joins the
 * sample when it is below all others, so that no offer undercuts `min_fare`. Observed fares are those in memory; the
 * request never waits for the table. Undefined where nothing is shown, and where too few fares were observed and the
 * supplier publishes none: an offer compared with nothing but itself would always look typical.
 *
 * Two adults, PAR to NYC in March 2027, shown in EUR at 0.90 EUR per USD. 20 fares were observed, USD 400.00 to 590.00
 * for one adult in steps of 10.00. The cheapest offer costs the party twice what it costs one adult (`partyShare`), so
 * the sample reads EUR 720.00 to 1062.00 in steps of 18.00. The cheapest offer at EUR 700.00 joins it below: minimum
 * 700.00, quartiles 792.00, 882.00 and 972.00, maximum 1062.00. An offer at EUR 780.00 is "Low".
 */
export async function measureMarket(
  app: App,
  caller: Caller,
  request: MarketRequest,
): Promise<FareQuantiles | undefined> {
  const { query, shown, currency } = request;
  const cheapest = lowestOffer(shown);
  if (cheapest !== undefined && isAdvisedByObserved(app))
    return await measureObserved(app, caller, query, { cheapest, currency });
  if (cheapest === undefined || !app.rates.converts(OBSERVED_CURRENCY, currency)) return undefined;
  const market = marketOf(app, caller, query);
  const observed: Rising = market === undefined ? [] : app.priceObservations.findMarket(market);
  const isObserved = observed.length >= OBSERVATIONS_MIN;
  const share = isObserved ? partyShare(lowestFare(cheapest).fare, cheapest.offer) : 1;
  const { keys, lowestUsd } = isObserved ? NOTHING_SAMPLED : await sampleOffers(app, caller, request);
  const sample = isObserved ? observed : await publishedSample(app, caller, keys);
  if (sample.length === 0 && !isPublished(app, shown)) return undefined;
  const convert = minorConverter(OBSERVED_CURRENCY, currency, app.rates.rate(OBSERVED_CURRENCY, currency));
  const party =
    sample.length === 0
      ? new ConvertedSample(inRisingOrder(shown.map(lowestBeforeFee)), (price) => price)
      : new ConvertedSample(sample, (fare) => convert(Math.round(fare * share)));
  const rounding = convert(1) + 1;
  if (lowestUsd !== undefined) party.addLowest(convert(lowestUsd), rounding);
  party.addLowest(lowestBeforeFee(cheapest), rounding);
  return measureRising(party);
}

/** Whether one of the offers' suppliers publishes fares. */
function isPublished(app: App, shown: readonly DisplayOffer[]): boolean {
  return app.flightSuppliers.some(
    ({ id, publishedFares }) => publishedFares !== undefined && shown.some(({ supplierId }) => supplierId === id),
  );
}

function inRisingOrder(prices: readonly number[]): Float64Array {
  return Float64Array.from(prices).sort();
}

/**
 * Records a sample of a search's fares as price observations; called once the answer is on its way. `found` is
 * everything the suppliers answered. A query that the suppliers filtered is not recorded, because it shows only a part
 * of its market; nor are fares of other cabins.
 */
export function recordPriceObservations(
  app: App,
  caller: Caller,
  query: FlightQuery,
  found: readonly SupplierOffer[],
): void {
  const market = marketOf(app, caller, query);
  const [out, back] = query.slices;
  if (market === undefined || out === undefined || !isWholeMarket(query)) return;
  const isReadable = ({ offer }: SupplierOffer) =>
    offer.fares.every(({ total }) => app.rates.converts(total.currency, OBSERVED_CURRENCY));
  const inUsd = usdReader(app);
  const sample = pickFareSample(
    found.filter(isReadable),
    OBSERVATIONS_PER_SEARCH,
    (currency) => app.rates.rate(currency, OBSERVED_CURRENCY),
    query.cabinClass,
  );
  const fares = sample.flatMap(({ source, fare }) => {
    const { offer } = source;
    const [first] = offer.slices;
    const price = inUsd(adultPrice(fare, offer));
    if (first === undefined || price === undefined || price <= 0) return [];
    const carriers = [...new Set(offer.slices.flatMap(carriersOf))];
    return [
      {
        adultPrice: price,
        originAirport: first.origin,
        destinationAirport: first.destination,
        carriers,
        stops: stopsOf(offer),
        source: source.supplierId,
      },
    ];
  });
  app.priceObservations.record({
    organizationId: caller.organizationId,
    market,
    departureDate: out.date,
    returnDate: back?.date,
    seenOn: todayIn('UTC', caller.now),
    fares,
  });
}

/** An offer and the supplier it comes from. */
type SupplierOffer = Pick<SourcedOffer, 'supplierId' | 'offer'>;

/**
 * How many fares advice lacks for these queries, and how many were observed; for the queries whose market is not known.
 */
export async function countAdviceGap(
  app: App,
  caller: Caller,
  queries: readonly FlightQuery[],
): Promise<{ readonly observed: number; readonly missing: number }> {
  const counts = await Promise.all(
    queries.map(async (query) => {
      if (isAdvisedByObserved(app)) return await countObservedMarket(app, caller, query);
      const market = marketOf(app, caller, query);
      return market === undefined ? 0 : app.priceObservations.findMarket(market).length;
    }),
  );
  return {
    observed: counts.reduce((sum, count) => sum + count, 0),
    missing: counts.reduce((sum, count) => sum + Math.max(0, OBSERVATIONS_MIN - count), 0),
  };
}

/**
 * The market of a query. Undefined for fictional places and when one end covers airports of several cities: nothing is
 * recorded for those.
 */
export function marketOf(app: App, caller: Pick<Caller, 'now'>, query: FlightQuery): FareMarket | undefined {
  const out = query.slices[0];
  const origin = out && oneCity(app, out.origins);
  const destination = out && oneCity(app, out.destinations);
  if (out === undefined || origin === undefined || destination === undefined) return undefined;
  return {
    originCity: origin.cityCode,
    destinationCity: destination.cityCode,
    departureMonth: monthOf(out.date),
    leadDays: leadBucket(daysBetween(todayIn(origin.zone, caller.now), out.date)),
    cabinClass: query.cabinClass,
    tripKind: query.slices.length > 1 ? 'roundtrip' : 'oneway',
  };
}

/** The first of the airports when all of them serve one real city, else undefined. */
function oneCity(app: App, airports: readonly string[]): Airport | undefined {
  const [first, ...others] = airports.map((iata) => app.places.airport(iata));
  if (first === undefined || first.country === FICTIONAL_COUNTRY) return undefined;
  return others.every((airport) => airport?.cityCode === first.cityCode) ? first : undefined;
}

const NOTHING_SAMPLED: SampledOffers = { keys: [], lowestUsd: undefined };

async function sampleOffers(
  app: App,
  caller: Caller,
  { query, shown, found, isFiltered }: MarketRequest,
): Promise<SampledOffers> {
  if (found !== undefined && isWholeMarket(query))
    return { keys: chooseKeys(app, found), lowestUsd: isFiltered ? lowestOf(app, found, query) : undefined };
  const { sampled } = app.flightCaches;
  const { only: _filter, ...wide } = query;
  const whole: FlightQuery = { ...wide, connectionsMax: 2, offersMax: OFFERS_MAX };
  const key = sampleKey(caller, whole);
  const known = sampled.get(key);
  if (known !== undefined) return known;
  const searched = await searchFlightSuppliers(app, caller, {
    queries: [whole],
    ...PUBLISHED_TERMS,
    signal: undefined,
    method: searchPublished,
  });
  // A supplier may publish fares without publishing offers: then the offers shown are the sample.
  const sample = {
    keys: chooseKeys(app, searched.offers.length > 0 ? searched.offers : shown),
    lowestUsd: lowestOf(app, searched.offers, query),
  };
  sampled.set(
    key,
    sample,
    searched.statuses.every(({ failure }) => failure === undefined) ? {} : { ttl: INCOMPLETE_LIFE_MS },
  );
  return sample;
}

/** The lowest total in the query's cabin, minor units of USD; undefined when no fare is in it. */
function lowestOf(app: App, found: readonly SupplierOffer[], { cabinClass }: FlightQuery): number | undefined {
  const inUsd = usdReader(app);
  let lowest: number | undefined;
  for (const { offer } of found) {
    for (const fare of offer.fares) {
      const price = fare.cabinClass === cabinClass ? inUsd(fare.total) : undefined;
      if (price !== undefined) lowest = Math.min(lowest ?? Number.POSITIVE_INFINITY, price);
    }
  }
  return lowest;
}

function chooseKeys(app: App, found: readonly SupplierOffer[]): SampledKeys {
  return app.flightSuppliers.map(({ id }) =>
    pickEvenly(
      found.filter(({ supplierId }) => supplierId === id),
      SAMPLED_OFFERS,
    ).map(({ offer }) => offer.offerKey),
  );
}

/** Totals that suppliers publish for this party on comparable days, minor units of USD, sorted ascending. */
async function publishedSample(app: App, caller: Caller, keys: SampledKeys): Promise<Rising> {
  const { published } = app.flightCaches;
  const requested = app.flightSuppliers.map((supplier, position) => ({ supplier, offerKeys: keys[position] ?? [] }));
  const key = sampleKey(
    caller,
    requested.map(({ supplier, offerKeys }) => [supplier.id, ...offerKeys]),
  );
  const known = published.get(key);
  if (known !== undefined) return known;
  // The sample is cached, so it is read to the end even when this client disconnects.
  const answers = await settleByDeadline(PUBLISHED_TERMS.timeoutMs, undefined, (signal) => {
    const context = supplierContext(app, caller, PUBLISHED_TERMS, signal);
    return requested.map(
      async ({ supplier, offerKeys }) => (await supplier.publishedFares?.(offerKeys, context)) ?? [],
    );
  });
  const inUsd = usdReader(app);
  const sample: number[] = [];
  for (const answer of answers) {
    // When a supplier fails, advice is measured by the other suppliers' fares, or else by the offers at hand.
    if (answer.status === 'rejected') app.log.warn({ err: answer.reason }, 'Published fares could not be read.');
    else sample.push(...answer.value.map(inUsd).filter((price) => price !== undefined));
  }
  const rising = inRisingOrder(sample);
  if (answers.every((answer) => answer.status === 'fulfilled')) published.set(key, rising);
  return rising;
}

/**
 * The cache key of a sample: organization (whose sales close booking classes), day, and the exact offers or query. Two
 * requests share a sample only when they would send suppliers the same request; otherwise one organization's search
 * could change another's advice.
 */
function sampleKey(caller: Caller, requested: SampledKeys | FlightQuery): string {
  return hash('sha256', JSON.stringify([caller.organizationId, todayIn('UTC', caller.now), requested]), 'base64url');
}

/** Reads amounts as minor units of USD; undefined where no rate leads there. */
function usdReader({ rates }: App): (amount: Money) => number | undefined {
  return (amount) =>
    rates.converts(amount.currency, OBSERVED_CURRENCY)
      ? convertMoney(amount, OBSERVED_CURRENCY, rates.rate(amount.currency, OBSERVED_CURRENCY)).value
      : undefined;
}

import type { App, Caller } from '../../context.ts';
import { marketKey } from '../../demand/model/fare-market.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import { type FareQuantiles, OBSERVATIONS_MIN } from '../model/advice.ts';
import type { CityAirports, Discovery } from '../model/discovery.ts';
import { OFFERS_MAX, type DisplayOffer } from '../model/flight-search.ts';
import { isAdvisedByObserved, observedMarketKey } from '../history/observed-advice.ts';
import { marketOf, measureMarket } from '../history/price-advice.ts';

/**
 * Offers in the order given, and the quantiles of their markets: `queryIndex` of an offer is the index of its market.
 */
export interface AdvisedOffers {
  readonly shown: readonly DisplayOffer[];
  readonly markets: readonly (FareQuantiles | undefined)[];
}

/** After this long, the remaining markets of an answer are measured without a search of their own. */
const ADVICE_TIMEOUT_MS = 3_000;
/** Observed markets read at once: as many as the months of a calendar of sixty days. */
const OBSERVED_AT_ONCE = 3;

/**
 * Measures the market of each offer as a flight search for it would: by observed fares, or by a sample of everything
 * the search finds. The cheapest offers alone would make every price look average. Offers share one measurement when
 * their observed markets are equal, for example all departures to Lisbon in March 2027 that are bought 31 to 60 days
 * ahead.
 */
export async function adviseOffers(
  app: App,
  caller: Caller,
  discovery: Discovery,
  offers: readonly DisplayOffer[],
): Promise<AdvisedOffers> {
  const queries: FlightQuery[] = [];
  const members: DisplayOffer[][] = [];
  const known = new Map<string, number>();
  const shown = offers.map((offer): DisplayOffer => {
    const query = queryOf(app, discovery, offer);
    const market = isAdvisedByObserved(app) ? undefined : marketOf(app, caller, query);
    const isObserved = market !== undefined && app.priceObservations.findMarket(market).length >= OBSERVATIONS_MIN;
    const key = isAdvisedByObserved(app)
      ? observedMarketKey(query)
      : isObserved
        ? marketKey(market)
        : JSON.stringify(query.slices);
    const index = known.get(key) ?? queries.length;
    if (index === queries.length) {
      known.set(key, index);
      queries.push(query);
      members.push([]);
    }
    members[index]?.push(offer);
    return { ...offer, queryIndex: index };
  });
  const { currency } = discovery;
  const markets: (FareQuantiles | undefined)[] = [];
  const endsAtMs = performance.now() + ADVICE_TIMEOUT_MS;
  // Observed markets are one statement each; of the others each may be a search of its own.
  const atOnce = isAdvisedByObserved(app) ? OBSERVED_AT_ONCE : 1;
  for (let start = 0; start < queries.length; start += atOnce) {
    await yieldIfBusy();
    const measured = queries.slice(start, start + atOnce).map((query, at) => {
      const own = members[start + at] ?? [];
      // Once the time is over, the market is measured by the offers at hand: nobody waits long for advice.
      const found = performance.now() < endsAtMs ? undefined : own;
      return measureMarket(app, caller, { query, currency, shown: own, found, isFiltered: false });
    });
    markets.push(...(await Promise.all(measured)));
  }
  return { shown, markets };
}

/**
 * The flight search that would find this offer, without filters: a market costs the same whatever the caller filters.
 */
function queryOf(app: App, discovery: Discovery, { offer }: DisplayOffer): FlightQuery {
  const [out, back] = offer.slices;
  const origins = airportsOf(app, discovery.origins, out?.segments[0]?.depart.cityCode);
  const destinations = airportsOf(app, discovery.destinations, out?.segments.at(-1)?.arrive.cityCode);
  return {
    slices: [
      { origins, destinations, date: out?.departureDate ?? '' },
      ...(back === undefined ? [] : [{ origins: destinations, destinations: origins, date: back.departureDate }]),
    ],
    passengers: discovery.passengers,
    cabinClass: discovery.cabinClass,
    connectionsMax: 2,
    offersMax: OFFERS_MAX,
  };
}

function airportsOf(
  app: App,
  cities: readonly CityAirports[] | undefined,
  cityCode: string | undefined,
): readonly string[] {
  const candidate = cities?.find((city) => city.cityCode === cityCode);
  return candidate?.airports ?? app.places.city(cityCode ?? '')?.airports ?? [];
}

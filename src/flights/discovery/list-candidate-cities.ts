import type { App, Caller } from '../../context.ts';
import type { DestinationsQuery, ReachedCity } from '../../suppliers/ports/flights.ts';
import { convertMoney } from '../../travel/money.ts';
import { queryPublishers } from './query-calendar-suppliers.ts';
import { unpublishedSuppliers } from '../observed/observed-route.ts';
import { observedDestinations } from './observed-destinations.ts';
import { type Candidate, keyOfDates, type CachedCities, findOrQuery } from './discovery-caches.ts';
import type { CityAirports, Discovery } from '../model/discovery.ts';
import type { DatePair } from '../model/flight-search.ts';
import type { DiscoveryCall } from './find-cheapest-offers.ts';

/**
 * Up to this many combinations of origin, city and date pair are all priced exactly; beyond it, estimates select among
 * them.
 */
const EXACT_PAIRS_MAX = 240;
/** How many date pairs of a city are priced exactly: the cheapest by estimate. */
const PAIRS_PER_CITY = 3;
/**
 * A city is skipped when its estimate is more than this many times the requested maximum: the lowest exact prices
 * observed were 30 % of their estimates. Each remaining city is priced exactly before it is shown.
 */
const ESTIMATE_SLACK = 4;

/** Cities to be priced, sorted by estimate; in no particular order, without estimates, when all of them are priced. */
export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** False when a supplier did not answer. */
  readonly isComplete: boolean;
  /** Whether every date pair of every city asked for is priced. */
  readonly isEveryPair: boolean;
}

/**
 * Lists the cities worth pricing. A few cities on a few dates are all priced; of more, estimates select cities and
 * dates.
 *
 * PAR to LIS, ROM and ATH on 30 dates makes 90 combinations: all are priced. PAR to anywhere is estimated first: each
 * city is a candidate with its three cheapest dates by estimate and, with a maximum of EUR 200.00, only when it is
 * estimated at EUR 800.00 or less.
 */
export async function listCandidateCities(app: App, caller: Caller, call: DiscoveryCall): Promise<Candidates> {
  const { origins, destinations, dates, filters } = call.discovery;
  if (destinations !== undefined && origins.length * destinations.length * dates.length <= EXACT_PAIRS_MAX) {
    const searches = origins.map((origin) => ({ origin, dates }));
    const candidates = destinations.map((city) => ({ city, searches, estimate: undefined }));
    return { candidates, isComplete: true, isEveryPair: true };
  }
  const cityKey = [...origins, ...(destinations ?? [])].map((city) => city.airports.join()).join('/');
  const key = `${destinations === undefined}|${cityKey}|${keyOfDates(dates)}|${call.discovery.criteria}`;
  const { candidates, isComplete } = await findOrQuery(app.flightCaches.candidateCities, caller, key, () =>
    rankCities(app, caller, call),
  );
  const estimateMax =
    filters.priceMax === undefined ? Number.POSITIVE_INFINITY : filters.priceMax.value * ESTIMATE_SLACK;
  const dearer = candidates.findIndex(({ estimate }) => (estimate ?? 0) > estimateMax);
  return { candidates: dearer < 0 ? candidates : candidates.slice(0, dearer), isComplete, isEveryPair: false };
}

async function rankCities(app: App, caller: Caller, { discovery, signal }: DiscoveryCall): Promise<CachedCities> {
  const byCity = new Map<string, Estimate[]>();
  let isComplete = true;
  for (const origin of discovery.origins) {
    const query = toQuery(discovery, origin);
    const published = await queryPublishers(app, caller, signal, (supplier, context) =>
      supplier.publishedDestinations?.(query, context),
    );
    isComplete &&= published.isComplete;
    for (const { answer } of published.answers)
      for (const reached of answer) addEstimates(app, discovery, byCity, { origin, reached });
    for (const reached of await observedDestinations(app, caller, discovery, origin, signal))
      addEstimates(app, discovery, byCity, { origin, reached });
    // The next search may bring a city that nobody has seen yet.
    isComplete &&= unpublishedSuppliers(app).length === 0;
  }
  const candidates = Array.from(byCity.values(), toCandidate).sort((a, b) => (a.estimate ?? 0) - (b.estimate ?? 0));
  return { candidates, isComplete, seenAt: caller.now };
}

interface Estimate {
  readonly city: CityAirports;
  readonly origin: CityAirports;
  readonly dates: DatePair;
  /** Estimated price, minor units of the caller's currency. */
  readonly price: number;
}

function toQuery(discovery: Discovery, origin: CityAirports): DestinationsQuery {
  return {
    origins: origin.airports,
    destinations: discovery.destinations?.flatMap((city) => city.airports),
    dates: discovery.dates,
    passengers: discovery.passengers,
    cabinClass: discovery.cabinClass,
    connectionsMax: discovery.connectionsMax,
  };
}

/** Adds the estimates of one city, unless it is one of the origins. */
function addEstimates(
  app: App,
  { origins, currency }: Discovery,
  byCity: Map<string, Estimate[]>,
  { origin, reached }: { readonly origin: CityAirports; readonly reached: ReachedCity },
): void {
  const { cityCode, airports, estimates } = reached;
  if (estimates.length === 0 || origins.some((own) => own.cityCode === cityCode)) return;
  const known = byCity.get(cityCode) ?? [];
  byCity.set(cityCode, known);
  for (const { dates, total } of estimates) {
    if (!app.rates.converts(total.currency, currency)) continue;
    known.push({
      city: { cityCode, airports },
      origin,
      dates,
      price: convertMoney(total, currency, app.rates.selling(total.currency, currency).rate).value,
    });
  }
}

function toCandidate(estimates: readonly Estimate[]): Candidate {
  const best = estimates.toSorted((a, b) => a.price - b.price).slice(0, PAIRS_PER_CITY);
  const byOrigin = Map.groupBy(best, (estimate) => estimate.origin);
  return {
    city: best[0]?.city ?? { cityCode: '', airports: [] },
    searches: Array.from(byOrigin, ([origin, parts]) => ({ origin, dates: parts.map(({ dates }) => dates) })),
    estimate: best[0]?.price,
  };
}

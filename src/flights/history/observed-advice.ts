import type { App, Caller } from '../../context.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import type { FlightQuery } from '../../travel/flight.ts';
import { minorConverter } from '../../travel/money.ts';
import { ConvertedSample, type FareQuantiles, measureRising, OBSERVATIONS_MIN } from '../model/advice.ts';
import { olderOf } from '../model/day-coverage.ts';
import { type DisplayOffer, lowestBeforeFee } from '../model/flight-search.ts';
import type { ObservedLowest } from '../observed/observed-fares.ts';
import { observedJourney, observedReader, observedRoute } from '../observed/observed-route.ts';

/** Departures of the query's month count, and those of so many days before and after it. */
const DAYS_BESIDE_MONTH = 15;

/** Whether advice is measured by observed fares alone: no supplier publishes any. */
export function isAdvisedByObserved({ flightSuppliers }: Pick<App, 'flightSuppliers'>): boolean {
  return flightSuppliers.every(({ publishedFares }) => publishedFares === undefined);
}

/** Names what one measurement serves: queries of one key are advised alike. */
export function observedMarketKey({ slices, passengers, ages, cabinClass }: FlightQuery): string {
  const [out] = slices;
  const month = out?.date.slice(0, MONTH_LENGTH);
  return JSON.stringify([out?.origins, out?.destinations, month, slices.length, passengers, ages, cabinClass]);
}
const MONTH_LENGTH = 'yyyy-mm'.length;

/**
 * Measures what a journey has cost by what was seen of it: the lowest total of each date pair in its season, for the
 * same party and cabin, as far as the caller may see it. One value for each date pair, so that a journey that was
 * searched often does not outweigh the others. Undefined with fewer than 20 date pairs: too few to say what is usual.
 */
export async function measureObserved(
  app: App,
  caller: Caller,
  query: FlightQuery,
  { cheapest, currency }: { readonly cheapest: DisplayOffer; readonly currency: string },
): Promise<FareQuantiles | undefined> {
  const seen = await readObservedMarket(app, caller, query);
  const fares = seen.flatMap((fare) => {
    if (!app.rates.converts(fare.currency, currency)) return [];
    const convert = minorConverter(fare.currency, currency, app.rates.rate(fare.currency, currency));
    return [{ ...fare, total: convert(fare.amount), rounding: fare.currency === currency ? 0 : convert(1) + 1 }];
  });
  if (fares.length < OBSERVATIONS_MIN) return undefined;
  const sample = new ConvertedSample(Float64Array.from(fares, ({ total }) => total).sort(), (total) => total);
  sample.addLowest(lowestBeforeFee(cheapest), Math.max(...fares.map(({ rounding }) => rounding)));
  const quantiles = measureRising(sample);
  const departures = fares.map(({ departureDate }) => departureDate).toSorted();
  const [first, last] = [departures[0], departures.at(-1)];
  const asOf = fares.reduce<Date | undefined>((oldest, { seenAt }) => olderOf(oldest, seenAt), undefined);
  if (quantiles === undefined || first === undefined || last === undefined || asOf === undefined) return undefined;
  return { ...quantiles, observed: { count: fares.length, first, last, asOf } };
}

/** How many date pairs of a query's season are known: what advice lacks is what is missing of 20. */
export async function countObservedMarket(app: App, caller: Caller, query: FlightQuery): Promise<number> {
  return (await readObservedMarket(app, caller, query)).length;
}

/** The lowest fare of each date pair; enough of them to advise by are read once a minute. */
async function readObservedMarket(app: App, caller: Caller, query: FlightQuery): Promise<readonly ObservedLowest[]> {
  const journey = observedJourney(app, query);
  if (journey === undefined) return [];
  const { observedMarkets } = app.flightCaches;
  const key = `${caller.organizationId}|${observedMarketKey(query)}`;
  const known = observedMarkets.get(key);
  if (known !== undefined) return known;
  const reader = await observedReader(app, caller, undefined);
  const route = observedRoute(app, journey.cities, query);
  const season = { ...seasonOf(journey.dates.departure), isRoundTrip: journey.dates.return !== undefined };
  const seen = lowestOfEach(await app.observedFares.lowest(route, season, reader));
  if (seen.length >= OBSERVATIONS_MIN) observedMarkets.set(key, seen);
  return seen;
}

function seasonOf(departure: IsoDate): { readonly from: IsoDate; readonly to: IsoDate } {
  const firstOfMonth = `${departure.slice(0, MONTH_LENGTH)}-01`;
  const firstOfNext = `${addDays(firstOfMonth, LONGEST_MONTH_DAYS).slice(0, MONTH_LENGTH)}-01`;
  return { from: addDays(firstOfMonth, -DAYS_BESIDE_MONTH), to: addDays(firstOfNext, DAYS_BESIDE_MONTH - 1) };
}
const LONGEST_MONTH_DAYS = 31;

/** Of several suppliers' fares of a date pair the one that is sold in the first one's currency and costs least. */
function lowestOfEach(seen: readonly ObservedLowest[]): readonly ObservedLowest[] {
  const lowest = new Map<string, ObservedLowest>();
  for (const fare of seen) {
    const key = `${fare.departureDate}/${fare.stayDays}`;
    const known = lowest.get(key);
    if (known === undefined || (known.currency === fare.currency && fare.amount < known.amount)) lowest.set(key, fare);
  }
  return [...lowest.values()];
}

import type { App, Caller } from '../../context.ts';
import type { ReachedCity } from '../../suppliers/ports/flights.ts';
import { money } from '../../travel/money.ts';
import type { CityAirports, Discovery } from '../model/discovery.ts';
import { partyOf, toDatePair, toStoredDates } from '../model/observed-fare.ts';
import { observedPlace, observedReader } from '../observed/observed-route.ts';

/**
 * Cities that earlier searches have seen from an origin, each with the lowest totals of its cheapest date pairs: the
 * form in which suppliers publish destinations. Of named destinations only those.
 */
export async function observedDestinations(
  app: App,
  caller: Caller,
  { destinations, dates, passengers, ages, cabinClass }: Discovery,
  origin: CityAirports,
  signal: AbortSignal,
): Promise<readonly ReachedCity[]> {
  const reader = await observedReader(app, caller, signal);
  const named = destinations && new Map(destinations.map((city) => [observedPlace(app, city), city]));
  const query = {
    origin: observedPlace(app, origin),
    destinations: named && [...named.keys()],
    dates: dates.map(toStoredDates),
    cabinClass,
    party: partyOf(passengers, ages),
  };
  const byPlace = Map.groupBy(await app.observedFares.reach(query, reader), ({ destination }) => destination);
  return Array.from(byPlace).flatMap(([place, fares]): readonly ReachedCity[] => {
    const city = named === undefined ? cityOf(app, place) : named.get(place);
    if (city === undefined) return [];
    const estimates = fares.map((fare) => ({ dates: toDatePair(fare), total: money(fare.amount, fare.currency) }));
    return [{ ...city, estimates }];
  });
}

function cityOf({ places }: App, cityCode: string): CityAirports | undefined {
  const airports = places.city(cityCode)?.airports;
  return airports && { cityCode, airports };
}

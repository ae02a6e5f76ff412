import type { App, Caller } from '../../context.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { addDays, todayIn } from '../../travel/dates.ts';
import { PASSENGER_KINDS } from '../../travel/passengers.ts';
import { type DateChoice, namesReturn } from '../model/date-pairs.ts';
import { type CityAirports, DEFAULT_STAY_DAYS, DEFAULT_WINDOW_DAYS, type Discovery } from '../model/discovery.ts';
import { readFilters, toFlightFilter } from '../search/read-filters.ts';
import { readDatePairs } from './read-dates.ts';
import {
  airportCodes,
  checkApart,
  checkPassengers,
  defaultCurrency,
  type FoundPlace,
  resolveAll,
  throwProblems,
} from '../search/read-journey.ts';
import type { SearchInput } from '../search/read-search.ts';
import { CALENDAR_SIZE, DESTINATION_SIZE } from '../model/work-size.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

const CONNECTIONS_MAX = 2;

/** A discovery, normalised from either surface. No destinations means anywhere. */
export interface DiscoveryInput extends SearchInput {
  /** The operation that was called: a page token of one is refused by the others. */
  readonly operation: 'destinations' | 'calendar' | 'dates' | 'lowest_fare';
  readonly flightsPerDestination: number;
  /** How many live searches may be made for fares that nobody has seen. */
  readonly sample: number;
  /** True when a request without dates means the default window. */
  readonly hasDefaultWindow: boolean;
}

/**
 * Checks what a schema cannot (codes, dates, party, contradicting filters) and returns the discovery. Throws 422 with
 * every field that is wrong.
 */
export function readDiscovery(app: App, caller: Caller, input: DiscoveryInput): Discovery {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const origins = resolveAll(app, input.origins, input.originType, input.paths.origins, problems);
  const destinations = readDestinations(app, input, origins, problems);
  const tripType = input.tripType ?? (namesReturn(input.dates) ? 'roundtrip' : 'oneway');
  const originZone = origins[0]?.airports[0].zone ?? 'UTC';
  const dates = input.hasDefaultWindow
    ? fillDates(input.dates, tripType === 'roundtrip', todayIn(originZone, caller.now))
    : input.dates;
  const dateContext = {
    tripType,
    originZone,
    now: caller.now,
    pairsMax: input.operation === 'destinations' ? DESTINATION_SIZE.max : CALENDAR_SIZE.max,
    isRangeCut: true,
  };
  const pairs = readDatePairs({ ...input, dates }, dateContext, problems);
  checkPassengers(input, problems);
  const airports = airportCodes(origins);
  const currency =
    input.currency ??
    defaultCurrency(app, { origins: airports, destinations: (destinations ?? []).flatMap((city) => city.airports) });
  const { filters } = readFilters(
    app,
    input.filters,
    { currency, isRoundTrip: tripType === 'roundtrip', paths: input.paths },
    problems,
  );
  throwProblems(problems);
  const [first, ...others] = toCities(origins);
  if (first === undefined) throw refuseFields([{ path: input.paths.origins, problem: 'is required' }]);
  const cabinClass = input.filters.cabinClass ?? 'economy';
  const connectionsMax = connectionsOf(filters.stopsMax);
  const only = toFlightFilter(filters);
  const party = PASSENGER_KINDS.map((kind) => input.passengers[kind]);
  return {
    origins: [first, ...others],
    destinations,
    dates: pairs,
    isRoundTrip: tripType === 'roundtrip',
    passengers: input.passengers,
    cabinClass,
    connectionsMax,
    only,
    filters,
    currency,
    sort: input.sort,
    limit: input.limit,
    offset: input.offset,
    flightsPerDestination: input.flightsPerDestination,
    ages: input.ages,
    sample: input.sample,
    criteria: JSON.stringify([party, cabinClass, connectionsMax, currency, only]),
  };
}

function connectionsOf(stopsMax: number | undefined): 0 | 1 | 2 {
  const connections = Math.min(stopsMax ?? CONNECTIONS_MAX, CONNECTIONS_MAX);
  return connections === 0 ? 0 : connections === 1 ? 1 : 2;
}

/**
 * Resolves the destinations to cities, each with the airports meant; a two-letter code stands for every city of that
 * country.
 */
function readDestinations(
  app: App,
  input: DiscoveryInput,
  origins: readonly FoundPlace[],
  problems: FieldProblem[],
): readonly CityAirports[] | undefined {
  if (input.destinations.length === 0) return undefined;
  const { destinations: path } = input.paths;
  const places = input.destinations.flatMap((code, index): readonly FoundPlace[] => {
    const at = path.replace('[]', `[${index}]`);
    if (code.length === 2) return citiesOfCountry(app, code, at, problems);
    const found = resolveAll(app, [code], input.destinationType, at, problems);
    checkApart(input, origins, found, problems);
    return found;
  });
  const own = new Set(origins.map((origin) => origin.cityCode));
  return toCities(places.filter((place) => !own.has(place.cityCode)));
}

function toCities(places: readonly FoundPlace[]): readonly CityAirports[] {
  const byCity = Map.groupBy(places, (place) => place.cityCode);
  return Array.from(byCity, ([cityCode, parts]) => ({ cityCode, airports: airportCodes(parts) }));
}

function citiesOfCountry(app: App, country: string, path: string, problems: FieldProblem[]): readonly FoundPlace[] {
  const byCity = Map.groupBy(
    app.places.airports().filter((airport) => airport.country === country),
    (airport) => airport.cityCode,
  );
  if (byCity.size === 0) problems.push({ path, problem: `No country with the code ${country} has an airport here.` });
  return Array.from(byCity).flatMap(([cityCode, [first, ...others]]) =>
    first === undefined ? [] : [{ kind: 'found' as const, cityCode, airports: [first, ...others] as const }],
  );
}

/** Fills in the default window and length of stay where the request leaves them out. */
export function fillDates(dates: DateChoice, isRoundTrip: boolean, today: string): DateChoice {
  const isWindowNamed = dates.departureDates.length > 0 || dates.departureRanges.length > 0;
  const window = { start: addDays(today, 1), end: addDays(today, DEFAULT_WINDOW_DAYS) };
  return {
    ...dates,
    ...(isWindowNamed ? {} : { departureRanges: [window] }),
    ...(isRoundTrip && !namesReturn(dates) ? { stayDays: { min: DEFAULT_STAY_DAYS, max: DEFAULT_STAY_DAYS } } : {}),
  };
}

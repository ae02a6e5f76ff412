import type { App, Caller } from '../../context.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import type { FlightQuery, FlightQuerySlice } from '../../travel/flight.ts';
import { DATE_PAIRS_MAX, namesReturn } from '../model/date-pairs.ts';
import { type DatePair, type FlightFilters, type FlightSearch, OFFERS_MAX } from '../model/flight-search.ts';
import { readDatePairs } from '../discovery/read-dates.ts';
import { type FilterInput, readFilters, toFlightFilter } from './read-filters.ts';
import {
  airportCodes,
  checkApart,
  checkPassengers,
  defaultCurrency,
  type Ends,
  type JourneyInput,
  type JourneyPaths,
  resolveAll,
  throwProblems,
} from './read-journey.ts';
import { assertCurrency } from '../../platform/refusals/assert-currency.ts';

const CONNECTIONS_MAX = 2;

/** A search, normalised from either surface. */
export interface SearchInput extends JourneyInput {
  readonly filters: FilterInput;
  /** Undefined selects the currency the route is sold in, where a supplier names one, else US dollars. */
  readonly currency: string | undefined;
  readonly sort: FlightSearch['sort'];
  readonly limit: number;
  readonly offset: number;
  readonly supplierTimeoutMs: number;
  readonly paths: SearchPaths;
}
/** The field of the request that each part of a search comes from. */
interface SearchPaths extends JourneyPaths {
  readonly filters: string;
  readonly priceMax: string;
}

/**
 * Checks what a schema cannot (codes, dates, party, contradicting filters) and returns the search. Throws 422 with
 * every field that is wrong.
 */
export function readSearch(app: App, caller: Caller, input: SearchInput): FlightSearch {
  assertCurrency(app.rates, input.currency);
  const problems: FieldProblem[] = [];
  const origins = resolveAll(app, input.origins, input.originType, input.paths.origins, problems);
  const destinations = resolveAll(app, input.destinations, input.destinationType, input.paths.destinations, problems);
  checkApart(input, origins, destinations, problems);
  const tripType = input.tripType ?? (namesReturn(input.dates) ? 'roundtrip' : 'oneway');
  const pairs = readDatePairs(
    input,
    { tripType, originZone: origins[0]?.airports[0].zone ?? 'UTC', now: caller.now, pairsMax: DATE_PAIRS_MAX },
    problems,
  );
  checkPassengers(input, problems);
  const ends: Ends = { origins: airportCodes(origins), destinations: airportCodes(destinations) };
  const currency = input.currency ?? defaultCurrency(app, ends);
  const filters = readFilters(
    app,
    input.filters,
    { currency, isRoundTrip: tripType === 'roundtrip', paths: input.paths },
    problems,
  );
  throwProblems(problems);
  return {
    queries: pairs.map((pair) => toQuery(input, pair, ends, filters.filters)),
    isRoundTrip: tripType === 'roundtrip',
    destinationCity: destinations[0]?.cityCode ?? '',
    passengers: input.passengers,
    ...filters,
    currency,
    isCurrencyFixed: input.currency !== undefined || filters.filters.priceMax !== undefined,
    sort: input.sort,
    limit: input.limit,
    offset: input.offset,
    supplierTimeoutMs: input.supplierTimeoutMs,
  };
}

function toQuery(
  input: SearchInput,
  pair: DatePair,
  { origins, destinations }: Ends,
  filters: FlightFilters,
): FlightQuery {
  const out: FlightQuerySlice = { origins, destinations, date: pair.departure };
  const back: readonly FlightQuerySlice[] =
    pair.return === undefined ? [] : [{ origins: destinations, destinations: origins, date: pair.return }];
  const only = toFlightFilter(filters);
  const connections = Math.min(filters.stopsMax ?? CONNECTIONS_MAX, CONNECTIONS_MAX);
  return {
    slices: [out, ...back],
    passengers: input.passengers,
    ...(input.ages === undefined ? {} : { ages: input.ages }),
    cabinClass: input.filters.cabinClass ?? 'economy',
    connectionsMax: connections === 0 ? 0 : connections === 1 ? 1 : 2,
    offersMax: OFFERS_MAX,
    ...(only === undefined ? {} : { only }),
  };
}

import type { App, Caller } from '../../context.ts';
import type { IsoDate } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { PassengerCounts } from '../../travel/passengers.ts';
import { lowestPrice } from '../model/flight-search.ts';
import { readDiscovery } from './read-discovery.ts';
import { searchCalendar } from './search-calendar.ts';

/** As many as one query may look at. */
const DAYS_MAX = 62;
const SUPPLIER_TIMEOUT_MS = 3_000;
/** No request stands behind a query: its fields are called what they are. */
const PATHS = {
  origins: 'origin',
  destinations: 'destination',
  tripType: 'trip_type',
  dates: [],
  departures: 'from',
  returns: 'until',
  passengers: 'passengers',
  ages: 'ages',
  infants: 'passengers',
  filters: '',
  priceMax: '',
} as const;

/** One direction of a journey, and the days that are looked at. */
export interface DayFareQuery {
  readonly origin: string;
  readonly destination: string;
  readonly from: IsoDate;
  readonly until: IsoDate;
  readonly passengers: PassengerCounts;
  readonly cabinClass: CabinClass | undefined;
  /** Whose flights count. */
  readonly carriers: readonly string[];
  readonly currency: string;
  readonly signal: AbortSignal;
}

/**
 * What the cheapest new ticket of one direction costs by day, of the days of which a fare is published or was seen.
 * Asks no supplier for a live price. A day that is not in it is unknown, which is not the same as without flights.
 */
export async function findDayFares(
  app: App,
  caller: Caller,
  query: DayFareQuery,
): Promise<ReadonlyMap<IsoDate, Money>> {
  const discovery = readDiscovery(app, caller, {
    operation: 'calendar',
    origins: [query.origin],
    originType: 'airport',
    destinations: [query.destination],
    destinationType: 'airport',
    tripType: 'oneway',
    dates: {
      departureDates: [],
      departureRanges: [{ start: query.from, end: query.until }],
      returnDates: [],
      returnRanges: [],
      stayDays: undefined,
    },
    hasDefaultWindow: false,
    passengers: query.passengers,
    ages: undefined,
    filters: { cabinClass: query.cabinClass, includeCarriers: query.carriers },
    currency: query.currency,
    sort: 'lowest',
    limit: DAYS_MAX,
    offset: 0,
    flightsPerDestination: 1,
    sample: 0,
    supplierTimeoutMs: SUPPLIER_TIMEOUT_MS,
    paths: PATHS,
  });
  const { days } = await searchCalendar(app, caller, { discovery, signal: query.signal });
  return new Map(
    days.map(({ dates, shown }) => [dates.departure, { value: lowestPrice(shown), currency: discovery.currency }]),
  );
}

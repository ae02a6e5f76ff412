import type { App, Caller } from '../../context.ts';
import { type DailyLowest, readFareHistory } from '../../demand/read/read-price-history.ts';
import { OBSERVED_CURRENCY } from '../../demand/model/observed-search.ts';
import { refuseFields } from '../../platform/errors.ts';
import { todayIn } from '../../travel/dates.ts';
import { convertMoney, describeMoney, money, type Money, moneyFromMajor } from '../../travel/money.ts';
import { NO_PASSENGERS, passengerTotal } from '../../travel/passengers.ts';
import type { FareQuantiles } from '../model/advice.ts';
import type { FareCoverage } from '../model/coverage.ts';
import { partyShare } from '../model/fare-sample.ts';
import {
  type FlightSearch,
  lowestBeforeFee,
  lowestFare,
  lowestPrice,
  type DisplayOffer,
} from '../model/flight-search.ts';
import type { PriceQuery, PriceStatus } from '../model/prices/price-monitor.ts';
import { marketOf } from '../history/price-advice.ts';
import { readSearch, type SearchInput } from '../search/read-search.ts';
import { type SearchCall, searchFlights } from '../search/search-flights.ts';
import { settleByDeadline } from '../../suppliers/calls/settle-by-deadline.ts';

/** The answer waits at most this long for the history. */
const HISTORY_TIMEOUT_MS = 1_500;
/** The suppliers' deadline: the default of flight_search. */
const SUPPLIER_TIMEOUT_MS = 8_000;

const PATHS = {
  origins: 'origin',
  destinations: 'destination',
  tripType: 'return_date',
  departures: 'departure_date',
  returns: 'return_date',
  passengers: 'adults',
  ages: 'ages',
  infants: 'infants',
  filters: '',
  priceMax: 'max_price',
} as const;

/** What a journey costs now. */
export interface PriceReading {
  readonly search: FlightSearch;
  /** `stale`: no supplier answered, and the fare was cached or published earlier. */
  readonly status: PriceStatus;
  /** When the fare was seen. */
  readonly at: Date;
  /** The flight that costs least, service fee included, regardless of `max_price`; undefined when there are none. */
  readonly cheapest: DisplayOffer | undefined;
  /** The flight with the lowest fare, which a service fee may make dearer than `cheapest`: what history compares. */
  readonly lowest: DisplayOffer | undefined;
  /** What such a journey has cost; undefined when there are no flights. */
  readonly advice: FareQuantiles | undefined;
  /** What the reading does not know; undefined where it knows all there is. */
  readonly coverage: FareCoverage | undefined;
}

/** A price query and, in major units of its currency, the price below which its monitor triggers. */
export interface PriceReportRequest {
  readonly priceQuery: PriceQuery;
  readonly below: number | undefined;
}

/** A price reading, whether it is within `max_price`, and earlier prices. */
export interface PriceReport extends PriceReading {
  /** The cheapest fare within `max_price`. */
  readonly match: DisplayOffer | undefined;
  readonly history: readonly DayPrice[];
}

/** The lowest price of a day for the whole party. */
interface DayPrice {
  readonly date: string;
  readonly lowest: Money;
}

/**
 * Searches what a journey costs now and reads what it cost before. Throws 422 for what cannot be searched and for
 * amounts below the currency's smallest unit, 503 when no supplier is configured.
 */
export async function reportPrice(
  app: App,
  caller: Caller,
  request: PriceReportRequest,
  signal: AbortSignal,
): Promise<PriceReport> {
  const { priceQuery, below } = request;
  const search = readPriceSearch(app, caller, priceQuery);
  assertAmounts(search.currency, [
    ['max_price', priceQuery.priceMax],
    ['watch.below', below],
  ]);
  const reading = await readPrice(app, caller, search, { signal });
  const priceMax =
    priceQuery.priceMax === undefined ? undefined : moneyFromMajor(priceQuery.priceMax, search.currency).value;
  const { cheapest } = reading;
  const isMatch = cheapest !== undefined && (priceMax === undefined || lowestPrice(cheapest) <= priceMax);
  return {
    ...reading,
    match: isMatch ? cheapest : undefined,
    history: await readHistory(app, caller, reading, signal),
  };
}

/** Refuses amounts that are less than one minor unit, such as half a yen. */
function assertAmounts(
  currency: string,
  amounts: readonly (readonly [path: string, major: number | undefined])[],
): void {
  const [first, ...others] = amounts
    .filter(([, major]) => major !== undefined && moneyFromMajor(major, currency).value < 1)
    .map(([path]) => ({
      path,
      problem: `is less than the smallest amount in ${currency}, ${describeMoney(money(1, currency))}`,
    }));
  if (first !== undefined) throw refuseFields([first, ...others]);
}

/**
 * Checks a price query as flight_search would. `max_price` is not part of the search, so that the market's price is
 * known above it, too.
 */
export function readPriceSearch(app: App, caller: Caller, priceQuery: PriceQuery): FlightSearch {
  const input: SearchInput = {
    origins: [priceQuery.origin],
    originType: priceQuery.originType,
    destinations: [priceQuery.destination],
    destinationType: priceQuery.destinationType,
    tripType: undefined,
    dates: {
      departureDates: [priceQuery.departureDate],
      departureRanges: [],
      returnDates: priceQuery.returnDate === undefined ? [] : [priceQuery.returnDate],
      returnRanges: [],
      stayDays: undefined,
    },
    passengers: { ...NO_PASSENGERS, adt: priceQuery.adults, chd: priceQuery.children, inf_lap: priceQuery.infants },
    ages: priceQuery.ages,
    filters: {
      cabinClass: priceQuery.cabinClass,
      includeCarriers: priceQuery.includeCarriers,
      excludeCarriers: priceQuery.excludeCarriers,
    },
    currency: priceQuery.currency,
    sort: 'lowest',
    limit: 1,
    offset: 0,
    supplierTimeoutMs: SUPPLIER_TIMEOUT_MS,
    paths: PATHS,
  };
  return readSearch(app, caller, input);
}

/**
 * Searches every supplier; when none answers, returns the cached or published fare. The fares found are observed like
 * those of any search.
 */
export async function readPrice(
  app: App,
  caller: Caller,
  search: FlightSearch,
  { signal, purpose }: Pick<SearchCall, 'signal' | 'purpose'>,
): Promise<PriceReading> {
  const fees = await app.pricing.feesOf(caller.organizationId);
  const result = await searchFlights(app, caller, { search, mode: 'live_or_cached', fees, signal, purpose });
  const [advice] = result.advice;
  const { coverage, cheapest: lowest } = result;
  if (result.liveStatus === 'ok' || result.liveStatus === 'partial') {
    return { search, status: 'ok', at: caller.now, cheapest: result.live[0], lowest, advice, coverage };
  }
  const [seen] = result.itineraries;
  return { search, status: 'stale', at: seen?.seenAt ?? caller.now, cheapest: seen?.shown, lowest, advice, coverage };
}

/**
 * The lowest fare of each day on which anybody searched this journey, today included, for the party and in the caller's
 * currency, without service fees. Empty when the record cannot be read in time.
 */
async function readHistory(
  app: App,
  caller: Caller,
  { search, status, lowest: offer }: PriceReading,
  signal: AbortSignal,
): Promise<readonly DayPrice[]> {
  const [query] = search.queries;
  const [out, back] = query?.slices ?? [];
  const market = query && marketOf(app, caller, query);
  const today = todayIn('UTC', caller.now);
  const isRecorded = query !== undefined && out !== undefined && market !== undefined;
  const [past] = await settleByDeadline(HISTORY_TIMEOUT_MS, signal, () => [
    !isRecorded
      ? Promise.resolve([])
      : readFareHistory(
          app,
          {
            originCity: market.originCity,
            destinationCity: market.destinationCity,
            originAirports: out.origins,
            destinationAirports: out.destinations,
            departureDate: out.date,
            returnDate: back?.date,
            cabinClass: query.cabinClass,
            includeCarriers: search.filters.includeCarriers,
            excludeCarriers: search.filters.excludeCarriers,
          },
          today,
        ),
  ]);
  if (past?.status !== 'fulfilled') {
    app.log.warn({ err: past?.reason }, 'A price history could not be read; the price is told without it.');
    return [];
  }
  const share =
    offer === undefined ? passengerTotal(search.passengers) : partyShare(lowestFare(offer).fare, offer.offer);
  const days = past.value.map((day) => ({ date: day.date, lowest: toParty(app, day, share, search.currency) }));
  if (status !== 'ok' || offer === undefined) return days;
  const now = money(lowestBeforeFee(offer), search.currency);
  const earlier = days.find(({ date }) => date === today)?.lowest;
  const lowest = earlier !== undefined && earlier.value < now.value ? earlier : now;
  return [...days.filter(({ date }) => date !== today), { date: today, lowest }];
}

function toParty(app: App, { adultPrice }: DailyLowest, share: number, currency: string): Money {
  return convertMoney(
    money(Math.round(adultPrice * share), OBSERVED_CURRENCY),
    currency,
    app.rates.rate(OBSERVED_CURRENCY, currency),
  );
}

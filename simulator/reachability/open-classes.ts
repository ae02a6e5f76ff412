import { SEATS } from '../cabins/availability-codes.ts';
import type { IndexFacts } from './index-build.ts';
import { BOOKING_CLASSES } from '../cabins/cabins.ts';
import type { AvailabilityOfDay, AvailabilityByDay } from '../cabins/availability-by-day.ts';
import type { ItineraryGroups } from './group-by-city.ts';
import { type ReachableFares, type IndexSide, ITINERARY_LEGS } from './reachable-fares.ts';
import { dayFactor, type PriceQuery, SALES_HORIZON_DAYS } from '../fares/slice-prices.ts';

/** An index with its groups, and for whom its itineraries are priced. */
export interface DirectionQuery {
  readonly reachable: ReachableFares;
  readonly groups: ItineraryGroups;
  readonly side: IndexSide;
  /** The airports of the index's own city. */
  readonly airports: readonly number[];
  readonly priceQuery: PriceQuery;
  readonly availabilityByDay: AvailabilityByDay;
}

/** Prices the itineraries of an index on one day, with the booking classes that are open on it. */
export interface DayPrices {
  /** What season and weekday do to the fares of an airport. */
  factor(far: number): number;
  /**
   * Price of an itinerary against its reference fare, before `factor`; Infinity where it does not fly, has no seats, or
   * costs `multipleMax` or more.
   */
  multiple(row: number, multipleMax: number): number;
  /** No itinerary is cheaper than this against its reference fare. */
  readonly leastMultiple: number;
}

/** A flight that is met across the date line may leave this many local days before the first one. */
const LAG_LEAST = 2;

/**
 * Opens the prices of one day. The seats of an itinerary are what the flight with the fewest of them has in the cabin
 * asked for.
 */
export function openDayPrices(facts: IndexFacts, query: DirectionQuery, day: number): DayPrices {
  const { reachable, side, airports, priceQuery, availabilityByDay } = query;
  const multiples = Float64Array.from([
    0,
    0,
    ...BOOKING_CLASSES[priceQuery.cabin].map((bookingClass) => bookingClass.multiple),
  ]);
  const isOnSale = day >= priceQuery.moment.today && day - priceQuery.moment.today <= SALES_HORIZON_DAYS;
  const weekday = isOnSale ? 1 << ((day + 3) % 7) : 0;
  const near: AvailabilityOfDay[] = [];
  return {
    factor: createDayFactors(facts, side, airports[0] ?? 0, day),
    leastMultiple: multiples[SEATS.firstClass] ?? 1,
    multiple(row, multipleMax) {
      if (((reachable.weekdays[row] ?? 0) & weekday) === 0) return Number.POSITIVE_INFINITY;
      let code: number = SEATS.lowerCabin;
      for (let leg = row * ITINERARY_LEGS; leg < (row + 1) * ITINERARY_LEGS; leg += 1) {
        const flight = reachable.flights[leg] ?? -1;
        if (flight < 0) break;
        const lag = reachable.lags[leg] ?? 0;
        let codes = near[lag + LAG_LEAST];
        if (codes === undefined) {
          codes = availabilityByDay.ofDay(priceQuery, day + lag);
          near[lag + LAG_LEAST] = codes;
        }
        const own = availabilityByDay.code(codes, priceQuery, flight, day + lag);
        if (own === SEATS.none || (multiples[own] ?? 1) >= multipleMax) return Number.POSITIVE_INFINITY;
        if (own > code) code = own;
      }
      return code < SEATS.firstClass ? Number.POSITIVE_INFINITY : (multiples[code] ?? 1);
    },
  };
}

/** Season and weekday of a day, worked out once for each belt of seasons: nothing else of an airport counts. */
function createDayFactors(
  { columns: { belt: belts }, market }: IndexFacts,
  side: IndexSide,
  own: number,
  day: number,
): (far: number) => number {
  const byBelt = new Float64Array(3);
  return (far) => {
    const belt = belts[far] ?? 0;
    const known = byBelt[belt] ?? 0;
    if (known > 0) return known;
    const factor = dayFactor(side === 'out' ? market(own, far) : market(far, own), day);
    byBelt[belt] = factor;
    return factor;
  };
}

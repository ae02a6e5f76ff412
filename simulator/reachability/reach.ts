import { LRUCache } from 'lru-cache';
import { isoDateToEpochDay } from '../../src/travel/dates.ts';
import { money } from '../../src/travel/money.ts';
import { PASSENGER_KINDS, type PassengerCounts, type PassengerKind, seatTotal } from '../../src/travel/passengers.ts';
import type { DestinationsQuery, FlightDates, ReachedCity } from '../../src/suppliers/ports/flights.ts';
import { buildIndex, columnsOf } from './build-index.ts';
import type { IndexFacts } from './index-build.ts';
import { airlinesOfRoutes } from '../itineraries/onward-flights.ts';
import { createAvailabilityByDay, type AvailabilityByDay } from '../cabins/availability-by-day.ts';
import { groupItineraries, type ItineraryGroups } from './group-by-city.ts';
import type { ReachableFares, IndexSide } from './reachable-fares.ts';
import type { DirectionQuery } from './open-classes.ts';
import { hashText } from '../../src/reference/hash.ts';
import { NOTHING_SOLD, sellingMoment } from '../cabins/inventory.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { createPairPrices, ESTIMATES_PER_CITY, type PairEstimates } from './pair-estimates.ts';

/** What is needed to see how far one gets for how much. */
export interface ReachFacts extends Omit<IndexFacts, 'airlinesOfRoute' | 'columns'> {}
/**
 * When it is asked, and until when the caller waits. What the asker has sold changes estimates too little to matter.
 */
interface ReachContext {
  readonly now: Date;
  readonly signal: AbortSignal;
}
/** Every city that can be reached from somewhere, with estimates of what it costs when. */
export type Reach = (query: DestinationsQuery, context: ReachContext) => Promise<readonly ReachedCity[]>;

/** Indexes cached: each some hundred kilobytes, good for any dates between two changes of clocks. */
const INDEXES_MAX = 32;
/** Scans cached: each some tens of kilobytes. */
const SCANS_MAX = 200;
/** Share of an adult's price that each kind of passenger pays, about. */
const ABOUT_SHARES = {
  adt: 1,
  chd: 0.8,
  inf_lap: 0.1,
  inf_seat: 0.8,
  youth: 0.95,
  student: 0.9,
} as const satisfies Record<PassengerKind, number>;

/** The reachable fares of an origin, and their groups. */
interface Index {
  readonly reachable: ReachableFares;
  readonly groups: ItineraryGroups;
}

interface ReachState {
  readonly facts: IndexFacts & ReachFacts;
  readonly availabilityByDay: AvailabilityByDay;
  readonly indexes: LRUCache<string, Index>;
  readonly scans: LRUCache<string, PairEstimates>;
}

/**
 * One-to-all estimates. The itineraries between a city and everywhere are worked out once (`build-index`), priced for
 * each day with the booking classes open on it (`open-classes`) and combined to date pairs (`pair-estimates`); the
 * result is cached for the rest of the UTC day. Off by what an index leaves out (itineraries that are rarely the
 * cheapest) and by the currencies' rounding.
 */
export function createReach(facts: ReachFacts): Reach {
  const state: ReachState = {
    facts: { ...facts, airlinesOfRoute: airlinesOfRoutes(facts.network), columns: columnsOf(facts.atlas) },
    availabilityByDay: createAvailabilityByDay(facts.inventory, facts.network),
    indexes: new LRUCache({ max: INDEXES_MAX }),
    scans: new LRUCache({ max: SCANS_MAX }),
  };
  return async (query, context) => {
    const key = scanKey(query, context);
    const known = state.scans.get(key);
    const scan = known ?? (await scanDates(state, query, context));
    if (known === undefined) state.scans.set(key, scan);
    return writeCities(state.facts, query, scan);
  };
}

/** Prices stand still within a UTC day. */
function scanKey(
  { origins, dates, cabinClass, connectionsMax, passengers }: DestinationsQuery,
  { now }: ReachContext,
): string {
  const { today } = sellingMoment(now);
  const days = dates.map((pair) => `${pair.departure}/${pair.return ?? ''}`).join();
  return `${today}|${origins.join()}|${cabinClass}|${connectionsMax}|${seatTotal(passengers)}|${days}`;
}

async function scanDates(state: ReachState, query: DestinationsQuery, context: ReachContext): Promise<PairEstimates> {
  const { facts } = state;
  const days = query.dates.map(toDays);
  const isReturn = days[0]?.back !== undefined;
  const out = await directionQuery(state, query, context, { side: 'out', day: days[0]?.departure ?? 0, isReturn });
  const back =
    days[0]?.back === undefined
      ? undefined
      : await directionQuery(state, query, context, { side: 'back', day: days[0].back, isReturn });
  await yieldIfBusy(context.signal);
  const pairs = createPairPrices(facts, out, back);
  for (const [index, pair] of days.entries()) {
    await yieldIfBusy(context.signal);
    pairs.add(index, pair);
  }
  return pairs.finish();
}

function toDays({ departure, return: back }: FlightDates): {
  readonly departure: number;
  readonly back: number | undefined;
} {
  return { departure: isoDateToEpochDay(departure), back: back === undefined ? undefined : isoDateToEpochDay(back) };
}

/**
 * The index of one direction and the query to it. Wall clocks of `day` stand for all days of a query; they are part of
 * the key, so that another season has an index of its own.
 */
async function directionQuery(
  { facts, indexes, availabilityByDay }: ReachState,
  { origins, cabinClass: cabin, connectionsMax, passengers }: DestinationsQuery,
  { now, signal }: ReachContext,
  { side, day, isReturn }: { readonly side: IndexSide; readonly day: number; readonly isReturn: boolean },
): Promise<DirectionQuery> {
  const airports = airportsOf(facts, origins);
  const key = `${side}|${isReturn}|${origins.join()}|${cabin}|${connectionsMax}|${clocksOn(facts, day)}`;
  let index = indexes.get(key);
  if (index === undefined) {
    const reachable = await buildIndex(facts, { airports, side, cabin, connectionsMax, day, isReturn }, signal);
    index = { reachable, groups: groupItineraries(facts, reachable, side) };
    indexes.set(key, index);
  }
  return {
    ...index,
    side,
    airports,
    availabilityByDay,
    priceQuery: { party: seatTotal(passengers), moment: sellingMoment(now), sold: NOTHING_SOLD, cabin },
  };
}

/** How the clocks of the world's zones stand on a day. */
function clocksOn({ atlas, zones }: ReachFacts, day: number): number {
  return hashText(atlas.zoneNames.map((_, zone) => zones.offsetAt(zone, day * DAY_MINUTES)).join());
}

function airportsOf({ atlas }: ReachFacts, codes: readonly string[]): readonly number[] {
  return codes.map((code) => atlas.airportByCode.get(code)?.index).filter((index) => index !== undefined);
}

/**
 * The cities of a scan that were asked for. A city asked for by some of its airports keeps the estimate of all of them.
 */
function writeCities({ atlas }: ReachFacts, query: DestinationsQuery, scan: PairEstimates): readonly ReachedCity[] {
  const wanted =
    query.destinations && Map.groupBy(query.destinations, (code) => atlas.airportByCode.get(code)?.city ?? -1);
  const heads = partyShare(query.passengers) * 100;
  const reached: ReachedCity[] = [];
  for (const [row, city] of scan.cities.entries()) {
    const airports = wanted ? wanted.get(city) : atlas.cities[city]?.airports;
    const cityCode = atlas.cities[city]?.code;
    if (airports === undefined || cityCode === undefined) continue;
    const estimates: ReachedCity['estimates'][number][] = [];
    for (let i = row * ESTIMATES_PER_CITY; i < (row + 1) * ESTIMATES_PER_CITY; i += 1) {
      const dates = query.dates[scan.pairs[i] ?? 0];
      const usd = scan.usd[i] ?? Number.POSITIVE_INFINITY;
      if (dates !== undefined && usd < Number.POSITIVE_INFINITY)
        estimates.push({ dates, total: money(Math.round(usd * heads), 'USD') });
    }
    reached.push({ cityCode, airports, estimates });
  }
  return reached;
}

function partyShare(passengers: PassengerCounts): number {
  return PASSENGER_KINDS.reduce((sum, kind) => sum + passengers[kind] * ABOUT_SHARES[kind], 0);
}

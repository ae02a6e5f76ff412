import { availabilityCodes } from '../cabins/availability-codes.ts';
import { BOOKING_CLASSES } from '../cabins/cabins.ts';
import { type PricedSlice, type PriceQuery, SALES_CLOSE_MINUTES, SALES_HORIZON_DAYS } from '../fares/slice-prices.ts';
import { type InParts, runParts } from '../../src/platform/scheduling/in-parts.ts';
import type { PathVisitor } from './path.ts';
import { createEarliestArrival, type EarliestArrival } from './earliest-arrival.ts';
import { DAY_MINUTES } from './itinerary.ts';
import { createRouter, type Router } from './list-itineraries.ts';
import {
  beginPath,
  createFareParts,
  type FareParts,
  type ItineraryQuery,
  type Search,
  type SearchFacts,
} from './search-state.ts';
import { isOfUse, weighPath } from './weigh-path.ts';

/** Finds, prices and thins out the itineraries of one direction. */
export interface ItinerarySearch {
  /**
   * The itineraries worth showing between each two airports (a city's search holds what its airports' searches hold,
   * but for two connections: ticketing rules, 7). A cheapest, a quickest and one with fewest connections of all
   * itineraries sold are among them.
   */
  find(query: ItineraryQuery, priceQuery: PriceQuery): readonly PricedSlice[];
  /** `find` in parts of a few milliseconds each, between which other searches may run. */
  findInParts(query: ItineraryQuery, priceQuery: PriceQuery): InParts<readonly PricedSlice[]>;
}

/**
 * The search over a world: prices itineraries in columns, as the slice pricer would, and writes out only those worth
 * showing.
 */
export function createItinerarySearch(facts: SearchFacts): ItinerarySearch {
  const router = createRouter(facts);
  const earliest = createEarliestArrival(facts);
  const engine = { facts, router, earliest, parts: createFareParts(facts.atlas.airlines.length) };
  return {
    find: (query, priceQuery) => runParts(findItineraries(engine, query, priceQuery)),
    findInParts: (query, priceQuery) => findItineraries(engine, query, priceQuery),
  };
}

interface Engine {
  readonly facts: SearchFacts;
  readonly router: Router;
  readonly earliest: EarliestArrival;
  readonly parts: FareParts;
}

/** One part for each airport of departure: nothing that searches share is in use between two of them. */
function* findItineraries(
  engine: Engine,
  query: ItineraryQuery,
  priceQuery: PriceQuery,
): InParts<readonly PricedSlice[]> {
  const { facts, router, parts } = engine;
  if (query.day - priceQuery.moment.today > SALES_HORIZON_DAYS) return [];
  const seats = availabilityCodes(facts, priceQuery, priceQuery.cabin, query.day);
  const search: Search = {
    facts,
    parts,
    query,
    priceQuery,
    seats,
    multiples: BOOKING_CLASSES[priceQuery.cabin].map((bookingClass) => bookingClass.multiple),
    pairs: new Map(),
    candidate: { usd: 0, minutes: 0, legCount: 0, departUtc: 0, isStraight: true, carrier: 0, alliance: 0 },
    inHand: { pair: undefined, longest: 0, change: 1 },
  };
  const routing = {
    destinations: query.destinations,
    day: query.day,
    departUtcMin: priceQuery.moment.utcMinute + SALES_CLOSE_MINUTES,
  };
  const visit: PathVisitor = {
    begin: (path) => beginPath(search, path),
    isOfUse: (path, row, onward) => isOfUse(search, path, row, onward),
    visit: (path) => weighPath(search, path),
  };
  for (const [index, origin] of query.origins.entries()) {
    if (index > 0) yield;
    router.visitSimple({ ...routing, origins: [origin] }, query.connectionsMax, visit);
  }
  if (query.connectionsMax > 1 && !hasNonstop(search)) {
    for (const origin of originsThatLead(engine, query)) {
      yield;
      router.visitDouble({ ...routing, origins: [origin] }, visit);
    }
  }
  return [...search.pairs.values()].sort((a, b) => a.rank - b.rank).flatMap(({ paretoSet }) => paretoSet.shown());
}

/** Ticketing rules, 7: whether a nonstop that the caller accepts is sold between any two of the airports asked for. */
function hasNonstop({ pairs }: Search): boolean {
  for (const { paretoSet } of pairs.values()) if (paretoSet.hasNonstop()) return true;
  return false;
}

/** The origins from which two connections lead to a destination at all: this costs a fraction of looking for them. */
function originsThatLead(
  { facts, earliest }: Engine,
  { origins, destinations, day }: ItineraryQuery,
): readonly number[] {
  const dayBegins = (origin: number): number =>
    facts.zones.toUtc(facts.atlas.airports[origin]?.zoneIndex ?? 0, day * DAY_MINUTES);
  return origins.filter((origin) =>
    destinations.some((destination) => earliest(origin, destination, dayBegins(origin)) !== undefined),
  );
}

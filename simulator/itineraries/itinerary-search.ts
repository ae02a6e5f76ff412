import type { AtlasAirline } from '../../src/reference/atlas.ts';
import { BOOKING_CLASSES } from '../cabins/cabins.ts';
import { createEarliestArrival, type EarliestArrival } from './earliest-arrival.ts';
import { DAY_MINUTES, type Itinerary } from './itinerary.ts';
import { SEATS_UNREAD } from './leg-columns.ts';
import { type Market, referenceAlong } from './markets.ts';
import { type Candidate, createParetoSet, type ParetoSet, isStraight } from './pareto-set.ts';
import type { OnwardFlight } from './onward-flights.ts';
import { type InParts, runParts } from '../../src/platform/scheduling/in-parts.ts';
import { createRouter, itineraryOf, type Router } from './list-itineraries.ts';
import { availabilityCodes, SEATS, type AvailabilityCodes } from '../cabins/availability-codes.ts';
import {
  CABIN_SHARE_MIN,
  type CarrierInMarket,
  type CarriersInMarket,
  changeFactor,
  dayFactor,
  type PricedSlice,
  type PriceQuery,
  SALES_CLOSE_MINUTES,
  SALES_HORIZON_DAYS,
  type SlicePricer,
  RELATION_FACTORS,
} from '../fares/slice-prices.ts';
import type { Path, PathVisitor } from './connection-walk.ts';

/** One direction asked for: airport indexes, and the local day of departure as a day number. */
export interface ItineraryQuery {
  readonly origins: readonly number[];
  readonly destinations: readonly number[];
  readonly day: number;
  readonly connectionsMax: 0 | 1 | 2;
  /** Itineraries that fail are left aside before anything is thinned out. */
  readonly accepts?: ((itinerary: Itinerary) => boolean) | undefined;
  /**
   * True for a trip of several directions: itineraries not worth showing stay as alternates, to be combined with
   * their carrier's others.
   */
  readonly isOneOfSeveral: boolean;
}

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

type Facts = Parameters<typeof createRouter>[0] &
  Parameters<typeof availabilityCodes>[0] & {
    readonly pricer: SlicePricer;
    market(origin: number, destination: number): Market;
  };

/** More airports than a world holds: keeps two indexes in one number. */
const AIRPORTS_MAX = 1 << 16;
const ROUTES_MAX = 1 << 20;

/** Two airports of a query, and the best itineraries between them so far. */
interface Pair {
  readonly market: Market;
  readonly dayFactor: number;
  readonly paretoSet: ParetoSet;
  /** Pairs are answered in this order, and else in that in which they were met. */
  readonly rank: number;
  /** Counts pairs over all searches, so that no two share a number. */
  readonly number: number;
  /** What does not depend on the path. */
  readonly carriers: CarriersInMarket;
}

/** What the fares along the current path are made of, by airline; valid where `path` matches. */
interface FareParts {
  path: number;
  readonly validFor: Int32Array;
  readonly reference: Float64Array;
  readonly taxFixed: Float64Array;
  readonly taxShare: Float64Array;
  /**
   * What was met last, by airline, the number of its pair, and the pairs met so far: looking here first is quicker than
   * looking it up.
   */
  readonly met: (CarrierInMarket | undefined)[];
  readonly metIn: Int32Array;
  pairCount: number;
  /** The candidate's fare before and its taxes. */
  baseUsd: number;
  taxesUsd: number;
}

/**
 * The search over a world: prices itineraries in columns, as the slice pricer would, and writes out only those worth
 * showing.
 */
export function createItinerarySearch(facts: Facts): ItinerarySearch {
  const router = createRouter(facts);
  const earliest = createEarliestArrival(facts);
  const airlines = facts.atlas.airlines.length;
  const parts: FareParts = {
    path: 0,
    validFor: new Int32Array(airlines),
    reference: new Float64Array(airlines),
    taxFixed: new Float64Array(airlines),
    taxShare: new Float64Array(airlines),
    met: new Array<CarrierInMarket | undefined>(airlines).fill(undefined),
    metIn: new Int32Array(airlines),
    pairCount: 0,
    baseUsd: 0,
    taxesUsd: 0,
  };
  const engine = { facts, router, earliest, parts };
  return {
    find: (query, priceQuery) => runParts(findItineraries(engine, query, priceQuery)),
    findInParts: (query, priceQuery) => findItineraries(engine, query, priceQuery),
  };
}

interface Engine {
  readonly facts: Facts;
  readonly router: Router;
  readonly earliest: EarliestArrival;
  readonly parts: FareParts;
}

/** One query being answered. */
interface Search {
  readonly facts: Facts;
  readonly parts: FareParts;
  readonly query: ItineraryQuery;
  readonly priceQuery: PriceQuery;
  readonly seats: AvailabilityCodes;
  readonly multiples: readonly number[];
  readonly pairs: Map<number, Pair>;
  readonly candidate: Candidate;
  readonly inHand: PathInHand;
}

/** What all itineraries along the current path have in common. */
interface PathInHand {
  /** Undefined until an itinerary between its ends has been found. */
  pair: Pair | undefined;
  /** The position of the leg flown furthest: its airline's fare it is. */
  longest: number;
  /** What changing planes does to the fare. */
  change: number;
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

/** The origins from which two connections lead to a destination at all: asking costs a fraction of looking for them. */
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

function pairKey({ origin, destination }: Path): number {
  return origin.index * AIRPORTS_MAX + destination.index;
}

/** The first itinerary between two airports. */
function openPair(search: Search, path: Path): Pair {
  const { facts, parts, query, pairs } = search;
  const market = facts.market(path.origin.index, path.destination.index);
  parts.pairCount += 1;
  const pair = {
    market,
    dayFactor: dayFactor(market, query.day),
    paretoSet: createParetoSet({ withAlternates: query.isOneOfSeveral }),
    rank: rankOf(query, path),
    number: parts.pairCount,
    carriers: facts.pricer.carriersIn(market),
  };
  pairs.set(pairKey(path), pair);
  takeInHand(search, path, pair);
  return pair;
}

/** Nonstops first, then by the route that led to a connection, whichever market was looked at first. */
function rankOf({ origins, destinations }: ItineraryQuery, { origin, destination, route, legCount }: Path): number {
  if (legCount === 1) return -1;
  if (legCount > 2) return Number.MAX_SAFE_INTEGER;
  return (origins.indexOf(origin.index) * ROUTES_MAX + route) * AIRPORTS_MAX + destinations.indexOf(destination.index);
}

function beginPath(search: Search, path: Path): void {
  search.inHand.pair = search.pairs.get(pairKey(path));
  search.inHand.longest = longestLeg(path);
  search.parts.path += 1;
  search.candidate.legCount = path.legCount;
  if (search.inHand.pair) takeInHand(search, path, search.inHand.pair);
}

function takeInHand({ inHand, candidate }: Search, { legCount, flownKm }: Path, pair: Pair): void {
  inHand.pair = pair;
  inHand.change = changeFactor(pair.market, legCount);
  candidate.isStraight = isStraight(legCount, flownKm, pair.market.km);
}

/**
 * Whether an itinerary that goes on from a row like this would be let through at its best: arriving as early as it may,
 * in the cheapest class it may have. What the Pareto set does not let through it does not let through later, nor
 * slower, nor dearer.
 */
function isOfUse(search: Search, path: Path, row: number, onward: OnwardFlight): boolean {
  const {
    parts,
    candidate,
    inHand: { pair, longest, change },
    facts: { rules },
  } = search;
  if (!pair) return true;
  const [first, second] = path.levels;
  const isThree = path.legCount > 2;
  const start = isThree ? (second.parent[row] ?? 0) : row;
  const known = first.seats[start] ?? SEATS_UNREAD;
  if (known === SEATS.none) return false;
  let factor = change;
  if (isThree) factor *= RELATION_FACTORS[second.relation[row] ?? 0] ?? 1;
  factor *= RELATION_FACTORS[onward.relation] ?? 1;
  const airline =
    longest === path.legCount - 1
      ? onward.airline
      : ((longest === 0 ? first.airline[start] : second.airline[row]) ?? 0);
  if (parts.validFor[airline] !== parts.path) fillParts(search, path, pair, airline);
  candidate.departUtc = first.departUtc[start] ?? 0;
  candidate.minutes = onward.arriveUtc - candidate.departUtc;
  candidate.carrier = airline;
  if (search.query.isOneOfSeveral) {
    const before = rules.allianceOf[first.airline[start] ?? 0] ?? 0;
    const between = isThree ? (rules.allianceOf[second.airline[row] ?? 0] ?? 0) : 0;
    candidate.alliance = Math.max(before, between, rules.allianceOf[onward.airline] ?? 0);
  }
  weigh(search, pair, airline, factor, Math.max(SEATS.firstClass, known));
  return pair.paretoSet.qualifies(candidate);
}

/**
 * Prices every itinerary of a path and shows it to its pair's Pareto set. Seats are the dearest thing to know: they are
 * read only of itineraries that would be let through in the cheapest class they may have.
 */
function weighPath(search: Search, path: Path): void {
  const { parts, candidate } = search;
  const pair = search.inHand.pair ?? openPair(search, path);
  const { legCount } = path;
  const [first, second] = path.levels;
  const last = path.levels[legCount - 1] ?? first;
  const { longest, change } = search.inHand;
  for (let row = 0; row < last.count; row += 1) {
    const before = legCount > 1 ? (last.parent[row] ?? 0) : row;
    const start = legCount > 2 ? (second.parent[before] ?? 0) : before;
    let factor = change;
    if (legCount > 2) factor *= RELATION_FACTORS[second.relation[before] ?? 0] ?? 1;
    if (legCount > 1) factor *= RELATION_FACTORS[last.relation[row] ?? 0] ?? 1;
    const airline =
      (longest === legCount - 1 ? last.airline[row] : longest === 0 ? first.airline[start] : second.airline[before]) ??
      0;
    if (parts.validFor[airline] !== parts.path) fillParts(search, path, pair, airline);
    candidate.departUtc = first.departUtc[start] ?? 0;
    candidate.minutes = (last.arriveUtc[row] ?? 0) - candidate.departUtc;
    candidate.carrier = airline;
    if (search.query.isOneOfSeveral) candidate.alliance = allianceAlong(search, path, row);
    const known = legCount > 1 ? (first.seats[start] ?? SEATS_UNREAD) : SEATS_UNREAD;
    if (known === SEATS.none) continue;
    const least = Math.max(SEATS.firstClass, known);
    weigh(search, pair, airline, factor, least);
    if (!pair.paretoSet.qualifies(candidate)) continue;
    const code = openClass(search, path, row);
    if (code < SEATS.firstClass) continue;
    if (code > least) weigh(search, pair, airline, factor, code);
    if (code === least || pair.paretoSet.qualifies(candidate))
      writeOut(search, path, row, pair, code - SEATS.firstClass);
  }
}

/** Prices the candidate in a class, in the steps and the order of the slice pricer, so that both have one result. */
function weigh(
  { parts, candidate, multiples }: Search,
  pair: Pair,
  airline: number,
  factor: number,
  code: number,
): void {
  parts.baseUsd = (parts.reference[airline] ?? 0) * (multiples[code - SEATS.firstClass] ?? 1) * pair.dayFactor * factor;
  parts.taxesUsd = (parts.taxFixed[airline] ?? 0) + (parts.taxShare[airline] ?? 0) * parts.baseUsd;
  candidate.usd = parts.baseUsd + parts.taxesUsd;
}

/**
 * `SEATS` of a whole itinerary: nothing where a flight has no seats, or too little of it is flown in the cabin asked
 * for.
 */
function openClass({ seats }: Search, path: Path, row: number): number {
  let open: number = SEATS.lowerCabin;
  let cabinKm = 0;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    let code = rows.seats[at] ?? SEATS.none;
    if (code === SEATS_UNREAD) {
      code = seats.code(rows.flight[at] ?? 0, rows.day[at] ?? 0);
      rows.seats[at] = code;
    }
    if (code === SEATS.none) return SEATS.none;
    if (code >= SEATS.firstClass) cabinKm += path.legKm[leg] ?? 0;
    open = Math.max(open, code);
    at = rows.parent[at] ?? 0;
  }
  return cabinKm >= CABIN_SHARE_MIN * path.flownKm ? open : SEATS.none;
}

/** Writes an itinerary out and adds it to its Pareto set, unless the caller does not want it. */
function writeOut(search: Search, path: Path, row: number, pair: Pair, classIndex: number): void {
  const { candidate, facts, parts, query, seats } = search;
  const itinerary = itineraryOf(path, row);
  if (query.accepts && !query.accepts(itinerary)) return;
  const carrier: AtlasAirline | undefined = facts.atlas.airlines[candidate.carrier];
  if (!carrier) return;
  let seatsLeft = Number.POSITIVE_INFINITY;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    // `openClass` has just read the seats of every leg.
    if ((rows.seats[at] ?? SEATS.none) >= SEATS.firstClass)
      seatsLeft = Math.min(seatsLeft, seats.shown(rows.flight[at] ?? 0, rows.day[at] ?? 0, classIndex));
    at = rows.parent[at] ?? 0;
  }
  const { departUtc, minutes } = candidate;
  pair.paretoSet.add(candidate, {
    itinerary,
    market: pair.market,
    carrier,
    classIndex,
    seatsLeft,
    baseUsd: parts.baseUsd,
    taxesUsd: parts.taxesUsd,
    departUtc,
    arriveUtc: departUtc + minutes,
    alliance: candidate.alliance,
  });
}

/** The number of the alliance that carriers of an itinerary are in: ticketing rules, 5, let there be only one. */
function allianceAlong({ facts: { rules } }: Search, path: Path, row: number): number {
  let alliance = 0;
  let at = row;
  for (let leg = path.legCount - 1; leg >= 0; leg -= 1) {
    const rows = path.levels[leg] ?? path.levels[0];
    alliance = Math.max(alliance, rules.allianceOf[rows.airline[at] ?? 0] ?? 0);
    at = rows.parent[at] ?? 0;
  }
  return alliance;
}

/** The position of the leg flown furthest, the first of equals. */
function longestLeg({ legKm, legCount }: Path): number {
  let longest = 0;
  for (let leg = 1; leg < legCount; leg += 1) {
    if ((legKm[leg] ?? 0) > (legKm[longest] ?? 0)) longest = leg;
  }
  return longest;
}

function fillParts(search: Search, path: Path, pair: Pair, airline: number): void {
  const { parts } = search;
  const last = parts.met[airline];
  const { level, taxes } = last && parts.metIn[airline] === pair.number ? last : meetAgain(search, pair, airline);
  parts.validFor[airline] = parts.path;
  parts.reference[airline] = referenceAlong(level, path.flownKm);
  parts.taxFixed[airline] = taxes.fixed;
  parts.taxShare[airline] = taxes.share;
}

function meetAgain({ parts, facts: { atlas }, priceQuery }: Search, pair: Pair, airline: number): CarrierInMarket {
  const carrier = atlas.airlines[airline];
  if (!carrier) throw new RangeError(`No airline ${airline}`);
  const met = pair.carriers.of(carrier, priceQuery.cabin);
  parts.met[airline] = met;
  parts.metIn[airline] = pair.number;
  return met;
}

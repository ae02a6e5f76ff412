import type { AvailabilityCodes, availabilityCodes } from '../cabins/availability-codes.ts';
import {
  type CarrierInMarket,
  type CarriersInMarket,
  changeFactor,
  dayFactor,
  type PriceQuery,
  type SlicePricer,
} from '../fares/slice-prices.ts';
import type { Path } from './path.ts';
import type { Itinerary } from './itinerary.ts';
import type { createRouter } from './list-itineraries.ts';
import type { Market } from './markets.ts';
import { type Candidate, createParetoSet, isStraight, type ParetoSet } from './pareto-set.ts';

/** One direction of a trip: airport indexes, and the local day of departure as a day number. */
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

/** What itineraries are found and priced with. */
export type SearchFacts = Parameters<typeof createRouter>[0] &
  Parameters<typeof availabilityCodes>[0] & {
    readonly pricer: SlicePricer;
    market(origin: number, destination: number): Market;
  };

/** The best itineraries between two airports of a query so far. */
export interface Pair {
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
export interface FareParts {
  path: number;
  readonly validFor: Int32Array;
  readonly reference: Float64Array;
  readonly taxFixed: Float64Array;
  readonly taxShare: Float64Array;
  /**
   * By airline, what was looked up last, and the number of the pair it was looked up for; `pairCount` numbers the
   * pairs. Reading it here is quicker than the look-up.
   */
  readonly met: (CarrierInMarket | undefined)[];
  readonly metIn: Int32Array;
  pairCount: number;
  /** The candidate's fare before and its taxes. */
  baseUsd: number;
  taxesUsd: number;
}

/** Scratch columns for a number of airlines. */
export function createFareParts(airlines: number): FareParts {
  return {
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
}

/** One query in progress. */
export interface Search {
  readonly facts: SearchFacts;
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
export interface PathInHand {
  /** Undefined until an itinerary between its ends has been found. */
  pair: Pair | undefined;
  /** The position of the leg flown furthest: its airline's fare it is. */
  longest: number;
  /** What changing planes does to the fare. */
  change: number;
}

/** More airports than a world holds: packs two indexes into one number. */
const AIRPORTS_MAX = 1 << 16;
const ROUTES_MAX = 1 << 20;

/** Makes a path the current one: looks up its pair, its longest leg, and what changing planes does to its fares. */
export function beginPath(search: Search, path: Path): void {
  search.inHand.pair = search.pairs.get(pairKey(path));
  search.inHand.longest = longestLeg(path);
  search.parts.path += 1;
  search.candidate.legCount = path.legCount;
  if (search.inHand.pair) takeInHand(search, path, search.inHand.pair);
}

/** Opens the pair of a path, at the first itinerary between its ends. */
export function openPair(search: Search, path: Path): Pair {
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

function pairKey({ origin, destination }: Path): number {
  return origin.index * AIRPORTS_MAX + destination.index;
}

function takeInHand({ inHand, candidate }: Search, { legCount, flownKm }: Path, pair: Pair): void {
  inHand.pair = pair;
  inHand.change = changeFactor(pair.market, legCount);
  candidate.isStraight = isStraight(legCount, flownKm, pair.market.km);
}

/** The position of the leg flown furthest, the first of equals. */
function longestLeg({ legKm, legCount }: Path): number {
  let longest = 0;
  for (let leg = 1; leg < legCount; leg += 1) {
    if ((legKm[leg] ?? 0) > (legKm[longest] ?? 0)) longest = leg;
  }
  return longest;
}

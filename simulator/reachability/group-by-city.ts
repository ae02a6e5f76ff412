import type { AtlasAirline } from '../../src/reference/atlas.ts';
import type { IndexFacts } from './index-build.ts';
import { type ReachableFares, type IndexSide, ITINERARY_LEGS } from './reachable-fares.ts';
import type { Itinerary } from '../itineraries/itinerary.ts';
import type { Market } from '../itineraries/markets.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';
import { tripShape } from '../itineraries/trip-shape.ts';

/**
 * Trip shapes depend on how a carrier sells and on where a market leads: so many kinds of itinerary are distinguished.
 */
const KINDS = 5;
/** The kind of itineraries whose carrier sells each direction by itself. */
export const SOLD_ALONE = 0;
/** Itineraries of full-service carriers are grouped by alliance, others by carrier: from here on alliances. */
const ALLIANCE_SELLERS = 1 << 12;

/**
 * What does not change from day to day about the itineraries of an index. A group holds the itineraries of one city
 * that the same itineraries home (or out) may be sold with: those of one carrier that sells each direction by itself,
 * or those of full-service carriers with one alliance or none.
 */
export interface ItineraryGroups {
  /** By itinerary: its kind, and its group. */
  readonly kinds: Uint8Array;
  readonly groups: Uint16Array;
  /** By group: who sells it. */
  readonly sellers: Uint16Array;
  /** By city: its first group; one more than cities. */
  readonly start: Uint32Array;
  /** An itinerary of each kind, as trip shapes see it. */
  readonly samples: readonly (PricedSlice | undefined)[];
}

/** Groups the itineraries of an index. */
export function groupItineraries(facts: IndexFacts, reachable: ReachableFares, side: IndexSide): ItineraryGroups {
  const { airports: airportsOfCity } = facts.columns;
  const count = reachable.weekdays.length;
  const kinds = new Uint8Array(count);
  const groups = new Uint16Array(count);
  const sellers: number[] = [];
  const start = new Uint32Array(airportsOfCity.length + 1);
  const samples = new Array<PricedSlice | undefined>(KINDS).fill(undefined);
  for (const [city, airports] of airportsOfCity.entries()) {
    const first = sellers.length;
    for (const far of airports) {
      const market = marketOf(facts, reachable, far, side);
      if (market === undefined) continue;
      for (let row = reachable.start[far] ?? 0; row < (reachable.start[far + 1] ?? 0); row += 1) {
        const carrier = facts.atlas.airlines[reachable.carrier[row] ?? 0];
        if (!carrier) continue;
        const isAlone = carrier.isLowCost || carrier.isScenario;
        const kind = isAlone ? SOLD_ALONE : 1 + (market.isDomestic ? 0 : 2) + (market.isLongHaul ? 1 : 0);
        const seller = isAlone ? carrier.index : ALLIANCE_SELLERS + allianceAlong(facts, reachable, row);
        const position = sellers.indexOf(seller, first);
        kinds[row] = kind;
        groups[row] = position < 0 ? sellers.push(seller) - 1 : position;
        samples[kind] ??= sampleOf(market, carrier);
      }
    }
    start[city + 1] = sellers.length;
  }
  return { kinds, groups, sellers: Uint16Array.from(sellers), start, samples };
}

/** Whether itineraries out and itineraries home of two groups' sellers are sold on one ticket: ticketing rules, 5. */
export function areSoldTogether(out: number, back: number): boolean {
  if (out === back) return true;
  if (out < ALLIANCE_SELLERS || back < ALLIANCE_SELLERS) return false;
  return out === ALLIANCE_SELLERS || back === ALLIANCE_SELLERS;
}

function allianceAlong({ network, rules }: IndexFacts, reachable: ReachableFares, row: number): number {
  let alliance = 0;
  for (let leg = row * ITINERARY_LEGS; leg < (row + 1) * ITINERARY_LEGS; leg += 1) {
    const flight = reachable.flights[leg] ?? -1;
    if (flight >= 0) alliance = Math.max(alliance, rules.allianceOf[network.flightAirline[flight] ?? 0] ?? 0);
  }
  return alliance;
}

/** The market of an airport's first itinerary; undefined where it has none. */
function marketOf(
  { network, market }: IndexFacts,
  reachable: ReachableFares,
  far: number,
  side: IndexSide,
): Market | undefined {
  const row = reachable.start[far] ?? 0;
  if (row === reachable.start[far + 1]) return undefined;
  let leg = row * ITINERARY_LEGS;
  if (side === 'out')
    return market(network.routeOrigin[network.routeOfFlight[reachable.flights[leg] ?? 0] ?? 0] ?? 0, far);
  while (leg + 1 < (row + 1) * ITINERARY_LEGS && (reachable.flights[leg + 1] ?? -1) >= 0) leg += 1;
  return market(far, network.routeDestination[network.routeOfFlight[reachable.flights[leg] ?? 0] ?? 0] ?? 0);
}

function sampleOf(market: Market, carrier: AtlasAirline): PricedSlice {
  const leg = { flight: 0, day: 0, departUtc: 0, arriveUtc: 0 };
  const itinerary: Itinerary = {
    origin: market.origin.index,
    destination: market.destination.index,
    legs: [leg],
    flownKm: market.km,
  };
  return {
    itinerary,
    market,
    carrier,
    classIndex: 0,
    seatsLeft: 0,
    baseUsd: 0,
    taxesUsd: 0,
    departUtc: 0,
    arriveUtc: 0,
  };
}

/** What dates do to the fares of each kind of itinerary. */
export function shapesOf(
  { samples }: ItineraryGroups,
  { departure, back }: { readonly departure: number; readonly back: number | undefined },
): Float64Array {
  const shapes = new Float64Array(KINDS).fill(1);
  for (const [kind, sample] of samples.entries()) {
    if (sample === undefined) continue;
    const out = onDay(sample, departure);
    shapes[kind] = back === undefined ? tripShape([out]) : tripShape([out, onDay(reversed(sample), back)]);
  }
  return shapes;
}

function onDay(slice: PricedSlice, day: number): PricedSlice {
  const [first] = slice.itinerary.legs;
  return { ...slice, itinerary: { ...slice.itinerary, legs: [{ ...first, day }] } };
}

function reversed(slice: PricedSlice): PricedSlice {
  const { market } = slice;
  return { ...slice, market: { ...market, origin: market.destination, destination: market.origin } };
}

import type { CabinClass } from '../../src/travel/flight.ts';
import { airportKm, type Atlas, type AtlasAirport } from '../../src/reference/atlas.ts';
import { type ConnectionRules, TIE } from '../itineraries/connection-rules.ts';
import type { AirlinesOfEdge } from '../itineraries/onward-flights.ts';
import { emptyWay, type Fan, FanBuilder, type FanSide, type CandidateItinerary, WAYS_KEPT } from './reachable-fares.ts';
import { daysBefore, lagOf, minimumBetween, shiftOf } from './index-clock.ts';
import { type FareFacts, FanFares } from './reference-fares.ts';
import { reachFurther } from './extend-by-one-stop.ts';
import type { Inventory } from '../cabins/inventory.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { flownKmMax, isPassable } from '../itineraries/ticketing-rules.ts';
import { seasonBelt } from '../schedule/seasons.ts';
import { type SlicePricer, RELATION_FACTORS } from '../fares/slice-prices.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** What a fan is made from. */
export interface FanFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
  readonly rules: ConnectionRules;
  readonly inventory: Inventory;
  readonly pricer: SlicePricer;
  readonly market: FareFacts['market'];
  readonly airlinesOfEdge: AirlinesOfEdge;
  readonly columns: AtlasColumns;
}
/** What fans ask of an atlas over and over, in columns. */
export interface AtlasColumns {
  /** By airport: its city, and where its seasons are the same: 0 in the south, 1 between, 2 in the north. */
  readonly city: Uint16Array;
  readonly belt: Uint8Array;
  /** By city: its airports. */
  readonly airports: readonly (readonly number[])[];
}
/** Which fan is wanted. Wall clocks are compared as they stand on `day`. */
export interface FanQuery {
  readonly airports: readonly number[];
  readonly side: FanSide;
  readonly cabin: CabinClass;
  readonly connectionsMax: 0 | 1 | 2;
  readonly day: number;
  /** True for a trip with a way back. */
  readonly isReturn: boolean;
}

/** A fan in the making. */
export interface IndexBuild {
  readonly facts: FanFacts;
  readonly query: FanQuery;
  readonly builder: FanBuilder;
  /**
   * Paths of one connection of carriers that sell connections between their own flights only, gone on from to airports
   * further away.
   */
  readonly trunks: FanBuilder;
  readonly fares: FanFares;
  readonly way: CandidateItinerary;
  /** By airport: the edge between the airport in hand and it, or -1. */
  readonly near: Int32Array;
  readonly zones: ZoneClock;
  readonly utcMinute: number;
  readonly airlinesOfEdge: AirlinesOfEdge;
  /** By airline: 1 for those that sell connections between their own flights and no others'. */
  readonly sellsOwnOnly: Uint8Array;
}

/** Lays out an atlas in columns. */
export function columnsOf({ airports, cities, airportByCode }: Atlas): AtlasColumns {
  return {
    city: Uint16Array.from(airports, ({ city }) => city),
    belt: Uint8Array.from(airports, ({ latitude }) => seasonBelt(latitude) + 1),
    airports: cities.map((city) => city.airports.map((code) => airportByCode.get(code)?.index ?? 0)),
  };
}

const NO_LINE = -1;
const TRUNKS_KEPT = { all: 6, ofCarrier: 3 } as const;
const AIRPORTS_PER_STRETCH = 50;

/**
 * Finds, for every airport, the ways of at most one connection that are cheapest by reference fare, by the rules of
 * sale; for airports without a nonstop, ways of two connections that go on from the best of them. Weekly patterns and
 * one day's wall clocks stand for every day: an estimate, which ranks and is never shown.
 */
export async function buildFan(facts: FanFacts, query: FanQuery, signal: AbortSignal): Promise<Fan> {
  const spread: IndexBuild = {
    facts,
    query,
    builder: new FanBuilder(facts.atlas.airports.length, WAYS_KEPT[query.isReturn ? 'return' : 'oneWay']),
    trunks: new FanBuilder(query.connectionsMax < 2 ? 0 : facts.atlas.airports.length, TRUNKS_KEPT),
    fares: new FanFares(facts, query.cabin),
    way: emptyWay(),
    near: new Int32Array(facts.atlas.airports.length),
    zones: facts.zones,
    utcMinute: query.day * DAY_MINUTES,
    airlinesOfEdge: facts.airlinesOfEdge,
    sellsOwnOnly: Uint8Array.from(facts.atlas.airlines, ({ isLowCost, index }) =>
      query.connectionsMax > 1 && isLowCost && facts.rules.tie(index, index) !== TIE.none ? 1 : 0,
    ),
  };
  for (const index of query.airports) {
    const own = facts.atlas.airports[index];
    if (!own) continue;
    markNear(spread, own);
    for (const far of facts.atlas.airports) {
      if (far.index % AIRPORTS_PER_STRETCH === 0) await yieldIfBusy(signal);
      if (far.city !== own.city) spreadTo(spread, own, far);
    }
  }
  const ways = spread.builder.build();
  if (query.connectionsMax < 2) return ways;
  await yieldIfBusy(signal);
  const days = nonstopDays(spread);
  await reachFurther(spread, [ways, spread.trunks.build()], days, signal);
  await yieldIfBusy(signal);
  return spread.builder.build();
}

/** By city: the weekdays on which a nonstop is flown to or from it. */
function nonstopDays({ facts: { atlas, network, inventory }, query }: IndexBuild): Uint8Array {
  const days = new Uint8Array(atlas.cities.length);
  for (const own of query.airports) {
    for (
      let i = farStart(network, own, query.side === 'out' ? 'back' : 'out');
      i < farEnd(network, own, query.side === 'out' ? 'back' : 'out');
      i += 1
    ) {
      const edge = query.side === 'out' ? i : (network.inboundEdges[i] ?? 0);
      const city =
        atlas.airports[(query.side === 'out' ? network.edgeDestination[edge] : network.edgeOrigin[edge]) ?? 0]?.city ??
        0;
      for (let line = network.lineStart[edge] ?? 0; line < (network.lineStart[edge + 1] ?? 0); line += 1) {
        if (inventory.capacity(line, query.cabin) > 0) days[city] = (days[city] ?? 0) | (network.lineDays[line] ?? 0);
      }
    }
  }
  return days;
}

function markNear({ facts: { network }, query, near }: IndexBuild, own: AtlasAirport): void {
  near.fill(-1);
  if (query.side === 'out') {
    const end = network.edgeStart[own.index + 1] ?? 0;
    for (let edge = network.edgeStart[own.index] ?? 0; edge < end; edge += 1)
      near[network.edgeDestination[edge] ?? 0] = edge;
    return;
  }
  const end = network.inboundStart[own.index + 1] ?? 0;
  for (let i = network.inboundStart[own.index] ?? 0; i < end; i += 1) {
    const edge = network.inboundEdges[i] ?? 0;
    near[network.edgeOrigin[edge] ?? 0] = edge;
  }
}

function spreadTo(spread: IndexBuild, own: AtlasAirport, far: AtlasAirport): void {
  const { facts, query, fares, near, way } = spread;
  const { network, atlas } = facts;
  const isOut = query.side === 'out';
  const direct = near[far.index] ?? -1;
  fares.enter(isOut ? own.index : far.index, isOut ? far.index : own.index);
  way.far = far.index;
  if (direct >= 0) offerDirect(spread, direct);
  if (query.connectionsMax === 0) return;
  const kmMax = flownKmMax(airportKm(own, far));
  const end = farEnd(network, far.index, query.side);
  for (let i = farStart(network, far.index, query.side); i < end; i += 1) {
    const farEdge = isOut ? (network.inboundEdges[i] ?? 0) : i;
    const hubIndex = (isOut ? network.edgeOrigin[farEdge] : network.edgeDestination[farEdge]) ?? 0;
    const nearEdge = near[hubIndex] ?? -1;
    if (nearEdge < 0) continue;
    way.flownKm = (network.edgeKm[nearEdge] ?? 0) + (network.edgeKm[farEdge] ?? 0);
    const hub = atlas.airports[hubIndex];
    if (way.flownKm > kmMax || !hub || !isPassable(own, hub, far)) continue;
    if (isOut) offerConnection(spread, hub, nearEdge, farEdge);
    else offerConnection(spread, hub, farEdge, nearEdge);
  }
}

/** The edges at the far end of a fan: places among the inbound edges of an airport, or its own edges. */
function farStart(network: Network, far: number, side: FanSide): number {
  return (side === 'out' ? network.inboundStart[far] : network.edgeStart[far]) ?? 0;
}

function farEnd(network: Network, far: number, side: FanSide): number {
  return (side === 'out' ? network.inboundStart[far + 1] : network.edgeStart[far + 1]) ?? 0;
}

function offerDirect({ facts: { network }, builder, fares, way }: IndexBuild, edge: number): void {
  way.legCount = 1;
  way.flownKm = network.edgeKm[edge] ?? 0;
  way.lines.fill(NO_LINE);
  way.lags.fill(0);
  const end = network.lineStart[edge + 1] ?? 0;
  for (let line = network.lineStart[edge] ?? 0; line < end; line += 1) {
    if (fares.price(way, network.lineAirline[line] ?? 0, 1) >= builder.costMax(way.far)) continue;
    way.lines[0] = line;
    way.weekdays = network.lineDays[line] ?? 0;
    if (fares.isInCabin(way)) builder.offer(way);
  }
}

/**
 * The lines of the longer edge decide the fare, so they are looped over outside: one too dear to be kept is passed
 * over.
 */
function offerConnection(spread: IndexBuild, hub: AtlasAirport, firstEdge: number, lastEdge: number): void {
  const { facts, builder, trunks, fares, way } = spread;
  const { network, atlas, rules } = facts;
  let lastTrunk = -1;
  const isFirstLonger = (network.edgeKm[firstEdge] ?? 0) >= (network.edgeKm[lastEdge] ?? 0);
  const longer = isFirstLonger ? firstEdge : lastEdge;
  const shorter = isFirstLonger ? lastEdge : firstEdge;
  const change = fares.change();
  way.legCount = 2;
  if (!isWorthALook(spread, { longer, shorter, isFirstLonger }, change)) return;
  const from = atlas.airports[network.edgeOrigin[firstEdge] ?? 0] ?? hub;
  const to = atlas.airports[network.edgeDestination[lastEdge] ?? 0] ?? hub;
  const minimum = rules.minimumMinutes(hub, from.nation !== hub.nation, to.nation !== hub.nation, TIE.sameCarrier);
  const shift = shiftOf(spread, from, hub);
  way.lines[2] = NO_LINE;
  way.lags[2] = 0;
  const end = network.lineStart[longer + 1] ?? 0;
  const endShorter = network.lineStart[shorter + 1] ?? 0;
  for (let line = network.lineStart[longer] ?? 0; line < end; line += 1) {
    const carrier = network.lineAirline[line] ?? 0;
    const isTrunk = carrier !== lastTrunk && spread.sellsOwnOnly[carrier] === 1;
    if (!isTrunk && fares.price(way, carrier, change) >= builder.costMax(way.far)) continue;
    for (let other = network.lineStart[shorter] ?? 0; other < endShorter; other += 1) {
      const first = isFirstLonger ? line : other;
      const last = isFirstLonger ? other : line;
      const tie = rules.tie(network.lineAirline[first] ?? 0, network.lineAirline[last] ?? 0);
      if (tie === TIE.none) continue;
      const arrival = (network.lineDeparture[first] ?? 0) + (network.lineBlock[first] ?? 0) + shift;
      const lag = lagOf(arrival, network.lineDeparture[last] ?? 0, minimumBetween(rules, minimum, tie, first, last));
      if (lag === undefined) continue;
      way.weekdays = (network.lineDays[first] ?? 0) & daysBefore(network.lineDays[last] ?? 0, lag);
      if (way.weekdays === 0) continue;
      if (
        fares.price(way, carrier, change * (RELATION_FACTORS[tie] ?? 1)) >=
        (isTrunk ? trunks : builder).costMax(way.far)
      )
        continue;
      way.lines[0] = first;
      way.lines[1] = last;
      way.lags[1] = lag;
      if (!fares.isInCabin(way)) continue;
      builder.offer(way);
      if (!isTrunk || carrier === lastTrunk) continue;
      trunks.offer(way);
      lastTrunk = carrier;
    }
  }
}

interface EdgePair {
  readonly longer: number;
  readonly shorter: number;
  readonly isFirstLonger: boolean;
}

/**
 * Whether any carrier of the longer edge is cheap enough and sells flights of the shorter one: far fewer looks than at
 * their lines.
 */
function isWorthALook(spread: IndexBuild, { longer, shorter, isFirstLonger }: EdgePair, change: number): boolean {
  const {
    facts: { rules },
    builder,
    fares,
    way,
    sellsOwnOnly,
    airlinesOfEdge: { start, airline },
  } = spread;
  const [first, end] = [start[shorter] ?? 0, start[shorter + 1] ?? 0];
  for (let i = start[longer] ?? 0; i < (start[longer + 1] ?? 0); i += 1) {
    const carrier = airline[i] ?? 0;
    if (sellsOwnOnly[carrier] !== 1 && fares.price(way, carrier, change) >= builder.costMax(way.far)) continue;
    for (let j = first; j < end; j += 1) {
      const other = airline[j] ?? 0;
      if ((isFirstLonger ? rules.tie(carrier, other) : rules.tie(other, carrier)) !== TIE.none) return true;
    }
  }
  return false;
}

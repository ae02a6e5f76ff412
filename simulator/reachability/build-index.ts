import type { IndexFacts, AtlasColumns, IndexQuery, IndexBuild } from './index-build.ts';
import { airportKm, type Atlas, type AtlasAirport } from '../../src/reference/atlas.ts';
import { CARRIER_RELATION } from '../itineraries/connection-rules.ts';
import {
  emptyCandidate,
  type ReachableFares,
  ReachableFaresBuilder,
  type IndexSide,
  ITINERARIES_PER_AIRPORT,
} from './reachable-fares.ts';
import { daysBefore, lagOf, minimumBetween, shiftOf } from './index-clock.ts';
import { ReferenceFares } from './reference-fares.ts';
import { extendByOneStop } from './extend-by-one-stop.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { flownKmMax, isPassable } from '../itineraries/ticketing-rules.ts';
import { seasonBelt } from '../schedule/seasons.ts';
import { RELATION_FACTORS } from '../fares/slice-prices.ts';

/** Lays out an atlas in columns. */
export function columnsOf({ airports, cities, airportByCode }: Atlas): AtlasColumns {
  return {
    city: Uint16Array.from(airports, ({ city }) => city),
    belt: Uint8Array.from(airports, ({ latitude }) => seasonBelt(latitude) + 1),
    airports: cities.map((city) => city.airports.map((code) => airportByCode.get(code)?.index ?? 0)),
  };
}

const NO_FLIGHT = -1;
const BASES_PER_AIRPORT = { all: 6, ofCarrier: 3 } as const;
const AIRPORTS_PER_SLICE = 50;

/**
 * Finds, for every airport, the itineraries of at most one connection that are cheapest by reference fare, by the
 * ticketing rules; for airports without a nonstop, itineraries of two connections that go on from the best of them.
 * Weekly patterns and one day's wall clocks stand for every day: an estimate, which ranks and is never shown.
 */
export async function buildIndex(facts: IndexFacts, query: IndexQuery, signal: AbortSignal): Promise<ReachableFares> {
  const build: IndexBuild = {
    facts,
    query,
    builder: new ReachableFaresBuilder(
      facts.atlas.airports.length,
      ITINERARIES_PER_AIRPORT[query.isReturn ? 'return' : 'oneWay'],
    ),
    bases: new ReachableFaresBuilder(query.connectionsMax < 2 ? 0 : facts.atlas.airports.length, BASES_PER_AIRPORT),
    fares: new ReferenceFares(facts, query.cabin),
    candidate: emptyCandidate(),
    near: new Int32Array(facts.atlas.airports.length),
    zones: facts.zones,
    utcMinute: query.day * DAY_MINUTES,
    airlinesOfRoute: facts.airlinesOfRoute,
    sellsOwnOnly: Uint8Array.from(facts.atlas.airlines, ({ isLowCost, index }) =>
      query.connectionsMax > 1 && isLowCost && facts.rules.relation(index, index) !== CARRIER_RELATION.none ? 1 : 0,
    ),
  };
  for (const index of query.airports) {
    const own = facts.atlas.airports[index];
    if (!own) continue;
    markNear(build, own);
    for (const far of facts.atlas.airports) {
      if (far.index % AIRPORTS_PER_SLICE === 0) await yieldIfBusy(signal);
      if (far.city !== own.city) offerTo(build, own, far);
    }
  }
  const oneStops = build.builder.build();
  if (query.connectionsMax < 2) return oneStops;
  await yieldIfBusy(signal);
  const days = nonstopDays(build);
  await extendByOneStop(build, [oneStops, build.bases.build()], days, signal);
  await yieldIfBusy(signal);
  return build.builder.build();
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
      const route = query.side === 'out' ? i : (network.inboundRoutes[i] ?? 0);
      const city =
        atlas.airports[(query.side === 'out' ? network.routeDestination[route] : network.routeOrigin[route]) ?? 0]
          ?.city ?? 0;
      for (let flight = network.flightStart[route] ?? 0; flight < (network.flightStart[route + 1] ?? 0); flight += 1) {
        if (inventory.capacity(flight, query.cabin) > 0)
          days[city] = (days[city] ?? 0) | (network.flightDays[flight] ?? 0);
      }
    }
  }
  return days;
}

function markNear({ facts: { network }, query, near }: IndexBuild, own: AtlasAirport): void {
  near.fill(-1);
  if (query.side === 'out') {
    const end = network.routeStart[own.index + 1] ?? 0;
    for (let route = network.routeStart[own.index] ?? 0; route < end; route += 1)
      near[network.routeDestination[route] ?? 0] = route;
    return;
  }
  const end = network.inboundStart[own.index + 1] ?? 0;
  for (let i = network.inboundStart[own.index] ?? 0; i < end; i += 1) {
    const route = network.inboundRoutes[i] ?? 0;
    near[network.routeOrigin[route] ?? 0] = route;
  }
}

function offerTo(build: IndexBuild, own: AtlasAirport, far: AtlasAirport): void {
  const { facts, query, fares, near, candidate } = build;
  const { network, atlas } = facts;
  const isOut = query.side === 'out';
  const direct = near[far.index] ?? -1;
  fares.enter(isOut ? own.index : far.index, isOut ? far.index : own.index);
  candidate.far = far.index;
  if (direct >= 0) offerDirect(build, direct);
  if (query.connectionsMax === 0) return;
  const kmMax = flownKmMax(airportKm(own, far));
  const end = farEnd(network, far.index, query.side);
  for (let i = farStart(network, far.index, query.side); i < end; i += 1) {
    const farRoute = isOut ? (network.inboundRoutes[i] ?? 0) : i;
    const hubIndex = (isOut ? network.routeOrigin[farRoute] : network.routeDestination[farRoute]) ?? 0;
    const nearRoute = near[hubIndex] ?? -1;
    if (nearRoute < 0) continue;
    candidate.flownKm = (network.routeKm[nearRoute] ?? 0) + (network.routeKm[farRoute] ?? 0);
    const hub = atlas.airports[hubIndex];
    if (candidate.flownKm > kmMax || !hub || !isPassable(own, hub, far)) continue;
    if (isOut) offerConnection(build, hub, nearRoute, farRoute);
    else offerConnection(build, hub, farRoute, nearRoute);
  }
}

/** The routes at the far end of an index: places among the inbound routes of an airport, or its own routes. */
function farStart(network: Network, far: number, side: IndexSide): number {
  return (side === 'out' ? network.inboundStart[far] : network.routeStart[far]) ?? 0;
}

function farEnd(network: Network, far: number, side: IndexSide): number {
  return (side === 'out' ? network.inboundStart[far + 1] : network.routeStart[far + 1]) ?? 0;
}

function offerDirect({ facts: { network }, builder, fares, candidate }: IndexBuild, route: number): void {
  candidate.legCount = 1;
  candidate.flownKm = network.routeKm[route] ?? 0;
  candidate.flights.fill(NO_FLIGHT);
  candidate.lags.fill(0);
  const end = network.flightStart[route + 1] ?? 0;
  for (let flight = network.flightStart[route] ?? 0; flight < end; flight += 1) {
    if (fares.price(candidate, network.flightAirline[flight] ?? 0, 1) >= builder.costMax(candidate.far)) continue;
    candidate.flights[0] = flight;
    candidate.weekdays = network.flightDays[flight] ?? 0;
    if (fares.isInCabin(candidate)) builder.offer(candidate);
  }
}

/**
 * The flights of the longer route decide the fare, so they are looped over outside: one too dear to qualify is passed
 * over.
 */
function offerConnection(build: IndexBuild, hub: AtlasAirport, firstRoute: number, lastRoute: number): void {
  const { facts, builder, bases, fares, candidate } = build;
  const { network, atlas, rules } = facts;
  let lastBaseCarrier = -1;
  const isFirstLonger = (network.routeKm[firstRoute] ?? 0) >= (network.routeKm[lastRoute] ?? 0);
  const longer = isFirstLonger ? firstRoute : lastRoute;
  const shorter = isFirstLonger ? lastRoute : firstRoute;
  const change = fares.change();
  candidate.legCount = 2;
  if (!isWorthALook(build, { longer, shorter, isFirstLonger }, change)) return;
  const from = atlas.airports[network.routeOrigin[firstRoute] ?? 0] ?? hub;
  const to = atlas.airports[network.routeDestination[lastRoute] ?? 0] ?? hub;
  const minimum = rules.minimumMinutes(
    hub,
    from.nation !== hub.nation,
    to.nation !== hub.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const shift = shiftOf(build, from, hub);
  candidate.flights[2] = NO_FLIGHT;
  candidate.lags[2] = 0;
  const end = network.flightStart[longer + 1] ?? 0;
  const endShorter = network.flightStart[shorter + 1] ?? 0;
  for (let flight = network.flightStart[longer] ?? 0; flight < end; flight += 1) {
    const carrier = network.flightAirline[flight] ?? 0;
    const isBase = carrier !== lastBaseCarrier && build.sellsOwnOnly[carrier] === 1;
    if (!isBase && fares.price(candidate, carrier, change) >= builder.costMax(candidate.far)) continue;
    for (let other = network.flightStart[shorter] ?? 0; other < endShorter; other += 1) {
      const first = isFirstLonger ? flight : other;
      const last = isFirstLonger ? other : flight;
      const relation = rules.relation(network.flightAirline[first] ?? 0, network.flightAirline[last] ?? 0);
      if (relation === CARRIER_RELATION.none) continue;
      const arrival = (network.flightDeparture[first] ?? 0) + (network.flightBlock[first] ?? 0) + shift;
      const lag = lagOf(
        arrival,
        network.flightDeparture[last] ?? 0,
        minimumBetween(rules, minimum, relation, first, last),
      );
      if (lag === undefined) continue;
      candidate.weekdays = (network.flightDays[first] ?? 0) & daysBefore(network.flightDays[last] ?? 0, lag);
      if (candidate.weekdays === 0) continue;
      if (
        fares.price(candidate, carrier, change * (RELATION_FACTORS[relation] ?? 1)) >=
        (isBase ? bases : builder).costMax(candidate.far)
      )
        continue;
      candidate.flights[0] = first;
      candidate.flights[1] = last;
      candidate.lags[1] = lag;
      if (!fares.isInCabin(candidate)) continue;
      builder.offer(candidate);
      if (!isBase || carrier === lastBaseCarrier) continue;
      bases.offer(candidate);
      lastBaseCarrier = carrier;
    }
  }
}

interface ConnectingRoutes {
  readonly longer: number;
  readonly shorter: number;
  readonly isFirstLonger: boolean;
}

/**
 * Whether any carrier of the longer route is cheap enough and sells flights of the shorter one: far fewer looks than at
 * their flights.
 */
function isWorthALook(
  build: IndexBuild,
  { longer, shorter, isFirstLonger }: ConnectingRoutes,
  change: number,
): boolean {
  const {
    facts: { rules },
    builder,
    fares,
    candidate,
    sellsOwnOnly,
    airlinesOfRoute: { start, airline },
  } = build;
  const [first, end] = [start[shorter] ?? 0, start[shorter + 1] ?? 0];
  for (let i = start[longer] ?? 0; i < (start[longer + 1] ?? 0); i += 1) {
    const carrier = airline[i] ?? 0;
    if (sellsOwnOnly[carrier] !== 1 && fares.price(candidate, carrier, change) >= builder.costMax(candidate.far))
      continue;
    for (let j = first; j < end; j += 1) {
      const other = airline[j] ?? 0;
      if ((isFirstLonger ? rules.relation(carrier, other) : rules.relation(other, carrier)) !== CARRIER_RELATION.none)
        return true;
    }
  }
  return false;
}

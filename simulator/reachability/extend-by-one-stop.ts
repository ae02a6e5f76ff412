import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { airportKm, type AtlasAirport } from '../../src/reference/atlas.ts';
import type { IndexBuild } from './build-index.ts';
import { CARRIER_RELATION } from '../itineraries/connection-rules.ts';
import { costOfItinerary, type ReachableFares, pickRows, ITINERARY_LEGS } from './reachable-fares.ts';
import { daysBefore, lagOf, minimumBetween, shiftOf } from './index-clock.ts';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import { flownKmMax, isPassable } from '../itineraries/ticketing-rules.ts';
import { RELATION_FACTORS } from '../fares/slice-prices.ts';

/**
 * How many transfer points are tried per airport when a one-stop itinerary is extended to two stops: those with the
 * cheapest one-stop itineraries, at most `TRANSFERS_OF_CARRIER_MAX` of one carrier.
 */
const TRANSFERS_MAX = 3;
const TRANSFERS_OF_CARRIER_MAX = 2;
/** The limits for carriers that sell connections between their own flights only, which are the cheapest by far. */
const OWN_TRANSFERS_MAX = 3;
const OWN_TRANSFERS_OF_CARRIER_MAX = 3;
/** An itinerary with a flight more is taken to be at least so many times as dear as the itinerary it goes on from. */
const EXTENDED_SHARE_MIN = 1.05;
const EVERY_DAY = 127;
/** Airports looked at between two yields. */
const AIRPORTS_PER_SLICE = 200;
/** Returned instead of weekdays when the path is too dear, so that other flights of its carriers need no try. */
const NO_WEEKDAYS = -1;

/**
 * The itineraries of one connection that are gone on from, with what joining them needs to know; and the transfers of
 * the airport in hand, cheapest first.
 */
interface BaseConnections {
  readonly reachable: ReachableFares;
  readonly flownKm: Float32Array;
  readonly cost: Float32Array;
  /** The airport at this end of each. */
  readonly own: Uint16Array;
  readonly transfers: TransferPoints;
}
interface TransferPoints {
  readonly routes: Int32Array;
  readonly rows: Int32Array;
  readonly ranks: Float64Array;
  readonly ofCarrierMax: number;
  count: number;
}

interface Extension {
  readonly build: IndexBuild;
  readonly bases: BaseConnections;
  readonly own: AtlasAirport;
}

/**
 * Itineraries of one connection: of all carriers, and of those that sell connections between their own flights only.
 */
export type OneStopFares = readonly [ReachableFares, ReachableFares];

/**
 * Offers itineraries of two connections: the itineraries of one connection with a flight more at the far end. By the
 * ticketing rules they are sold on days without a nonstop between the two cities; `nonstopDays` holds, by city, the
 * weekdays with one.
 */
export async function extendByOneStop(
  build: IndexBuild,
  [oneStops, ownOneStops]: OneStopFares,
  nonstopDays: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const {
    facts: { atlas },
    query,
    fares,
  } = build;
  const all = [selectBases(build, ownOneStops, true), selectBases(build, oneStops, false)];
  for (const index of query.airports) {
    const own = atlas.airports[index];
    if (!own) continue;
    const [origin, others] = [index, all.map((bases): Extension => ({ build, bases, own }))];
    for (const far of atlas.airports) {
      if (far.index % AIRPORTS_PER_SLICE === 0) await yieldIfBusy(signal);
      const days = nonstopDays[far.city] ?? 0;
      if (days === EVERY_DAY || far.city === own.city) continue;
      let found = 0;
      for (const extension of others) found += findTransfers(extension, far);
      if (found === 0) continue;
      if (query.side === 'out') fares.enter(origin, far.index);
      else fares.enter(far.index, origin);
      for (const extension of others)
        for (let transfer = 0; transfer < extension.bases.transfers.count; transfer += 1)
          offerTransfer(extension, far, transfer, EVERY_DAY & ~days);
    }
  }
}

function selectBases(
  { facts: { network }, query, sellsOwnOnly }: IndexBuild,
  all: ReachableFares,
  isOwnOnly: boolean,
): BaseConnections {
  const reachable = pickRows(
    all,
    (row) => hasTwoFlights(all, row) && (sellsOwnOnly[all.carrier[row] ?? 0] === 1) === isOwnOnly,
  );
  const count = reachable.weekdays.length;
  const [max, ofCarrierMax] = isOwnOnly
    ? [OWN_TRANSFERS_MAX, OWN_TRANSFERS_OF_CARRIER_MAX]
    : [TRANSFERS_MAX, TRANSFERS_OF_CARRIER_MAX];
  const transfers = {
    routes: new Int32Array(max),
    rows: new Int32Array(max),
    ranks: new Float64Array(max),
    ofCarrierMax,
    count: 0,
  };
  const bases = {
    reachable,
    flownKm: new Float32Array(count),
    cost: new Float32Array(count),
    own: new Uint16Array(count),
    transfers,
  };
  for (let row = 0; row < count; row += 1) {
    const first = reachable.flights[row * ITINERARY_LEGS] ?? 0;
    const second = reachable.flights[row * ITINERARY_LEGS + 1] ?? 0;
    bases.flownKm[row] = flightKm(network, first) + flightKm(network, second);
    bases.cost[row] = costOfItinerary(
      reachable.referenceUsd[row] ?? 0,
      reachable.taxFixedUsd[row] ?? 0,
      reachable.taxShare[row] ?? 0,
      2,
    );
    bases.own[row] =
      (query.side === 'out'
        ? network.routeOrigin[network.routeOfFlight[first] ?? 0]
        : network.routeDestination[network.routeOfFlight[second] ?? 0]) ?? 0;
  }
  return bases;
}

function hasTwoFlights({ flights }: ReachableFares, row: number): boolean {
  return (flights[row * ITINERARY_LEGS + 1] ?? -1) >= 0 && (flights[row * ITINERARY_LEGS + 2] ?? -1) < 0;
}

/** How many there are. */
function findTransfers({ build, bases, own }: Extension, far: AtlasAirport): number {
  const {
    facts: { network },
    query,
    builder,
  } = build;
  const { reachable, flownKm, cost, transfers } = bases;
  const isOut = query.side === 'out';
  const kmMax = flownKmMax(airportKm(own, far));
  const costMax = builder.costMax(far.index) / EXTENDED_SHARE_MIN;
  const max = transfers.ranks.length;
  transfers.count = 0;
  const start = (isOut ? network.inboundStart[far.index] : network.routeStart[far.index]) ?? 0;
  const end = (isOut ? network.inboundStart[far.index + 1] : network.routeStart[far.index + 1]) ?? 0;
  for (let i = start; i < end; i += 1) {
    const route = isOut ? (network.inboundRoutes[i] ?? 0) : i;
    const hub = (isOut ? network.routeOrigin[route] : network.routeDestination[route]) ?? 0;
    const rowEnd = reachable.start[hub + 1] ?? 0;
    const kmLeft = kmMax - (network.routeKm[route] ?? 0);
    for (let row = reachable.start[hub] ?? 0; row < rowEnd; row += 1) {
      // The rows of an airport stand in the order of their costs.
      const rank = cost[row] ?? 0;
      if (rank >= costMax || (transfers.count === max && rank >= (transfers.ranks[max - 1] ?? 0))) break;
      if ((flownKm[row] ?? 0) <= kmLeft && bases.own[row] === own.index && canJoin(build, bases, own, far, route, row))
        addTransfer(network, bases, route, row);
    }
  }
  return transfers.count;
}

/**
 * Whether the ticketing rules let a flight of a route join an itinerary at all: its carriers, and the airports passed.
 */
function canJoin(
  { facts, query, airlinesOfRoute }: IndexBuild,
  { reachable }: BaseConnections,
  own: AtlasAirport,
  far: AtlasAirport,
  route: number,
  row: number,
): boolean {
  const { network, rules, atlas } = facts;
  const first = reachable.flights[row * ITINERARY_LEGS] ?? 0;
  const second = reachable.flights[row * ITINERARY_LEGS + 1] ?? 0;
  const isOut = query.side === 'out';
  const joined = network.flightAirline[isOut ? second : first] ?? 0;
  let isRelated = false;
  const end = airlinesOfRoute.start[route + 1] ?? 0;
  for (let i = airlinesOfRoute.start[route] ?? 0; i < end && !isRelated; i += 1) {
    const airline = airlinesOfRoute.airline[i] ?? 0;
    isRelated = (isOut ? rules.relation(joined, airline) : rules.relation(airline, joined)) !== CARRIER_RELATION.none;
  }
  if (!isRelated) return false;
  const middle = atlas.airports[network.routeDestination[network.routeOfFlight[first] ?? 0] ?? 0];
  const hub = atlas.airports[(isOut ? network.routeOrigin[route] : network.routeDestination[route]) ?? 0];
  return middle !== undefined && hub !== undefined && isPassable(own, hub, far) && isPassable(own, middle, far);
}

/** Adds a transfer if it is among the cheapest, and the only one of its path. */
function addTransfer(
  network: Network,
  { reachable, transfers, cost }: BaseConnections,
  route: number,
  row: number,
): void {
  const rank = cost[row] ?? 0;
  const { routes, rows, ranks } = transfers;
  const max = ranks.length;
  let ofCarrier = 0;
  let drop = Math.min(transfers.count, max - 1);
  for (let at = 0; at < transfers.count; at += 1) {
    const other = rows[at] ?? 0;
    if (reachable.carrier[other] !== reachable.carrier[row]) continue;
    const isSamePath = routes[at] === route && isAlong(network, reachable, other, row);
    ofCarrier += 1;
    if (!isSamePath && ofCarrier < transfers.ofCarrierMax) continue;
    if (rank >= (ranks[at] ?? 0)) return;
    drop = at;
    break;
  }
  let at = drop;
  for (; at > 0 && (ranks[at - 1] ?? 0) > rank; at -= 1) {
    ranks[at] = ranks[at - 1] ?? 0;
    routes[at] = routes[at - 1] ?? 0;
    rows[at] = rows[at - 1] ?? 0;
  }
  ranks[at] = rank;
  routes[at] = route;
  rows[at] = row;
  transfers.count = Math.max(transfers.count, drop + 1);
}

function isAlong({ routeOfFlight }: Network, { flights }: ReachableFares, a: number, b: number): boolean {
  return (
    routeOfFlight[flights[a * ITINERARY_LEGS] ?? 0] === routeOfFlight[flights[b * ITINERARY_LEGS] ?? 0] &&
    routeOfFlight[flights[a * ITINERARY_LEGS + 1] ?? 0] === routeOfFlight[flights[b * ITINERARY_LEGS + 1] ?? 0]
  );
}

/** A transfer being tried: the flights of its itinerary, and what all flights that may join it have in common. */
interface ExtendedPath {
  readonly first: number;
  readonly second: number;
  readonly route: number;
  readonly hub: AtlasAirport;
  /** Least minutes at the hub, of one carrier in one terminal. */
  readonly minimum: number;
  /** The weekdays of the itinerary that is joined, and the lag between its two flights. */
  readonly weekdays: number;
  readonly lag: number;
  /** The weekdays on which two connections are sold. */
  readonly days: number;
}

function offerTransfer(extension: Extension, far: AtlasAirport, transfer: number, days: number): void {
  const {
    build,
    bases: { reachable, transfers },
  } = extension;
  const { network, rules, atlas } = build.facts;
  const route = transfers.routes[transfer] ?? 0;
  const row = transfers.rows[transfer] ?? 0;
  const isOut = build.query.side === 'out';
  const first = reachable.flights[row * ITINERARY_LEGS] ?? 0;
  const second = reachable.flights[row * ITINERARY_LEGS + 1] ?? 0;
  const hub = atlas.airports[(isOut ? network.routeOrigin[route] : network.routeDestination[route]) ?? 0];
  const beyond =
    atlas.airports[
      (isOut
        ? network.routeOrigin[network.routeOfFlight[second] ?? 0]
        : network.routeDestination[network.routeOfFlight[first] ?? 0]) ?? 0
    ];
  if (!hub || !beyond) return;
  const minimum = rules.minimumMinutes(
    hub,
    (isOut ? beyond : far).nation !== hub.nation,
    (isOut ? far : beyond).nation !== hub.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const candidate: ExtendedPath = {
    first,
    second,
    route,
    hub,
    minimum,
    weekdays: reachable.weekdays[row] ?? 0,
    lag: reachable.lags[row * ITINERARY_LEGS + 1] ?? 0,
    days,
  };
  const met = offerFlights(extension, far, candidate);
  if (
    met === NO_WEEKDAYS ||
    (build.sellsOwnOnly[reachable.carrier[row] ?? 0] !== 1 && (met !== 0 || !build.builder.hasFewerThan(far.index, 1)))
  )
    return;
  if (met === days) return;
  offerOtherFlights(extension, far, candidate, met);
}

/**
 * Offers the path with other flights of the same carriers, until there is one for every day: a flight that leaves once
 * a day may only be met from one of them.
 */
function offerOtherFlights(extension: Extension, far: AtlasAirport, candidate: ExtendedPath, metAlready: number): void {
  const { build, own } = extension;
  const { network, rules, atlas } = build.facts;
  const isOut = build.query.side === 'out';
  const [from, to] = isOut ? [own, candidate.hub] : [candidate.hub, own];
  const middle = atlas.airports[network.routeDestination[network.routeOfFlight[candidate.first] ?? 0] ?? 0];
  if (!middle) return;
  const minimum = rules.minimumMinutes(
    middle,
    from.nation !== middle.nation,
    to.nation !== middle.nation,
    CARRIER_RELATION.sameCarrier,
  );
  const relation = rules.relation(
    network.flightAirline[candidate.first] ?? 0,
    network.flightAirline[candidate.second] ?? 0,
  );
  const shift = shiftOf(build, from, middle);
  const seconds = flightsLike(network, candidate.second);
  let met = metAlready;
  for (const first of flightsLike(network, candidate.first)) {
    const arrival = (network.flightDeparture[first] ?? 0) + (network.flightBlock[first] ?? 0) + shift;
    for (const second of seconds) {
      if (first === candidate.first && second === candidate.second) continue;
      const lag = lagOf(
        arrival,
        network.flightDeparture[second] ?? 0,
        minimumBetween(rules, minimum, relation, first, second),
      );
      const weekdays =
        lag === undefined ? 0 : (network.flightDays[first] ?? 0) & daysBefore(network.flightDays[second] ?? 0, lag);
      if (lag === undefined || weekdays === 0) continue;
      const found = offerFlights(extension, far, { ...candidate, first, second, lag, weekdays });
      if (found === NO_WEEKDAYS) return;
      met |= found;
      if (met === candidate.days) return;
    }
  }
}

/** The flights of a flight's carrier and route. */
function flightsLike(network: Network, flight: number): readonly number[] {
  const route = network.routeOfFlight[flight] ?? 0;
  const flights: number[] = [];
  for (let other = network.flightStart[route] ?? 0; other < (network.flightStart[route + 1] ?? 0); other += 1)
    if (network.flightAirline[other] === network.flightAirline[flight]) flights.push(other);
  return flights;
}

/**
 * Offers the itinerary with each flight of the transfer's route; returns the weekdays with one, or that none
 * is cheap enough.
 */
function offerFlights(
  { build }: Extension,
  far: AtlasAirport,
  { first, second, route, hub, minimum, weekdays, lag, days }: ExtendedPath,
): number {
  const { facts, query, builder, fares, candidate } = build;
  const { network, rules } = facts;
  const isOut = query.side === 'out';
  const beyond = facts.atlas.airports[network.routeOrigin[network.routeOfFlight[second] ?? 0] ?? 0] ?? hub;
  const [airlineFirst, airlineSecond] = [network.flightAirline[first] ?? 0, network.flightAirline[second] ?? 0];
  const alliance = Math.max(rules.allianceOf[airlineFirst] ?? 0, rules.allianceOf[airlineSecond] ?? 0);
  const factor = fares.change() * (RELATION_FACTORS[rules.relation(airlineFirst, airlineSecond)] ?? 1);
  const [kmFirst, kmSecond, kmLast] = [
    flightKm(network, first),
    flightKm(network, second),
    network.routeKm[route] ?? 0,
  ];
  const baseCarrier = kmFirst >= kmSecond ? airlineFirst : airlineSecond;
  const isLastLonger = kmLast > Math.max(kmFirst, kmSecond);
  let isCheap = false;
  candidate.far = far.index;
  candidate.legCount = 3;
  candidate.flownKm = kmFirst + kmSecond + kmLast;
  const { start, airline: airlines } = build.airlinesOfRoute;
  for (let i = start[route] ?? 0; i < (start[route + 1] ?? 0) && !isCheap; i += 1) {
    const airline = airlines[i] ?? 0;
    const relation = isOut ? rules.relation(airlineSecond, airline) : rules.relation(airline, airlineFirst);
    isCheap =
      relation !== CARRIER_RELATION.none &&
      fares.price(candidate, isLastLonger ? airline : baseCarrier, factor * (RELATION_FACTORS[relation] ?? 1)) <
        builder.costMax(far.index);
  }
  if (!isCheap) return NO_WEEKDAYS;
  isCheap = false;
  const arrivalOut =
    (network.flightDeparture[second] ?? 0) +
    lag * DAY_MINUTES +
    (network.flightBlock[second] ?? 0) +
    shiftOf(build, beyond, hub);
  const shiftBack = shiftOf(build, far, hub);
  let [priced, cost] = [-1, 0];
  let met = 0;
  const end = network.flightStart[route + 1] ?? 0;
  for (let flight = network.flightStart[route] ?? 0; flight < end; flight += 1) {
    const airline = network.flightAirline[flight] ?? 0;
    const own = rules.allianceOf[airline] ?? 0;
    const relation = isOut ? rules.relation(airlineSecond, airline) : rules.relation(airline, airlineFirst);
    if (relation === CARRIER_RELATION.none || (alliance !== 0 && own !== 0 && own !== alliance)) continue;
    if (airline !== priced)
      cost = fares.price(candidate, isLastLonger ? airline : baseCarrier, factor * (RELATION_FACTORS[relation] ?? 1));
    priced = airline;
    if (cost >= builder.costMax(far.index)) continue;
    isCheap = true;
    const least = minimumBetween(rules, minimum, relation, isOut ? second : flight, isOut ? flight : first);
    const arrival = isOut
      ? arrivalOut
      : (network.flightDeparture[flight] ?? 0) + (network.flightBlock[flight] ?? 0) + shiftBack;
    const onward = lagOf(arrival, network.flightDeparture[isOut ? flight : first] ?? 0, least);
    if (onward === undefined) continue;
    candidate.weekdays =
      days &
      (isOut
        ? weekdays & daysBefore(network.flightDays[flight] ?? 0, onward)
        : (network.flightDays[flight] ?? 0) & daysBefore(weekdays, onward));
    if (candidate.weekdays === 0) continue;
    candidate.flights[0] = isOut ? first : flight;
    candidate.flights[1] = isOut ? second : first;
    candidate.flights[2] = isOut ? flight : second;
    candidate.lags[1] = isOut ? lag : onward;
    candidate.lags[2] = isOut ? onward : onward + lag;
    met |= candidate.weekdays;
    if (fares.isInCabin(candidate)) builder.offer(candidate);
  }
  return isCheap ? met : NO_WEEKDAYS;
}

function flightKm(network: Network, flight: number): number {
  return network.routeKm[network.routeOfFlight[flight] ?? 0] ?? 0;
}

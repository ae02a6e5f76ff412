import { airportKm, type AtlasAirport } from '../../src/reference/atlas.ts';
import { CARRIER_RELATION } from '../itineraries/connection-rules.ts';
import { flownKmMax, isPassable } from '../itineraries/ticketing-rules.ts';
import type { Network } from '../schedule/network.ts';
import type { BaseConnections, Extension } from './base-connections.ts';
import type { IndexBuild } from './index-build.ts';
import { ITINERARY_LEGS, type ReachableFares } from './reachable-fares.ts';

/** A two-stop itinerary is taken to cost at least so many times its base connection. */
const EXTENDED_SHARE_MIN = 1.05;

/**
 * Finds the transfers with the cheapest base connections that a flight to (or from) an airport may be added to, and
 * returns how many there are.
 */
export function findTransfers({ build, bases, own }: Extension, far: AtlasAirport): number {
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

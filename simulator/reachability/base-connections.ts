import type { AtlasAirport } from '../../src/reference/atlas.ts';
import type { Network } from '../schedule/network.ts';
import type { IndexBuild } from './index-build.ts';
import { costOfItinerary, ITINERARY_LEGS, pickRows, type ReachableFares } from './reachable-fares.ts';

/**
 * How many transfers are tried per airport when a one-stop itinerary is extended to two stops: those with the cheapest
 * one-stop itineraries, at most `TRANSFERS_OF_CARRIER_MAX` of one carrier.
 */
const TRANSFERS_MAX = 3;
const TRANSFERS_OF_CARRIER_MAX = 2;
/** The limits for carriers that sell connections between their own flights only, which are the cheapest by far. */
const OWN_TRANSFERS_MAX = 3;
const OWN_TRANSFERS_OF_CARRIER_MAX = 3;

/**
 * One-stop itineraries to extend, in columns by row, and scratch for the transfers found for the current airport,
 * cheapest first.
 */
export interface BaseConnections {
  readonly reachable: ReachableFares;
  readonly flownKm: Float32Array;
  readonly cost: Float32Array;
  /** The airport at this end of each. */
  readonly own: Uint16Array;
  readonly transfers: TransferPoints;
}

/**
 * Transfers in columns: the route of the flight that is added, and the row of the one-stop itinerary it is added to.
 */
interface TransferPoints {
  readonly routes: Int32Array;
  readonly rows: Int32Array;
  readonly ranks: Float64Array;
  readonly ofCarrierMax: number;
  count: number;
}

/** The base connections of one origin in an index that is being built. */
export interface Extension {
  readonly build: IndexBuild;
  readonly bases: BaseConnections;
  readonly own: AtlasAirport;
}

/**
 * Selects the base connections of one group of carriers: with `isOwnOnly` those that sell connections between their own
 * flights only, else all others.
 */
export function selectBases(
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

/** The length of a flight's route. */
export function flightKm(network: Network, flight: number): number {
  return network.routeKm[network.routeOfFlight[flight] ?? 0] ?? 0;
}

import type { Network } from '../schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/**
 * A scheduled flight on one date. Minutes count from 1970-01-01 UTC; `day` is the local date of departure as a day
 * number.
 */
export interface Leg {
  readonly flight: number;
  readonly day: number;
  readonly departUtc: number;
  readonly arriveUtc: number;
}

/** An itinerary from one airport to another: legs in order. Airports are indexes into the atlas. */
export interface Itinerary {
  readonly origin: number;
  readonly destination: number;
  readonly legs: readonly [Leg, ...Leg[]];
  readonly flownKm: number;
}

export const DAY_MINUTES = 1440;

/** The leg flown by a scheduled flight that leaves on a local day. */
export function legOn(network: Network, zones: ZoneClock, originZone: number, flight: number, day: number): Leg {
  const departUtc = zones.toUtc(originZone, day * DAY_MINUTES + (network.flightDeparture[flight] ?? 0));
  return { flight, day, departUtc, arriveUtc: departUtc + (network.flightBlock[flight] ?? 0) };
}

/** Departure of the first leg. */
export function departsAt(itinerary: Itinerary): number {
  return itinerary.legs[0].departUtc;
}

/** Arrival of the last leg. */
export function arrivesAt(itinerary: Itinerary): number {
  return (itinerary.legs.at(-1) ?? itinerary.legs[0]).arriveUtc;
}

/** Minutes from the first departure to the last arrival. */
export function durationOf(itinerary: Itinerary): number {
  return arrivesAt(itinerary) - departsAt(itinerary);
}

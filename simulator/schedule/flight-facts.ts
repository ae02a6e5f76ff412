import type { Atlas } from '../../src/reference/atlas.ts';
import { mix } from '../../src/reference/hash.ts';
import type { Network } from './network.ts';
import { beltPair } from './seasons.ts';

/** A block of so many minutes and more is long haul, which is booked earlier. */
const LONG_HAUL_MINUTES = 300;
const INT32S = 2;
const BELTS_MASK = 0xf;
const LONG_BIT = 1 << 4;
const RESTRICTED_BIT = 1 << 5;
const KIND_SHIFT = 6;

/**
 * All that the seats of a flight follow from, in two adjacent int32s: read from the schedule, from the
 * airline, the aircraft and both airports, it was a dozen places far apart, and a search asks about some two hundred
 * flights that nobody has asked about before.
 */
export class FlightFacts {
  readonly #packed: Int32Array;

  constructor({ airlines, aircraft, airports }: Atlas, network: Network, seed: number) {
    const { routeOfFlight, flightAirline, numberOfFlight, flightAircraft, flightBlock, routeOrigin, routeDestination } =
      network;
    this.#packed = new Int32Array(routeOfFlight.length * INT32S);
    for (let flight = 0; flight < routeOfFlight.length; flight += 1) {
      const airline = flightAirline[flight] ?? 0;
      const carrier = airlines[airline];
      const route = routeOfFlight[flight] ?? 0;
      const belts = beltPair(
        airports[routeOrigin[route] ?? 0]?.latitude ?? 0,
        airports[routeDestination[route] ?? 0]?.latitude ?? 0,
      );
      const isLong = (flightBlock[flight] ?? 0) >= LONG_HAUL_MINUTES;
      // Scenario prices never move by themselves, so that a test sees only the move it asked for.
      const isRestricted = carrier !== undefined && !carrier.isLowCost && !carrier.isScenario;
      const kind = airline * aircraft.length + (flightAircraft[flight] ?? 0);
      this.#packed[flight * INT32S] = mix(mix(seed, carrier?.hash ?? 0), numberOfFlight[flight] ?? 0);
      this.#packed[flight * INT32S + 1] =
        (kind << KIND_SHIFT) | (isRestricted ? RESTRICTED_BIT : 0) | (isLong ? LONG_BIT : 0) | belts;
    }
  }

  /** The hash a flight draws its loads from on every date: of seed, carrier and flight number. */
  drawn(flight: number): number {
    return this.#packed[flight * INT32S] ?? 0;
  }

  /** Airline and aircraft in one number: the airline's index times the number of aircraft types, plus the type's. */
  kind(flight: number): number {
    return (this.#packed[flight * INT32S + 1] ?? 0) >> KIND_SHIFT;
  }

  /** Where its two ends lie, as `seasonsOfDay` counts it. */
  belts(flight: number): number {
    return (this.#packed[flight * INT32S + 1] ?? 0) & BELTS_MASK;
  }

  isLong(flight: number): boolean {
    return ((this.#packed[flight * INT32S + 1] ?? 0) & LONG_BIT) !== 0;
  }

  /** Whether its booking classes close some days before departure, as network carriers' do. */
  isRestricted(flight: number): boolean {
    return ((this.#packed[flight * INT32S + 1] ?? 0) & RESTRICTED_BIT) !== 0;
  }
}

import type { Atlas } from '../../src/reference/atlas.ts';
import { mix } from '../../src/reference/hash.ts';
import type { Network } from './network.ts';
import { beltPair } from './seasons.ts';

/** A block of so many minutes and more is long haul, which is booked earlier. */
const LONG_HAUL_MINUTES = 300;
const WORDS = 2;
const BELTS_MASK = 0xf;
const LONG_BIT = 1 << 4;
const RESTRICTED_BIT = 1 << 5;
const KIND_SHIFT = 6;

/**
 * All that the seats of a line follow from, in two words that lie beside each other: read from the schedule, from the
 * airline, the aircraft and both airports, it was a dozen places far apart, and a search asks about some two hundred
 * flights that nobody has asked about before.
 */
export class FlightFacts {
  readonly #words: Int32Array;

  constructor({ airlines, aircraft, airports }: Atlas, network: Network, seed: number) {
    const { routeOfFlight, lineAirline, lineNumber, lineAircraft, lineBlock, edgeOrigin, edgeDestination } = network;
    this.#words = new Int32Array(routeOfFlight.length * WORDS);
    for (let line = 0; line < routeOfFlight.length; line += 1) {
      const airline = lineAirline[line] ?? 0;
      const carrier = airlines[airline];
      const edge = routeOfFlight[line] ?? 0;
      const belts = beltPair(
        airports[edgeOrigin[edge] ?? 0]?.latitude ?? 0,
        airports[edgeDestination[edge] ?? 0]?.latitude ?? 0,
      );
      const isLong = (lineBlock[line] ?? 0) >= LONG_HAUL_MINUTES;
      // Scenario prices never move by themselves, so that a test sees only the move it asked for.
      const isRestricted = carrier !== undefined && !carrier.isLowCost && !carrier.isScenario;
      const kind = airline * aircraft.length + (lineAircraft[line] ?? 0);
      this.#words[line * WORDS] = mix(mix(seed, carrier?.hash ?? 0), lineNumber[line] ?? 0);
      this.#words[line * WORDS + 1] =
        (kind << KIND_SHIFT) | (isRestricted ? RESTRICTED_BIT : 0) | (isLong ? LONG_BIT : 0) | belts;
    }
  }

  /** What the flights of a line draw their fill from: of seed, carrier and flight number. */
  drawn(line: number): number {
    return this.#words[line * WORDS] ?? 0;
  }

  /** Airline and aircraft in one number: the airline's index times the number of aircraft types, plus the type's. */
  kind(line: number): number {
    return (this.#words[line * WORDS + 1] ?? 0) >> KIND_SHIFT;
  }

  /** Where its two ends lie, as `seasonsOfDay` counts it. */
  belts(line: number): number {
    return (this.#words[line * WORDS + 1] ?? 0) & BELTS_MASK;
  }

  isLong(line: number): boolean {
    return ((this.#words[line * WORDS + 1] ?? 0) & LONG_BIT) !== 0;
  }

  /** Whether its booking classes close some days before departure, as network carriers' do. */
  isRestricted(line: number): boolean {
    return ((this.#words[line * WORDS + 1] ?? 0) & RESTRICTED_BIT) !== 0;
  }
}

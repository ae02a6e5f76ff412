import type { NumberWriter } from '../../src/travel/plain-offer.ts';
import type { Atlas, AtlasAirline } from '../../src/reference/atlas.ts';
import type { TicketSlices } from '../fares/fares.ts';
import type { Itinerary, Leg } from '../itineraries/itinerary.ts';
import type { Market } from '../itineraries/markets.ts';
import type { Network } from '../schedule/network.ts';
import type { PricedSlice } from '../fares/slice-prices.ts';

/** What tickets are made of beside their numbers. */
export interface TicketFacts {
  readonly atlas: Atlas;
  readonly network: Network;
  market(origin: number, destination: number): Market;
}

/**
 * Writes all that an offer of a ticket is made of: its number of directions, and of each the carrier, class, seats,
 * prices and flights.
 */
export function encodeOffer(numbers: NumberWriter, slices: TicketSlices): void {
  numbers.add(slices.length);
  for (const {
    itinerary: { legs },
    carrier,
    classIndex,
    seatsLeft,
    baseUsd,
    taxesUsd,
  } of slices) {
    numbers.add(carrier.index);
    numbers.add(classIndex);
    numbers.add(seatsLeft);
    numbers.add(baseUsd);
    numbers.add(taxesUsd);
    numbers.add(legs.length);
    for (const { flight, day, departUtc, arriveUtc } of legs) {
      numbers.add(flight);
      numbers.add(day);
      numbers.add(departUtc);
      numbers.add(arriveUtc);
    }
  }
}

/**
 * The first tickets that were written, as far as an offer goes: what directions are combined by is not told. Numbers
 * come from the world that wrote them.
 */
export function decodeOffers(facts: TicketFacts, numbers: Float64Array, ticketsMax: number): readonly TicketSlices[] {
  const reader = new Reader(numbers);
  const tickets: TicketSlices[] = [];
  while (!reader.isAtEnd && tickets.length < ticketsMax) {
    const others = reader.next() - 1;
    tickets.push([readSlice(facts, reader), ...Array.from({ length: others }, () => readSlice(facts, reader))]);
  }
  return tickets;
}

function readSlice({ atlas, network, market }: TicketFacts, reader: Reader): PricedSlice {
  const carrier = airlineAt(atlas, reader.next());
  const [classIndex, seatsLeft, baseUsd, taxesUsd] = [reader.next(), reader.next(), reader.next(), reader.next()];
  const others = reader.next() - 1;
  const first = readLeg(reader);
  const itinerary = itineraryOf(network, [first, ...Array.from({ length: others }, () => readLeg(reader))]);
  const { origin, destination, legs } = itinerary;
  return {
    itinerary,
    market: market(origin, destination),
    carrier,
    classIndex,
    seatsLeft,
    baseUsd,
    taxesUsd,
    departUtc: first.departUtc,
    arriveUtc: (legs.at(-1) ?? first).arriveUtc,
  };
}

function readLeg(reader: Reader): Leg {
  return { flight: reader.next(), day: reader.next(), departUtc: reader.next(), arriveUtc: reader.next() };
}

function itineraryOf(
  { routeOrigin, routeDestination, routeKm, routeOfFlight }: Network,
  legs: Itinerary['legs'],
): Itinerary {
  const routeOf = ({ flight }: Leg): number => routeOfFlight[flight] ?? 0;
  return {
    origin: routeOrigin[routeOf(legs[0])] ?? 0,
    destination: routeDestination[routeOf(legs.at(-1) ?? legs[0])] ?? 0,
    legs,
    flownKm: legs.reduce((sum, leg) => sum + (routeKm[routeOf(leg)] ?? 0), 0),
  };
}

function airlineAt(atlas: Atlas, index: number): AtlasAirline {
  const airline = atlas.airlines[index];
  if (airline === undefined) throw new RangeError(`No airline ${index} in this world`);
  return airline;
}

/** Reads numbers in the order they were written. */
class Reader {
  readonly #numbers: Float64Array;
  #at = 0;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#numbers.length;
  }

  next(): number {
    const value = this.#numbers[this.#at];
    if (value === undefined) throw new RangeError('A ticket ends before its numbers do.');
    this.#at += 1;
    return value;
  }
}

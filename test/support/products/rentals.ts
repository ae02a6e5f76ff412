import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { createRentalWorld } from '../../../simulator/rentals/create-rental-world.ts';
import type { RentalContext, RentalWorld } from '../../../simulator/rentals/rental-world.ts';
import { addDays } from '../../../src/travel/dates.ts';
import { type Money, sumMoney } from '../../../src/travel/money.ts';
import type { RentalPlace, RentalQuery } from '../../../src/travel/rental.ts';
import type { StatedRental } from '../../../simulator/rentals/stated-rental.ts';

/** The folder of the project's own bundle. */
export const OWN_BUNDLE = fileURLToPath(new URL('../../../data/world', import.meta.url));
/** When the rental tests search, with nothing rented out here. */
export const RENTAL_ASKING: RentalContext = { now: new Date('2026-11-20T10:00:00Z'), sold: new Map() };

let shared: RentalWorld | undefined;

/** The rental cars of the project's own world, without its flights: loaded once for a test file. */
export function testRentals(): RentalWorld {
  shared ??= loadTestRentals('bly');
  return shared;
}

/** A fresh load. */
export function loadTestRentals(seed: string, dir = OWN_BUNDLE): RentalWorld {
  const { atlas, rates, zones } = loadReference(dir, SCENARIO_PLACES);
  return createRentalWorld({ dir, atlas, rates, zones, seed: hashText(seed) });
}

/** An airport or city by its code. */
export function airportPlace(airport: string): RentalPlace {
  return { kind: 'airport', airport };
}
export function cityPlace(cityCode: string): RentalPlace {
  return { kind: 'city', cityCode };
}

/** A search from one place and back to it, for a driver of 35 from Germany. */
export function rentalQuery(
  place: RentalPlace,
  [from, to]: readonly [string, string],
  part: Partial<RentalQuery> = {},
): RentalQuery {
  return {
    pickUp: { place, at: from },
    dropOff: { place, at: to },
    driverAge: 35,
    residenceCountry: 'DE',
    offersMax: 2_000,
    ...part,
  };
}

/** The sum of what is paid now and at the counter. */
export function rentalTotal({ charges, deposit }: StatedRental): Money {
  return sumMoney(
    charges.map(({ amount }) => amount),
    deposit.currency,
  );
}

/** A week of June from Tuesday to Tuesday. */
export const JUNE_WEEK = ['2027-06-01T10:00:00', '2027-06-08T10:00:00'] as const;
/** The key of a compact of Velanto at Lisbon airport for that week. */
export const VELANTO_COMPACT = '1~VLLISA~VLLISA~CDMR~F~2706011000~2706081000~35~DE';

const AIRPORTS = [
  'LIS',
  'LAX',
  'LHR',
  'MUC',
  'PMI',
  'NRT',
  'DXB',
  'BKK',
  'SYD',
  'GRU',
  'JNB',
  'KWI',
  'TRD',
  'FNC',
  'CUN',
] as const;

interface AirportRental {
  readonly airport: string;
  /** Days from the day of the search. */
  readonly ahead: number;
  readonly days: number;
  readonly driverAge: number;
}

/** A rental at noon from a large airport, some days ahead, some days long. */
export const AIRPORT_RENTALS: fc.Arbitrary<AirportRental> = fc.record({
  airport: fc.constantFrom(...AIRPORTS),
  ahead: fc.integer({ min: 1, max: 300 }),
  days: fc.integer({ min: 1, max: 60 }),
  driverAge: fc.integer({ min: 21, max: 70 }),
});

/** The search for such a rental. */
export function airportRental({ airport, ahead, days, driverAge }: AirportRental): RentalQuery {
  const from = addDays('2026-11-20', ahead);
  return rentalQuery(airportPlace(airport), [`${from}T12:00:00`, `${addDays(from, days)}T12:00:00`], { driverAge });
}

/** What a search finds in the project's own world. */
export function searchRentals(query: RentalQuery): readonly StatedRental[] {
  return testRentals().search(query, RENTAL_ASKING).offers;
}

/** The offer of a key, which has to be for sale. */
export function rentalOffer(key: string): StatedRental {
  const offer = testRentals().offer(key, RENTAL_ASKING);
  if (!offer) throw new Error(`Not for sale: ${key}`);
  return offer;
}

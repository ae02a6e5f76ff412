import { fileURLToPath } from 'node:url';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { hashText } from '../../../src/reference/hash.ts';
import { createRentalWorld } from '../../../simulator/rentals/create-rental-world.ts';
import type { RentalContext, RentalWorld } from '../../../simulator/rentals/rental-world.ts';
import { type Money, sumMoney } from '../../../src/travel/money.ts';
import type { RentalOffer, RentalPlace, RentalQuery } from '../../../src/travel/rental.ts';

/** The folder of the project's own bundle. */
export const OWN_BUNDLE = fileURLToPath(new URL('../../../data/world', import.meta.url));
/** When the rental tests ask, with nothing rented out here. */
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

/** What now and the desk take together. */
export function rentalTotal({ charges, deposit }: RentalOffer): Money {
  return sumMoney(
    charges.map(({ amount }) => amount),
    deposit.currency,
  );
}

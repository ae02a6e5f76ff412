import { describe, expect, it } from 'vitest';
import {
  RENTAL_ASKING,
  VELANTO_COMPACT,
  airportPlace,
  rentalOffer,
  rentalQuery,
  searchRentals,
  testRentals,
} from '../../test/support/products/rentals.ts';

describe('cars rented out', () => {
  it('are fewer by those sold here, and then gone', () => {
    const { vehicle, offerKey, carsLeft } =
      searchRentals(rentalQuery(airportPlace('TRD'), ['2027-02-01T12:00:00', '2027-02-04T12:00:00'])).find(
        (offer) => offer.carsLeft === 6,
      ) ?? rentalOffer(VELANTO_COMPACT);
    const uses = testRentals().carUses(offerKey) ?? [];
    expect(uses.map(({ day, acrissCode, cars }) => [day, acrissCode, cars])).toEqual(
      ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04'].map((day) => [day, vehicle.acrissCode, 1]),
    );
    const sold = (cars: number) => ({ ...RENTAL_ASKING, sold: new Map([[uses[1]?.key ?? '', cars]]) });
    expect([carsLeft, testRentals().offer(offerKey, sold(1))?.carsLeft]).toEqual([6, 5]);
    expect(testRentals().offer(offerKey, sold(1))?.charges).toEqual(
      testRentals().offer(offerKey, RENTAL_ASKING)?.charges,
    );
    expect(testRentals().offer(offerKey, sold(carsLeft))).toBeUndefined();
  });

  it('become fewer as the day comes nearer', () => {
    const left = (now: string) =>
      testRentals().offer('1~FJTRDA~FJTRDA~CDMR~F~2701111000~2701151000~35~DE', { now: new Date(now), sold: new Map() })
        ?.carsLeft;
    expect(
      ['2026-06-01T10:00:00Z', '2026-12-20T10:00:00Z', '2027-01-02T10:00:00Z', '2027-01-10T10:00:00Z'].map(left),
    ).toEqual([9, 9, 7, 4]);
  });

  it('sell out on an island over Christmas', () => {
    const sold = (now: string): number =>
      testRentals().search(rentalQuery(airportPlace('PMI'), ['2026-12-29T12:00:00', '2027-01-04T12:00:00']), {
        now: new Date(now),
        sold: new Map(),
      }).offers.length;
    expect([sold('2026-06-28T10:00:00Z'), sold('2026-12-28T10:00:00Z')]).toEqual([232, 195]);
  });
});

import { describe, expect, it } from 'vitest';
import { airportPlace, rentalQuery, rentalTotal, searchRentals } from '../../../test/support/products/rentals.ts';
import { addDays } from '../../../src/travel/dates.ts';

describe('prices', () => {
  /** The median compact of a place, in whole units of its currency a day, for five days, at two times of the year. */
  const median = (airport: string): readonly number[] =>
    ['2027-02-02', '2027-07-13'].map((from) => {
      const offers = searchRentals(
        rentalQuery(airportPlace(airport), [`${from}T12:00:00`, `${addDays(from, 5)}T12:00:00`]),
      ).filter(({ vehicle }) => /^C[CD][AM]/.test(vehicle.acrissCode));
      const days = offers.map((offer) => rentalTotal(offer).value / offer.days).toSorted((a, b) => a - b);
      return Math.round((days[Math.floor(days.length / 2)] ?? 0) / (offers[0]?.deposit.currency === 'JPY' ? 1 : 100));
    });

  it('are what one expects of a compact at a dozen airports, in February and in July', () => {
    expect(
      Object.fromEntries(
        ['LIS', 'PMI', 'MUC', 'LHR', 'OSL', 'LAX', 'MIA', 'CUN', 'NRT', 'BKK', 'DXB', 'SYD', 'JNB'].map((airport) => [
          airport,
          median(airport),
        ]),
      ),
    ).toEqual({
      LIS: [25, 66],
      PMI: [23, 60],
      MUC: [46, 65],
      LHR: [33, 53],
      OSL: [622, 1_111],
      LAX: [46, 67],
      MIA: [53, 48],
      CUN: [760, 496],
      NRT: [7_648, 11_484],
      BKK: [1_292, 756],
      DXB: [158, 86],
      SYD: [92, 55],
      JNB: [427, 529],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { airportPlace, airportRental, rentalQuery, searchRentals } from '../../../test/support/products/rentals.ts';
import { addDays } from '../../../src/travel/dates.ts';

describe('extras', () => {
  it('belong to winter only where there is one', () => {
    const types = (airport: string, from: string): readonly string[] =>
      searchRentals(
        rentalQuery(airportPlace(airport), [`${from}T12:00:00`, `${addDays(from, 3)}T12:00:00`]),
      )[0]?.extras.map(({ type }) => type) ?? [];
    expect(types('MUC', '2027-01-11')).toContain('winter_tyres');
    expect(types('MUC', '2027-06-14')).not.toContain('winter_tyres');
    expect(types('LIS', '2027-01-11')).not.toContain('winter_tyres');
    expect(types('ZQN', '2027-07-12')).toContain('snow_chains');
    expect(types('ZQN', '2027-01-12')).not.toContain('snow_chains');
  });

  it('cost no more after their days are full', () => {
    const seat = (days: number) =>
      searchRentals(airportRental({ airport: 'MUC', ahead: 30, days, driverAge: 40 }))
        .find(({ vendorName }) => vendorName === 'Lindauto')
        ?.extras.find(({ type }) => type === 'child_seat')?.price;
    expect([1, 8, 20].map((days) => seat(days)?.value)).toEqual([790, 6_330, 6_330]);
  });
});

import { describe, expect, it } from 'vitest';
import { JUNE_WEEK, airportPlace, cityPlace, rentalQuery, searchRentals } from '../../test/support/products/rentals.ts';
import type { RentalPlace } from '../../src/travel/rental.ts';
import type { StatedRental } from './stated-rental.ts';

describe('a car handed back elsewhere', () => {
  const oneWay = (from: string, to: string): readonly StatedRental[] =>
    searchRentals({
      ...rentalQuery(airportPlace(from), JUNE_WEEK),
      dropOff: { place: airportPlace(to), at: '2027-06-08T10:00:00' },
    });
  const fee = (offers: readonly StatedRental[], vendor: string) =>
    offers
      .find(({ vendorName }) => vendorName === vendor)
      ?.charges.find(({ description }) => description.startsWith('One-way fee'));

  it('costs by distance, and more over a border', () => {
    expect(fee(oneWay('LIS', 'OPO'), 'Velanto')).toEqual({
      description: 'One-way fee',
      amount: { value: 9_060, currency: 'EUR' },
      paidAt: 'now',
    });
    expect(fee(oneWay('LIS', 'MAD'), 'Velanto')).toEqual({
      description: 'One-way fee, handed back abroad',
      amount: { value: 42_930, currency: 'EUR' },
      paidAt: 'now',
    });
    expect(fee(oneWay('LAX', 'SFO'), 'Copperhill')?.paidAt).toBe('local');
  });

  it('stays on its island, and in its country where borders are closed to it', () => {
    expect(
      [
        ['LIS', 'FNC'],
        ['BCN', 'PMI'],
        ['AKL', 'CHC'],
        ['LHR', 'CDG'],
        ['HNL', 'OGG'],
        ['MUC', 'PRG'],
        ['ATH', 'HER'],
        ['CGK', 'DPS'],
      ].map(([from = '', to = '']) => oneWay(from, to).length),
    ).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(
      [
        ['LHR', 'EDI'],
        ['AKL', 'WLG'],
        ['PMO', 'CTA'],
        ['LPA', 'LPA'],
        ['JFK', 'YYZ'],
        ['CTS', 'HKD'],
      ].every(([from = '', to = '']) => oneWay(from, to).length > 0),
    ).toBe(true);
  });

  it('comes back to the branch it left where that is in the place asked for', () => {
    const query = {
      ...rentalQuery(airportPlace('LIS'), JUNE_WEEK),
      dropOff: { place: cityPlace('LIS') satisfies RentalPlace, at: '2027-06-08T10:00:00' },
    };
    expect(searchRentals(query).every(({ pickUp, dropOff }) => pickUp.branchId === dropOff.branchId)).toBe(true);
  });
});

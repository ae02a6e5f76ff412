import { expect, test } from 'vitest';
import { aRental, fewRentals } from '../../../test/support/products/cars.ts';
import type { RentalOffer } from '../../travel/rental.ts';
import type { CarFilters } from './car-search.ts';
import { countFacets } from './facets.ts';
import { displayRentals, freeCancellationUntil } from './display-rentals.ts';

const NO_FILTERS: CarFilters = {
  only: undefined,
  totalMax: undefined,
  isUnlimitedMileageOnly: false,
  isFreeCancellationOnly: false,
};
const now = new Date('2027-01-01T00:00:00Z');
const query = {
  pickUp: { place: { kind: 'airport', airport: 'LIS' }, at: '2027-03-05T10:00:00' },
  dropOff: { place: { kind: 'airport', airport: 'LIS' }, at: '2027-03-10T10:00:00' },
  driverAge: 30,
} as const;
const show = (filters: Partial<CarFilters> = {}, offers: readonly RentalOffer[] = fewRentals(query)) =>
  displayRentals(
    offers.map((offer) => ({ supplierId: 'few', offer })),
    { ...NO_FILTERS, ...filters },
    { currency: 'USD', rateFrom: () => 2, now },
  );
const keys = (shown: ReturnType<typeof show>) => shown.map(({ offer }) => offer.offerKey);

test('cheapest by everything that is paid, not by what is paid now', () => {
  expect(
    show().map(({ offer, payNow, dueAtCounter, total }) => [
      offer.offerKey,
      payNow.value,
      dueAtCounter.value,
      total.value,
    ]),
  ).toEqual([
    ['compact', 40_002, 6_100, 46_102],
    ['mini', 2_000, 48_000, 50_000],
    ['estate', 60_000, 0, 60_000],
    ['suv', 90_000, 0, 90_000],
  ]);
});

test('each filter hides what does not match', () => {
  expect(keys(show({ only: { transmission: 'automatic', acrissPatterns: [] } }))).toEqual(['estate', 'suv']);
  expect(keys(show({ only: { transmission: undefined, acrissPatterns: ['?F??', 'M???'] } }))).toEqual(['mini', 'suv']);
  expect(keys(show({ only: { transmission: 'manual', acrissPatterns: ['CDMR', 'SFAH', 'CDM'] } }))).toEqual([
    'compact',
  ]);
  expect(keys(show({ isUnlimitedMileageOnly: true }))).toEqual(['estate']);
  expect(keys(show({ totalMax: { value: 50_000, currency: 'USD' } }))).toEqual(['compact', 'mini']);
  expect(keys(show({ isFreeCancellationOnly: true }))).toEqual(['compact', 'mini', 'estate']);
});

test('free until the first penalty, until pick-up where there is none, never where nothing is given back', () => {
  const until = (at: Date) =>
    Object.fromEntries(
      fewRentals(query).map((offer) => [offer.offerKey, freeCancellationUntil(offer, at)?.toISOString()]),
    );
  expect(until(now)).toEqual({
    compact: '2027-03-03T10:00:00.000Z',
    estate: '2027-03-03T10:00:00.000Z',
    mini: '2027-03-05T10:00:00.000Z',
    suv: undefined,
  });
  expect(until(new Date('2027-03-03T10:00:00Z'))).toEqual({
    compact: undefined,
    estate: undefined,
    mini: '2027-03-05T10:00:00.000Z',
    suv: undefined,
  });
});

test("of equal totals the one confirmed at once comes first, then the vendor's name, then the class", () => {
  const named = (offerKey: string, part: Partial<RentalOffer>) => aRental({ offerKey, ...part });
  const offers = [
    named('request', { isOnRequest: true, vendorName: 'Aardvark' }),
    named('z', { vendorName: 'Zeta' }),
    named('b', {}),
    named('a', {}),
  ];
  expect(keys(show({}, offers))).toEqual(['a', 'b', 'z', 'request']);
});

test('facets count the whole result', () => {
  expect(countFacets(show())).toEqual({
    categories: { compact: 1, mini: 1, intermediate: 1, standard: 1 },
    bodyTypes: { car: 2, estate: 1, suv: 1 },
    transmissions: { manual: 2, automatic: 2 },
    vendors: { Testcar: 3, Otherdrive: 1 },
  });
});

import { expect, test } from 'vitest';
import {
  airportPlace,
  cityPlace,
  RENTAL_ASKING,
  rentalQuery,
  testRentals,
} from '../../test/support/products/rentals.ts';
import { payNowOfRental, type RentalPlace } from '../../src/travel/rental.ts';
import { scenarioOfCar } from './scenario-cars.ts';

const NIGHT = ['2027-06-06T03:15:00', '2027-06-08T23:50:00'] as const;

test('branch QAA rents one car for each scenario, named after it, at any hour and at a fixed price', () => {
  const { offers, omitted } = testRentals().search(rentalQuery(airportPlace('QAA'), NIGHT), RENTAL_ASKING);
  expect(omitted).toBe(0);
  expect(offers.map((offer) => [offer.vehicle.name, payNowOfRental(offer).value, offer.isOnRequest])).toEqual([
    ['busy', 10_800, false],
    ['even', 12_000, false],
    ['add_collect', 12_600, false],
    ['refund', 13_200, false],
    ['not_exchangeable', 14_400, false],
    ['on_request', 27_000, true],
  ]);
  expect(offers[1]).toMatchObject({
    offerKey: '1~QAA~QAA~CCAR~F~2706060315~2706082350~35~DE',
    days: 3,
    deposit: { value: 30_000, currency: 'USD' },
    pickUp: {
      branchId: 'QAA',
      country: 'ZZ',
      cityName: 'Atlantis',
      zone: 'UTC',
      opens: '00:00',
      closes: '24:00',
      instant: new Date('2027-06-06T03:15:00Z'),
    },
    cancellation: [
      { from: new Date('2027-06-04T03:15:00Z'), penalty: { value: 3_000 }, basis: 'amount' },
      { from: new Date('2027-06-06T03:15:00Z'), penalty: { value: 12_000 }, basis: 'percent' },
    ],
    extras: [
      { ancillaryKey: 'child_seat', paidAt: 'now', price: { value: 2_700, currency: 'USD' } },
      { ancillaryKey: 'gps', paidAt: 'local', price: { value: 3_000, currency: 'USD' } },
    ],
  });
});

test('a scenario is known by its key, at other times too, and its car is rebuilt from it', () => {
  const [, even] = testRentals().search(rentalQuery(cityPlace('QAA'), NIGHT), RENTAL_ASKING).offers;
  expect(scenarioOfCar(even?.offerKey ?? '')).toBe('even');
  expect(scenarioOfCar('1~QAA~QAA~ICAR~F~2801010000~2801020000~99~-')).toBe('add_collect');
  expect(testRentals().offer(even?.offerKey ?? '', RENTAL_ASKING)).toEqual(even);
  expect(
    testRentals()
      .carUses(even?.offerKey ?? '')
      ?.map(({ key }) => key),
  ).toEqual(['QAA|CCAR|2027-06-06', 'QAA|CCAR|2027-06-07', 'QAA|CCAR|2027-06-08']);
  expect(scenarioOfCar('1~VLLISA~VLLISA~CCAR~F~2706011000~2706081000~35~DE')).toBeUndefined();
  expect(scenarioOfCar('nonsense')).toBeUndefined();
});

test('scenario cars never run out, and do not leave Atlantis', () => {
  const key = '1~QAA~QAA~CCAR~F~2706060315~2706082350~35~DE';
  expect(
    testRentals().offer(key, { ...RENTAL_ASKING, sold: new Map([['QAA|CCAR|2027-06-07', 1_000]]) })?.carsLeft,
  ).toBe(9);
  const count = (pickUp: RentalPlace, dropOff: RentalPlace): number =>
    testRentals().search({ ...rentalQuery(pickUp, NIGHT), dropOff: { place: dropOff, at: NIGHT[1] } }, RENTAL_ASKING)
      .offers.length;
  expect(count(airportPlace('QAA'), airportPlace('LIS'))).toBe(0);
  expect(count(airportPlace('LIS'), airportPlace('QAA'))).toBe(0);
  expect(count(airportPlace('QAB'), airportPlace('QAB'))).toBe(0);
  expect(count({ kind: 'around', latitude: 31.1, longitude: -38 }, airportPlace('QAA'))).toBe(6);
});

test('not even scenario cars are rented in the past', () => {
  expect(testRentals().offer('1~QAA~QAA~CCAR~F~2606060315~2606082350~35~DE', RENTAL_ASKING)).toBeUndefined();
});

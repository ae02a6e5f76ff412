import { describe, expect, it } from 'vitest';
import {
  JUNE_WEEK,
  RENTAL_ASKING,
  airportPlace,
  airportRental,
  cityPlace,
  rentalQuery,
  rentalTotal,
  searchRentals,
  testRentals,
} from '../../test/support/products/rentals.ts';
import { greatCircleKm } from '../../src/travel/geography/distance.ts';

describe('a search', () => {
  it('answers cheapest first and says how many it left out', () => {
    const all = searchRentals(rentalQuery(airportPlace('LAX'), JUNE_WEEK));
    const totals = all.map((offer) => rentalTotal(offer).value);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    const few = testRentals().search(rentalQuery(airportPlace('LAX'), JUNE_WEEK, { offersMax: 10 }), RENTAL_ASKING);
    expect(few).toEqual({ offers: all.slice(0, 10), omitted: all.length - 10 });
    expect(all.length).toBe(284);
  });

  it('finds a city at its airports, in town and at the station', () => {
    const branches = new Set(
      searchRentals(rentalQuery(cityPlace('LIS'), JUNE_WEEK)).map(({ pickUp }) => pickUp.branchName),
    );
    expect([...branches].filter((name) => name.startsWith('Odelune')).sort()).toEqual([
      'Odelune Lisbon Airport',
      'Odelune Lisbon Central Station',
      'Odelune Lisbon City Centre',
    ]);
  });

  it('finds what lies within thirty kilometres of a point, across the date line too', () => {
    const around = (latitude: number, longitude: number) =>
      searchRentals(rentalQuery({ kind: 'around', latitude, longitude }, JUNE_WEEK)).map(({ pickUp }) => pickUp);
    const munich = around(48.137, 11.575);
    expect(new Set(munich.map(({ cityCode }) => cityCode))).toEqual(new Set(['MUC']));
    expect(munich.every(({ latitude, longitude }) => greatCircleKm(48.137, 11.575, latitude, longitude) <= 30)).toBe(
      true,
    );
    expect(around(-17.755, 177.443 - 360).map(({ airport }) => airport)).toContain('NAN');
    expect(around(0, -140)).toEqual([]);
  });

  it('puts every branch where it says: in the country and within five kilometres of its airport', () => {
    const [lisbon] = searchRentals(rentalQuery(airportPlace('LIS'), JUNE_WEEK));
    expect(lisbon?.pickUp.country).toBe('PT');
    for (const { pickUp } of searchRentals(rentalQuery(airportPlace('LIS'), JUNE_WEEK)))
      expect(greatCircleKm(38.7742, -9.1342, pickUp.latitude, pickUp.longitude)).toBeLessThan(5);
  });

  it('is in the money of the country, or in euros or dollars where that has no rate', () => {
    const currency = (airport: string) =>
      searchRentals(rentalQuery(airportPlace(airport), JUNE_WEEK, { offersMax: 1 }))[0]?.deposit.currency;
    expect(['LIS', 'JFK', 'NRT', 'KWI', 'MSQ', 'HAV'].map(currency)).toEqual([
      'EUR',
      'USD',
      'JPY',
      'KWD',
      'EUR',
      'USD',
    ]);
  });

  it('sells neither the past nor the far future nor more than ninety days', () => {
    const offers = (from: string, to: string): number =>
      searchRentals(rentalQuery(airportPlace('LIS'), [from, to])).length;
    expect(offers('2026-11-20T10:00:00', '2026-11-22T10:00:00')).toBe(0);
    expect(offers('2026-11-20T10:01:00', '2026-11-22T10:00:00')).toBeGreaterThan(0);
    expect(offers('2027-10-16T10:00:00', '2027-10-18T10:00:00')).toBeGreaterThan(0);
    expect(offers('2027-10-17T10:00:00', '2027-10-18T10:00:00')).toBe(0);
    expect(offers('2027-01-10T10:00:00', '2027-04-10T10:59:00')).toBeGreaterThan(0);
    expect(offers('2027-01-10T10:00:00', '2027-04-10T11:00:00')).toBe(0);
    expect(offers('2027-01-10T10:00:00', '2027-01-10T10:00:00')).toBe(0);
  });

  it('counts days of 24 hours begun, forgives 59 minutes, and no clock change costs a day', () => {
    const days = (from: string, to: string): number | undefined =>
      searchRentals(rentalQuery(airportPlace('LIS'), [from, to]))[0]?.days;
    expect(days('2027-06-01T10:00:00', '2027-06-02T10:59:00')).toBe(1);
    expect(days('2027-06-01T10:00:00', '2027-06-02T11:00:00')).toBe(2);
    expect(days('2027-03-27T10:00:00', '2027-03-28T10:00:00')).toBe(1);
    expect(days('2026-11-21T10:00:00', '2026-11-21T12:00:00')).toBe(1);
  });

  it('serves an hour of the branch, whatever UTC it is', () => {
    const inTown = (at: string) =>
      searchRentals(rentalQuery(cityPlace('LIS'), [at, '2027-04-06T10:00:00'])).filter(
        ({ pickUp }) => pickUp.airport === undefined,
      );
    const instants = (at: string) => [...new Set(inTown(at).map(({ pickUp }) => pickUp.instant.toISOString()))];
    expect(instants('2027-03-26T08:00:00')).toEqual(['2027-03-26T08:00:00.000Z']);
    expect(instants('2027-03-29T08:00:00')).toEqual(['2027-03-29T07:00:00.000Z']);
    expect(inTown('2027-03-29T07:00:00')).toEqual([]);
  });

  it('charges for a counter that stays open, where one does', () => {
    const late = searchRentals(rentalQuery(airportPlace('LIS'), ['2027-06-01T00:30:00', '2027-06-08T10:00:00']));
    const fees = new Set(
      late.map(
        ({ vendorName, charges }) =>
          `${vendorName} ${charges.find(({ description }) => description === 'Desk open out of hours')?.amount.value ?? 0}`,
      ),
    );
    expect(fees).toEqual(
      new Set(['Azumbra 0', 'Harkwell 0', 'Velanto 0', 'Corvane 2990', 'Kestrane 2560', 'Odelune 2990']),
    );
  });
});

describe('a narrowed search', () => {
  it('lets through the classes asked for, before it is cut', () => {
    const only = { transmission: 'automatic', acrissPatterns: ['?F??', 'L???'] } as const;
    const { offers } = testRentals().search(
      rentalQuery(airportPlace('LIS'), JUNE_WEEK, { only, offersMax: 30 }),
      RENTAL_ASKING,
    );
    expect(new Set(offers.map(({ vehicle }) => vehicle.acrissCode))).toEqual(new Set(['CFAR', 'IFAH']));
    expect(offers.every(({ vehicle }) => vehicle.transmission === 'automatic')).toBe(true);
  });
});

describe('drivers', () => {
  const classes = (airport: string, driverAge: number): readonly string[] =>
    [
      ...new Set(
        searchRentals(rentalQuery(airportPlace(airport), JUNE_WEEK, { driverAge })).map(
          ({ vehicle }) => vehicle.acrissCode,
        ),
      ),
    ].sort();

  it('too young or too old for a country or a class are offered nothing they could not fetch', () => {
    expect(
      ['LIS', 'LHR', 'DUB', 'LAX', 'NRT'].map((airport) =>
        [18, 20, 21, 23, 25].map((age) => classes(airport, age).length),
      ),
    ).toEqual([
      [0, 0, 13, 16, 21],
      [0, 0, 10, 12, 16],
      [0, 0, 0, 12, 16],
      [0, 0, 8, 15, 21],
      [3, 3, 9, 10, 14],
    ]);
    expect(classes('LIS', 24)).not.toContain('PDAR');
    expect(classes('MLA', 75).length).toBe(classes('MLA', 40).length);
    expect(classes('MLA', 76)).toEqual([]);
  });

  it('under 25 pay a surcharge for at most ten days', () => {
    const surcharge = (days: number, driverAge: number) =>
      searchRentals(airportRental({ airport: 'LAX', ahead: 30, days, driverAge }))
        .find(({ vendorName }) => vendorName === 'Velanto')
        ?.charges.find(({ description }) => description === 'Young driver surcharge');
    expect(surcharge(3, 24)).toEqual({
      description: 'Young driver surcharge',
      amount: { value: 8_700, currency: 'USD' },
      paidAt: 'now',
    });
    expect(surcharge(20, 24)?.amount.value).toBe(29_000);
    expect(surcharge(3, 25)).toBeUndefined();
  });
});

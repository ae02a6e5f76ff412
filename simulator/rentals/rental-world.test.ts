import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airportPlace,
  cityPlace,
  loadTestRentals,
  RENTAL_ASKING,
  rentalQuery,
  rentalTotal,
  testRentals,
} from '../../test/support/products/rentals.ts';
import { addDays } from '../../src/travel/dates.ts';
import {
  dueAtCounter,
  payNowOfRental,
  type RentalOffer,
  type RentalPlace,
  type RentalQuery,
} from '../../src/travel/rental.ts';
import { greatCircleKm } from '../../src/reference/geo.ts';

const JUNE_WEEK = ['2027-06-01T10:00:00', '2027-06-08T10:00:00'] as const;
const VELANTO_GOLF = '1~VLLISA~VLLISA~CDMR~F~2706011000~2706081000~35~DE';
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

function search(query: RentalQuery): readonly RentalOffer[] {
  return testRentals().search(query, RENTAL_ASKING).offers;
}

function offerOf(key: string): RentalOffer {
  const offer = testRentals().offer(key, RENTAL_ASKING);
  if (!offer) throw new Error(`Not for sale: ${key}`);
  return offer;
}

/** A rental at noon from a large airport, some days ahead, some days long. */
const rentals = fc.record({
  airport: fc.constantFrom(...AIRPORTS),
  ahead: fc.integer({ min: 1, max: 300 }),
  days: fc.integer({ min: 1, max: 60 }),
  driverAge: fc.integer({ min: 21, max: 70 }),
});
const queryOf = ({
  airport,
  ahead,
  days,
  driverAge,
}: {
  readonly airport: string;
  readonly ahead: number;
  readonly days: number;
  readonly driverAge: number;
}): RentalQuery => {
  const from = addDays('2026-11-20', ahead);
  return rentalQuery(airportPlace(airport), [`${from}T12:00:00`, `${addDays(from, days)}T12:00:00`], { driverAge });
};

describe('an offer', () => {
  it('is worth what it is worth: Lisbon, a week of June, a compact with Velanto', () => {
    const { charges, deposit, cancellation, mileage, vehicle, pickUp, days, extras } = offerOf(VELANTO_GOLF);
    expect(charges).toEqual([
      { description: 'Rental, 7 days, taxes included', amount: { value: 26_890, currency: 'EUR' }, paidAt: 'now' },
      { description: 'Airport surcharge', amount: { value: 2_960, currency: 'EUR' }, paidAt: 'now' },
    ]);
    expect(deposit).toEqual({ value: 45_000, currency: 'EUR' });
    expect(cancellation).toEqual([
      { from: new Date('2027-05-30T09:00:00Z'), penalty: { value: 3_841, currency: 'EUR' }, basis: 'nights' },
      { from: new Date('2027-06-01T09:00:00Z'), penalty: { value: 29_850, currency: 'EUR' }, basis: 'percent' },
    ]);
    expect({ days, isUnlimited: mileage.isUnlimited }).toEqual({ days: 7, isUnlimited: true });
    expect(vehicle).toEqual({
      name: 'Seat Leon or similar',
      category: 'Compact',
      acrissCode: 'CDMR',
      transmission: 'manual',
      fuel: 'unspecified',
      hasAirConditioning: true,
      seats: 5,
      doors: 5,
      bagsLarge: 2,
      bagsSmall: 1,
    });
    expect(pickUp).toMatchObject({
      branchId: 'VLLISA',
      branchName: 'Velanto Lisbon Airport',
      address: 'Arrivals hall, Humberto Delgado Airport',
      zone: 'Europe/Lisbon',
      at: '2027-06-01T10:00:00',
      instant: new Date('2027-06-01T09:00:00Z'),
      opens: '00:00',
      closes: '24:00',
    });
    expect(extras.map(({ ancillaryKey, paidAt, price }) => [ancillaryKey, paidAt, price.value])).toEqual([
      ['infant_seat', 'now', 4_640],
      ['child_seat', 'now', 4_640],
      ['booster_seat', 'now', 3_100],
      ['gps', 'now', 5_160],
      ['additional_driver', 'local', 4_640],
      ['full_protection', 'now', 9_290],
    ]);
  });

  it('costs what the desk and we collect, in whole minor units of one currency', () => {
    fc.assert(
      fc.property(rentals, (rental) => {
        for (const offer of search(queryOf(rental))) {
          const { charges, deposit } = offer;
          expect(
            charges.every(
              ({ amount }) =>
                Number.isInteger(amount.value) && amount.value > 0 && amount.currency === deposit.currency,
            ),
          ).toBe(true);
          expect(payNowOfRental(offer).value + dueAtCounter(offer).value).toBe(rentalTotal(offer).value);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is cancelled by a schedule in time order whose penalties never fall and never pass what was paid', () => {
    fc.assert(
      fc.property(rentals, (rental) => {
        for (const offer of search(queryOf(rental))) {
          const now = payNowOfRental(offer).value;
          const steps = offer.cancellation;
          expect(steps.every(({ penalty }) => penalty.value > 0 && penalty.value <= now)).toBe(true);
          expect(
            steps
              .slice(1)
              .every(
                ({ from, penalty }, i) =>
                  from > (steps[i]?.from ?? from) && penalty.value >= (steps[i]?.penalty.value ?? 0),
              ),
          ).toBe(true);
          if (now > 0) expect(steps.at(-1)?.penalty.value).toBe(now);
          if (!offer.isRefundable)
            expect(steps).toEqual([{ from: RENTAL_ASKING.now, penalty: payNowOfRental(offer), basis: 'percent' }]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is found again by its key alone, word for word', () => {
    fc.assert(
      fc.property(rentals, (rental) => {
        for (const offer of search(queryOf(rental)))
          expect(testRentals().offer(offer.offerKey, RENTAL_ASKING)).toEqual(offer);
      }),
      { numRuns: 12 },
    );
  });

  it('never costs less for being kept a day longer', () => {
    fc.assert(
      fc.property(rentals, (rental) => {
        const longer = new Map(
          search(queryOf({ ...rental, days: rental.days + 1 })).map((offer) => [
            `${offer.pickUp.branchId}${offer.vehicle.acrissCode}${offer.offerKey.split('~')[4]}`,
            rentalTotal(offer).value,
          ]),
        );
        for (const offer of search(queryOf(rental))) {
          const later = longer.get(
            `${offer.pickUp.branchId}${offer.vehicle.acrissCode}${offer.offerKey.split('~')[4]}`,
          );
          if (later !== undefined) expect(later).toBeGreaterThanOrEqual(rentalTotal(offer).value);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is the same in every process, and another in another world', () => {
    expect(loadTestRentals('bly').offer(VELANTO_GOLF, RENTAL_ASKING)).toEqual(offerOf(VELANTO_GOLF));
    const other = loadTestRentals('another')
      .search(rentalQuery(airportPlace('LIS'), JUNE_WEEK), RENTAL_ASKING)
      .offers.map(rentalTotal);
    expect(other).not.toEqual(search(rentalQuery(airportPlace('LIS'), JUNE_WEEK)).map(rentalTotal));
  });

  it('is cheaper prepaid, and dearer paid at the desk', () => {
    const total = (plan: string): number => rentalTotal(offerOf(VELANTO_GOLF.replace('~F~', `~${plan}~`))).value;
    expect([total('P'), total('F'), total('D')]).toEqual([26_260, 29_850, 31_350]);
    expect(payNowOfRental(offerOf(VELANTO_GOLF.replace('~F~', '~D~')))).toEqual({ value: 0, currency: 'EUR' });
    expect(offerOf(VELANTO_GOLF.replace('~F~', '~D~')).cancellation).toEqual([]);
  });

  it('does not exist for a key that is garbled, or means a car, plan or time that is not sold', () => {
    const broken = [
      '',
      'x',
      '2~VLLISA~VLLISA~CDMR~F~2706011000~2706081000~35~DE',
      VELANTO_GOLF.slice(0, -1),
      `${VELANTO_GOLF}~`,
      VELANTO_GOLF.replaceAll('VLLISA', 'VLQQQA'),
      VELANTO_GOLF.replaceAll('VLLISA', 'TGLISA'),
      VELANTO_GOLF.replace('CDMR', 'ICAR'),
      VELANTO_GOLF.replace('CDMR', 'ZZZZ'),
      VELANTO_GOLF.replace('~F~', '~X~'),
      VELANTO_GOLF.replace('270601', '270631'),
      VELANTO_GOLF.replace('270601', '271231'),
      VELANTO_GOLF.replace('270601', '260601'),
      VELANTO_GOLF.replace('2706081000', '2706011000'),
      VELANTO_GOLF.replace('~VLLISA~CDMR', '~HWLISA~CDMR'),
      VELANTO_GOLF.replace('~VLLISA~CDMR', '~VLFNCA~CDMR'),
      VELANTO_GOLF.replace('~35~', '~20~'),
    ];
    expect(broken.map((key) => testRentals().offer(key, RENTAL_ASKING))).toEqual(broken.map(() => undefined));
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => testRentals().offer(text, RENTAL_ASKING) === undefined),
    );
    expect(testRentals().carUses(VELANTO_GOLF.replace('CDMR', 'ICAR'))).toBeUndefined();
  });
});

describe('a search', () => {
  it('answers cheapest first and says how many it left out', () => {
    const all = search(rentalQuery(airportPlace('LAX'), JUNE_WEEK));
    const totals = all.map((offer) => rentalTotal(offer).value);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    const few = testRentals().search(rentalQuery(airportPlace('LAX'), JUNE_WEEK, { offersMax: 10 }), RENTAL_ASKING);
    expect(few).toEqual({ offers: all.slice(0, 10), omitted: all.length - 10 });
    expect(all.length).toBe(284);
  });

  it('finds a city at its airports, in town and at the station', () => {
    const branches = new Set(search(rentalQuery(cityPlace('LIS'), JUNE_WEEK)).map(({ pickUp }) => pickUp.branchName));
    expect([...branches].filter((name) => name.startsWith('Odelune')).sort()).toEqual([
      'Odelune Lisbon Airport',
      'Odelune Lisbon Central Station',
      'Odelune Lisbon City Centre',
    ]);
  });

  it('finds what lies within thirty kilometres of a point, across the date line too', () => {
    const around = (latitude: number, longitude: number) =>
      search(rentalQuery({ kind: 'around', latitude, longitude }, JUNE_WEEK)).map(({ pickUp }) => pickUp);
    const munich = around(48.137, 11.575);
    expect(new Set(munich.map(({ cityCode }) => cityCode))).toEqual(new Set(['MUC']));
    expect(munich.every(({ latitude, longitude }) => greatCircleKm(48.137, 11.575, latitude, longitude) <= 30)).toBe(
      true,
    );
    expect(around(-17.755, 177.443 - 360).map(({ airport }) => airport)).toContain('NAN');
    expect(around(0, -140)).toEqual([]);
  });

  it('puts every branch where it says: in the country and within five kilometres of its airport', () => {
    const [lisbon] = search(rentalQuery(airportPlace('LIS'), JUNE_WEEK));
    expect(lisbon?.pickUp.country).toBe('PT');
    for (const { pickUp } of search(rentalQuery(airportPlace('LIS'), JUNE_WEEK)))
      expect(greatCircleKm(38.7742, -9.1342, pickUp.latitude, pickUp.longitude)).toBeLessThan(5);
  });

  it('is in the money of the country, or in euros or dollars where that has no rate', () => {
    const currency = (airport: string) =>
      search(rentalQuery(airportPlace(airport), JUNE_WEEK, { offersMax: 1 }))[0]?.deposit.currency;
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
    const offers = (from: string, to: string): number => search(rentalQuery(airportPlace('LIS'), [from, to])).length;
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
      search(rentalQuery(airportPlace('LIS'), [from, to]))[0]?.days;
    expect(days('2027-06-01T10:00:00', '2027-06-02T10:59:00')).toBe(1);
    expect(days('2027-06-01T10:00:00', '2027-06-02T11:00:00')).toBe(2);
    expect(days('2027-03-27T10:00:00', '2027-03-28T10:00:00')).toBe(1);
    expect(days('2026-11-21T10:00:00', '2026-11-21T12:00:00')).toBe(1);
  });

  it('serves an hour of the branch, whatever UTC it is', () => {
    const inTown = (at: string) =>
      search(rentalQuery(cityPlace('LIS'), [at, '2027-04-06T10:00:00'])).filter(
        ({ pickUp }) => pickUp.airport === undefined,
      );
    const instants = (at: string) => [...new Set(inTown(at).map(({ pickUp }) => pickUp.instant.toISOString()))];
    expect(instants('2027-03-26T08:00:00')).toEqual(['2027-03-26T08:00:00.000Z']);
    expect(instants('2027-03-29T08:00:00')).toEqual(['2027-03-29T07:00:00.000Z']);
    expect(inTown('2027-03-29T07:00:00')).toEqual([]);
  });

  it('charges for a desk that stays open, where one does', () => {
    const late = search(rentalQuery(airportPlace('LIS'), ['2027-06-01T00:30:00', '2027-06-08T10:00:00']));
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

describe('drivers', () => {
  const classes = (airport: string, driverAge: number): readonly string[] =>
    [
      ...new Set(
        search(rentalQuery(airportPlace(airport), JUNE_WEEK, { driverAge })).map(({ vehicle }) => vehicle.acrissCode),
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
      search(queryOf({ airport: 'LAX', ahead: 30, days, driverAge }))
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

describe('a car handed back elsewhere', () => {
  const oneWay = (from: string, to: string): readonly RentalOffer[] =>
    search({
      ...rentalQuery(airportPlace(from), JUNE_WEEK),
      dropOff: { place: airportPlace(to), at: '2027-06-08T10:00:00' },
    });
  const fee = (offers: readonly RentalOffer[], vendor: string) =>
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
    expect(search(query).every(({ pickUp, dropOff }) => pickUp.branchId === dropOff.branchId)).toBe(true);
  });
});

describe('cars rented out', () => {
  it('are fewer by those sold here, and then gone', () => {
    const { vehicle, offerKey, carsLeft } =
      search(rentalQuery(airportPlace('TRD'), ['2027-02-01T12:00:00', '2027-02-04T12:00:00'])).find(
        (offer) => offer.carsLeft === 6,
      ) ?? offerOf(VELANTO_GOLF);
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

describe('extras', () => {
  it('belong to winter only where there is one', () => {
    const types = (airport: string, from: string): readonly string[] =>
      search(rentalQuery(airportPlace(airport), [`${from}T12:00:00`, `${addDays(from, 3)}T12:00:00`]))[0]?.extras.map(
        ({ type }) => type,
      ) ?? [];
    expect(types('MUC', '2027-01-11')).toContain('winter_tyres');
    expect(types('MUC', '2027-06-14')).not.toContain('winter_tyres');
    expect(types('LIS', '2027-01-11')).not.toContain('winter_tyres');
    expect(types('ZQN', '2027-07-12')).toContain('snow_chains');
    expect(types('ZQN', '2027-01-12')).not.toContain('snow_chains');
  });

  it('cost no more after their days are full', () => {
    const seat = (days: number) =>
      search(queryOf({ airport: 'MUC', ahead: 30, days, driverAge: 40 }))
        .find(({ vendorName }) => vendorName === 'Lindauto')
        ?.extras.find(({ type }) => type === 'child_seat')?.price;
    expect([1, 8, 20].map((days) => seat(days)?.value)).toEqual([790, 6_330, 6_330]);
  });
});

describe('prices', () => {
  /** The median compact of a place, in whole units of its currency a day, for five days, at two times of the year. */
  const median = (airport: string): readonly number[] =>
    ['2027-02-02', '2027-07-13'].map((from) => {
      const offers = search(
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AIRPORT_RENTALS,
  JUNE_WEEK,
  RENTAL_ASKING,
  VELANTO_COMPACT,
  airportPlace,
  airportRental,
  loadTestRentals,
  rentalOffer,
  rentalQuery,
  rentalTotal,
  searchRentals,
  testRentals,
} from '../../test/support/products/rentals.ts';
import { dueAtCounter, payNowOfRental } from '../../src/travel/rental.ts';

describe('an offer', () => {
  it('has its price, terms and extras: Lisbon, a week of June, a compact with Velanto', () => {
    const { charges, deposit, cancellation, mileage, vehicle, pickUp, days, extras } = rentalOffer(VELANTO_COMPACT);
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

  it('costs what the counter and we collect, in whole minor units of one currency', () => {
    fc.assert(
      fc.property(AIRPORT_RENTALS, (rental) => {
        for (const offer of searchRentals(airportRental(rental))) {
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
      fc.property(AIRPORT_RENTALS, (rental) => {
        for (const offer of searchRentals(airportRental(rental))) {
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

  it('is found again by its key alone, equal in every field', () => {
    fc.assert(
      fc.property(AIRPORT_RENTALS, (rental) => {
        for (const offer of searchRentals(airportRental(rental)))
          expect(testRentals().offer(offer.offerKey, RENTAL_ASKING)).toEqual(offer);
      }),
      { numRuns: 12 },
    );
  });

  it('never costs less for a day more', () => {
    fc.assert(
      fc.property(AIRPORT_RENTALS, (rental) => {
        const longer = new Map(
          searchRentals(airportRental({ ...rental, days: rental.days + 1 })).map((offer) => [
            `${offer.pickUp.branchId}${offer.vehicle.acrissCode}${offer.offerKey.split('~')[4]}`,
            rentalTotal(offer).value,
          ]),
        );
        for (const offer of searchRentals(airportRental(rental))) {
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
    expect(loadTestRentals('bly').offer(VELANTO_COMPACT, RENTAL_ASKING)).toEqual(rentalOffer(VELANTO_COMPACT));
    const other = loadTestRentals('another')
      .search(rentalQuery(airportPlace('LIS'), JUNE_WEEK), RENTAL_ASKING)
      .offers.map(rentalTotal);
    expect(other).not.toEqual(searchRentals(rentalQuery(airportPlace('LIS'), JUNE_WEEK)).map(rentalTotal));
  });

  it('is cheaper prepaid, and dearer paid at the counter', () => {
    const total = (plan: string): number => rentalTotal(rentalOffer(VELANTO_COMPACT.replace('~F~', `~${plan}~`))).value;
    expect([total('P'), total('F'), total('D')]).toEqual([26_260, 29_850, 31_350]);
    expect(payNowOfRental(rentalOffer(VELANTO_COMPACT.replace('~F~', '~D~')))).toEqual({ value: 0, currency: 'EUR' });
    expect(rentalOffer(VELANTO_COMPACT.replace('~F~', '~D~')).cancellation).toEqual([]);
  });

  it('does not exist for a key that is garbled, or means a car, plan or time that is not sold', () => {
    const broken = [
      '',
      'x',
      '2~VLLISA~VLLISA~CDMR~F~2706011000~2706081000~35~DE',
      VELANTO_COMPACT.slice(0, -1),
      `${VELANTO_COMPACT}~`,
      VELANTO_COMPACT.replaceAll('VLLISA', 'VLQQQA'),
      VELANTO_COMPACT.replaceAll('VLLISA', 'TGLISA'),
      VELANTO_COMPACT.replace('CDMR', 'ICAR'),
      VELANTO_COMPACT.replace('CDMR', 'ZZZZ'),
      VELANTO_COMPACT.replace('~F~', '~X~'),
      VELANTO_COMPACT.replace('270601', '270631'),
      VELANTO_COMPACT.replace('270601', '271231'),
      VELANTO_COMPACT.replace('270601', '260601'),
      VELANTO_COMPACT.replace('2706081000', '2706011000'),
      VELANTO_COMPACT.replace('~VLLISA~CDMR', '~HWLISA~CDMR'),
      VELANTO_COMPACT.replace('~VLLISA~CDMR', '~VLFNCA~CDMR'),
      VELANTO_COMPACT.replace('~35~', '~20~'),
    ];
    expect(broken.map((key) => testRentals().offer(key, RENTAL_ASKING))).toEqual(broken.map(() => undefined));
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => testRentals().offer(text, RENTAL_ASKING) === undefined),
    );
    expect(testRentals().carUses(VELANTO_COMPACT.replace('CDMR', 'ICAR'))).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { convertRental, convertRentalTotals, type RentalMoney } from './rental-total.ts';
import { dueAtCounter, payNowOfRental } from './rental.ts';

const eur = (value: number) => ({ value, currency: 'EUR' });
const rental = {
  charges: [
    { description: 'days', amount: eur(333), paidAt: 'now' as const },
    { description: 'fee', amount: eur(333), paidAt: 'now' as const },
    { description: 'tax', amount: eur(333), paidAt: 'local' as const },
  ],
  deposit: eur(50_000),
  mileage: { isUnlimited: false, includedKm: 500, extraPerKm: eur(25) },
  cancellation: [
    { from: new Date('2027-03-01T00:00:00Z'), penalty: eur(100), basis: 'amount' as const },
    { from: new Date('2027-03-03T00:00:00Z'), penalty: eur(666), basis: 'percent' as const },
  ],
  extras: [
    {
      ancillaryKey: 'gps',
      type: 'gps' as const,
      label: 'GPS',
      description: '',
      paidAt: 'now' as const,
      price: eur(1_001),
      quantityMax: 1,
    },
  ],
};

test('sums are sums of converted charges: 3.33 + 3.33 at 1.5 is 5 + 5, not 9.99 as a whole', () => {
  const yen = convertRental(rental, 'JPY', 1.5);
  expect(yen.charges.map(({ amount }) => amount)).toEqual([
    { value: 5, currency: 'JPY' },
    { value: 5, currency: 'JPY' },
    { value: 5, currency: 'JPY' },
  ]);
  expect([payNowOfRental(yen).value, dueAtCounter(yen).value]).toEqual([10, 5]);
  expect(convertRentalTotals(rental, 'JPY', 1.5)).toEqual({
    payNow: { value: 10, currency: 'JPY' },
    dueAtCounter: { value: 5, currency: 'JPY' },
    total: { value: 15, currency: 'JPY' },
  });
  const dollars = convertRental(rental, 'USD', 1.1);
  expect([payNowOfRental(dollars).value, convertRentalTotals(rental, 'USD', 1.1).total.value]).toEqual([732, 1_098]);
  expect(convertRentalTotals(rental, 'EUR', 1).total).toEqual({ value: 999, currency: 'EUR' });
});

const penaltiesOf = ({ cancellation }: RentalMoney) =>
  cancellation === 'unknown' ? [] : cancellation.map(({ penalty }) => penalty);

test('a penalty of the whole price stays the whole price, and no other is above it', () => {
  expect(penaltiesOf(convertRental(rental, 'USD', 1.1))).toEqual(
    [110, 732].map((value) => ({ value, currency: 'USD' })),
  );
  const almost = {
    ...rental,
    cancellation: [{ ...rental.cancellation[0], from: new Date(0), penalty: eur(665), basis: 'amount' as const }],
  };
  expect(penaltiesOf(convertRental(almost, 'JPY', 1.499))).toEqual([{ value: 10, currency: 'JPY' }]);
});

test('deposit, kilometres and extras come along; its own currency changes nothing', () => {
  const dollars = convertRental(rental, 'USD', 1.1);
  expect([dollars.deposit?.value, dollars.mileage?.extraPerKm?.value, dollars.extras[0]?.price.value]).toEqual([
    55_000, 28, 1_101,
  ]);
  expect(convertRental(rental, 'EUR', 1)).toBe(rental);
});

import { describe, expect, test } from 'vitest';
import { aRate, aRental, aRentalItem, aStay, aStayItem } from '../../../../test/support/products/products.ts';
import { aFare, anItem, anOffer } from '../../../../test/support/products/trips.ts';
import type { FeeSubject } from '../../../pricing/model/fee-subject.ts';
import { asId } from '../../../platform/ids.ts';
import { type Money, money, zeroMoney } from '../../../travel/money.ts';
import { agreedFee, feeByRules, withServiceFee } from './item-fee.ts';
import { itemTotal } from './item-price.ts';

const places = { airport: () => undefined };
const tenth = (_: FeeSubject, amount: Money): Money => money(amount.value / 10, amount.currency);
const feeOf = feeByRules({ version: 1, areNone: false, feeOf: tenth }, places);

describe('the fee of an item', () => {
  test('is of what is paid now, extras and seats included', () => {
    const seat = { segmentId: 's1-1', travelerId: asId('traveler', 'pax_1'), seatNumber: '12A', isExitRow: false };
    const item = anItem({
      ancillaries: [{ ancillaryKey: 'bag-1', travelerId: undefined, quantity: 2 }],
      seats: [{ ...seat, price: money(1_200, 'EUR') }],
    });
    expect(itemTotal(item)).toEqual(money(59_200, 'EUR'));
    const sold = withServiceFee(item, feeOf);
    expect([sold.serviceFee, itemTotal(sold)]).toEqual([money(5_920, 'EUR'), money(65_120, 'EUR')]);
  });

  test('is in the currency of the trip', () => {
    const item = anItem({ price: money(80_000, 'JPY'), rate: 160 });
    expect(feeOf(item)).toEqual(money(8_000, 'JPY'));
  });

  test('is none where everything is paid at the property or the counter', () => {
    const stay = aStayItem({ stay: aStay({ rates: [aRate({ paymentType: 'pay_at_property' })] }) });
    const charges = aRental().charges.map((charge) => ({ ...charge, paidAt: 'local' as const }));
    const car = aRentalItem({ rental: aRental({ charges }) });
    expect([withServiceFee(stay, feeOf), withServiceFee(car, feeOf)].map((item) => 'serviceFee' in item)).toEqual([
      false,
      false,
    ]);
  });

  test('that is over leaves no trace', () => {
    const paid = withServiceFee(anItem(), feeOf);
    expect('serviceFee' in withServiceFee(paid, () => undefined)).toBe(false);
  });

  test('that was agreed to stays, whatever the item costs by now', () => {
    const paid = withServiceFee(anItem(), feeOf);
    const cheaper = anItem({ serviceFee: paid.serviceFee, fare: aFare({ total: money(10_000, 'EUR') }) });
    expect(withServiceFee(cheaper, agreedFee).serviceFee).toEqual(money(5_000, 'EUR'));
  });
});

test('rules see the carrier, the cabin and the country of the destination; the hotel; the branch where the car is taken', () => {
  const subjects: FeeSubject[] = [];
  const record = (subject: FeeSubject, { currency }: Money): Money => {
    subjects.push(subject);
    return zeroMoney(currency);
  };
  const recorded = feeByRules({ version: 1, areNone: false, feeOf: record }, places);
  const flight = anItem({ offer: anOffer({ validatingCarrier: 'AF' }), fare: aFare({ cabinClass: 'business' }) });
  for (const item of [flight, aStayItem(), aRentalItem()]) recorded(item);
  const { country } = aStay().hotel;
  const pickUpCountry = aRental().pickUp.country;
  expect(subjects).toEqual([
    { kind: 'flight', supplierId: 'test', carrier: 'AF', country: undefined, cabin: 'business' },
    { kind: 'hotel', supplierId: 'test', carrier: undefined, country, cabin: undefined },
    { kind: 'car', supplierId: 'test', carrier: undefined, country: pickUpCountry, cabin: undefined },
  ]);
});

test('without rules nothing is worked out', () => {
  const fail = (): never => {
    throw new Error('asked');
  };
  expect(feeByRules({ version: 0, areNone: true, feeOf: fail }, places)(anItem())).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBookingItem } from '../../../test/support/products/bookings.ts';
import { aRental, aRentalItem, aStayItem } from '../../../test/support/products/products.ts';
import type { RentalExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { addMoney, money, subtractMoney } from '../../travel/money.ts';
import { counterChangeOf, deltaOf, deltaOfPlan, planExchange, toBookedRental, toReplacement } from './car-exchange.ts';

/** A car of 200.00 euros that was bought in another currency. */
function bought(total: number, currency: string, rate: number) {
  return toBookedRental(
    aBookingItem('a', {
      kind: 'car',
      status: 'confirmed',
      total: money(total, currency),
      rate,
      tripItem: aRentalItem({ price: money(total, currency), rate: 9 }),
    }),
  );
}
function offered(cents: number, extras: RentalExchangeOffer['extras'] = [], extraCents = 4_000): RentalExchangeOffer {
  const eur = (value: number) => money(value, 'EUR');
  const rental = aRental({ charges: [{ description: 'Rental', amount: eur(cents), paidAt: 'now' }] });
  const seats = extras.find((extra) => extra.ancillaryKey === 'child_seat')?.quantity ?? 0;
  return {
    exchangeKey: 'key',
    extras,
    total: eur(cents + seats * extraCents),
    dueLater: eur(0),
    isOnRequest: false,
    rental: {
      ...rental,
      extras: rental.extras.map((extra) =>
        extra.ancillaryKey === 'child_seat' ? { ...extra, price: eur(extraCents) } : extra,
      ),
    },
  };
}
const seats = (quantity: number) => [{ ancillaryKey: 'child_seat', travelerId: undefined, quantity }];

describe('worked by hand', () => {
  test('paid USD 200.00; a car for USD 210.00 with two seats at USD 45.00 costs USD 100.00 more', () => {
    expect(deltaOf(money(30_000, 'USD'), money(20_000, 'USD'))).toEqual({
      direction: 'add_collect',
      amount: money(10_000, 'USD'),
    });
  });

  test('in yen at 160 to the euro: EUR 180.00 and one seat of EUR 40.00 are JPY 35200; of JPY 36000 paid JPY 800 come back', () => {
    const plan = planExchange(bought(36_000, 'JPY', 160), offered(18_000, seats(1)));
    expect([plan.fareDifference, plan.due, plan.refund]).toEqual([
      money(-800, 'JPY'),
      money(0, 'JPY'),
      money(800, 'JPY'),
    ]);
    expect([plan.originTotal, plan.penalty, plan.originPenalty]).toEqual([
      money(22_000, 'EUR'),
      money(0, 'JPY'),
      money(0, 'EUR'),
    ]);
  });

  test('in dinars of three decimals at 0.36: EUR 200.01 are KWD 72.004', () => {
    expect(toReplacement(bought(72_000, 'KWD', 0.36), offered(20_001)).price).toEqual(money(72_004, 'KWD'));
  });
});

test('what the counter collects is no part of the price', () => {
  const { price, tripItem } = toReplacement(
    bought(20_000, 'EUR', 1),
    offered(20_000, [{ ancillaryKey: 'gps', travelerId: undefined, quantity: 1 }]),
  );
  expect(price).toEqual(money(20_000, 'EUR'));
  expect(tripItem.ancillaries).toEqual([{ ancillaryKey: 'gps', travelerId: undefined, quantity: 1 }]);
});

test.each([
  ['JPY', 160.37],
  ['KWD', 0.3581],
  ['USD', 1.0871],
])('in %s: paid and delta always come to the price, and never both due and refund', (currency, rate) => {
  const cents = fc.integer({ min: 0, max: 5_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.integer({ min: 0, max: 2 }), (paid, car, extra, quantity) => {
      const item = bought(paid, currency, rate);
      const offer = offered(car, quantity > 0 ? seats(quantity) : [], extra);
      const { price } = toReplacement(item, offer);
      const plan = planExchange(item, offer);
      const delta = deltaOf(price, item.total);
      expect(deltaOfPlan(plan)).toEqual(delta);
      expect(subtractMoney(addMoney(item.total, plan.due), plan.refund)).toEqual(price);
      expect(Math.min(plan.due.value, plan.refund.value)).toBe(0);
      if (delta.direction !== 'even') expect(delta.amount.value).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

test('the counter collects more, less or as much, chosen extras paid there included; a stay has no counter', () => {
  const collecting = (cents: number) =>
    aRentalItem({
      rental: aRental({ charges: [{ description: 'Rental', amount: money(cents, 'EUR'), paidAt: 'local' }] }),
    });
  expect(counterChangeOf(collecting(13_260), collecting(151_080))).toEqual({
    direction: 'more',
    amount: money(137_820, 'EUR'),
  });
  expect(counterChangeOf(collecting(151_080), collecting(13_260))).toEqual({
    direction: 'less',
    amount: money(137_820, 'EUR'),
  });
  expect(counterChangeOf(collecting(13_260), collecting(13_260))).toBeUndefined();
  const gps = [{ ancillaryKey: 'gps', quantity: 1, travelerId: undefined }];
  expect(counterChangeOf(aRentalItem(), aRentalItem({ ancillaries: gps }))).toMatchObject({ direction: 'more' });
  expect(counterChangeOf(aStayItem(), aRentalItem())).toBeUndefined();
});

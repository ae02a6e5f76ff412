import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reference } from '../../../test/support/suppliers/duffel-reading.ts';
import { aBooking, aBookingItem, aFare, aTripItem } from '../../../test/support/products/bookings.ts';
import { replacedTransfers } from '../../bookings/model/costs/item-transfers.ts';
import { withReplacement } from '../../bookings/model/serviced-booking.ts';
import type { FlightExchangeOffer } from '../../suppliers/ports/servicing.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { exchangeWarnings, flightOf, planFlightExchange } from './flight-exchange-plan.ts';
import { lostInExchange } from '../model/retained-extras.ts';

/** A fare of a supplier that prices the party as a whole, as Duffel does. */
const fareOf = (value: number, currency: string) =>
  aFare({ total: money(value, currency), passengerPrices: [], bookingFees: money(0, currency) });

/** A booked flight of 400.00 pounds, paid in a currency at the rate of its sale. */
function sold(currency: string, rate: number, paid: number) {
  const fare = fareOf(40_000, 'GBP');
  const price = money(paid, currency);
  const tripItem = { ...aTripItem('old', fare), price, rate };
  return aBookingItem('old', {
    status: 'confirmed',
    tripItem,
    rate,
    total: price,
    originTotal: fare.total,
    nonRefundable: money(0, currency),
    bookedAt: new Date('2026-04-15T12:00:00Z'),
  });
}
type Stated = readonly [changeTotal: number, penalty: number | undefined, newTotal: number];

/** One way to exchange it, as Duffel states it in pounds. */
function offered([changeTotal, penalty, newTotal]: Stated): FlightExchangeOffer {
  const fare = fareOf(newTotal, 'GBP');
  return {
    exchangeKey: 'change:oce_1',
    offer: { ...flightOf(sold('GBP', 1, 40_000)).offer, fares: [fare] },
    fare,
    changeTotal: money(changeTotal, 'GBP'),
    penalty: penalty === undefined ? undefined : money(penalty, 'GBP'),
    fareDifference: penalty === undefined ? undefined : money(changeTotal - penalty, 'GBP'),
  };
}

/** The exchange of an item, and what booking and ledger make of it. */
function exchange(item: ReturnType<typeof sold>, stated: Stated) {
  const plan = planFlightExchange(reference, item, offered(stated));
  const { due, refund, penalty, replacement: tripItem, originTotal } = plan;
  const before = aBooking([item], {
    status: 'confirmed',
    phase: 'done',
    totalCollected: item.total,
    totalRefunded: money(0, item.total.currency),
  });
  const order = { orderId: 'ord_1', confirmationNumber: 'PNR', tickets: [], total: originTotal };
  const now = new Date('2026-05-01T12:00:00Z');
  const amounts = { due, refund, penalty, originTotal };
  const after = withReplacement(before, item, {
    itemId: item.itemId,
    tripItem,
    order,
    reference: 'chg_1',
    ...amounts,
    now,
  });
  const { release, book, penalty: withheld } = replacedTransfers(item, { due, refund, penalty });
  const sum = (transfers: typeof book) => transfers.reduce((total, { amount }) => total + amount.value, 0);
  return { plan, after, fresh: after.items[1], ledger: [sum(release), sum(book), sum(withheld)] };
}

describe('three exchanges by hand', () => {
  test('125.00 pounds more, paid in pounds', () => {
    const { plan, after, fresh, ledger } = exchange(sold('GBP', 1, 40_000), [12_500, 2_500, 50_000]);
    expect(plan).toMatchObject({
      fareDifference: money(10_000, 'GBP'),
      penalty: money(2_500, 'GBP'),
      due: money(12_500, 'GBP'),
    });
    expect(fresh?.total).toEqual(money(52_500, 'GBP'));
    // What a later cancellation never gives back: the penalty.
    expect(fresh?.nonRefundable).toEqual(money(2_500, 'GBP'));
    expect(after.totalCollected).toEqual(money(52_500, 'GBP'));
    // 400.00 is released; 500.00 and 25.00 are the supplier's: 125.00 more, as was paid.
    expect(ledger).toEqual([40_000, 50_000, 2_500]);
  });

  test('125.00 pounds more, paid in euros at 1.15', () => {
    const { plan, fresh, ledger } = exchange(sold('EUR', 1.15, 46_000), [12_500, 2_500, 50_000]);
    // 500.00 pounds are 575.00 euros, 115.00 more than 460.00; 25.00 pounds are 28.75 euros.
    expect(plan).toMatchObject({
      fareDifference: money(11_500, 'EUR'),
      penalty: money(2_875, 'EUR'),
      due: money(14_375, 'EUR'),
      refund: money(0, 'EUR'),
      originTotal: money(50_000, 'GBP'),
      originChange: money(12_500, 'GBP'),
    });
    expect(plan.replacement.price).toEqual(money(57_500, 'EUR'));
    expect(fresh?.total).toEqual(money(60_375, 'EUR'));
    expect(ledger).toEqual([46_000, 57_500, 2_875]);
  });

  test('40.00 pounds back, paid in euros at 1.15', () => {
    const { plan, after, fresh, ledger } = exchange(sold('EUR', 1.15, 46_000), [-4_000, 2_500, 33_500]);
    // 335.00 pounds are 385.25 euros, 74.75 less; the penalty of 28.75 is kept of it: 46.00 come back.
    expect(plan).toMatchObject({
      fareDifference: money(-7_475, 'EUR'),
      penalty: money(2_875, 'EUR'),
      due: money(0, 'EUR'),
      refund: money(4_600, 'EUR'),
    });
    expect(fresh?.total).toEqual(money(41_400, 'EUR'));
    expect(after.totalRefunded.value).toBe(4_600);
    // 460.00 is released; 385.25 and 28.75 stay with the supplier: 46.00 less.
    expect(ledger).toEqual([46_000, 38_525, 2_875]);
  });
});

describe('extras and seats', () => {
  const seat = { segmentId: 's1-1', travelerId: asId('traveler', 'pax_1'), seatNumber: '12A', isExitRow: false };
  const withSeat = () => {
    const item = sold('EUR', 1.15, 46_000);
    return { ...item, tripItem: { ...flightOf(item), seats: [{ ...seat, price: money(2_000, 'GBP') }] } };
  };
  const offer = (keepsExtrasOf?: readonly number[]) => ({
    ...offered([12_500, 2_500, 50_000]),
    ...(keepsExtrasOf && { keepsExtrasOf }),
  });

  test('of a direction that stays are kept at what they cost, inside the total of the supplier', () => {
    const { replacement, due } = planFlightExchange(reference, withSeat(), offer([0]));
    expect(replacement.seats).toMatchObject([{ seatNumber: '12A', price: money(2_000, 'GBP') }]);
    // 480.00 pounds of 500.00 are the fare: 552.00 euros, and 23.00 for the seat.
    expect([replacement.originPrice, replacement.price]).toEqual([money(48_000, 'GBP'), money(55_200, 'EUR')]);
    expect(due).toEqual(money(14_375, 'EUR'));
    expect(exchangeWarnings(withSeat(), [0])).toEqual([]);
    expect(lostInExchange(withSeat().tripItem, replacement)).toBe('none');
  });

  test('of which one stays and one does not are lost in part', () => {
    const item = withSeat();
    const [one] = item.tripItem.seats;
    const two = {
      ...item,
      tripItem: {
        ...item.tripItem,
        seats: [...item.tripItem.seats, { ...seat, price: one?.price ?? money(0, 'GBP') }],
      },
    };
    expect(lostInExchange(two.tripItem, item.tripItem)).toBe('some');
  });

  test('of a direction that changes are lost, and the traveler is told', () => {
    for (const keeps of [undefined, [], [1]]) {
      const { replacement } = planFlightExchange(reference, withSeat(), offer(keeps));
      expect([replacement.seats, replacement.price]).toEqual([[], money(57_500, 'EUR')]);
      expect(lostInExchange(withSeat().tripItem, replacement)).toBe('all');
      expect(exchangeWarnings(withSeat(), keeps)).toEqual([
        expect.stringContaining('neither carried over nor paid back'),
      ]);
    }
  });
});

test('a sum whose parts are not said is due as a whole, and what is gone of it follows from the new price', () => {
  const { plan, fresh, ledger } = exchange(sold('EUR', 1.15, 46_000), [12_500, undefined, 50_000]);
  expect(plan).toMatchObject({ isSplitKnown: false, originPenalty: undefined, due: money(14_375, 'EUR') });
  // 603.75 paid in all for what costs 575.00.
  expect(fresh?.nonRefundable).toEqual(money(2_875, 'EUR'));
  expect(ledger).toEqual([46_000, 60_375, 0]);
});

test('at any rate and in any currency: the ledger moves by just what is paid or comes back, and nobody gets more than was paid', () => {
  const cases = fc.record({
    paid: fc.integer({ min: 1_000, max: 500_000 }),
    rate: fc.double({ min: 0.01, max: 200, noNaN: true }),
    currency: fc.constantFrom('GBP', 'EUR', 'JPY', 'KWD'),
    difference: fc.integer({ min: -40_000, max: 200_000 }),
    penalty: fc.option(fc.nat(20_000), { nil: undefined }),
  });
  fc.assert(
    fc.property(cases, ({ paid, rate, currency, difference, penalty }) => {
      const item = sold(currency, currency === 'GBP' ? 1 : rate, paid);
      const stated: Stated = [difference + (penalty ?? 0), penalty, 40_000 + difference];
      const { plan, fresh, ledger } = exchange(item, stated);
      const [release = 0, book = 0, withheld = 0] = ledger;
      expect(book + withheld - release).toBe(plan.due.value - plan.refund.value);
      expect(plan.due.value === 0 || plan.refund.value === 0).toBe(true);
      expect(plan.refund.value).toBeLessThanOrEqual(paid);
      expect(fresh?.total.value).toBe(paid + plan.due.value - plan.refund.value);
      expect(fresh?.nonRefundable.value).toBeLessThanOrEqual(fresh?.total.value ?? 0);
    }),
  );
});

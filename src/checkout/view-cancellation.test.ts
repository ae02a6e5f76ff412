import { describe, expect, test } from 'vitest';
import { aRate, aRental, aRentalItem, aStay, aStayItem } from '../../test/support/products/products.ts';
import { money } from '../travel/money.ts';
import { viewCancellation } from './view-cancellation.ts';

const EARLY = new Date('2026-09-01T00:00:00Z');
const FREE_UNTIL = new Date('2026-10-01T17:00:00Z');
const fixed = (part = {}) =>
  aRate({
    rateKey: 'fixed',
    isRefundable: false,
    total: money(50_000, 'EUR'),
    cancellation: [{ from: new Date('2026-08-01T00:00:00Z'), penalty: money(50_000, 'EUR'), basis: 'percent' }],
    ...part,
  });
const atProperty = aRate({ rateKey: 'there', paymentType: 'pay_at_property' });
const stayOf = (...rates: [ReturnType<typeof aRate>, ...ReturnType<typeof aRate>[]]) =>
  aStayItem({ stay: aStay({ rates }) });

describe('what cancelling costs', () => {
  test('is told on the clock of the place', () => {
    expect(viewCancellation(aStayItem(), EARLY)).toEqual({
      now: { cost: 'nothing' },
      later: [
        { cost: 'amount', amount: money(12_000, 'EUR'), from: { kind: 'time', timeLocal: '2026-10-01T18:00:00' } },
        { cost: 'whole_price', from: { kind: 'time', timeLocal: '2026-10-03T18:00:00' } },
      ],
    });
  });

  test('and by check-in where it begins with it', () => {
    const rate = aRate({
      cancellation: [{ from: new Date('2026-10-03T14:00:00Z'), penalty: money(60_000, 'EUR'), basis: 'percent' }],
    });
    expect(viewCancellation(stayOf(rate), EARLY).later).toEqual([{ cost: 'whole_price', from: { kind: 'start' } }]);
  });

  test('is free up to the very moment, and what has passed is not told any more', () => {
    expect(viewCancellation(aStayItem(), new Date('2026-10-01T16:59:59Z')).now).toEqual({ cost: 'nothing' });
    expect(viewCancellation(aStayItem(), FREE_UNTIL)).toMatchObject({
      now: { cost: 'amount', amount: money(12_000, 'EUR') },
      later: [{ cost: 'whole_price' }],
    });
  });

  test('of several rooms adds up: one that cannot be given back and one that is still free', () => {
    const both = viewCancellation(stayOf(aRate(), fixed()), EARLY);
    expect(both.now).toEqual({ cost: 'amount', amount: money(50_000, 'EUR') });
    expect(both.later).toMatchObject([{ cost: 'amount', amount: money(62_000, 'EUR') }, { cost: 'whole_price' }]);
  });

  test("of a stay nobody pays here is told in the property's currency", () => {
    const item = aStayItem({ stay: aStay({ rates: [atProperty] }), price: money(0, 'JPY'), rate: 160 });
    expect(viewCancellation(item, FREE_UNTIL).now).toEqual({ cost: 'amount', amount: money(12_000, 'EUR') });
  });

  test('of a car: its extras are lost with the whole price, and come back with a part of it', () => {
    const paid = [{ ancillaryKey: 'child_seat', travelerId: undefined, quantity: 1 }];
    const lost = aRental({ cancellation: [{ from: EARLY, penalty: money(20_000, 'EUR'), basis: 'percent' }] });
    expect(viewCancellation(aRentalItem({ ancillaries: paid, rental: lost }), EARLY).now).toEqual({
      cost: 'amount',
      amount: money(24_000, 'EUR'),
    });
    const nothingAtCounter = aRental({ ...lost, charges: aRental().charges.filter(({ paidAt }) => paidAt === 'now') });
    expect(viewCancellation(aRentalItem({ ancillaries: paid, rental: nothingAtCounter }), EARLY).now).toEqual({
      cost: 'whole_price',
    });
    expect(viewCancellation(aRentalItem({ ancillaries: paid }), new Date('2026-10-01T11:00:00Z')).now).toEqual({
      cost: 'amount',
      amount: money(5_000, 'EUR'),
    });
  });

  test('is nothing, ever, without a schedule', () => {
    expect(viewCancellation(stayOf(aRate({ cancellation: [] })), EARLY)).toEqual({
      now: { cost: 'nothing' },
      later: [],
    });
  });
});

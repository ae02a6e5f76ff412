import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBooking, aBookingItem } from '../../../test/support/products/bookings.ts';
import type { BookingItem } from '../../bookings/model/booking.ts';
import { changedDriftTransfers, driftOf, driftTransfers } from '../../bookings/model/costs/cost-drift.ts';
import { givenUpTransfers, saleTransfers } from '../../bookings/model/costs/item-transfers.ts';
import { supplierPartOf } from '../../bookings/model/costs/service-fee.ts';
import { refundOf } from '../../bookings/model/refund-of.ts';
import { withoutItem } from '../../bookings/model/serviced-booking.ts';
import type { LedgerTransfer } from '../../ledger/model/entry.ts';
import { addMoney, convertMoney, decimalPlaces, type Money, money, subtractMoney } from '../../travel/money.ts';
import type { CancellationPlan } from './change.ts';
import { costBeyondPlan, withOutcome } from './cancellation-outcome.ts';

const NOW = new Date('2026-06-02T12:00:00Z');

/** A ticket that an airline sold for `origin`, paid for at a rate, with a service fee on it. */
function ticket(origin: Money, currency: string, rate: number, fee: Money = money(0, currency)): BookingItem {
  return aBookingItem('a', {
    status: 'confirmed',
    supplierId: 'air',
    originTotal: origin,
    rate,
    total: addMoney(convertMoney(origin, currency, rate), fee),
    serviceFee: fee.value === 0 ? undefined : fee,
    nonRefundable: fee,
    bookedAt: new Date('2026-06-01T12:00:00Z'),
  });
}

/** What a quote by which the airline withholds so much makes of a ticket. */
function quoted(item: BookingItem, withheld: number): CancellationPlan {
  const { originTotal, total } = item;
  const originPenalty = money(withheld, originTotal.currency);
  const originRefund = subtractMoney(originTotal, originPenalty);
  const refund = refundOf(item, { refund: originRefund, penalty: originPenalty });
  return {
    kind: 'cancellation',
    totalPaid: total,
    refund,
    penalty: subtractMoney(total, refund),
    originPenalty,
    originRefund,
    support: 'automatic',
    manualReason: undefined,
  };
}

describe('by hand', () => {
  test('GBP 400.00 at 1.25 are USD 500.00; GBP 80.00 withheld are USD 100.00: USD 400.00 come back', () => {
    const item = ticket(money(40_000, 'GBP'), 'USD', 1.25);
    const plan = quoted(item, 8_000);
    expect([item.total, plan.refund, plan.penalty]).toEqual([
      money(50_000, 'USD'),
      money(40_000, 'USD'),
      money(10_000, 'USD'),
    ]);
    expect(withOutcome(plan, item, { refund: money(32_000, 'GBP') })).toEqual(plan);
    expect(costBeyondPlan(plan, item, money(32_000, 'GBP'))).toEqual(money(0, 'GBP'));
  });

  test('with a fee of USD 15.00: USD 515.00 were paid, 515.00 − 15.00 − 100.00 = USD 400.00 come back', () => {
    const item = ticket(money(40_000, 'GBP'), 'USD', 1.25, money(1_500, 'USD'));
    expect(quoted(item, 8_000)).toMatchObject({ refund: money(40_000, 'USD'), penalty: money(11_500, 'USD') });
  });

  test('JPY 52000 at 0.0061 are EUR 317.20; JPY 13337 withheld are EUR 81.3557, so 81.36: EUR 235.84 come back', () => {
    const item = ticket(money(52_000, 'JPY'), 'EUR', 0.0061);
    const plan = quoted(item, 13_337);
    expect([item.total, plan.refund, plan.penalty]).toEqual([
      money(31_720, 'EUR'),
      money(23_584, 'EUR'),
      money(8_136, 'EUR'),
    ]);
  });

  test('the airline gives GBP 350.00 where 320.00 were quoted: GBP 50.00 are withheld, USD 437.50 come back', () => {
    const item = ticket(money(40_000, 'GBP'), 'USD', 1.25);
    const made = withOutcome(quoted(item, 8_000), item, { refund: money(35_000, 'GBP') });
    expect(made).toMatchObject({ refund: money(43_750, 'USD'), penalty: money(6_250, 'USD') });
    expect(costBeyondPlan(made, item, money(35_000, 'GBP'))).toEqual(money(0, 'GBP'));
  });

  test('it gives GBP 310.00 where 320.00 were quoted: USD 400.00 come back all the same, GBP 10.00 are the seller’s', () => {
    const item = ticket(money(40_000, 'GBP'), 'USD', 1.25);
    const plan = quoted(item, 8_000);
    expect(withOutcome(plan, item, { refund: money(31_000, 'GBP') })).toEqual(plan);
    expect(costBeyondPlan(plan, item, money(31_000, 'GBP'))).toEqual(money(1_000, 'GBP'));
  });

  test('it had taken GBP 410.00 where 400.00 were quoted, and gives it all back: nothing is the seller’s any more', () => {
    const item = { ...ticket(money(40_000, 'GBP'), 'USD', 1.25), supplierTotal: money(41_000, 'GBP') };
    const plan = { ...quoted(item, 0), originRefund: money(41_000, 'GBP') };
    expect(costBeyondPlan(plan, item, money(41_000, 'GBP'))).toEqual(money(0, 'GBP'));
    expect(costBeyondPlan({ ...plan, refund: money(0, 'USD') }, item, money(0, 'GBP'))).toEqual(money(1_000, 'GBP'));
  });
});

describe('whatever an airline gives back', () => {
  const UNITS = { JPY: 150, EUR: 1, KWD: 0.33 } as const;
  const currencies = fc.constantFrom<(keyof typeof UNITS)[]>('JPY', 'EUR', 'KWD');
  const minor = (currency: keyof typeof UNITS, euros: number) =>
    Math.max(1, Math.round(euros * UNITS[currency] * 10 ** decimalPlaces(currency)));

  test('the payer gets what was agreed or more and never more than was paid, and the ledger is even to the last unit', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const drift = fc.double({ min: -0.2, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ from: currencies, to: currencies, euros: fc.integer({ min: 1, max: 3_000 }), fee: fc.nat(90) }),
        fc.record({ withheld: share, given: share, drift }),
        ({ from, to, euros, fee }, { withheld, given, drift: more }) => {
          const origin = money(minor(from, euros), from);
          const fees = money(fee === 0 ? 0 : minor(to, fee), to);
          const taken = money(Math.max(0, Math.round(origin.value * (1 + more))), from);
          const sold = ticket(origin, to, UNITS[to] / UNITS[from], fees);
          const item = { ...sold, supplierTotal: taken.value === origin.value ? undefined : taken };
          const plan = quoted(item, Math.round(origin.value * withheld));
          const back = money(Math.round(taken.value * given), from);
          const made = withOutcome(plan, item, { refund: back });
          const refund = made.refund ?? money(-1, to);
          expect(refund.value).toBeGreaterThanOrEqual(plan.refund?.value ?? 0);
          expect(refund.value).toBeLessThanOrEqual(item.total.value - fees.value);

          const booking = aBooking([item], { status: 'confirmed', phase: 'done', totalRefunded: money(0, to) });
          const gone = {
            itemId: item.itemId,
            reference: 'r',
            refund,
            costBeyond: costBeyondPlan(made, item, back),
            now: NOW,
          };
          const after = withoutItem(booking, gone).items[0];
          if (after === undefined) throw new Error('It is there.');
          const { release, penalty } = givenUpTransfers(item, gone);
          const entries = [
            ...saleTransfers(item),
            ...driftTransfers(item),
            ...release,
            ...penalty,
            ...changedDriftTransfers(item, after),
          ];
          const of = (account: string) => balanceOf(entries, account);
          expect(of('cost_drift')).toBe(driftOf(after).value);
          expect(of('trip_clearing')).toBe(item.total.value - refund.value);
          // Owed to the airline: what it withheld, at the rate of the sale; rounding apart, as both parts are rounded.
          const owed = convertMoney(money(Math.max(0, taken.value - back.value), from), to, item.rate).value;
          expect(Math.abs(0 - of('supplier_payable:air') - owed)).toBeLessThanOrEqual(2 + Math.ceil(item.rate));
          expect(0 - of('supplier_payable:air')).toBe(supplierPartOf(item).value - refund.value + driftOf(after).value);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function balanceOf(entries: readonly LedgerTransfer[], account: string): number {
  return entries.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (debit === account ? amount.value : 0) - (credit === account ? amount.value : 0),
    0,
  );
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBooking, aBookingItem, aFare, aTripItem } from '../../../../test/support/products/bookings.ts';
import type { LedgerTransfer } from '../../../ledger/model/entry.ts';
import { asId } from '../../../platform/ids.ts';
import { settleExchange } from '../../../servicing/model/exchange-amounts.ts';
import { convertFareTotal } from '../../../travel/fare-total.ts';
import { addMoney, convertMoney, decimalPlaces, money, type Money, subtractMoney } from '../../../travel/money.ts';
import type { FlightItem } from '../../../trips/model/trip.ts';
import type { Booking, BookingItem } from '../booking.ts';
import { isServiceFeeReturnedAt } from '../cancellation-timeline.ts';
import { paidOf } from '../paid-of.ts';
import { refundOf } from '../refund-of.ts';
import { retainedTotal } from '../retained-total.ts';
import { withoutItem, withReplacement } from '../serviced-booking.ts';
import { givenUpTransfers, replacedTransfers, reversedSaleTransfers, saleTransfers } from './item-transfers.ts';
import { feeOf, paidFeesOf, retainedFeeOf, supplierPartOf, withFeeReturned } from './service-fee.ts';

const BOOKED_AT = new Date('2026-06-01T12:00:00Z');
const IN_VOID_WINDOW = new Date('2026-06-02T11:59:59Z');
const AFTER_VOID_WINDOW = new Date('2026-06-02T12:00:00Z');
/** One currency of each number of decimals; a unit of any is about a unit of any other but for these factors. */
const UNITS = { JPY: 150, EUR: 1, KWD: 0.33 } as const;
type Currency = keyof typeof UNITS;
const currencies = fc.constantFrom<Currency[]>('JPY', 'EUR', 'KWD');

const rateOf = (from: Currency, to: Currency): number => UNITS[to] / UNITS[from];
const someMoney = (currency: string, euros: number): Money =>
  money(Math.round(euros * (UNITS[currency as Currency] ?? 1) * 10 ** decimalPlaces(currency)), currency);

function flightOf(id: string, filed: Money, currency: Currency): FlightItem {
  const taxes = money(Math.floor(filed.value / 3), filed.currency);
  const fare = aFare({
    total: filed,
    bookingFees: money(0, filed.currency),
    passengerPrices: [{ kind: 'adt', quantity: 1, baseFare: subtractMoney(filed, taxes), taxes, taxLines: [] }],
  });
  const item = aTripItem(id, fare);
  if (item.kind !== 'flight') throw new Error('It is a flight.');
  const rate = rateOf(filed.currency as Currency, currency);
  return { ...item, rate, price: convertFareTotal(fare, currency, rate) };
}

/** An item in euros: what it is filed at, its fee, what its supplier makes of it, and what is done with it later. */
const wantedItems = fc.record({
  euros: fc.integer({ min: 1, max: 3_000 }),
  cents: fc.nat(99),
  fee: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  filedIn: currencies,
  outcome: fc.constantFrom('booked', 'booked', 'booked', 'failed', 'undone'),
  exchanges: fc.array(fc.record({ euros: fc.integer({ min: 1, max: 3_000 }), penalty: fc.nat(120) }), { maxLength: 2 }),
  givenUp: fc.constantFrom('never', 'void', 'free', 'penalty', 'nothing'),
});
type Wanted = typeof wantedItems extends fc.Arbitrary<infer T> ? T : never;

function sold(wanted: Wanted, index: number, currency: Currency): BookingItem {
  const filed = someMoney(wanted.filedIn, wanted.euros + wanted.cents / 100);
  const tripItem = flightOf(`i${index}`, filed, currency);
  const serviceFee = wanted.fee === undefined ? undefined : someMoney(currency, wanted.fee);
  return aBookingItem(`i${index}`, {
    status: 'confirmed',
    tripItem,
    position: index,
    supplierId: index % 2 === 0 ? 'air' : 'sea',
    rate: tripItem.rate,
    originTotal: filed,
    total: serviceFee === undefined ? tripItem.price : addMoney(tripItem.price, serviceFee),
    serviceFee,
    nonRefundable: serviceFee ?? money(0, currency),
    bookedAt: BOOKED_AT,
  });
}

/** The books of one trip: the ledger's accounts, and what the processor took and gave back. */
class Books {
  readonly accounts = new Map<string, number>();
  collected = 0;
  refunded = 0;

  enter(transfers: readonly LedgerTransfer[]): void {
    for (const { debit, credit, amount } of transfers) {
      expect(amount.value, `${debit} to ${credit}`).toBeGreaterThanOrEqual(0);
      this.accounts.set(debit, (this.accounts.get(debit) ?? 0) + amount.value);
      this.accounts.set(credit, (this.accounts.get(credit) ?? 0) - amount.value);
    }
  }
  collect(amount: Money): void {
    this.collected += amount.value;
    this.enter([{ debit: 'processor_cash', credit: 'trip_clearing', amount }]);
  }
  refund(amount: Money): void {
    this.refunded += amount.value;
    this.enter([{ debit: 'trip_clearing', credit: 'processor_cash', amount }]);
  }
  of(account: string): number {
    return [...this.accounts].reduce((sum, [name, value]) => (name.startsWith(account) ? sum + value : sum), 0);
  }
}

function fulfil(wanted: readonly Wanted[], currency: Currency, books: Books): Booking {
  const items = wanted.map((one, index): BookingItem => {
    const item = sold(one, index, currency);
    if (one.outcome === 'failed') return { ...item, status: 'failed', bookedAt: undefined };
    books.enter(saleTransfers(item));
    if (one.outcome === 'booked') return item;
    books.enter(reversedSaleTransfers(item));
    return { ...item, status: 'cancelled' };
  });
  const captured = items.reduce((sum, item) => sum + (item.status === 'confirmed' ? item.total.value : 0), 0);
  const nothing = money(0, currency);
  books.collect(money(captured, currency));
  return aBooking(items, {
    status: items.some((item) => item.status === 'confirmed') ? 'confirmed' : 'failed',
    phase: 'done',
    totalQuoted: nothing,
    totalPaid: money(captured, currency),
    totalCollected: nothing,
    totalRefunded: nothing,
  });
}

function exchange(booking: Booking, old: BookingItem, by: Wanted['exchanges'][number], books: Books): Booking {
  const currency = old.total.currency as Currency;
  const filed = someMoney(old.originTotal.currency, by.euros);
  const itemId = asId('item', `${old.itemId}x`);
  const tripItem: FlightItem = { ...flightOf(itemId, filed, currency), itemId };
  const before = old.tripItem.price;
  const { due, refund, penalty } = settleExchange({
    fareDifference: subtractMoney(tripItem.price, before),
    penalty: convertMoney(someMoney(filed.currency, by.penalty), currency, old.rate),
    refundable: subtractMoney(old.total, old.nonRefundable),
  });
  const change = {
    itemId: old.itemId,
    tripItem: old.serviceFee ? { ...tripItem, serviceFee: old.serviceFee } : tripItem,
    order: { orderId: 'o', confirmationNumber: 'C', tickets: [], total: filed, confirmedAt: BOOKED_AT },
    reference: `r${itemId}`,
    originTotal: filed,
    ...{ due, refund, penalty },
    now: BOOKED_AT,
  };
  const { release, book, penalty: kept } = replacedTransfers(old, change);
  books.enter([...release, ...book, ...kept]);
  books.collect(due);
  books.refund(refund);
  return withReplacement(booking, old, change);
}

function giveUp(booking: Booking, item: BookingItem, how: Exclude<Wanted['givenUp'], 'never'>, books: Books): Booking {
  const { originTotal } = item;
  const kept = { void: 0, free: 0, penalty: Math.ceil(originTotal.value / 3), nothing: originTotal.value }[how];
  const terms = {
    penalty: money(kept, originTotal.currency),
    refund: money(originTotal.value - kept, originTotal.currency),
  };
  const isServiceFeeReturned = isServiceFeeReturnedAt(item, terms, how === 'void' ? IN_VOID_WINDOW : AFTER_VOID_WINDOW);
  expect(isServiceFeeReturned).toBe(how === 'void' && item.serviceFee !== undefined);
  const refund = refundOf(isServiceFeeReturned ? withFeeReturned(item) : item, terms);
  const given = { itemId: item.itemId, reference: 'g', refund, isServiceFeeReturned, now: AFTER_VOID_WINDOW };
  const { release, penalty } = givenUpTransfers(item, given);
  books.enter([...release, ...penalty]);
  books.refund(refund);
  const after = withoutItem(booking, given);
  const [before, fee] = [item.nonRefundable.value, feeOf(item).value];
  // Given up free of charge, all comes back but what went into changes; the fee as well where all was promised back.
  if (how === 'void') expect(refund.value).toBe(item.total.value - before + fee);
  if (how === 'free') expect(refund.value).toBe(item.total.value - before);
  return after;
}

function check(booking: Booking, books: Books): void {
  const earned = booking.items.reduce((sum, item) => sum + retainedFeeOf(booking, item).value, 0);
  expect(books.of('trip_clearing')).toBe(0);
  expect(0 - books.of('service_fee_income')).toBe(earned);
  expect(books.of('processor_cash')).toBe(books.collected - books.refunded);
  expect(0 - books.of('supplier_payable')).toBe(books.collected - books.refunded - earned);
  expect(retainedTotal(booking).value).toBe(books.collected - books.refunded);
  const paid = booking.totalPaid.value + booking.totalCollected.value;
  expect([paid, booking.totalRefunded.value]).toEqual([books.collected, books.refunded]);
  for (const item of booking.items) {
    expect(supplierPartOf(item).value + feeOf(item).value).toBe(item.total.value);
    expect(supplierPartOf(item).value).toBeGreaterThanOrEqual(0);
    if (item.status === 'confirmed') expect(item.nonRefundable.value).toBeGreaterThanOrEqual(feeOf(item).value);
  }
}

describe('money of a booking with service fees', () => {
  test('is in the ledger to the last unit, whatever is booked, exchanged and given up in whatever currency', () => {
    fc.assert(
      fc.property(fc.array(wantedItems, { minLength: 1, maxLength: 4 }), currencies, (wanted, currency) => {
        const books = new Books();
        let booking = fulfil(wanted, currency, books);
        check(booking, books);
        const fees = booking.items.reduce(
          (sum, item) => sum + (item.status === 'confirmed' ? feeOf(item).value : 0),
          0,
        );
        expect(paidFeesOf(booking)?.value ?? 0).toBe(fees);
        for (const [index, { exchanges, givenUp, outcome }] of wanted.entries()) {
          if (outcome !== 'booked') continue;
          let standing = booking.items[index];
          for (const by of exchanges) {
            if (standing === undefined) throw new Error('It stands.');
            const carried = feeOf(standing);
            booking = exchange(booking, standing, by, books);
            standing = booking.items.at(-1);
            expect(standing?.serviceFee?.value ?? 0).toBe(carried.value);
            check(booking, books);
          }
          if (givenUp === 'never' || standing === undefined) continue;
          booking = giveUp(booking, standing, givenUp, books);
          check(booking, books);
        }
        // Exchanges carry fees over: what was paid in fees stays what it was.
        expect(paidFeesOf(booking)?.value ?? 0).toBe(fees);
        expect(booking.items.reduce((sum, item) => sum + paidOf(booking, item).value, 0)).toBeGreaterThanOrEqual(fees);
      }),
      { numRuns: 400 },
    );
  });
});

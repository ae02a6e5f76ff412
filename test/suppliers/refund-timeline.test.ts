import { expect, test } from 'vitest';
import type { BookingItem } from '../../src/bookings/model/booking.ts';
import { cancellationTimeline } from '../../src/bookings/model/cancellation-timeline.ts';
import { refundOf } from '../../src/bookings/model/refund-of.ts';
import type { SandboxQuote } from '../../simulator/order-book/cancellation-service.ts';
import { flightTermsOf, judgeFlightRefund } from '../../simulator/flights/flight-terms.ts';
import { soldFare } from '../../simulator/flights/flights-order.ts';
import type { OrderState } from '../../simulator/order-book/order-states.ts';
import { judgeStockRefund } from '../../simulator/order-book/stock-cancellations.ts';
import type { Fare, PenaltyRule } from '../../src/travel/flight.ts';
import { money } from '../../src/travel/money.ts';
import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import { payNowOfRate, payNowOfStay, type StayRate } from '../../src/travel/stay.ts';
import { itemTotal } from '../../src/trips/model/items/item-price.ts';
import { priceInCurrency } from '../../src/trips/model/items/product.ts';
import { aBookingItem, aFare, aTripItem } from '../support/products/bookings.ts';
import { aRate, aStay, aStayItem } from '../support/products/products.ts';

/**
 * What get_booking tells and what refund_check answers come by two ways, over our copy and over the supplier's: they
 * must meet at every instant.
 */
const CASES = 400;
const INSTANTS = 12;
const HOUR = 3_600_000;

/** The same numbers in every run: a case that fails can be run again. */
function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const upTo = (max: number): number => Math.floor(next() * (max + 1));
  const pick = <T>(...values: readonly [T, ...T[]]): T => values[upTo(values.length - 1)] ?? values[0];
  return { upTo, pick };
}
type Dice = ReturnType<typeof dice>;

function told(item: BookingItem, at: Date): number {
  return cancellationTimeline(item).find((step) => at < step.until)?.refund?.value ?? 0;
}
function answered(item: BookingItem, quote: SandboxQuote): number {
  return quote.kind === 'quoted' ? refundOf(item, quote.terms).value : 0;
}

function aRandomRule({ upTo, pick }: Dice): PenaltyRule {
  const [early, late] = [upTo(20_000), upTo(3_000)];
  return {
    ruleType: pick('refund', 'refund', 'change', 'no_show'),
    isAllowed: pick(true, true, false),
    fee: pick(undefined, money(upTo(9_000), 'USD'), money(upTo(60_000), 'USD')),
    minMinutesBeforeDeparture: pick(undefined, late),
    maxMinutesBeforeDeparture: pick(undefined, undefined, late + early),
    maxMinutesAfterDeparture: pick(undefined, undefined, undefined, upTo(3_000)),
  };
}
function aRandomFare(roll: Dice): Fare {
  const rules = Array.from({ length: roll.upTo(4) }, () => aRandomRule(roll));
  const base = money(roll.upTo(40_000), 'USD');
  return aFare({
    rules,
    passengerPrices: [
      { kind: 'adt', quantity: 1 + roll.upTo(3), baseFare: base, taxes: money(0, 'USD'), taxLines: [] },
    ],
    refundSupport: roll.pick('automatic', 'manual'),
  });
}

test('of random fares, bought when they will, in any currency and after earlier changes', () => {
  for (let seed = 1; seed <= CASES; seed += 1) {
    const roll = dice(seed);
    const fare = aRandomFare(roll);
    const tripItem = aTripItem('a', fare);
    if (tripItem.kind !== 'flight') throw new Error('it is a flight');
    const [departure, rate] = [new Date('2026-06-10T12:00:00Z').getTime(), roll.pick(1, 0.9137, 149.37)];
    const bookedAt = new Date(departure - roll.upTo(20 * 24) * HOUR - 1);
    const originTotal = money(1 + roll.upTo(90_000), 'USD');
    const currency = rate === 1 ? 'USD' : rate > 1 ? 'JPY' : 'EUR';
    const total = money(Math.round((originTotal.value * rate) / (currency === 'JPY' ? 100 : 1)), currency);
    const nonRefundable = money(roll.pick(0, 0, Math.floor(total.value / 3)), currency);
    const item = aBookingItem('a', {
      status: 'confirmed',
      bookedAt,
      tripItem,
      rate,
      originTotal,
      total,
      nonRefundable,
    });
    const order: OrderState = {
      reference: 'r',
      orderId: 'o',
      status: 'booked',
      scenario: undefined,
      confirmationNumber: 'ABCDEF',
      total: originTotal,
      bookedAt,
      confirmedAt: bookedAt,
      untilConfirmed: undefined,
    };
    const terms = flightTermsOf(tripItem.offer, soldFare(fare, bookedAt));
    for (const until of [
      ...cancellationTimeline(item).map((step) => step.until.getTime()),
      ...Array.from({ length: INSTANTS }, () => bookedAt.getTime() + roll.upTo(40 * 24) * HOUR),
    ]) {
      for (const at of [until - 1, until].map((instant) => new Date(Math.max(instant, bookedAt.getTime())))) {
        expect([seed, at.toISOString(), answered(item, judgeFlightRefund({ ...order, terms }, at))]).toEqual([
          seed,
          at.toISOString(),
          told(item, at),
        ]);
      }
    }
  }
});

function aRandomRate(roll: Dice, index: number): StayRate & { readonly cancellation: CancellationSchedule } {
  const total = 1_000 + roll.upTo(90_000);
  const penalties = Array.from({ length: roll.upTo(3) }, () => roll.pick(0, roll.upTo(total), total)).sort(
    (a, b) => a - b,
  );
  const cancellation = penalties.map((penalty, step) => ({
    from: new Date(Date.parse('2026-09-20T00:00:00Z') + (step * 5 * 24 + roll.upTo(100)) * HOUR),
    penalty: money(penalty, 'EUR'),
    basis: 'amount' as const,
  }));
  const paymentType = roll.pick('pay_now', 'pay_now', 'pay_at_property');
  return { ...aRate({ rateKey: `r${index}`, total: money(total, 'EUR'), paymentType }), cancellation };
}

test('of random stays of one to three rooms, each with terms of its own, paid here or there', () => {
  for (let seed = 1; seed <= CASES; seed += 1) {
    const roll = dice(seed);
    const rates = [
      aRandomRate(roll, 0),
      ...Array.from({ length: roll.upTo(2) }, (_, index) => aRandomRate(roll, index + 1)),
    ] as const;
    const [currency, rate] = roll.pick(['EUR', 1] as const, ['JPY', 163.21] as const, ['GBP', 0.8613] as const);
    const stay = aStay({ rates });
    const plain = aStayItem({ stay, rate, originPrice: payNowOfStay(stay) });
    const tripItem = { ...plain, price: priceInCurrency(plain, currency, rate) };
    const bookedAt = new Date('2026-09-19T00:00:00Z');
    const item = aBookingItem('a', {
      kind: 'hotel',
      status: 'confirmed',
      bookedAt,
      tripItem,
      rate,
      originTotal: payNowOfStay(stay),
      total: itemTotal(tripItem),
      nonRefundable: money(0, currency),
    });
    const endsAt = new Date('2026-10-08T10:00:00Z');
    const order = {
      kind: 'stay',
      reference: 'r',
      orderId: 'o',
      status: 'booked',
      scenario: undefined,
      confirmationNumber: '1',
      total: payNowOfStay(stay),
      bookedAt,
      confirmedAt: bookedAt,
      untilConfirmed: undefined,
      keys: [],
      extras: [],
      uses: [],
      dueLater: money(0, 'EUR'),
      cancellations: rates.map(({ cancellation }) => cancellation),
      shares: rates.map((room) => ({ price: room.total, paid: payNowOfRate(room) })),
      endsAt,
    } as const;
    for (const until of [
      ...cancellationTimeline(item).map((step) => step.until.getTime()),
      ...Array.from({ length: INSTANTS }, () => bookedAt.getTime() + roll.upTo(25 * 24) * HOUR),
    ]) {
      for (const at of [new Date(until - 1), new Date(until)]) {
        expect([seed, at.toISOString(), answered(item, judgeStockRefund(order, at))]).toEqual([
          seed,
          at.toISOString(),
          told(item, at),
        ]);
      }
    }
  }
});

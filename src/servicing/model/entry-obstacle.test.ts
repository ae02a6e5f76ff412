import { describe, expect, test } from 'vitest';
import { aBooking, aBookingItem, aTripItem } from '../../../test/support/products/bookings.ts';
import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import { fulfilmentLifecycle } from '../../bookings/model/fulfilment-states.ts';
import { bookingItemLifecycle } from '../../bookings/model/booking-item-states.ts';
import { bookingLifecycle } from '../../bookings/model/booking-states.ts';
import { withAddition, withoutItem, withReplacement } from '../../bookings/model/serviced-booking.ts';
import { asId } from '../../platform/ids.ts';
import { money } from '../../travel/money.ts';
import { agreedRefund, type CancellationPlan, type ChangePlan, type ExchangePlan } from './change.ts';
import { findEntryObstacle } from './entry-obstacle.ts';

const eur = (value: number) => money(value, 'EUR');
const now = new Date('2026-06-02T12:00:00Z');
const a = asId('item', 'a');

function cancellationPlan(totalPaid: number, refund: number): CancellationPlan {
  return {
    kind: 'cancellation',
    totalPaid: eur(totalPaid),
    refund: eur(refund),
    penalty: eur(totalPaid - refund),
    originPenalty: eur(0),
    support: 'automatic',
    manualReason: undefined,
  };
}
function exchange(due: number, refund: number): ExchangePlan {
  return {
    kind: 'exchange',
    exchangeKey: 'x',
    replacement: aTripItem('new'),
    originTotal: eur(20_000),
    originPenalty: eur(0),
    fareDifference: eur(due - refund),
    penalty: eur(0),
    due: eur(due),
    refund: eur(refund),
    isOnRequest: false,
  };
}
/**
 * Every way to give up, exchange or add to an item of 200.00: as it was paid for, as if nothing had been, and for more
 * than was paid.
 */
const PLANS: Readonly<Record<string, ChangePlan>> = {
  'giving up for all of it': cancellationPlan(20_000, 20_000),
  'giving up for a part': cancellationPlan(20_000, 5_000),
  'giving up for nothing': cancellationPlan(20_000, 0),
  'giving up what was not paid': cancellationPlan(0, 0),
  'giving up for more than was paid': cancellationPlan(20_000, 20_001),
  'a dearer exchange': exchange(3_000, 0),
  'an even exchange': exchange(0, 0),
  'a cheaper exchange': exchange(0, 3_000),
  'an exchange for more than was paid': exchange(0, 20_001),
  'adding services': { kind: 'services', services: [], originTotal: eur(4_500), due: eur(4_500) },
};

/** What the supplier's yes makes of the booking. */
function enter(booking: Booking, plan: ChangePlan): Booking {
  const [item] = booking.items;
  if (item === undefined) throw new Error('Nothing to change.');
  if (plan.kind === 'cancellation') return withoutItem(booking, { itemId: item.itemId, refund: agreedRefund(plan) });
  if (plan.kind === 'services') {
    const { tripItem } = item;
    return withAddition(booking, { itemId: item.itemId, tripItem, originTotal: plan.originTotal, due: plan.due });
  }
  const { replacement: tripItem, originTotal, due, refund, penalty } = plan;
  const order = { orderId: 'o', confirmationNumber: 'PNR', tickets: [], total: originTotal };
  return withReplacement(booking, item, {
    itemId: item.itemId,
    tripItem,
    order,
    reference: 'chg_a',
    originTotal,
    due,
    refund,
    penalty,
    now,
  });
}

const OTHERS = [undefined, ...bookingItemLifecycle.states] as const;
const booked = (id: string, status: BookingItem['status']): BookingItem => aBookingItem(id, { status, bookedAt: now });
const each = bookingLifecycle.states.flatMap((status) =>
  fulfilmentLifecycle.states.flatMap((phase) =>
    bookingItemLifecycle.states.flatMap((own) =>
      OTHERS.flatMap((other) =>
        Object.entries(PLANS).map(([name, plan]) => ({
          booking: aBooking([booked('a', own), ...(other === undefined ? [] : [booked('b', other)])], {
            status,
            phase,
          }),
          own,
          other,
          name,
          plan,
        })),
      ),
    ),
  ),
);

describe('every status of a booking, phase, status of the item and of the one beside it, and change', () => {
  test('what may be asked of a supplier can be entered: the booking moves along its table, or stays as it is', () => {
    for (const { booking, other, plan } of each) {
      if (findEntryObstacle(booking, a, plan) !== undefined) continue;
      const after = enter(booking, plan);
      const isStanding = after.items.some(({ status }) => status === 'confirmed');
      expect(after.status).toBe(booking.status === 'failed' ? 'failed' : isStanding ? 'confirmed' : 'cancelled');
      expect(
        after.status === booking.status ||
          [...bookingLifecycle.next[booking.status]].some((next) => next === after.status),
      ).toBe(true);
      expect(isStanding).toBe(plan.kind !== 'cancellation' || other === 'confirmed');
      expect(
        after.items.every(
          ({ total, nonRefundable }) =>
            total.value >= 0 && nonRefundable.value >= 0 && nonRefundable.value <= total.value,
        ),
      ).toBe(true);
      expect(after.totalRefunded.value).toBe(agreedRefund(plan).value);
    }
  });

  test('an item that stands of a booking that has ended may be changed, one that nobody has paid for only given up, and nothing else may', () => {
    const free = each.filter(({ booking, plan }) => findEntryObstacle(booking, a, plan) === undefined);
    expect(new Set(free.map(({ booking, own }) => `${booking.phase} ${own}`))).toEqual(new Set(['done confirmed']));
    expect(new Set(free.map(({ booking, name }) => `${booking.status}: ${name}`))).toEqual(
      new Set([
        'confirmed: giving up for all of it',
        'confirmed: giving up for a part',
        'confirmed: giving up for nothing',
        'confirmed: a dearer exchange',
        'confirmed: an even exchange',
        'confirmed: a cheaper exchange',
        'confirmed: adding services',
        'failed: giving up what was not paid',
      ]),
    );
    expect(new Set(free.map(({ other }) => other))).toEqual(new Set(OTHERS));
  });
});

test('what stands of a booking that failed is given up one after the other, and it stays failed', () => {
  const booking = aBooking([booked('a', 'confirmed'), booked('b', 'confirmed')], {
    status: 'failed',
    phase: 'done',
    failure: 'unpaid',
  });
  const [first, second] = booking.items;
  const after = withoutItem(withoutItem(booking, { itemId: first?.itemId ?? a, refund: eur(0) }), {
    itemId: second?.itemId ?? a,
    refund: eur(0),
  });
  expect([after.status, after.items.map(({ status }) => status), after.totalRefunded.value]).toEqual([
    'failed',
    ['cancelled', 'cancelled'],
    0,
  ]);
});

test('an obstacle tells the status of the item, or that it is none of the booking', () => {
  const booking = aBooking([booked('a', 'refunded')], { status: 'cancelled', phase: 'done' });
  expect(findEntryObstacle(booking, a)).toEqual({
    reason: 'This item is refunded: it cannot be changed any more.',
    status: 'refunded',
  });
  expect(findEntryObstacle(booking, asId('item', 'z'))).toMatchObject({ status: 'missing' });
  const failed = aBooking([booked('a', 'confirmed')], { status: 'failed', phase: 'done' });
  expect([
    findEntryObstacle(failed, a, exchange(0, 0))?.reason,
    findEntryObstacle(failed, a, cancellationPlan(20_000, 0))?.reason,
  ]).toEqual([expect.stringContaining('given up, not exchanged'), expect.stringContaining('fresh quote')]);
});

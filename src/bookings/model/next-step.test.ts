import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBooking, aBookingItem, aFare } from '../../../test/support/products/bookings.ts';
import { anItem } from '../../../test/support/products/trips.ts';
import type { Booking, BookingItem } from './booking.ts';
import { bookingItemLifecycle } from './booking-item-states.ts';
import { bookedTotal, lookUpDelaySeconds, nextStep, type NextStep, waitSeconds } from './next-step.ts';
import { cheapestToCancelFirst, cancellationCostRank } from './booking-order.ts';

const now = new Date('2026-06-01T12:00:30Z');
const bookedAt = new Date('2026-06-01T12:00:10Z');
const decide = (
  booking: Booking,
  at: Date = now,
  lookedUp: readonly string[] = [],
  cancelTried: readonly string[] = [],
): NextStep => nextStep(booking, { now: at, lookedUp: new Set(lookedUp), cancelTried: new Set(cancelTried) });
const confirmed = (id: string, overrides: Partial<BookingItem> = {}) =>
  aBookingItem(id, { status: 'confirmed', bookedAt, ...overrides });

describe('nextStep', () => {
  test('items are booked one after the other, and what is booked is captured', () => {
    expect(decide(aBooking([aBookingItem('a'), aBookingItem('b')]))).toMatchObject({
      kind: 'book',
      item: { itemId: 'a' },
    });
    expect(decide(aBooking([confirmed('a'), aBookingItem('b')]))).toMatchObject({
      kind: 'book',
      item: { itemId: 'b' },
    });
    expect(decide(aBooking([confirmed('a'), confirmed('b')]))).toEqual({
      kind: 'capture',
      amount: { value: 40_000, currency: 'EUR' },
    });
  });

  test('an item whose call was never answered is looked up, never booked again blindly', () => {
    expect(decide(aBooking([aBookingItem('a', { status: 'booking' })]))).toMatchObject({
      kind: 'look_up',
      item: { itemId: 'a' },
    });
    expect(decide(aBooking([aBookingItem('a', { status: 'unknown' })]))).toMatchObject({ kind: 'look_up' });
    expect(decide(aBooking([aBookingItem('a', { status: 'unknown' })]), now, ['a'])).toEqual({ kind: 'wait' });
  });

  test('all or nothing: a later item waits until the one before it is settled', () => {
    expect(decide(aBooking([aBookingItem('a', { status: 'awaiting' }), aBookingItem('b')]), now, ['a'])).toEqual({
      kind: 'wait',
    });
  });

  test('keep confirmed: an accepted item does not hold up the others', () => {
    const booking = aBooking([aBookingItem('a', { status: 'awaiting' }), aBookingItem('b')], {
      onPartial: 'keep_confirmed',
    });
    expect(decide(booking, now, ['a'])).toMatchObject({ kind: 'book', item: { itemId: 'b' } });
  });

  test('all or nothing: after a failure the confirmed ones are undone and the hold released', () => {
    expect(decide(aBooking([confirmed('a'), aBookingItem('b', { status: 'failed' })]))).toMatchObject({
      kind: 'cancel',
      item: { itemId: 'a' },
    });
    expect(
      decide(aBooking([aBookingItem('a', { status: 'cancelled' }), aBookingItem('b', { status: 'failed' })])),
    ).toEqual({ kind: 'release' });
    expect(decide(aBooking([aBookingItem('a', { status: 'failed' }), aBookingItem('b')]))).toEqual({ kind: 'release' });
  });

  test('an item that cannot be undone free of charge is kept, and it alone is captured', () => {
    const booking = aBooking([confirmed('a', { isRetained: true }), aBookingItem('b', { status: 'failed' })]);
    expect(decide(booking)).toEqual({ kind: 'capture', amount: { value: 20_000, currency: 'EUR' } });
  });

  test('keep confirmed: a failure costs only itself', () => {
    const booking = aBooking([aBookingItem('a', { status: 'failed' }), aBookingItem('b')], {
      onPartial: 'keep_confirmed',
    });
    expect(decide(booking)).toMatchObject({ kind: 'book', item: { itemId: 'b' } });
    const ended = aBooking([aBookingItem('a', { status: 'failed' }), confirmed('b')], { onPartial: 'keep_confirmed' });
    expect(decide(ended)).toEqual({ kind: 'capture', amount: { value: 20_000, currency: 'EUR' } });
  });

  test('open items are given up when their time is over, not a moment before', () => {
    const booking = aBooking([aBookingItem('a', { status: 'awaiting' })]);
    expect(decide(booking, new Date('2026-06-06T11:59:59Z'), ['a'])).toEqual({ kind: 'wait' });
    expect(decide(booking, new Date('2026-06-06T12:00:00Z'), ['a'])).toMatchObject({
      kind: 'cancel',
      item: { itemId: 'a' },
    });
  });

  test('over: what this run has not asked about yet is looked up before anything is given up or undone', () => {
    const over = new Date('2026-06-06T13:00:00Z');
    expect(decide(aBooking([aBookingItem('a', { status: 'awaiting' })]), over)).toMatchObject({
      kind: 'look_up',
      item: { itemId: 'a' },
    });
    expect(decide(aBooking([aBookingItem('a', { status: 'unknown' })]), over)).toMatchObject({ kind: 'look_up' });
    expect(decide(aBooking([confirmed('a'), aBookingItem('b', { status: 'awaiting' })]), over)).toMatchObject({
      kind: 'look_up',
      item: { itemId: 'b' },
    });
  });

  test('over: what never was confirmed is cancelled first, for it may turn out to be booked for good', () => {
    const over = new Date('2026-06-06T13:00:00Z');
    const booking = aBooking([confirmed('a'), aBookingItem('b', { status: 'awaiting' })]);
    expect(decide(booking, over, ['b'])).toMatchObject({ kind: 'cancel', item: { itemId: 'b' } });
    expect(
      decide(
        aBooking([confirmed('a'), confirmed('b', { isRetained: true })], { phase: 'undoing' }),
        over,
        ['b'],
        ['b'],
      ),
    ).toMatchObject({ kind: 'capture', amount: { value: 40_000 } });
    expect(decide(aBooking([confirmed('a'), confirmed('b'), aBookingItem('c')]), over)).toMatchObject({
      kind: 'cancel',
      item: { itemId: 'a' },
    });
  });

  test('nothing whose answer is owed is cancelled or paid for before it was asked about', () => {
    const drawn = fc.record({
      status: fc.constantFrom(...bookingItemLifecycle.states),
      isAsked: fc.boolean(),
      isTried: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('all_or_nothing' as const, 'keep_confirmed' as const),
        (drafts, onPartial) => {
          const items = drafts.map(({ status }, index) =>
            aBookingItem(`i${index}`, { status, bookedAt: status === 'confirmed' ? bookedAt : undefined }),
          );
          const named = (which: (draft: (typeof drafts)[number]) => boolean) =>
            items
              .filter((_item, index) => drafts.some((draft, at) => at === index && which(draft)))
              .map((item) => item.itemId);
          const booking = aBooking(items, { onPartial });
          const step = decide(
            booking,
            booking.openUntil,
            named((draft) => draft.isAsked),
            named((draft) => draft.isTried),
          );
          const unasked = named((draft) => !draft.isAsked && ['booking', 'unknown', 'awaiting'].includes(draft.status));
          return unasked.length > 0
            ? step.kind === 'look_up' && unasked.includes(step.item.itemId)
            : step.kind !== 'look_up' && step.kind !== 'book';
        },
      ),
    );
  });

  test('a cancellation whose answer is not known is tried again by the next run', () => {
    const booking = aBooking([aBookingItem('a', { status: 'cancelling', bookedAt })], { phase: 'undoing' });
    expect(decide(booking)).toMatchObject({ kind: 'cancel' });
    expect(decide(booking, now, [], ['a'])).toEqual({ kind: 'wait' });
  });

  test('without the money what was booked is undone, and what cannot be undone is our loss', () => {
    const booking = aBooking([confirmed('a')], { phase: 'undoing', failure: 'unpaid' });
    expect(decide(booking)).toMatchObject({ kind: 'cancel' });
    expect(decide(aBooking([confirmed('a', { isRetained: true })], { phase: 'undoing', failure: 'unpaid' }))).toEqual({
      kind: 'end_unpaid',
    });
  });

  test('money moves only when no supplier owes an answer, and exactly for what stands confirmed', () => {
    const item = fc.record({
      status: fc.constantFrom(...bookingItemLifecycle.states),
      isRetained: fc.boolean(),
      total: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('all_or_nothing' as const, 'keep_confirmed' as const),
        fc.boolean(),
        (drafts, onPartial, isOver) => {
          const items = drafts.map((draft, index) =>
            aBookingItem(`i${index}`, { ...draft, bookedAt, total: { value: draft.total, currency: 'KWD' } }),
          );
          const booking = aBooking(items, { onPartial, totalQuoted: { value: 5_000_000, currency: 'KWD' } });
          const step = decide(
            booking,
            isOver ? booking.openUntil : now,
            items.map((one) => one.itemId),
          );
          if (step.kind !== 'capture' && step.kind !== 'release') return true;
          const isSettled = items.every(
            (one) => !['booking', 'unknown', 'awaiting', 'cancelling'].includes(one.status),
          );
          const standing = items.filter((one) => one.status === 'confirmed');
          const hasFailure = items.some((one) => one.status === 'failed' || one.status === 'cancelled');
          const isUndone = onPartial === 'keep_confirmed' || !hasFailure || standing.every((one) => one.isRetained);
          const sum = standing.reduce((total, one) => total + one.total.value, 0);
          return isSettled && isUndone && (step.kind === 'capture' ? step.amount.value === sum : standing.length === 0);
        },
      ),
    );
  });
});

test('look-ups come after 30 s, then double, and never rarer than hourly', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 20].map(lookUpDelaySeconds)).toEqual([
    30, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600,
  ]);
});

test('a waiting process wakes at the moment open items are given up', () => {
  const booking = aBooking([aBookingItem('a', { status: 'awaiting', lookUps: 20 })]);
  expect(waitSeconds(booking, new Date('2026-06-06T11:50:00Z'))).toBe(600);
  expect(waitSeconds(booking, new Date('2026-06-02T12:00:00Z'))).toBe(3600);
  expect(waitSeconds(booking, new Date('2026-06-07T10:50:00Z'))).toBe(600);
  expect(waitSeconds(booking, new Date('2026-06-07T11:00:00Z'))).toBe(3600);
});

test('only what stands confirmed is paid for', () => {
  expect(bookedTotal(aBooking([confirmed('a'), aBookingItem('b', { status: 'failed' })])).value).toBe(20_000);
});

test('free to cancel first, then with a fee, non-refundable last', () => {
  const fee = aFare({
    rules: [
      {
        ruleType: 'refund',
        isAllowed: true,
        fee: { value: 5_000, currency: 'EUR' },
        minMinutesBeforeDeparture: undefined,
        maxMinutesBeforeDeparture: undefined,
        maxMinutesAfterDeparture: undefined,
      },
    ],
  });
  const fares = { never: aFare({ isRefundable: false }), fee, free: aFare(), free2: aFare() };
  expect(
    cheapestToCancelFirst(['never', 'fee', 'free', 'free2'] as const, (name) =>
      cancellationCostRank(anItem({ fare: fares[name] }), new Date('2026-06-01T12:00:00Z')),
    ),
  ).toEqual(['free', 'free2', 'fee', 'never']);
});

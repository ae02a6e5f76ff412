import { describe, expect, test } from 'vitest';
import { judgeCancellation, recordLocator, type SandboxOrder, ticketNumber } from './flights-order.ts';
import { describeOrder, orderLifecycle } from '../order-book/order-states.ts';

const booked = new Date('2026-11-20T10:00:00Z');
const minutesLater = (minutes: number): Date => new Date(booked.getTime() + minutes * 60_000);
const anOrder = (part: Partial<SandboxOrder> = {}): SandboxOrder => ({
  reference: 'ref_1',
  orderId: 'so_1',
  status: 'booked',
  scenario: undefined,
  offerKey: 'k',
  fareKey: 'LIGHT',
  confirmationNumber: 'ABCDEF',
  tickets: [],
  seats: [],
  total: { value: 10_000, currency: 'EUR' },
  bookedAt: booked,
  confirmedAt: booked,
  untilConfirmed: undefined,
  fare: undefined,
  exchangedFor: undefined,
  ...part,
});

describe('sandbox orders', () => {
  test('every status has a row, and rows name only statuses', () => {
    for (const status of orderLifecycle.states)
      for (const next of orderLifecycle.next[status]) expect(orderLifecycle.states).toContain(next);
  });

  test('an order is pending or unknown until its time, then confirmed', () => {
    const slow = anOrder({ confirmedAt: minutesLater(360), untilConfirmed: 'pending' });
    expect(describeOrder(slow, minutesLater(359)).kind).toBe('pending');
    expect(describeOrder(slow, minutesLater(360)).kind).toBe('confirmed');
    expect(
      describeOrder(anOrder({ confirmedAt: minutesLater(10), untilConfirmed: 'unknown' }), minutesLater(9)).kind,
    ).toBe('unknown');
  });

  test('the void window is 24 hours from ticketing and closes on the second', () => {
    expect(judgeCancellation(anOrder(), minutesLater(24 * 60 - 1))).toBeUndefined();
    expect(judgeCancellation(anOrder(), minutesLater(24 * 60))?.kind).toBe('refused');
  });

  test('a pending order may be cancelled at any time, an unknown one is answered unknown', () => {
    expect(
      judgeCancellation(anOrder({ confirmedAt: minutesLater(9000), untilConfirmed: 'pending' }), minutesLater(8000)),
    ).toBeUndefined();
    expect(
      judgeCancellation(anOrder({ confirmedAt: minutesLater(10), untilConfirmed: 'unknown' }), minutesLater(5))?.kind,
    ).toBe('unknown');
  });

  test('documents are a pure function of the reference', () => {
    expect(recordLocator('org_1', 'ref_1')).toBe(recordLocator('org_1', 'ref_1'));
    expect(recordLocator('org_1', 'ref_1')).not.toBe(recordLocator('org_1', 'ref_2'));
    expect(ticketNumber({ code: 'AF', ticketPrefix: '057' }, 'org_1', 'ref_1', 0)).not.toBe(
      ticketNumber({ code: 'AF', ticketPrefix: '057' }, 'org_1', 'ref_1', 1),
    );
    expect(ticketNumber({ code: 'AF', ticketPrefix: '057' }, 'org_1', 'ref_1', 0)).toMatch(/^057\d{10}$/);
    expect(ticketNumber({ code: 'Q1' }, 'org_1', 'ref_1', 0)).toMatch(/^[1-8]\d{12}$/);
    expect(ticketNumber({ code: 'Q1' }, 'org_1', 'ref_1', 0).slice(0, 3)).toBe(
      ticketNumber({ code: 'Q1' }, 'org_2', 'ref_9', 3).slice(0, 3),
    );
  });
});

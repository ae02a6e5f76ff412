import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookingItemLifecycle } from '../../../bookings/model/booking-item-states.ts';
import { fulfilmentLifecycle } from '../../../bookings/model/fulfilment-states.ts';
import { scheduleLifecycle } from '../../../bookings/model/schedule-states.ts';
import { paymentLifecycle, refundLifecycle } from '../../../payments/model/payment-states.ts';
import { changeLifecycle } from '../../../servicing/model/change-states.ts';
import { type BookingFacts, closedMonth, staysFor } from './may-archive.ts';

const BEFORE = new Date('2030-06-15T12:00:00Z');
const OVER: BookingFacts = {
  createdAt: new Date('2029-11-30T23:59:59Z'),
  lastArrivalAt: new Date('2029-12-31T23:59:59Z'),
  phase: 'done',
  isArchived: false,
  items: ['confirmed', 'cancelled', 'refunded', 'exchanged', 'failed'],
  changes: ['quoted', 'paying', 'done', 'failed'],
  payments: ['captured', 'released', 'created', 'declined', 'voided'],
  refunds: ['refunded', 'refused'],
  scheduleChanges: ['open', 'accepted', 'refunded', 'superseded'],
};
const some = <T>(states: readonly T[]) => fc.subarray([...states]);
const anyFacts: fc.Arbitrary<BookingFacts> = fc.record({
  createdAt: fc.date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
  lastArrivalAt: fc.date({ min: new Date('2029-01-01'), max: new Date('2031-01-01'), noInvalidDate: true }),
  phase: fc.constantFrom(...fulfilmentLifecycle.states),
  isArchived: fc.boolean(),
  items: some(bookingItemLifecycle.states),
  changes: some(changeLifecycle.states),
  payments: some(paymentLifecycle.states),
  refunds: some(refundLifecycle.states),
  scheduleChanges: some(scheduleLifecycle.states),
});

test('a booking that was over before the instant, with nothing left to do, goes', () => {
  expect(staysFor(OVER, BEFORE)).toBeUndefined();
});

test.each<[string, Partial<BookingFacts>]>([
  ['archived', { isArchived: true }],
  ['young', { lastArrivalAt: BEFORE }],
  ['young', { createdAt: BEFORE }],
  ['fulfilment', { phase: 'capturing' }],
  ['fulfilment', { items: ['confirmed', 'unknown'] }],
  ['fulfilment', { items: ['cancelling'] }],
  ['change', { changes: ['done', 'pending'] }],
  ['change', { changes: ['deciding'] }],
  ['change', { changes: ['partial'] }],
  ['change', { scheduleChanges: ['accepting'] }],
  ['money', { payments: ['captured', 'processing'] }],
  ['money', { payments: ['authorised'] }],
  ['money', { payments: ['releasing'] }],
  ['money', { refunds: ['intended'] }],
])('one stays for %s: %o', (reason, facts) => {
  expect(staysFor({ ...OVER, ...facts }, BEFORE)).toBe(reason);
});

test('whatever may still move at a supplier, a processor or a desk keeps a booking where it is', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      if (staysFor(facts, BEFORE) !== undefined) return;
      expect(facts.isArchived).toBe(false);
      expect(facts.phase).toBe('done');
      for (const at of [facts.createdAt, facts.lastArrivalAt]) expect(at.getTime()).toBeLessThan(BEFORE.getTime());
      for (const item of facts.items)
        expect(['pending', 'booking', 'awaiting', 'unknown', 'cancelling']).not.toContain(item);
      for (const change of facts.changes) expect(['quoted', 'paying', 'done', 'failed']).toContain(change);
      for (const payment of facts.payments)
        expect(['created', 'declined', 'captured', 'voided', 'released']).toContain(payment);
      expect(facts.refunds).not.toContain('intended');
      expect(facts.scheduleChanges).not.toContain('accepting');
    }),
  );
});

test('what goes goes at every later instant, too, and only its age kept it at an earlier one', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(1_000_000_000), (facts, ms) => {
      const later = new Date(BEFORE.getTime() + ms);
      if (staysFor(facts, BEFORE) === undefined) expect(staysFor(facts, later)).toBeUndefined();
      else if (staysFor(facts, later) === undefined) expect(staysFor(facts, BEFORE)).toBe('young');
    }),
  );
});

test.each([
  ['2029-11-30T23:59:59.999Z', '2029-12-31T23:59:59.999Z', '2029-12-01'],
  ['2029-11-30T23:59:59.999Z', '2030-01-01T00:00:00.000Z', '2030-01-01'],
  ['2030-02-28T12:00:00.000Z', '2029-12-31T00:00:00.000Z', '2030-02-01'],
])('sold %s, over %s: the month of %s', (createdAt, lastArrivalAt, month) => {
  expect(closedMonth({ createdAt: new Date(createdAt), lastArrivalAt: new Date(lastArrivalAt) })).toBe(month);
});

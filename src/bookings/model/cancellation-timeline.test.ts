import { expect, test } from 'vitest';
import { aBookingItem, aFare, aTripItem } from '../../../test/support/bookings.ts';
import type { PenaltyRule } from '../../travel/flight.ts';
import { cancellationTimeline, refundSupportAt } from './cancellation-timeline.ts';

const bookedAt = new Date('2026-06-01T12:00:00Z');
const rule = (overrides: Partial<PenaltyRule>): PenaltyRule => ({
  ruleType: 'refund', isAllowed: true, fee: undefined, minMinutesBeforeDeparture: undefined, maxMinutesBeforeDeparture: undefined, maxMinutesAfterDeparture: undefined, ...overrides,
});
const present = (steps: ReturnType<typeof cancellationTimeline>) => steps.map((step) => [step.until.toISOString(), step.refund.value, step.penalty.value]);

test('a refundable fare: everything within 24 h of ticketing, then the fee per passenger until departure', () => {
  const fare = aFare({
    rules: [rule({ fee: { value: 4_000, currency: 'EUR' } })],
    passengerPrices: [{ kind: 'adt', quantity: 2, baseFare: { value: 0, currency: 'EUR' }, taxes: { value: 0, currency: 'EUR' }, taxLines: [] }],
  });
  expect(present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem: aTripItem('a', fare) })))).toEqual([
    ['2026-06-02T12:00:00.000Z', 20_000, 0], ['2026-06-10T12:00:00.000Z', 12_000, 8_000],
  ]);
});

test('a fee in another currency is converted at the frozen rate and never exceeds what was paid', () => {
  const fare = aFare({ rules: [rule({ fee: { value: 100_000, currency: 'USD' } })] });
  expect(present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt, rate: 0.9, tripItem: aTripItem('a', fare) })))[1]).toEqual(['2026-06-10T12:00:00.000Z', 0, 20_000]);
});

test('a non-refundable fare returns nothing after the void window', () => {
  const fare = aFare({ isRefundable: false, rules: [rule({ isAllowed: false })] });
  expect(present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem: aTripItem('a', fare) })))[1]).toEqual(['2026-06-10T12:00:00.000Z', 0, 20_000]);
});

test('the void window closes at departure', () => {
  const late = new Date('2026-06-10T00:00:00Z');
  expect(present(cancellationTimeline(aBookingItem('a', { status: 'confirmed', bookedAt: late })))).toEqual([['2026-06-10T12:00:00.000Z', 20_000, 0]]);
});

test('support follows the timeline: all of it in the void window, then the rules, by people where the supplier says so, then nothing', () => {
  const at = (tripItem: ReturnType<typeof aTripItem>) =>
    ['2026-06-02T11:59:59Z', '2026-06-02T12:00:00Z', '2026-06-10T12:00:00Z'].map((now) => refundSupportAt(aBookingItem('a', { status: 'confirmed', bookedAt, tripItem }), new Date(now)));
  const rules = [rule({})];
  expect(at(aTripItem('a', aFare({ rules })))).toEqual(['full', 'full', 'none']);
  expect(at(aTripItem('a', aFare({ rules, refundSupport: 'manual' })))).toEqual(['full', 'manual', 'none']);
  expect(at(aTripItem('a', aFare({ isRefundable: false, rules: [rule({ isAllowed: false })] })))).toEqual(['full', 'none', 'none']);
  expect(refundSupportAt(aBookingItem('a', { status: 'cancelled', bookedAt }), bookedAt)).toBe('none');
});

test('what is not booked has no timeline', () => {
  expect(cancellationTimeline(aBookingItem('a'))).toEqual([]);
});

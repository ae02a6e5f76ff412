import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFreeWithTimeToSpare, judgeCancelled, readTerms } from './cancel-terms.ts';
import type { WireBooking } from './wire-bookings.ts';

const FREE_UNTIL = '2027-02-20 10:00:00';
const BEFORE = new Date('2027-02-10T10:00:00Z');
const AFTER = new Date('2027-02-21T10:00:00Z');
const paid = { value: 11_000, currency: 'EUR' };

/** A cancelled booking of EUR 100.00, sold at EUR 110.00; free until a day, then this share of it. */
function booking(changes: Partial<WireBooking> = {}, penalty: number | null = 40): WireBooking {
  return {
    ...{ bookingId: 'b1', clientReference: 'r1', hotelConfirmationCode: null, createdAt: null, cancelledAt: null },
    ...{ status: 'CANCELLED', checkin: '2027-03-01', checkout: '2027-03-03', hotel: { hotelId: 'lp1' } },
    ...{ price: 100, currency: 'EUR', amountRefunded: null },
    cancellationPolicies:
      penalty === null
        ? null
        : {
            cancelPolicyInfos: [
              { cancelTime: FREE_UNTIL, amount: penalty, currency: 'EUR', type: 'amount', timezone: 'GMT' },
            ],
            refundableTag: 'RFN',
          },
    ...changes,
  };
}

test('free of charge counts only where it is so for another hour', () => {
  const at = (time: string) =>
    isFreeWithTimeToSpare(readTerms(booking(), paid, BEFORE), new Date(`2027-02-20T${time}Z`), 'EUR');
  expect([at('08:59:59'), at('09:00:00'), at('10:00:00')]).toEqual([true, false, false]);
  expect(isFreeWithTimeToSpare(readTerms(booking({}, null), paid, BEFORE), BEFORE, 'EUR')).toBe(false);
});

describe('a booking that is cancelled', () => {
  test.each([
    ['free, as its terms say', booking(), BEFORE, { kind: 'returned', refund: paid }],
    ['at what its terms say', booking(), AFTER, { kind: 'returned', refund: { value: 7_000, currency: 'EUR' } }],
    [
      'cheaper than they say',
      booking({ amountRefunded: 70 }),
      AFTER,
      { kind: 'returned', refund: { value: 8_000, currency: 'EUR' } },
    ],
    ['dearer than they say', booking({ amountRefunded: 50 }), AFTER, { kind: 'charged' }],
    [
      'with charges nobody names, while it is free',
      booking({ status: 'CANCELLED_WITH_CHARGES' }),
      BEFORE,
      { kind: 'charged' },
    ],
    ['with charges, where terms say so', booking({ status: 'CANCELLED_WITH_CHARGES' }), AFTER, { kind: 'returned' }],
    ['without known terms', booking({}, null), BEFORE, { kind: 'charged' }],
    [
      'without known terms, and all came back',
      booking({ amountRefunded: 100 }, null),
      BEFORE,
      { kind: 'returned', refund: paid },
    ],
  ] as const)('%s', (_name, cancelled, at, expected) => {
    expect(judgeCancelled(cancelled, paid, { at })).toMatchObject(expected);
  });

  test('never brings back more than was paid, and is a case for people exactly where it cost more than its terms', () => {
    const cents = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(cents, cents, (penalty, fee) => {
        const judged = judgeCancelled(booking({ amountRefunded: (10_000 - fee) / 100 }, penalty / 100), paid, {
          at: AFTER,
        });
        expect(judged.kind).toBe(fee > penalty ? 'charged' : 'returned');
        if (judged.kind !== 'returned') return;
        expect(judged.refund.currency).toBe('EUR');
        expect(judged.refund.value).toBeGreaterThanOrEqual(0);
        expect(judged.refund.value).toBeLessThanOrEqual(paid.value);
      }),
    );
  });
});

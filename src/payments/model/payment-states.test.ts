import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES } from './payment.ts';
import { mayMovePayment, movePayment, NEXT_PAYMENT_STATUS, paymentStatusesBefore } from './payment-states.ts';

describe('the life of a payment', () => {
  test('every pair of statuses is either in the table, the same, or refused', () => {
    for (const from of PAYMENT_STATUSES) {
      for (const to of PAYMENT_STATUSES) {
        const next: readonly string[] = NEXT_PAYMENT_STATUS[from];
        if (from === to || next.includes(to)) expect(movePayment({ status: from }, to).status).toBe(to);
        else expect(() => movePayment({ status: from }, to)).toThrow(`from ${from} to ${to}`);
      }
    }
  });

  test('staying answers the very same value', () => {
    const payment = { status: 'captured' as const };
    expect(movePayment(payment, 'captured')).toBe(payment);
  });

  test('every status can be reached from created', () => {
    const reached = new Set<string>(['created']);
    for (let round = 0; round < PAYMENT_STATUSES.length; round += 1) {
      for (const from of PAYMENT_STATUSES)
        if (reached.has(from)) for (const to of NEXT_PAYMENT_STATUS[from]) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...PAYMENT_STATUSES].sort());
  });

  test('money is captured only from an authorised payment, and only once', () => {
    expect(paymentStatusesBefore('capturing')).toEqual(['authorised']);
    expect(paymentStatusesBefore('captured')).toEqual(['capturing']);
    expect(NEXT_PAYMENT_STATUS.captured).toEqual([]);
  });

  test('what the payer was told has failed, or was voided, is never captured', () => {
    for (const from of ['declined', 'voided', 'releasing', 'released'] as const) {
      expect(mayMovePayment(from, 'authorised')).toBe(false);
      expect(mayMovePayment(from, 'capturing')).toBe(false);
    }
  });
});

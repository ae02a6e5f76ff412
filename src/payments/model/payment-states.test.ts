import { describe, expect, test } from 'vitest';
import { paymentLifecycle, refundLifecycle } from './payment-states.ts';

const { allowedFrom, mayMove, moveOrStay, next, states } = paymentLifecycle;

describe('the life of a payment', () => {
  test('every pair of statuses is either in the table, the same, or refused', () => {
    for (const from of states) {
      for (const to of states) {
        if (from === to || next[from].includes(to)) expect(moveOrStay(from, to)).toBe(to);
        else expect(() => moveOrStay(from, to)).toThrow(`from ${from} to ${to}`);
      }
    }
  });

  test('every status can be reached from created', () => {
    const reached = new Set<string>(['created']);
    for (let round = 0; round < states.length; round += 1) {
      for (const from of states) if (reached.has(from)) for (const to of next[from]) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...states].sort());
  });

  test('money is captured only from an authorised payment, and only once', () => {
    expect(allowedFrom('capturing')).toEqual(['authorised']);
    expect(allowedFrom('captured')).toEqual(['capturing']);
    expect(next.captured).toEqual([]);
  });

  test('what the payer was told has failed, or was voided, is never captured', () => {
    for (const from of ['declined', 'voided', 'releasing', 'released'] as const) {
      expect(mayMove(from, 'authorised')).toBe(false);
      expect(mayMove(from, 'capturing')).toBe(false);
    }
  });

  test('a refund is settled once: refunded or refused, and nothing leads out of either', () => {
    expect(refundLifecycle.next).toEqual({
      intended: ['refunded', 'refused'],
      refunded: [],
      refused: ['by_hand'],
      by_hand: [],
    });
  });
});

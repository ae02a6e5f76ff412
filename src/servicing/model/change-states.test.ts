import { expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import { type CancellationPlan, isUnderWay } from './change.ts';
import { changeLifecycle, moveChange, WAITING } from './change-states.ts';
import { confirmedRefund, refundStatusOf } from './cancellation.ts';

const { next, states } = changeLifecycle;
const plan = (support: CancellationPlan['support']): CancellationPlan => ({
  kind: 'cancellation',
  totalPaid: money(20_000, 'EUR'),
  refund: money(16_000, 'EUR'),
  penalty: money(4_000, 'EUR'),
  originPenalty: money(4_000, 'EUR'),
  support,
  manualReason: undefined,
});

test('a change moves along its table and no other way; staying is always allowed', () => {
  for (const from of states) {
    for (const to of states) {
      if (to === from || next[from].includes(to)) expect(moveChange({ status: from }, to)).toEqual({ status: to });
      else expect(() => moveChange({ status: from }, to)).toThrow(`A change cannot go from ${from} to ${to}.`);
    }
  }
});

test('done and failed are ends, partial until people have moved its money; what the supplier has done is never taken back', () => {
  expect(states.filter((status) => next[status].length === 0)).toEqual(['done', 'failed']);
  expect(next.partial).toEqual(['done']);
  expect(next.settling).toEqual(['done', 'partial']);
});

const CLOSING = ['deciding', 'requested', 'unknown', 'pending', 'settling'];
test('a change closes its item from its commit to its end, and not while somebody only may pay', () => {
  expect(states.filter((status) => isUnderWay({ status }))).toEqual(CLOSING);
  expect(WAITING).toEqual([...CLOSING, 'partial']);
});

test('travelers hear of a refund as refunded, pending, manual or failed, and of its amount once it is certain', () => {
  const told = states.map((status) => [
    status,
    refundStatusOf({ status, plan: plan('automatic') }),
    confirmedRefund({ status, plan: plan('automatic') })?.value,
  ]);
  expect(told).toEqual([
    ['quoted', 'pending', undefined],
    ['deciding', 'manual', undefined],
    ['paying', 'pending', undefined],
    ['requested', 'pending', undefined],
    ['unknown', 'pending', undefined],
    ['pending', 'pending', undefined],
    ['settling', 'pending', undefined],
    ['done', 'refunded', 16_000],
    ['partial', 'manual', undefined],
    ['failed', 'failed', undefined],
  ]);
  expect(refundStatusOf({ status: 'pending', plan: plan('manual') })).toBe('manual');
});

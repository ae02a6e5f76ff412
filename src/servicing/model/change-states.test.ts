import { expect, test } from 'vitest';
import { money } from '../../travel/money.ts';
import { CHANGE_STATUSES, type CancellationPlan, isUnderWay } from './change.ts';
import { moveChange, NEXT_CHANGE_STATUS } from './change-states.ts';
import { confirmedRefund, refundStatusOf } from './cancellation.ts';

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
  for (const from of CHANGE_STATUSES) {
    const next: readonly string[] = NEXT_CHANGE_STATUS[from];
    for (const to of CHANGE_STATUSES) {
      if (to === from || next.includes(to)) expect(moveChange({ status: from }, to)).toEqual({ status: to });
      else expect(() => moveChange({ status: from }, to)).toThrow(`A change cannot go from ${from} to ${to}.`);
    }
  }
});

test('done, partial and failed are ends; whatever the supplier has done is never taken back', () => {
  expect(CHANGE_STATUSES.filter((status) => NEXT_CHANGE_STATUS[status].length === 0)).toEqual([
    'done',
    'partial',
    'failed',
  ]);
  expect(NEXT_CHANGE_STATUS.settling).toEqual(['done', 'partial']);
});

test('a change closes its item from its commit to its end, and not while somebody only may pay', () => {
  expect(CHANGE_STATUSES.filter((status) => isUnderWay({ status }))).toEqual([
    'requested',
    'unknown',
    'pending',
    'settling',
  ]);
});

test('travelers hear of a refund as refunded, pending, manual or failed, and of its amount once it is certain', () => {
  const told = CHANGE_STATUSES.map((status) => [
    status,
    refundStatusOf({ status, plan: plan('automatic') }),
    confirmedRefund({ status, plan: plan('automatic') })?.value,
  ]);
  expect(told).toEqual([
    ['quoted', 'pending', undefined],
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

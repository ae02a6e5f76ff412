import { expect, test } from 'vitest';
import { aBookingItem } from '../../../test/support/products/bookings.ts';
import { money, zeroMoney } from '../../travel/money.ts';
import type { CancellationPlan } from './change.ts';
import { decidePlan } from './decided-plan.ts';

const usd = (value: number) => money(value, 'USD');
/** A stay of USD 110.00, of which 10.00 is the service fee; the supplier was paid 100.00. */
const STAY = aBookingItem('itm_1', {
  total: usd(11_000),
  originTotal: usd(10_000),
  rate: 1,
  nonRefundable: usd(1_000),
  serviceFee: usd(1_000),
});
/** Agreed to come back whole, with the fee. */
const FREE: CancellationPlan = {
  kind: 'cancellation',
  totalPaid: usd(11_000),
  refund: usd(11_000),
  penalty: zeroMoney('USD'),
  serviceFee: usd(1_000),
  isServiceFeeReturned: true,
  originPenalty: zeroMoney('USD'),
  support: 'manual',
  manualReason: 'The property charged.',
  isCharged: true,
};
const decide = (value: number, plan = FREE) => decidePlan(plan, STAY, { refund: usd(value), by: 'user_1' });

test('all that was agreed comes back with the fee, and the supplier may withhold nothing', () => {
  expect(decide(11_000)).toMatchObject({
    refund: usd(11_000),
    penalty: usd(0),
    isServiceFeeReturned: true,
    originPenalty: usd(0),
    decidedBy: 'user_1',
  });
});

test('the fee goes back last: up to what the supplier was paid it is retained', () => {
  expect(decide(10_000)).toMatchObject({ penalty: usd(1_000), isServiceFeeReturned: false, originPenalty: usd(0) });
  expect(decide(10_500)).toMatchObject({ penalty: usd(500), isServiceFeeReturned: true, originPenalty: usd(500) });
  expect(decide(4_000)).toMatchObject({ penalty: usd(7_000), isServiceFeeReturned: false, originPenalty: usd(6_000) });
});

test('nothing: the supplier may withhold all', () => {
  expect(decide(0)).toMatchObject({ penalty: usd(11_000), isServiceFeeReturned: false, originPenalty: usd(10_000) });
});

test('no more than was paid, no fee that was not agreed to come back, and no other currency', () => {
  expect(decide(11_001)).toBeUndefined();
  expect(decide(-1)).toBeUndefined();
  expect(decide(10_001, { ...FREE, isServiceFeeReturned: false })).toBeUndefined();
  expect(decidePlan(FREE, STAY, { refund: money(1, 'EUR'), by: 'user_1' })).toBeUndefined();
});

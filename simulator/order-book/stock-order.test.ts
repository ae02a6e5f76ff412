import { describe, expect, test } from 'vitest';
import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import { money } from '../../src/travel/money.ts';
import {
  carConfirmationNumber,
  gatherUses,
  hotelConfirmationNumber,
  judgeStockCancellation,
  onRequestMs,
  type StockOrder,
} from './stock-order.ts';

const BOOKED_AT = new Date('2026-11-20T10:00:00Z');
const minutesLater = (minutes: number): Date => new Date(BOOKED_AT.getTime() + minutes * 60_000);
const step = (minutes: number, value: number): CancellationSchedule[number] => ({
  from: minutesLater(minutes),
  penalty: money(value, 'EUR'),
  basis: 'amount',
});
const anOrder = (part: Partial<StockOrder> = {}): StockOrder => ({
  kind: 'stay',
  reference: 'ref_1',
  orderId: 'so_1',
  status: 'booked',
  scenario: undefined,
  keys: ['k'],
  extras: [],
  uses: [],
  confirmationNumber: '12345678',
  total: money(10_000, 'EUR'),
  dueLater: money(0, 'EUR'),
  cancellations: [],
  shares: [],
  endsAt: undefined,
  bookedAt: BOOKED_AT,
  confirmedAt: BOOKED_AT,
  untilConfirmed: undefined,
  ...part,
});

describe('undoing a stay or a rental', () => {
  test('is free until the first room asks for something', () => {
    const order = anOrder({ cancellations: [[step(500, 10)], [step(-1, 0), step(100, 10)]] });
    expect(judgeStockCancellation(order, minutesLater(99))).toBeUndefined();
    expect(judgeStockCancellation(order, minutesLater(100))).toEqual({
      kind: 'refused',
      reason: 'It cannot be undone free of charge.',
    });
  });

  test('is never free for a plan that cannot be given back, not even in its first minute', () => {
    expect(judgeStockCancellation(anOrder({ cancellations: [[step(0, 10_000)]] }), minutesLater(0))?.kind).toBe(
      'refused',
    );
  });

  test('is free for whatever plan while the seller has not accepted it, and not known while nothing is known', () => {
    const cancellations = [[step(0, 10_000)]];
    expect(
      judgeStockCancellation(
        anOrder({ cancellations, confirmedAt: minutesLater(60), untilConfirmed: 'pending' }),
        minutesLater(59),
      ),
    ).toBeUndefined();
    expect(
      judgeStockCancellation(
        anOrder({ cancellations, confirmedAt: minutesLater(60), untilConfirmed: 'pending' }),
        minutesLater(60),
      )?.kind,
    ).toBe('refused');
    expect(
      judgeStockCancellation(anOrder({ confirmedAt: minutesLater(10), untilConfirmed: 'unknown' }), minutesLater(9))
        ?.kind,
    ).toBe('unknown');
  });

  test('is answered as it was when it has been done', () => {
    expect(
      judgeStockCancellation(anOrder({ status: 'cancelled', cancellations: [[step(0, 10_000)]] }), minutesLater(9)),
    ).toEqual({ kind: 'cancelled', refund: { value: 10_000, currency: 'EUR' } });
  });
});

test('uses of one day are one, and stand in the order of their keys', () => {
  const uses = [
    { key: 'b', date: '2027-01-15', count: 1 },
    { key: 'a', date: '2027-01-14', count: 1 },
    { key: 'b', date: '2027-01-15', count: 2 },
  ];
  expect(gatherUses(uses)).toEqual([
    { key: 'a', date: '2027-01-14', count: 1 },
    { key: 'b', date: '2027-01-15', count: 3 },
  ]);
});

test('numbers and waits are a pure function of organization and reference', () => {
  expect([hotelConfirmationNumber('org_1', 'ref_1'), carConfirmationNumber('org_1', 'ref_1', 'FR')]).toEqual([
    '94999152',
    'A862221918FR',
  ]);
  expect(
    new Set(
      [
        ['org_1', 'ref_1'],
        ['org_1', 'ref_2'],
        ['org_2', 'ref_1'],
      ].map(([org = '', ref = '']) => hotelConfirmationNumber(org, ref)),
    ).size,
  ).toBe(3);
  const waits = Array.from({ length: 500 }, (_, index) => onRequestMs('org_1', `ref_${index}`) / 60_000);
  expect([Math.min(...waits) >= 60, Math.max(...waits) <= 360, new Set(waits).size > 150]).toEqual([true, true, true]);
  expect(onRequestMs('org_1', 'ref_1')).toBe(3_660_000);
});

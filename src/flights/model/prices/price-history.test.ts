import { expect, test } from 'vitest';
import { measureHistory, planPurchases, type SeenFare, seenPoint } from './price-history.ts';

const TODAY = '2026-11-22';
const seen = (price: number, seenOn: string, part: Partial<SeenFare> = {}): SeenFare => ({
  price,
  seenOn,
  departureMonth: '2027-03-01',
  leadDays: 120,
  ...part,
});

test('the last 90 days stand for themselves, older ones for the Monday of their week, none for a day before the first looked at', () => {
  expect(seenPoint('2026-11-22', TODAY)).toBe('2026-11-22');
  expect(seenPoint('2026-08-25', TODAY)).toBe('2026-08-25');
  // 24 August 2026 is the first day too old: a Monday. The Sunday before it belongs to the week of the 17th.
  expect([seenPoint('2026-08-24', TODAY), seenPoint('2026-08-23', TODAY), seenPoint('2026-08-17', TODAY)]).toEqual([
    '2026-08-24',
    '2026-08-17',
    '2026-08-17',
  ]);
  // 1 November 2025 is a Saturday.
  expect(seenPoint('2025-11-01', TODAY)).toBe('2025-11-01');
});

test('a history is measured whole, by days seen, months of departure and lead times', () => {
  const history = measureHistory(
    [
      seen(500, '2026-11-20'),
      seen(100, '2026-11-20'),
      seen(300, '2026-08-19', { leadDays: 30, departureMonth: '2026-09-01' }),
      seen(200, '2026-08-18'),
      seen(400, '2026-11-22'),
    ],
    TODAY,
  );
  expect(history.all).toEqual({
    count: 5,
    minFare: 100,
    percentile25: 200,
    percentile50: 300,
    percentile75: 400,
    maxFare: 500,
  });
  expect(history.bySeen.map(([day, { count, minFare, percentile50 }]) => [day, count, minFare, percentile50])).toEqual([
    ['2026-08-17', 2, 200, 250],
    ['2026-11-20', 2, 100, 300],
    ['2026-11-22', 1, 400, 400],
  ]);
  expect(history.byMonth.map(([month, { count }]) => [month, count])).toEqual([
    ['2026-09-01', 1],
    ['2027-03-01', 4],
  ]);
  expect(history.byLead.map(([bucket, { percentile50 }]) => [bucket, percentile50])).toEqual([
    [30, 300],
    [120, 300],
  ]);
  expect(measureHistory([], TODAY)).toEqual({ all: undefined, bySeen: [], byMonth: [], byLead: [] });
});

test('purchases planned are of the last 13 months, on sale then, and of the month asked for', () => {
  const anyMonth = planPurchases(TODAY, undefined);
  expect([anyMonth.length, anyMonth[0]?.boughtOn, anyMonth.at(-1)?.boughtOn]).toEqual([245, '2025-11-02', TODAY]);
  const march = planPurchases(TODAY, '2027-03-01');
  expect(new Set(march.map(({ departure }) => departure))).toEqual(
    new Set(['2027-03-05', '2027-03-11', '2027-03-18', '2027-03-25']),
  );
  expect([march[0]?.boughtOn, march.at(-1)?.boughtOn]).toEqual(['2026-03-22', TODAY]);
  const past = planPurchases(TODAY, '2025-12-01');
  expect(past.every(({ boughtOn, departure }) => boughtOn < departure && boughtOn >= '2025-11-01')).toBe(true);
});

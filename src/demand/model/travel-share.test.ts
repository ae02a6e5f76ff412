import { expect, test } from 'vitest';
import { LEAD_BOUNDS } from './demand-event.ts';
import { travelShare, travelShareOfDay } from './travel-share.ts';

/** Half on the day itself, half 4 to 7 days ahead. */
const lead = { bins: [4, 0, 0, 4], bounds: [0, 1, 3, 7] };

test('what is booked on a day travels on the days its lead times reach', () => {
  expect(travelShareOfDay('2026-03-10', lead, { from: '2026-03-10', to: '2026-03-10' })).toBe(0.5);
  expect(travelShareOfDay('2026-03-10', lead, { from: '2026-03-11', to: '2026-03-13' })).toBe(0);
  expect(travelShareOfDay('2026-03-10', lead, { from: '2026-03-16', to: '2026-03-31' })).toBe(0.25);
  expect(travelShareOfDay('2026-03-10', lead, { from: '2026-03-01', to: '2026-03-31' })).toBe(1);
  expect(travelShareOfDay('2026-03-10', lead, { from: '2026-03-01', to: '2026-03-09' })).toBe(0);
});

test('of a month booked, each day counts the same', () => {
  expect(travelShare({ from: '2026-03-10', to: '2026-03-11' }, lead, { from: '2026-03-11', to: '2026-03-31' })).toBe(
    (0.5 + 1) / 2,
  );
});

test('without lead times nothing is known to travel', () => {
  expect(
    travelShareOfDay('2026-03-10', { bins: [], bounds: LEAD_BOUNDS }, { from: '2026-03-10', to: '2026-03-31' }),
  ).toBe(0);
});

test('everything travels on some day of the year after', () => {
  const bins = LEAD_BOUNDS.map((_, bin) => bin + 1);
  const months = Array.from({ length: 13 }, (_, month) => ({
    from: new Date(Date.UTC(2026, 2 + month, 1)).toISOString().slice(0, 10),
    to: new Date(Date.UTC(2026, 3 + month, 0)).toISOString().slice(0, 10),
  }));
  const all = months.reduce(
    (sum, days) => sum + travelShareOfDay('2026-03-10', { bins, bounds: LEAD_BOUNDS }, days),
    0,
  );
  expect(all).toBeCloseTo(1, 12);
});

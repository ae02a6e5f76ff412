import { describe, expect, test } from 'vitest';
import {
  addDays,
  firstState,
  granularityOf,
  periodOf,
  periodProblem,
  readState,
  seriesMax,
  subjectsOf,
  withFilters,
  writeState,
} from './state.ts';

describe('the address of the explorer', () => {
  test('holds everything that is chosen, and reads back to the same', () => {
    const state = {
      ...firstState,
      ranking: 'markets',
      destination: 'PAR',
      market: 'DE',
      audience: 'couple',
      metric: 'bookings',
      period: { start: '2026-01-01', end: '2026-03-31' },
      compare: 'previous_period',
      sort: 'growth',
      granularity: 'week',
      scale: 'index',
      isForecast: false,
      beside: [{ destination: 'LON' }, { market: 'NYC', audience: 'family' }],
    } as const;
    expect(writeState(state)).toBe(
      '?rank=markets&destination=PAR&market=DE&audience=couple&metric=bookings&start=2026-01-01&end=2026-03-31&compare=previous_period&sort=growth&by=week&scale=index&forecast=off&with=LON..&with=.NYC.family',
    );
    expect(readState(writeState(state))).toEqual(state);
  });

  test('is bare on a first visit, and garbage in it is as if it were not there', () => {
    expect(writeState(firstState)).toBe('');
    expect(
      readState(
        '?destination=<script>&market=1&audience=nobody&metric=__proto__&period=constructor&start=2026-02-30&end=2026-03-01&by=%00&with=',
      ),
    ).toEqual({ ...firstState, beside: [{}] });
    expect(subjectsOf(readState('?with=&with=..'))).toHaveLength(1);
  });

  test('holds no more series than the chart can show', () => {
    expect(readState(`?${'with=PAR..&'.repeat(40)}`).beside).toHaveLength(seriesMax - 1);
  });
});

describe('periods', () => {
  test('offered by name end with the last complete day', () => {
    expect(periodOf({ period: '7d' }, '2026-11-22')).toEqual({ start: '2026-11-15', end: '2026-11-21' });
    expect(periodOf({ period: '365d' }, '2026-03-01')).toEqual({ start: '2025-03-01', end: '2026-02-28' });
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  });

  test('that cannot be asked for are told in words before they are asked', () => {
    const today = '2026-11-22';
    expect(periodProblem({ start: '', end: '2026-11-01' }, today)).toBe('Choose both a first and a last day.');
    expect(periodProblem({ start: '2026-11-02', end: '2026-11-01' }, today)).toBe(
      'The first day must not be after the last.',
    );
    expect(periodProblem({ start: '2026-11-02', end: '2026-11-23' }, today)).toBe(
      'The last day must not be after today.',
    );
    expect(periodProblem({ start: '2021-11-21', end: '2026-11-22' }, today)).toBe('Choose at most five years.');
    expect(periodProblem({ start: '2026-11-22', end: '2026-11-22' }, today)).toBeUndefined();
  });

  test('are drawn by day, week or month as their length calls for, unless chosen', () => {
    expect(granularityOf({ granularity: 'auto' }, { start: '2026-01-01', end: '2026-04-02' })).toBe('day');
    expect(granularityOf({ granularity: 'auto' }, { start: '2026-01-01', end: '2026-04-03' })).toBe('week');
    expect(granularityOf({ granularity: 'auto' }, { start: '2024-01-01', end: '2026-04-03' })).toBe('month');
    expect(granularityOf({ granularity: 'day' }, { start: '2024-01-01', end: '2026-04-03' })).toBe('day');
  });
});

describe('series beside the first, when a filter changes', () => {
  const beside = [
    { destination: 'TYO' },
    { destination: 'PAR', market: 'JP' },
    { destination: 'LIS', audience: 'family' },
  ] as const;
  const state = { ...firstState, destination: 'LIS', beside };

  test('follow the filter they had in common with the first; one of a market of its own keeps it', () => {
    expect(withFilters(state, { market: 'DE' }).beside).toEqual([
      { destination: 'TYO', market: 'DE' },
      { destination: 'PAR', market: 'JP' },
      { destination: 'LIS', market: 'DE', audience: 'family' },
    ]);
    expect(withFilters(withFilters(state, { market: 'DE' }), { market: undefined }).beside).toEqual([
      { destination: 'TYO', market: undefined },
      { destination: 'PAR', market: 'JP' },
      { destination: 'LIS', market: undefined, audience: 'family' },
    ]);
    expect(withFilters(state, { audience: 'couple' }).beside).toEqual([
      { destination: 'TYO', audience: 'couple' },
      { destination: 'PAR', market: 'JP', audience: 'couple' },
      { destination: 'LIS', audience: 'family' },
    ]);
  });

  test('stay where another place is chosen, or the one they show is let go', () => {
    expect(withFilters(state, { destination: 'TYO' }).beside[0]).toEqual({ destination: 'TYO' });
    expect(withFilters({ ...state, destination: 'TYO' }, { destination: undefined }).beside[0]).toEqual({
      destination: 'TYO',
    });
    expect(withFilters(state, { metric: 'bookings' }).beside).toEqual(beside);
  });
});

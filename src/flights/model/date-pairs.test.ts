import { describe, expect, test } from 'vitest';
import { type DateChoice, DATE_PAIRS_MAX, listDates, pairDates } from './date-pairs.ts';

const NO_DATES: DateChoice = {
  departureDates: [],
  departureRanges: [],
  returnDates: [],
  returnRanges: [],
  stayDays: undefined,
};

describe('pairDates', () => {
  test('one way: every departure once', () => {
    expect(
      pairDates(
        {
          ...NO_DATES,
          departureDates: ['2027-03-05', '2027-03-05'],
          departureRanges: [{ start: '2027-03-04', end: '2027-03-05' }],
        },
        'oneway',
      ),
    ).toEqual([
      { departure: '2027-03-04', return: undefined },
      { departure: '2027-03-05', return: undefined },
    ]);
  });
  test('a stay counts from each departure', () => {
    expect(
      pairDates(
        { ...NO_DATES, departureDates: ['2027-03-05', '2027-03-31'], stayDays: { min: 1, max: 2 } },
        'roundtrip',
      ),
    ).toEqual([
      { departure: '2027-03-05', return: '2027-03-06' },
      { departure: '2027-03-05', return: '2027-03-07' },
      { departure: '2027-03-31', return: '2027-04-01' },
      { departure: '2027-03-31', return: '2027-04-02' },
    ]);
  });
  test('return dates are cut down to the stay; those before the departure make no pair', () => {
    const choice = {
      ...NO_DATES,
      departureDates: ['2027-03-05'],
      returnDates: ['2027-03-01', '2027-03-06', '2027-03-20'],
    };
    expect(pairDates(choice, 'roundtrip').map((pair) => pair.return)).toEqual(['2027-03-06', '2027-03-20']);
    expect(pairDates({ ...choice, stayDays: { min: 0, max: 7 } }, 'roundtrip').map((pair) => pair.return)).toEqual([
      '2027-03-06',
    ]);
  });
  test('stops one past the bound', () => {
    expect(
      pairDates({ ...NO_DATES, departureRanges: [{ start: '2027-01-01', end: '2027-12-01' }] }, 'oneway'),
    ).toHaveLength(DATE_PAIRS_MAX + 1);
  });
});

test('listDates: a range has both its ends, over a month', () => {
  expect(listDates([], [{ start: '2027-02-27', end: '2027-03-01' }])).toEqual([
    '2027-02-27',
    '2027-02-28',
    '2027-03-01',
  ]);
});

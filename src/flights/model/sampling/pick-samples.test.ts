import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../../travel/dates.ts';
import type { MissingFare } from '../day-coverage.ts';
import type { DatePair } from '../flight-search.ts';
import { pickSamples } from './pick-samples.ts';

const FIRST = '2027-03-01';
const on = (offset: number, stay?: number): DatePair => ({
  departure: addDays(FIRST, offset),
  return: stay === undefined ? undefined : addDays(FIRST, offset + stay),
});
const missingTo = (cityCode: string, dates: readonly DatePair[]): readonly MissingFare[] =>
  dates.map((pair) => ({
    origin: { cityCode: 'PAR', airports: ['CDG'] },
    destination: { cityCode, airports: [cityCode] },
    dates: pair,
  }));
const daysOf = (picked: readonly MissingFare[]) => picked.map(({ dates }) => daysBetween(FIRST, dates.departure));

test('where nothing is known the middle comes first, then the ends; what is known is kept away from', () => {
  const dates = Array.from({ length: 9 }, (_, day) => on(day));
  expect(daysOf(pickSamples(missingTo('LIS', dates), dates, 3))).toEqual([4, 0, 8]);
  expect(daysOf(pickSamples(missingTo('LIS', dates.slice(1)), dates, 2))).toEqual([8, 4]);
});

/** Date pairs of a window, some of them known. */
const windows = fc
  .uniqueArray(fc.tuple(fc.nat(60), fc.option(fc.nat(14), { nil: undefined })), {
    selector: ([day, stay]) => `${day}/${stay}`,
    minLength: 1,
    maxLength: 40,
  })
  .chain((pairs) =>
    fc.record({
      dates: fc.constant(pairs.map(([day, stay]) => on(day, stay))),
      isMissing: fc.array(fc.boolean(), { minLength: pairs.length, maxLength: pairs.length }),
      cities: fc.constantFrom(['LIS'], ['LIS', 'ROM'], ['LIS', 'ROM', 'OSL']),
      count: fc.nat(31),
    }),
  );

test('only missing date pairs are picked, each once, as many as asked for, the same each time', () => {
  fc.assert(
    fc.property(windows, ({ dates, isMissing, cities, count }) => {
      const unknown = dates.filter((_, index) => isMissing[index]);
      const missing = cities.flatMap((city) => missingTo(city, unknown));
      const picked = pickSamples(missing, dates, count);
      expect(new Set(picked).size).toBe(picked.length);
      for (const fare of picked) expect(missing).toContain(fare);
      expect(picked).toHaveLength(Math.min(count, missing.length));
      expect(pickSamples(missing, dates, count)).toEqual(picked);
      expect(pickSamples(missing, dates, Math.floor(count / 2))).toEqual(picked.slice(0, Math.floor(count / 2)));
    }),
  );
});

test('no missing day is farther from what is then known than any that was picked was before', () => {
  const distance = (one: DatePair, other: DatePair) => Math.abs(daysBetween(one.departure, other.departure));
  const toNearest = (pair: DatePair, known: readonly DatePair[]) =>
    Math.min(...known.map((other) => distance(pair, other)));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(60), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 1, max: 10 }),
      (days, count) => {
        const dates = days.toSorted((a, b) => a - b).map((day) => on(day));
        const [known, ...unknown] = dates;
        if (known === undefined) return;
        const picked = pickSamples(missingTo('LIS', unknown), dates, count).map((fare) => fare.dates);
        const all = [known, ...picked];
        const last = picked.at(-1);
        const before = last && toNearest(last, all.slice(0, -1));
        for (const pair of unknown) expect(toNearest(pair, all)).toBeLessThanOrEqual(before ?? 0);
      },
    ),
  );
});

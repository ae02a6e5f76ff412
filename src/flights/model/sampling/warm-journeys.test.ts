import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../travel/dates.ts';
import { planWarmJourneys, readRouteLines } from './warm-journeys.ts';

const pairsIn = (text: string) =>
  readRouteLines(text).routes.map(({ line, origin, destination }) => `${line} ${origin}${destination}`);

test('a file of routes may be a table or a list, with a header, remarks and empty lines', () => {
  const file = '\uFEFForigin,destination\r\n"PAR","LIS"\n\nlhr - jfk # every day\nMAD;ROM\nPAR LIS\n# nothing\n';
  expect(pairsIn(file)).toEqual(['2 PARLIS', '4 LHRJFK', '5 MADROM']);
  expect(readRouteLines(file).problems).toEqual([]);
});

test('each line that is no route is named by its number, with what is wrong with it', () => {
  expect(readRouteLines('PAR,LIS\nPAR\nPARIS,LIS\nPAR,PAR\nPAR,LIS,ROM\n12,34').problems).toEqual([
    { line: 2, problem: '"PAR" is not a pair of cities: write PAR,LIS.' },
    { line: 3, problem: '"PARIS" is not the three-letter code of a city or an airport.' },
    { line: 4, problem: 'PAR is both ends of the route.' },
    { line: 5, problem: '"PAR,LIS,ROM" is not a pair of cities: write PAR,LIS.' },
    { line: 6, problem: '"12" is not the three-letter code of a city or an airport.' },
  ]);
});

test('a list is searched over the whole window first, all routes on each day', () => {
  const routes = ['LIS', 'ROM'].map((destination) => ({ origin: 'PAR', destination, stayDays: 7 }));
  const plan = planWarmJourneys(routes, '2027-03-01', 8);
  expect(plan.slice(0, 3)).toEqual([
    { origin: 'PAR', destination: 'LIS', stayDays: 7, departureDate: '2027-03-01' },
    { origin: 'PAR', destination: 'ROM', stayDays: 7, departureDate: '2027-03-01' },
    { origin: 'PAR', destination: 'LIS', stayDays: 7, departureDate: '2027-03-05' },
  ]);
  expect(plan.filter((_, index) => index % 2 === 0).map(({ departureDate }) => departureDate.slice(-2))).toEqual([
    '01',
    '05',
    '03',
    '07',
    '02',
    '06',
    '04',
    '08',
  ]);
});

test('every day is there once, and wherever the list is cut no gap is more than twice as long as it must be', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 361 }), fc.nat(), (days, cut) => {
      const plan = planWarmJourneys([{ origin: 'PAR', destination: 'LIS', stayDays: undefined }], '2027-03-01', days);
      const dates = plan.map(({ departureDate }) => departureDate);
      expect(dates.toSorted()).toEqual(Array.from({ length: days }, (_, day) => addDays('2027-03-01', day)));
      const count = 1 + (cut % days);
      const known = dates.slice(0, count).toSorted();
      const gaps = known
        .slice(1)
        .map((date, index) => (Date.parse(date) - Date.parse(known[index] ?? '')) / 86_400_000);
      const power = 2 ** Math.ceil(Math.log2(days));
      expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(
        Math.max(1, (2 * power) / 2 ** Math.floor(Math.log2(count) + 1)),
      );
    }),
  );
});

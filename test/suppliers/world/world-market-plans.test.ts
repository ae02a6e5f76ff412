import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTHING_SOLD, type SellingMoment, sellingMoment } from '../../../simulator/cabins/inventory.ts';
import {
  type ConnectionPlanCache,
  createConnectionPlanCache,
} from '../../../simulator/itineraries/plans/connection-plan-cache.ts';
import type { PricedSlice, PriceQuery } from '../../../simulator/fares/slice-prices.ts';
import { createItinerarySearch, type ItinerarySearch } from '../../../simulator/itineraries/itinerary-search.ts';
import type { ItineraryQuery } from '../../../simulator/itineraries/search-state.ts';
import type { DayClock } from '../../../simulator/schedule/day-clock.ts';
import { isoDateToEpochDay } from '../../../src/travel/dates.ts';
import { testEngine } from '../../support/products/engine.ts';
import { WORLD_NOW } from '../../support/products/world.ts';
import { cellsOf, runsOf } from '../../support/service/cells-of.ts';

const engine = testEngine();
const { atlas, network } = engine;
const moment: SellingMoment = sellingMoment(WORLD_NOW);
/** Days around which clocks change: in North America, Europe, Australia and New Zealand, Chile, Egypt. */
const CHANGING = [
  '2027-03-12',
  '2027-03-14',
  '2027-03-21',
  '2027-03-26',
  '2027-03-28',
  '2027-04-02',
  '2027-04-04',
  '2027-04-30',
  '2027-09-05',
  '2027-10-02',
  '2027-10-30',
  '2027-11-05',
  '2027-11-07',
].map(isoDateToEpochDay);
const anyDay = fc.oneof(
  fc.nat({ max: 355 }).map((days) => moment.today + days),
  fc.constantFrom(...CHANGING),
  fc.nat({ max: 1 }).map((days) => moment.today + days),
);
const busy = atlas.airports
  .filter(({ rank, iata }) => rank <= 400 && !iata.startsWith('Q'))
  .map(({ index }) => [index]);
const cities = ['LON', 'NYC', 'TYO', 'PAR', 'SAO', 'MIL'].map((code) =>
  (atlas.cityByCode.get(code)?.airports ?? []).flatMap((iata) => atlas.airportByCode.get(iata)?.index ?? []),
);
const anyPlace = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...busy) }, fc.constantFrom(...cities));
const anyTest = fc.constantFrom<ItineraryQuery['accepts']>(
  undefined,
  undefined,
  ({ legs }) => legs.length > 1,
  ({ legs }) => legs.every(({ flight }) => (network.flightAirline[flight] ?? 0) % 3 > 0),
);
const anyQuestion = fc.record({
  day: anyDay,
  connectionsMax: fc.constantFrom<0 | 1 | 2>(0, 1, 1, 2),
  isOneOfSeveral: fc.boolean(),
  accepts: anyTest,
  cabin: fc.constantFrom<PriceQuery['cabin']>('economy', 'economy', 'premium_economy', 'business', 'first'),
  party: fc.integer({ min: 1, max: 9 }),
  minutesLater: fc.nat({ max: 1439 }),
});
type Question = ReturnType<typeof anyQuestion.generate>['value'];

function ask(
  itineraries: ItinerarySearch,
  origins: readonly number[],
  destinations: readonly number[],
  { cabin, party, minutesLater, ...query }: Question,
): readonly PricedSlice[] {
  return itineraries.find(
    { ...query, origins, destinations },
    { cabin, party, moment: { ...moment, utcMinute: moment.utcMinute + minutesLater }, sold: NOTHING_SOLD },
  );
}
/** What says which itineraries are shown and in which order. */
function written(slices: readonly PricedSlice[]): readonly unknown[] {
  return slices.map(({ market, carrier, ...slice }) => ({
    ...slice,
    market: `${market.origin.iata}-${market.destination.iata}`,
    carrier: carrier.code,
  }));
}

describe('plans of markets', () => {
  test('a market asked for again and again answers as one asked for the first time, on any day, with any wish', () => {
    let slices = 0;
    fc.assert(
      fc.property(
        anyPlace,
        anyPlace,
        fc.array(anyQuestion, { minLength: 3, maxLength: 8 }),
        (origins, destinations, questions) => {
          const first = questions.map((question) =>
            written(ask(createItinerarySearch(engine), origins, destinations, question)),
          );
          for (let time = 0; time < 2; time += 1) {
            const again = questions.map((question) =>
              written(ask(engine.itineraries, origins, destinations, question)),
            );
            expect(again).toEqual(first);
          }
          slices += first.flat().length;
        },
      ),
      { numRuns: runsOf(12, 4), seed: 72 },
    );
    expect(slices).toBeGreaterThan(runsOf(500, 100));
  });

  test('a plan made while clocks stood still answers for the days on which they change, between any two of twenty-five airports', () => {
    const spread = atlas.airports
      .filter(({ rank, iata }) => rank <= 400 && rank % 16 === 3 && !iata.startsWith('Q'))
      .map(({ index }) => index);
    const question = {
      connectionsMax: 1,
      isOneOfSeveral: true,
      accepts: undefined,
      cabin: 'economy',
      party: 4,
      minutesLater: 0,
    } as const;
    let slices = 0;
    for (const date of cellsOf(['2027-03-14', '2027-03-27', '2027-03-28', '2027-10-31'], ['2027-03-28'])) {
      const day = isoDateToEpochDay(date);
      const [planned, first] = [createItinerarySearch(engine), createItinerarySearch(engine)];
      for (const origin of spread) {
        for (const destination of spread) {
          for (const before of [day - 20, day - 19])
            ask(planned, [origin], [destination], { ...question, day: before });
          const expected = written(ask(first, [origin], [destination], { ...question, day }));
          expect(written(ask(planned, [origin], [destination], { ...question, day }))).toEqual(expected);
          slices += expected.length;
        }
      }
    }
    expect(slices).toBeGreaterThan(runsOf(4_000, 1_000));
  });

  test.each([
    ['AKL', 'LAX', '2027-03-11'],
    ['AKL', 'LAX', '2027-03-14'],
    ['YYZ', 'FCO', '2027-03-14'],
    ['MEL', 'LAX', '2027-10-03'],
    ['MEL', 'HNL', '2027-10-03'],
    ['MEL', 'CTS', '2027-04-04'],
  ])(
    'across the date line, and on the eve of a change of clocks, %s to %s on %s is told as without a plan',
    (from, to, date) => {
      const [origin, destination] = [from, to].map((iata) => atlas.airportByCode.get(iata)?.index ?? -1);
      if (origin === undefined || destination === undefined) throw new RangeError('Two airports');
      const question = {
        connectionsMax: 1,
        isOneOfSeveral: true,
        accepts: ({ legs }: { legs: readonly unknown[] }) => legs.length > 1,
        cabin: 'economy',
        party: 1,
        minutesLater: 0,
      } as const;
      const planned = createItinerarySearch(engine);
      const first = isoDateToEpochDay(date);
      for (const day of [first - 20, first + 20, first - 21])
        ask(planned, [origin], [destination], { ...question, day });
      for (const day of [first - 1, first, first + 1, first + 2]) {
        const expected = written(ask(createItinerarySearch(engine), [origin], [destination], { ...question, day }));
        expect(expected.length).toBeGreaterThan(0);
        expect(written(ask(planned, [origin], [destination], { ...question, day }))).toEqual(expected);
      }
    },
  );
});

describe('the cache of plans', () => {
  const clock: DayClock = {
    around: () => undefined,
    nearOffset: () => 0,
    steadyOffset: () => 0,
    toUtc: (_, at) => at,
    toLocal: (_, at) => at,
  };
  const createCache = (int32sMax: number, marketsMax: number): ConnectionPlanCache =>
    createConnectionPlanCache(() => 0, clock, { int32sMax, marketsMax });
  /** One int32 more than the plan: how many zones it names. */
  const draft = (length: number, value: number) => ({
    ahead: new Map(),
    int32s: new Array<number>(length).fill(value),
  });

  test('every plan it says it keeps is there in full, whatever was kept since, and the newest always are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.nat({ max: 9 }), length: fc.integer({ min: 1, max: 60 }) }), { maxLength: 80 }),
        (kept) => {
          const cache = createCache(100, 12);
          kept.forEach(({ key, length }, time) => {
            cache.store(0, key, draft(length, key * 1000 + time));
            expect(cache.find(0, key)).toBeDefined();
            for (let other = 0; other < 10; other += 1) {
              const plan = cache.find(0, other);
              if (plan === undefined) continue;
              const values = new Set(plan.subarray(1));
              expect([values.size, Math.floor(([...values][0] ?? 0) / 1000)]).toEqual([1, other]);
            }
          });
        },
      ),
    );
  });

  test('of many short plans only so many are kept, and a market whose plan is gone is asked for anew', () => {
    const cache = createCache(100, 3);
    for (let key = 1; key <= 5; key += 1) {
      expect([cache.isDue(0, key), cache.isDue(0, key)]).toEqual([false, true]);
      cache.store(0, key, draft(1, key));
    }
    expect([1, 2, 3, 4, 5].map((key) => cache.find(0, key)?.[1])).toEqual([undefined, undefined, 3, 4, 5]);
    expect([1, 3].map((key) => cache.isDue(0, key))).toEqual([false, true]);
  });

  test('a plan that is read again outlives one that is older and was not', () => {
    const cache = createCache(100, 2);
    cache.store(0, 1, draft(1, 1));
    cache.store(0, 2, draft(1, 2));
    cache.find(0, 1);
    cache.store(0, 3, draft(1, 3));
    expect([1, 2, 3].map((key) => cache.find(0, key)?.[1])).toEqual([1, undefined, 3]);
  });

  test('a plan longer than the whole cache is not kept', () => {
    const cache = createCache(10, 10);
    expect(cache.store(0, 1, draft(10, 0))).toBeUndefined();
    expect(cache.find(0, 1)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DayRange, DemandFilter } from '../../src/demand/model/demand-event.ts';
import { readObservedRanking } from '../../src/demand/read/read-observed.ts';
import { closedMonthRules, rollUpMonth } from '../../src/demand/rollup/roll-up.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import {
  allFilters,
  cutUnits,
  type NaiveUnit,
  PERIODS,
  someEvents,
  unitsOf,
  writeOnly,
  type WrittenEvent,
} from '../support/products/demand-events.ts';
import { createPlatformApp } from '../support/service/platform.ts';

const RUNS = { numRuns: 4, seed: 20_260_128, endOnFailure: true };
const CALLERS_MIN = 5;
/** Days after which an answer is asked for again: in the middle of a month, at its end, at the end of all. */
const CLOSINGS = ['2026-01-14', '2026-01-30', '2026-01-31', '2026-02-02', '2026-02-28'] as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

interface Question {
  readonly filter: DemandFilter;
  readonly days: DayRange;
}
const QUESTIONS: readonly Question[] = allFilters()
  .filter(({ destination }) => destination !== 'OSL')
  .flatMap((filter, index) =>
    [PERIODS[0], PERIODS[index % PERIODS.length], PERIODS[(index * 3 + 1) % PERIODS.length]].flatMap((days) =>
      days === undefined ? [] : [{ filter, days }],
    ),
  );

/**
 * Asks everything after each closing; answers which events are in each answer, having seen that their number is the one
 * given.
 */
async function askThroughTime(events: readonly WrittenEvent[]): Promise<readonly ReadonlySet<WrittenEvent>[]> {
  const app = createPlatformApp(db, []);
  const answers: ReadonlySet<WrittenEvent>[] = [];
  await writeOnly(db, events);
  for (const through of CLOSINGS) {
    for (const month of ['2026-01-01', '2026-02-01']) await rollUpMonth(db, closedMonthRules(month, through));
    const units = cutUnits(events, CALLERS_MIN, through);
    expectWhole(units);
    for (const { filter, days } of QUESTIONS) {
      const counted = unitsOf(units, filter, days).flatMap((unit) => unit.events);
      const { total } = await readObservedRanking(app, 'destination', filter, days);
      expect(total.volume, JSON.stringify({ filter, days, through })).toBe(counted.length);
      answers.push(new Set(counted));
    }
  }
  return answers;
}

/** Units hold five callers or more, and no event is in two. */
function expectWhole(units: readonly NaiveUnit[]): void {
  for (const unit of units) expect(callersOf(unit.events)).toBeGreaterThanOrEqual(CALLERS_MIN);
  const events = units.flatMap((unit) => unit.events);
  expect(new Set(events).size).toBe(events.length);
}

function callersOf(events: Iterable<WrittenEvent>): number {
  return new Set([...events].map(({ caller }) => caller)).size;
}

/** Fails where what one answer holds and the other does not is the doing of one to four callers. */
function expectNothingBetween(one: ReadonlySet<WrittenEvent>, other: ReadonlySet<WrittenEvent>): void {
  const callers = callersOf([...one].filter((event) => !other.has(event)));
  if (callers > 0 && callers < CALLERS_MIN) expect.fail(`${callers} callers stand between two answers`);
}

test('what any two answers differ by is nothing, or what five callers or more did; also when one was given before a day or month was closed and the other after', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(someEvents, async (events) => {
      const answers = new Map(
        (await askThroughTime(events)).map((answer) => [
          [...answer]
            .map((event) => events.indexOf(event))
            .sort()
            .join(' '),
          answer,
        ]),
      );
      for (const one of answers.values()) {
        for (const other of answers.values()) {
          expectNothingBetween(one, other);
          compared += 1;
        }
      }
    }),
    RUNS,
  );
  // Few answers that all are alike would prove nothing.
  expect(compared).toBeGreaterThan(1_000);
});

test('a caller who comes to four others is seen with them, never alone: without the fifth nothing is shown', async () => {
  const event: WrittenEvent = {
    day: '2026-01-14',
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    market: ['FR', 'PAR'],
    audience: 'solo',
    leadDays: 1,
    stayDays: 1,
    priceUsd: 1,
    caller: 'a',
  };
  const app = createPlatformApp(db, []);
  const shown = async (callers: string): Promise<number> => {
    await writeOnly(
      db,
      [...callers].map((caller) => ({ ...event, caller })),
    );
    await rollUpMonth(db, closedMonthRules('2026-01-01', '2026-01-31'));
    const { total, cells } = await readObservedRanking(
      app,
      'market_city',
      { kind: 'search', destination: 'LIS', audience: 'solo' },
      { from: '2026-01-14', to: '2026-01-14' },
    );
    expect(cells.get('PAR')?.volume ?? 0).toBe(total.volume);
    return total.volume;
  };
  expect([
    await shown('aaaaaaaa'),
    await shown('abcd'),
    await shown('abcda'),
    await shown('abcde'),
    await shown('abcdea'),
  ]).toEqual([0, 0, 0, 5, 6]);
});

test('what is too small in its city is counted in its country, and the city still shows nothing of it', async () => {
  const event: WrittenEvent = {
    day: '2026-01-14',
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    market: ['FR', 'PAR'],
    audience: 'solo',
    leadDays: 1,
    stayDays: 1,
    priceUsd: 777,
    caller: 'a',
  };
  await writeOnly(db, [
    ...[...'abc'].map((caller) => ({ ...event, caller })),
    ...[...'de'].map((caller): WrittenEvent => ({ ...event, caller, market: ['FR', 'LYS'] })),
  ]);
  await rollUpMonth(db, closedMonthRules('2026-01-01', '2026-01-14'));
  const app = createPlatformApp(db, []);
  const days = { from: '2026-01-14', to: '2026-01-14' };
  const volumes = await Promise.all(
    ['FR', 'PAR', 'LYS'].map(
      async (market) => (await readObservedRanking(app, 'destination', { kind: 'search', market }, days)).total,
    ),
  );
  expect(volumes.map(({ volume }) => volume)).toEqual([5, 0, 0]);
  // Nor do lead times and fares give away what volumes do not.
  expect(
    volumes.slice(1).map(({ lowestFare, leadBins }) => [lowestFare, Math.max(0, ...Array.from(leadBins))]),
  ).toEqual([
    [undefined, 0],
    [undefined, 0],
  ]);
  const ranking = await readObservedRanking(app, 'market_city', { kind: 'search', destination: 'LIS' }, days);
  expect([ranking.cells.size, ranking.total.volume]).toEqual([0, 5]);
});

test('the lowest fare is one that five callers have seen: no price of a single caller is shown', async () => {
  const event: WrittenEvent = {
    day: '2026-01-14',
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    market: ['FR', 'PAR'],
    audience: 'solo',
    leadDays: 1,
    stayDays: 1,
    priceUsd: 1,
    caller: 'a',
  };
  const app = createPlatformApp(db, []);
  const lowest = async (fares: Readonly<Record<string, readonly (number | null)[]>>) => {
    await writeOnly(
      db,
      Object.entries(fares).flatMap(([caller, prices]) => prices.map((priceUsd) => ({ ...event, caller, priceUsd }))),
    );
    await rollUpMonth(db, closedMonthRules('2026-01-01', '2026-01-31'));
    return (
      await readObservedRanking(
        app,
        'market_city',
        { kind: 'search', destination: 'LIS' },
        { from: '2026-01-01', to: '2026-01-31' },
      )
    ).cells.get('PAR')?.lowestFare;
  };
  expect(await lowest({ a: [100, 90], b: [500, 200, 201], c: [300], d: [400], e: [500, 900], f: [600] })).toBe(500);
  // Five callers, four of whom saw a fare.
  expect(await lowest({ a: [100], b: [200], c: [300], d: [400, 401, 402], e: [null] })).toBeUndefined();
});

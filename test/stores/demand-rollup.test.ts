import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { holdClosedThrough, insertEvents } from '../../src/demand/record/event-store.ts';
import { demandStandingJobs } from '../../src/demand/jobs.ts';
import type { DemandEvents, DemandFilter } from '../../src/demand/model/demand-event.ts';
import { readObservedDays, readObservedRanking } from '../../src/demand/read/read-observed.ts';
import { describeRecomputed, recomputeDemand } from '../../src/demand/rollup/recompute-demand.ts';
import {
  closedMonthRules,
  countUncountedDays,
  deletePastCallerKeys,
  nextClosing,
  openMonthRules,
  rollUpDemand,
  rollUpMonth,
} from '../../src/demand/rollup/roll-up.ts';
import { watchDemand } from '../../src/demand/rollup/report-demand-metrics.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import {
  allFilters,
  countDaysNaively,
  cutUnits,
  dumpCounts,
  PERIODS,
  rankNaively,
  someEvents,
  writeOnly,
  type WrittenEvent,
} from '../support/products/demand-events.ts';
import { createPlatformApp } from '../support/service/platform.ts';

const RUNS = { numRuns: 4, seed: 20_260_115, endOnFailure: true };
const MONTHS = ['2026-01-01', '2026-02-01'] as const;
const RANKED = ['destination', 'market_city', 'market_country', 'audience'] as const;
const SEARCHES: DemandFilter = { kind: 'search' };
const EVENT: WrittenEvent = {
  day: '2026-01-10',
  kind: 'search',
  product: 'flight',
  destination: 'LIS',
  market: ['FR', 'PAR'],
  audience: 'couple',
  leadDays: 30,
  stayDays: 5,
  priceUsd: 12_300,
  caller: 'a',
};

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** The app at an instant of real time. */
function appAt(now: string, environment: 'sandbox' | 'production', of: Db = db): App {
  const app = createPlatformApp(of, []);
  return Object.create(app, {
    config: { value: { ...app.config, environment } },
    clock: { value: { now: () => new Date(now) } },
  });
}

/** The database as somebody slow has it: before its transaction of this number others do something. */
function slowDatabase(number: number, others: () => Promise<unknown>): Db {
  let transactions = 0;
  return {
    ...db,
    async transaction(work) {
      transactions += 1;
      if (transactions === number) await others();
      return db.transaction(work);
    },
  };
}

/** As the recorder writes: an event counts on its own day, or on the first that is open. */
async function writeLate(at: string, callers: readonly string[]): Promise<void> {
  const events = callers.map(
    (caller): DemandEvents => ({
      occurredAt: new Date(at),
      count: 1,
      kind: 'search',
      product: 'flight',
      destination: 'LIS',
      marketCountry: 'FR',
      marketCity: 'PAR',
      audience: 'couple',
      leadDays: 30,
      stayDays: 5,
      cabin: undefined,
      priceUsd: undefined,
      caller,
    }),
  );
  await db.transaction(async (tx) => {
    await holdClosedThrough(tx);
    await insertEvents(tx, events);
  });
}

/** Searches counted in a period, in production. */
async function searches(from: string, to: string): Promise<number> {
  return (await readObservedRanking(appAt('2026-03-01T12:00:00Z', 'production'), 'destination', SEARCHES, { from, to }))
    .total.volume;
}

async function expectExact(events: readonly WrittenEvent[], environment: 'sandbox' | 'production'): Promise<void> {
  const app = appAt('2026-03-01T12:00:00Z', environment);
  await writeOnly(db, events);
  for (const month of MONTHS)
    await rollUpMonth(db, environment === 'sandbox' ? openMonthRules(month) : closedMonthRules(month, '2026-02-28'));
  const units = cutUnits(events, environment === 'sandbox' ? 1 : 5);
  for (const [index, filter] of allFilters().entries()) {
    // Every filter, ranking and period comes up; not every one of each with every other.
    for (const by of RANKED) {
      const days = PERIODS[(index + RANKED.indexOf(by)) % PERIODS.length] ?? { from: '2026-01-01', to: '2026-01-01' };
      expect(await readObservedRanking(app, by, filter, days), JSON.stringify({ by, filter, days })).toEqual(
        rankNaively(units, by, filter, days),
      );
    }
  }
  for (const days of PERIODS) {
    const read = await readObservedDays(app, allFilters(), days);
    expect(read.map((values) => [...values])).toEqual(
      allFilters().map((filter) => countDaysNaively(units, filter, days)),
    );
  }
}

test('in the sandbox every answer is exactly what counting every event by hand gives', async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, (events) => expectExact(events, 'sandbox')),
    RUNS,
  );
});

test('in production every answer is exactly what counting the units of five callers by hand gives', async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, (events) => expectExact(events, 'production')),
    RUNS,
  );
});

test('counting again gives the same bytes, whatever order the events were written in', async () => {
  await fc.assert(
    fc.asyncProperty(someEvents, async (events) => {
      await writeOnly(db, events);
      for (const month of MONTHS) await rollUpMonth(db, closedMonthRules(month, '2026-02-28'));
      const first = await dumpCounts(db);
      for (const month of MONTHS) await rollUpMonth(db, closedMonthRules(month, '2026-02-28'));
      expect(await dumpCounts(db)).toEqual(first);
      await writeOnly(db, events.toReversed());
      for (const month of MONTHS) await rollUpMonth(db, closedMonthRules(month, '2026-02-28'));
      expect(await dumpCounts(db)).toEqual(first);
    }),
    RUNS,
  );
});

test('counted in parts, as on the embedded database, a month is the same bytes, and others get their turns', async () => {
  const [sample = []] = fc.sample(someEvents, { ...RUNS, numRuns: 1 });
  const days = Array.from({ length: 28 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
  const events = days.flatMap((day) => sample.map((event) => ({ ...event, day })));
  await writeOnly(db, [...events, ...events]);
  await rollUpMonth({ ...db, kind: 'server' }, openMonthRules('2026-01-01'));
  const whole = await dumpCounts(db);
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await rollUpMonth({ ...db, kind: 'embedded' }, openMonthRules('2026-01-01'));
  isOver = true;
  expect(await dumpCounts(db)).toEqual(whole);
  expect([events.length * 2 > 6_000, turns >= 8]).toEqual([true, true]);
});

test('recomputing says that nothing differed, or what did, and puts it right', async () => {
  const [sample = []] = fc.sample(someEvents, { ...RUNS, numRuns: 1 });
  await writeOnly(db, [...sample, EVENT]);
  const app = appAt('2026-02-28T12:00:00Z', 'sandbox');
  await rollUpDemand(app);
  const counted = await dumpCounts(db);
  const same = describeRecomputed(await recomputeDemand(db, 'sandbox', app.clock.now()));
  expect(same.split('\n').map((line) => line.replace(/\d+ units, \d+ slices/, ''))).toEqual([
    '2026-01: : as before',
    '2026-02: : as before',
  ]);
  await sql`update demand_rollup set volumes[1] = volumes[1] + 1 where month = '2026-01-01' and destination = 'LIS' and market_city = 'PAR' and audience = 'couple' and kind = 'search'`.execute(
    db.q,
  );
  await sql`delete from demand_rollup where month = '2026-02-01'`.execute(db.q);
  await sql`update demand_slice set shapes = '\\x00' where month = '2026-02-01'`.execute(db.q);
  const [january, february] = await recomputeDemand(db, 'sandbox', app.clock.now());
  expect(january).toMatchObject({ changes: { added: 0, removed: 0, changed: 1 }, areSlicesChanged: false });
  expect(february).toMatchObject({
    changes: { added: february?.units, removed: 0, changed: 0 },
    areSlicesChanged: true,
  });
  expect(await dumpCounts(db)).toEqual(counted);
});

test('recomputing leaves months alone whose events are gone', async () => {
  await writeOnly(db, [EVENT]);
  await rollUpMonth(db, openMonthRules('2026-01-01'));
  const counted = await dumpCounts(db);
  await sql`truncate demand_event`.execute(db.q);
  expect(describeRecomputed(await recomputeDemand(db, 'sandbox', new Date('2026-03-01T12:00:00Z')))).toBe(
    'There are no events to count.',
  );
  expect(await dumpCounts(db)).toEqual(counted);
});

test('the sandbox counts today at once, only what is new, and each event once', async () => {
  await writeOnly(db, [EVENT, { ...EVENT, day: '2025-12-31' }]);
  const app = appAt('2026-01-10T12:00:00Z', 'sandbox');
  expect((await rollUpDemand(app)).map(({ month }) => month)).toEqual(['2025-12-01', '2026-01-01']);
  expect(await rollUpDemand(app)).toEqual([]);
  await writeLate('2026-01-10T12:00:01Z', ['a', 'b']);
  expect((await rollUpDemand(app)).map(({ month }) => month)).toEqual(['2026-01-01']);
  const [days] = await readObservedDays(app, [SEARCHES], { from: '2026-01-09', to: '2026-01-11' });
  expect([...(days ?? [])]).toEqual([0, 3, 0]);
  await sql`truncate demand_event`.execute(db.q);
  await rollUpDemand(app);
  expect(await dumpCounts(db)).toEqual([]);
});

test('two processes that count at the same time count the same', async () => {
  const [sample = []] = fc.sample(someEvents, { ...RUNS, numRuns: 1 });
  await writeOnly(db, sample);
  const app = appAt('2026-02-28T12:00:00Z', 'sandbox');
  await rollUpDemand(app);
  const counted = await dumpCounts(db);
  await writeOnly(db, sample);
  await Promise.all([rollUpDemand(app), rollUpDemand(app), rollUpDemand(app)]);
  expect(await dumpCounts(db)).toEqual(counted);
});

test('a recount or a run that was overtaken takes out no day that was closed meanwhile', async () => {
  const five = ['a', 'b', 'c', 'd', 'e'];
  const bothDays = async () => [await searches('2026-01-10', '2026-01-10'), await searches('2026-01-11', '2026-01-11')];
  const events = ['2026-01-10', '2026-01-11'].flatMap((day) => five.map((caller) => ({ ...EVENT, caller, day })));
  const closeNext = () => rollUpDemand(appAt('2026-01-12T01:00:00Z', 'production'));
  await writeOnly(db, events);
  await rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production'));
  expect(await bothDays()).toEqual([5, 0]);
  const recounted = await recomputeDemand(slowDatabase(1, closeNext), 'production', new Date('2026-01-12T00:59:00Z'));
  expect([
    describeRecomputed(recounted).includes('as before'),
    await bothDays(),
    await countUncountedDays(appAt('2026-01-12T12:00:00Z', 'production'), new Date('2026-01-12T12:00:00Z')),
  ]).toEqual([true, [5, 5], 0]);
  await writeOnly(db, events);
  await rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production', slowDatabase(2, closeNext)));
  expect(await bothDays()).toEqual([5, 5]);
  await writeOnly(db, events);
  await Promise.all([closeNext(), rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production')), closeNext()]);
  expect(await bothDays()).toEqual([5, 5]);
});

test('months are counted one after the other, and how far is noted with each', async () => {
  await writeOnly(
    db,
    ['2026-01-10', '2026-02-10'].flatMap((day) =>
      ['a', 'b', 'c', 'd', 'e'].map((caller) => ({ ...EVENT, caller, day })),
    ),
  );
  const isBroken = new Error('broken off');
  const broken = slowDatabase(3, () => Promise.reject(isBroken));
  await expect(rollUpDemand(appAt('2026-02-11T01:00:00Z', 'production', broken))).rejects.toBe(isBroken);
  expect(await countUncountedDays(appAt('2026-02-11T12:00:00Z', 'production'), new Date('2026-02-11T12:00:00Z'))).toBe(
    10,
  );
  expect((await rollUpDemand(appAt('2026-02-11T02:00:00Z', 'production'))).map(({ month }) => month)).toEqual([
    '2026-02-01',
  ]);
});

test('the first run of a process finds what was never counted, and leaves counts whose events are gone', async () => {
  await writeOnly(db, [
    { ...EVENT, day: '2025-06-10' },
    { ...EVENT, day: '2025-07-10' },
  ]);
  await rollUpMonth(db, openMonthRules('2025-06-01'));
  await sql`delete from demand_event where day = '2025-06-10'`.execute(db.q);
  const process = appAt('2026-01-10T12:00:00Z', 'sandbox', { ...db, scope: {} });
  expect((await rollUpDemand(process)).map(({ month }) => month)).toEqual(['2025-07-01']);
  await sql`delete from demand_slice where month = '2025-07-01'`.execute(db.q);
  expect(await rollUpDemand(process)).toEqual([]);
  expect(await searches('2025-06-10', '2025-06-10')).toBe(1);
});

test('the days that should be counted and are not stand in /metrics', async () => {
  const gaugeAt = async (now: string, environment: 'sandbox' | 'production') => {
    const app = appAt(now, environment);
    watchDemand(app);
    return Number(/^bly_demand_days_uncounted (\d+)$/m.exec(await app.metrics.registry.metrics())?.[1]);
  };
  await writeOnly(db, []);
  await rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production'));
  const read = [];
  for (const now of [
    '2026-01-11T12:00:00Z',
    '2026-01-12T01:14:59Z',
    '2026-01-12T01:15:00Z',
    '2026-01-14T12:00:00Z',
    '2026-01-01T12:00:00Z',
  ])
    read.push(await gaugeAt(now, 'production'));
  expect([read, await gaugeAt('2026-01-14T12:00:00Z', 'sandbox')]).toEqual([[0, 0, 1, 3, 0], 0]);
});

test('keys of callers go with their month even where its days cannot be closed', async () => {
  await writeOnly(db, []);
  await sql`insert into demand_caller_key (month, sealed) values ('2025-12-01', 'w'), ('2026-01-01', 'x'), ('2026-02-01', 'y')`.execute(
    db.q,
  );
  const keysAt = async (now: string) => {
    await deletePastCallerKeys(db, new Date(now));
    return (await sql<{ month: string }>`select month from demand_caller_key order by 1`.execute(db.q)).rows.map(
      ({ month }) => month,
    );
  };
  expect([await keysAt('2026-02-01T01:59:59Z'), await keysAt('2026-02-01T02:00:00Z')]).toEqual([
    ['2026-01-01', '2026-02-01'],
    ['2026-02-01'],
  ]);
});

test('a job that fails is tried again hourly for more than a month', () => {
  for (const { retryDelaysSeconds } of demandStandingJobs) {
    expect(Math.max(...retryDelaysSeconds)).toBe(3_600);
    expect(retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(31 * 86_400);
  }
});

test('in production a day is shown from 01:00 UTC on of the next', async () => {
  await writeOnly(
    db,
    ['a', 'b', 'c', 'd', 'e'].map((caller) => ({ ...EVENT, caller })),
  );
  await rollUpDemand(appAt('2026-01-11T00:59:59Z', 'production'));
  expect(await searches('2026-01-10', '2026-01-10')).toBe(0);
  await rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production'));
  expect(await searches('2026-01-10', '2026-01-10')).toBe(5);
  expect(await rollUpDemand(appAt('2026-01-11T23:00:00Z', 'production'))).toEqual([]);
});

test('days are closed at 01:00 UTC', () => {
  const closings = ['2026-01-11T00:59:59.999Z', '2026-01-11T01:00:00Z', '2025-12-31T23:00:00Z'].map((now) =>
    nextClosing(new Date(now)).toISOString(),
  );
  expect(closings).toEqual(['2026-01-11T01:00:00.000Z', '2026-01-12T01:00:00.000Z', '2026-01-01T01:00:00.000Z']);
});

test('a closed day never changes: what is written late counts on the first day that is open', async () => {
  await writeOnly(
    db,
    ['a', 'b', 'c', 'd', 'e'].map((caller) => ({ ...EVENT, caller })),
  );
  await rollUpDemand(appAt('2026-01-11T01:00:00Z', 'production'));
  await writeLate('2026-01-10T23:59:59Z', ['f', 'g', 'h', 'i', 'j', 'k']);
  await rollUpDemand(appAt('2026-01-12T01:00:00Z', 'production'));
  expect([await searches('2026-01-10', '2026-01-10'), await searches('2026-01-11', '2026-01-11')]).toEqual([5, 6]);
  await rollUpDemand(appAt('2026-03-01T01:00:00Z', 'production'));
  expect([await searches('2026-01-10', '2026-01-10'), await searches('2026-01-11', '2026-01-11')]).toEqual([5, 6]);
  // A clock that is set back opens nothing.
  await rollUpDemand(appAt('2026-01-05T01:00:00Z', 'production'));
  await writeLate('2026-01-10T12:00:00Z', ['a', 'b', 'c', 'd', 'e']);
  await rollUpDemand(appAt('2026-03-02T01:00:00Z', 'production'));
  expect([await searches('2026-01-01', '2026-01-31'), await searches('2026-03-01', '2026-03-01')]).toEqual([11, 5]);
});

test('a run that was broken off after days were closed is made up for by the next', async () => {
  await writeOnly(
    db,
    ['a', 'b', 'c', 'd', 'e'].map((caller) => ({ ...EVENT, caller })),
  );
  await sql`update demand_progress set closed_through = '2026-01-10'`.execute(db.q);
  expect((await rollUpDemand(appAt('2026-01-11T02:00:00Z', 'production'))).map(({ month }) => month)).toEqual([
    '2026-01-01',
  ]);
  expect(await searches('2026-01-10', '2026-01-10')).toBe(5);
});

test('what is too small by day is shown for the month once it is over, and only for all of it; its callers can be told no more', async () => {
  const scattered = ['a', 'b', 'c', 'd', 'e'].map((caller, index) => ({
    ...EVENT,
    caller,
    day: `2026-01-0${index + 1}`,
  }));
  await writeOnly(db, scattered);
  await sql`insert into demand_caller_key (month, sealed) values ('2026-01-01', 'x'), ('2026-02-01', 'y')`.execute(
    db.q,
  );
  const keys = async () =>
    (await sql<{ month: string }>`select month from demand_caller_key order by 1`.execute(db.q)).rows.map(
      ({ month }) => month,
    );
  await rollUpDemand(appAt('2026-02-01T00:59:59Z', 'production'));
  expect([await searches('2026-01-01', '2026-01-31'), await keys()]).toEqual([0, ['2026-01-01', '2026-02-01']]);
  await rollUpDemand(appAt('2026-02-01T01:00:00Z', 'production'));
  expect([
    await searches('2026-01-01', '2026-01-31'),
    await searches('2026-01-01', '2026-01-30'),
    await keys(),
  ]).toEqual([5, 0, ['2026-02-01']]);
  const france = await readObservedRanking(appAt('2026-02-01T02:00:00Z', 'production'), 'market_country', SEARCHES, {
    from: '2025-01-01',
    to: '2026-01-31',
  });
  expect(france.cells.get('FR')?.volume).toBe(5);
});

test('a city that changes its country in the middle of a month is counted under one of them', async () => {
  await writeOnly(db, [EVENT, { ...EVENT, market: ['DE', 'PAR'], caller: 'b' }, { ...EVENT, market: ['DE', 'BER'] }]);
  const app = appAt('2026-01-10T12:00:00Z', 'sandbox');
  await rollUpDemand(app);
  const days = { from: '2026-01-01', to: '2026-01-31' };
  expect((await readObservedRanking(app, 'destination', { kind: 'search', market: 'PAR' }, days)).total.volume).toBe(2);
  expect((await readObservedRanking(app, 'market_country', SEARCHES, days)).total.volume).toBe(3);
});

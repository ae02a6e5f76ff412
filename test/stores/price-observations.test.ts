import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPriceObservations, type PriceObservations } from '../../src/demand/record/price-observations.ts';
import { maintainPartitions } from '../../src/demand/rollup/maintain-partitions.ts';
import type { ObservedSearch } from '../../src/demand/model/observed-search.ts';
import { listDailyLowestRows } from '../../src/demand/store.ts';
import type { Rising } from '../../src/demand/model/counts/quantile.ts';
import { createSealer } from '../../src/platform/security/crypto.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics, type Metrics } from '../../src/platform/observability/metrics.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const MARKET = {
  originCity: 'PAR',
  destinationCity: 'NYC',
  departureMonth: '2027-03-01',
  leadDays: 60,
  cabinClass: 'economy',
  tripKind: 'oneway',
} as const;
const JULY = new Date('2026-07-15T12:00:00Z');
const NELLIES = asId('organization', 'org_nellie');
const sealer = createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 7)]);

let db: TestDatabase;
let metrics: Metrics;
let observations: PriceObservations;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => {
  metrics = createMetrics();
  observations = recorder(JULY);
});
afterEach(async () => {
  await observations.stop();
  for (const name of await partitions())
    if (name !== 'fare_observation_default') await sql`drop table ${sql.table(name)}`.execute(db.q);
  await sql`truncate fare_observation`.execute(db.q);
  await sql`truncate demand_caller_key`.execute(db.q);
});
afterAll(() => db.close());

/** What another process would have over the same database. */
function recorder(at: Date | (() => Date), ownMetrics = metrics, ownSealer = sealer): PriceObservations {
  const now = at instanceof Date ? () => at : at;
  return createPriceObservations({
    db,
    clock: { now },
    log: pino({ level: 'silent' }),
    metrics: ownMetrics,
    sealer: ownSealer,
  });
}

function seen(prices: readonly number[], part: Partial<ObservedSearch> = {}): ObservedSearch {
  const fares = prices.map((adultPrice) => ({
    adultPrice,
    originAirport: 'CDG',
    destinationAirport: 'JFK',
    carriers: ['AF'],
    stops: 0,
    source: 'few',
  }));
  return {
    organizationId: NELLIES,
    market: MARKET,
    departureDate: '2027-03-05',
    returnDate: undefined,
    seenOn: '2026-07-15',
    fares,
    ...part,
  };
}

function listed(fares: Rising): readonly (number | undefined)[] {
  return Array.from({ length: fares.length }, (_, index) => fares.at(index));
}

async function counted(name: string): Promise<number> {
  const metric = (await metrics.registry.getMetricsAsJSON()).find((one) => one.name === name);
  return metric?.values[0]?.value ?? 0;
}

async function rowsIn(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db.q);
  return rows[0]?.count ?? -1;
}

async function partitions(): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'fare_observation'::regclass order by 1`.execute(
    db.q,
  );
  return rows.map(({ name }) => name);
}

test('what is recorded is written and can be read by another process', async () => {
  observations.record(seen([500, 700, 600]));
  expect(listed(observations.findMarket(MARKET))).toEqual([500, 600, 700]);
  await observations.settle();
  const other = recorder(JULY, createMetrics());
  expect(listed(other.findMarket(MARKET))).toEqual([]);
  await other.settle();
  expect(listed(other.findMarket(MARKET))).toEqual([500, 600, 700]);
  expect(listed(other.findMarket({ ...MARKET, leadDays: 30 }))).toEqual([]);
  await other.stop();
});

const callers = async () =>
  (
    await sql<{ caller: string | null }>`select caller from fare_observation order by observed_at, adult_price`.execute(
      db.q,
    )
  ).rows.map(({ caller }) => caller);

test('a row knows its organization by the key of the month only: the same in every process, another for others and the next month', async () => {
  observations.record(seen([500, 600]));
  await observations.settle();
  const [other, august] = [
    recorder(JULY, createMetrics()),
    recorder(new Date('2026-08-01T00:00:00Z'), createMetrics()),
  ];
  other.record(seen([700]));
  other.record(seen([800], { organizationId: asId('organization', 'org_other') }));
  august.record(seen([900]));
  for (const one of [other, august]) {
    await one.settle();
    await one.stop();
  }
  const [first, second, third, others, next] = await callers();
  expect(first).toMatch(/^[\w-]{16}$/);
  expect([second, third]).toEqual([first, first]);
  expect(new Set([first, others, next]).size).toBe(3);
  expect(JSON.stringify((await sql`select * from fare_observation`.execute(db.q)).rows)).not.toContain(NELLIES);
});

test("a row seen before midnight of a month whose key is gone, or under a key that cannot be opened, is nobody's, and is written", async () => {
  let now = new Date('2026-07-31T23:59:59Z');
  const late = recorder(() => now, createMetrics());
  late.record(seen([500]));
  now = new Date('2026-08-01T02:00:00Z');
  late.record(seen([600]));
  await late.settle();
  await late.stop();
  const lost = recorder(now, createMetrics(), createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 8)]));
  lost.record(seen([700]));
  await lost.settle();
  await lost.stop();
  expect(await callers()).toEqual([null, expect.stringMatching(/^[\w-]{16}$/), null]);
});

test('reading a market again keeps what is not written yet and doubles nothing', async () => {
  observations.record(seen([500]));
  await observations.settle();
  observations.findMarket(MARKET);
  observations.record(seen([400], { departureDate: '2027-03-06' }));
  await observations.settle();
  expect(listed(observations.findMarket(MARKET))).toEqual([400, 500]);
});

test('the same search with the same lowest price is recorded once a day; another date, day or price is news', async () => {
  observations.record(seen([500, 600]));
  observations.record(seen([500, 600]));
  observations.record(seen([500, 600], { seenOn: '2026-07-16' }));
  observations.record(seen([500, 600], { departureDate: '2027-03-06' }));
  observations.record(seen([499, 600]));
  await observations.settle();
  expect(await rowsIn('fare_observation')).toBe(8);
});

test('more than can be held is dropped, the oldest first, and counted', async () => {
  const many = (start: number) => Array.from({ length: 6_000 }, (_, index) => start + index);
  // In one turn, so that nothing is written in between but the batch under way.
  observations.record(seen(many(100)));
  observations.record(seen(many(10_000), { departureDate: '2027-03-06' }));
  await observations.settle();
  expect(await counted('bly_price_observations_dropped_total')).toBe(2_000);
  expect(await counted('bly_price_observations_written_total')).toBe(10_000);
  const { rows } = await sql<{ lowest: number }>`select min(adult_price) as lowest from fare_observation`.execute(db.q);
  expect(rows[0]?.lowest).toBe(2_100);
});

test('what cannot be written is counted, never thrown, and does not hold up what follows', async () => {
  observations.record(seen([-1]));
  await observations.settle();
  observations.record(seen([500]));
  await observations.settle();
  expect([
    await counted('bly_price_observations_dropped_total'),
    await counted('bly_price_observations_written_total'),
  ]).toEqual([1, 1]);
});

test('a stop writes what is held, and nothing is taken after it', async () => {
  observations.record(seen([500]));
  await observations.stop();
  observations.record(seen([400], { departureDate: '2027-03-06' }));
  await observations.stop();
  expect(await rowsIn('fare_observation')).toBe(1);
});

test('a stop waits two seconds for a database that does not take what is held, and counts it as dropped, once', async () => {
  const [isLocked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await sql`lock table fare_observation in access exclusive mode`.execute(tx.q);
    isLocked.resolve();
    await unlock.promise;
  });
  await isLocked.promise;
  observations.record(seen([500, 600]));
  const startedAt = performance.now();
  // Against a timer, not the clock: a busy machine delays both.
  expect(await Promise.race([observations.stop().then(() => 'stopped'), wait(4_000, 'waits on')])).toBe('stopped');
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
  unlock.resolve();
  await holding;
  await observations.stop();
  expect([
    await counted('bly_price_observations_dropped_total'),
    await counted('bly_price_observations_written_total'),
  ]).toEqual([2, 0]);
});

test('of markets asked about while none can be read, the first thousand are noted', async () => {
  observations.record(seen([500]));
  await observations.settle();
  const other = recorder(JULY, createMetrics());
  for (let leadDays = 1_000; leadDays < 2_000; leadDays += 1) other.findMarket({ ...MARKET, leadDays });
  other.findMarket(MARKET);
  await other.settle();
  expect(listed(other.findMarket(MARKET))).toEqual([]);
  await other.settle();
  expect(listed(other.findMarket(MARKET))).toEqual([500]);
  await other.stop();
});

test('a row is written whether its month has a partition or not, and moves into it when it is made', async () => {
  observations.record(seen([500]));
  await observations.settle();
  expect(await rowsIn('fare_observation_default')).toBe(1);
  expect((await maintainPartitions(db, JULY)).fare_observation).toMatchObject({
    toCreate: ['2026-07-01', '2026-08-01'],
    toDrop: [],
  });
  expect([
    await rowsIn('fare_observation_default'),
    await rowsIn('fare_observation_2026_07'),
    await rowsIn('fare_observation'),
  ]).toEqual([0, 1, 1]);
  observations.record(seen([400], { departureDate: '2027-03-06' }));
  await observations.settle();
  expect(await rowsIn('fare_observation_2026_07')).toBe(2);
});

test('partitions go 12 whole months after their month, and making them twice changes nothing', async () => {
  observations.record(seen([500]));
  await observations.settle();
  await maintainPartitions(db, JULY);
  expect((await maintainPartitions(db, JULY)).fare_observation).toMatchObject({ toCreate: [], toDrop: [] });
  await maintainPartitions(db, new Date('2027-07-31T23:00:00Z'));
  expect(await partitions()).toEqual([
    'fare_observation_2026_07',
    'fare_observation_2026_08',
    'fare_observation_2027_07',
    'fare_observation_2027_08',
    'fare_observation_default',
  ]);
  await maintainPartitions(db, new Date('2027-08-01T00:00:00Z'));
  expect(await partitions()).toEqual([
    'fare_observation_2026_08',
    'fare_observation_2027_07',
    'fare_observation_2027_08',
    'fare_observation_2027_09',
    'fare_observation_default',
  ]);
  expect(await rowsIn('fare_observation')).toBe(0);
});

test('two processes may keep the partitions at the same time', async () => {
  await Promise.all([maintainPartitions(db, JULY), maintainPartitions(db, JULY)]);
  expect(await partitions()).toEqual([
    'fare_observation_2026_07',
    'fare_observation_2026_08',
    'fare_observation_default',
  ]);
});

test('a history is the lowest of each day, of these airports, dates, cabin and carriers only', async () => {
  const fare = {
    adultPrice: 450,
    originAirport: 'ORY',
    destinationAirport: 'JFK',
    carriers: ['BA', 'AF'],
    stops: 1,
    source: 'few',
  };
  observations.record(seen([520, 500]));
  observations.record(seen([480], { seenOn: '2026-07-14' }));
  observations.record(seen([], { fares: [fare] }));
  observations.record(seen([300], { departureDate: '2027-03-06' }));
  observations.record(seen([200], { returnDate: '2027-03-12', market: { ...MARKET, tripKind: 'roundtrip' } }));
  await observations.settle();
  const filter = {
    originCity: 'PAR',
    destinationCity: 'NYC',
    originAirports: ['CDG', 'ORY'],
    destinationAirports: ['JFK'],
    departureDate: '2027-03-05',
    returnDate: undefined,
    cabinClass: 'economy',
    includeCarriers: [],
    excludeCarriers: [],
    from: '2026-07-14',
    to: '2026-07-15',
  } as const;
  expect(await listDailyLowestRows(db, filter)).toEqual([
    { date: '2026-07-14', adultPrice: 480 },
    { date: '2026-07-15', adultPrice: 450 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, from: '2026-07-15', originAirports: ['CDG'] })).toEqual([
    { date: '2026-07-15', adultPrice: 500 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, from: '2026-07-15', includeCarriers: ['AF'] })).toEqual([
    { date: '2026-07-15', adultPrice: 500 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, from: '2026-07-15', includeCarriers: ['AF', 'BA'] })).toEqual([
    { date: '2026-07-15', adultPrice: 450 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, from: '2026-07-15', excludeCarriers: ['BA'] })).toEqual([
    { date: '2026-07-15', adultPrice: 500 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, returnDate: '2027-03-12' })).toEqual([
    { date: '2026-07-15', adultPrice: 200 },
  ]);
  expect(await listDailyLowestRows(db, { ...filter, cabinClass: 'business' })).toEqual([]);
});

import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { maintainPartitions } from '../../src/demand/rollup/maintain-partitions.ts';
import type { ObservedStays } from '../../src/demand/model/observed-stay.ts';
import { createStayObservations, type StayObservations } from '../../src/demand/record/stay-observations.ts';
import { listSeenNights } from '../../src/demand/record/stay-store.ts';
import { createSealer } from '../../src/platform/security/crypto.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics, type Metrics } from '../../src/platform/observability/metrics.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';

const JULY = new Date('2026-07-15T12:00:00Z');
const NELLIES = asId('organization', 'org_nellie');
const sealer = createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 7)]);
const LISBON = { cityCode: 'LIS', fromMonth: '2026-08-01', toMonth: '2026-10-01', seenTo: '2026-07-15', callersMin: 1 };

let db: TestDatabase;
let metrics: Metrics;
let now = JULY;
let observations: StayObservations;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => {
  metrics = createMetrics();
  now = JULY;
  observations = createStayObservations({
    db,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    metrics,
    sealer,
  });
});
afterEach(async () => {
  await observations.stop();
  for (const name of await partitions())
    if (name !== 'stay_observation_default') await sql`drop table ${sql.table(name)}`.execute(db.q);
  await sql`truncate stay_observation`.execute(db.q);
});
afterAll(() => db.close());

function seen(nightly: readonly number[], part: Partial<ObservedStays> = {}): ObservedStays {
  return {
    organizationId: NELLIES,
    cityCode: 'LIS',
    checkIn: '2026-09-05',
    nights: 2,
    adults: 2,
    rooms: 1,
    seenOn: '2026-07-15',
    nightly,
    ...part,
  };
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
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'stay_observation'::regclass order by 1`.execute(
    db.q,
  );
  return rows.map(({ name }) => name);
}

test('a search is one row, with nobody in it', async () => {
  observations.record(seen([30_000, 9_000, 12_000]));
  await observations.settle();
  const { rows } = await sql<Record<string, unknown>>`select * from stay_observation`.execute(db.q);
  expect(rows).toEqual([
    {
      observed_at: JULY,
      seen_on: '2026-07-15',
      city_code: 'LIS',
      check_in: '2026-09-05',
      check_in_month: '2026-09-01',
      nights: 2,
      adults: 2,
      rooms: 1,
      lowest_price: 9_000,
      median_price: 12_000,
      currency: 'USD',
      hotels: 3,
      caller: expect.stringMatching(/^[\w-]{16}$/),
    },
  ]);
});

test('months are measured by hand: quartiles of the medians of searches for one or two adults a room, up to the day asked about', async () => {
  for (const middle of [100, 400, 200, 300]) observations.record(seen([middle - 50, middle, middle + 50]));
  observations.record(seen([900], { checkIn: '2026-08-31' }));
  // None of these counts: another city, three in a room, seen later, a month not asked for.
  for (const part of [{ cityCode: 'OPO' }, { adults: 3 }, { seenOn: '2026-07-16' }, { checkIn: '2026-11-01' }])
    observations.record(seen([77], part));
  observations.record(seen([250], { adults: 4, rooms: 2 }));
  await observations.settle();
  const [august, september, ...others] = await listSeenNights(db, LISBON, 2);
  expect(others).toEqual([]);
  expect(august).toEqual({
    month: '2026-08-01',
    count: 1,
    percentile25: 900,
    percentile50: 900,
    percentile75: 900,
    newest: [900],
  });
  expect(september).toMatchObject({
    month: '2026-09-01',
    count: 5,
    percentile25: 200,
    percentile50: 250,
    percentile75: 300,
  });
  expect(september?.newest).toHaveLength(2);
});

test('a week of a month of check-in counts where enough callers share it: those of one month, for a week cut where the month ends', async () => {
  const see = async (day: string, organization: string, price: number) => {
    now = new Date(`${day}T12:00:00Z`);
    observations.record(seen([price], { organizationId: asId('organization', `org_${organization}`), seenOn: day }));
    await observations.settle();
  };
  const shown = async (callersMin: number) =>
    (await listSeenNights(db, { ...LISBON, seenTo: '2026-08-02', callersMin }, 9)).map(({ count, newest }) => [
      count,
      ...newest.toSorted(),
    ]);
  // Monday 27 July to Sunday 2 August; one organization has two names there.
  for (const [day, organization, price] of [
    ['2026-07-27', 'a', 100],
    ['2026-07-31', 'b', 200],
    ['2026-08-01', 'a', 300],
    ['2026-07-26', 'c', 400],
  ] as const)
    await see(day, organization, price);
  expect([await shown(1), await shown(2), await shown(3)]).toEqual([[[4, 100, 200, 300, 400]], [[2, 100, 200]], []]);
  await see('2026-08-02', 'b', 500);
  expect([await shown(2), await shown(3)]).toEqual([[[4, 100, 200, 300, 500]], []]);
});

test('the newest searches are the newest', async () => {
  for (const [at, price] of [
    ['10:00', 100],
    ['12:00', 300],
    ['11:00', 200],
  ] as const) {
    now = new Date(`2026-07-15T${at}:00Z`);
    observations.record(seen([price]));
  }
  await observations.settle();
  expect((await listSeenNights(db, LISBON, 2))[0]?.newest).toEqual([300, 200]);
});

test('the same search with the same prices is recorded once; another date, day or price is news; nothing found is none', async () => {
  observations.record(seen([500, 600]));
  observations.record(seen([500, 600]));
  observations.record(seen([500, 600], { seenOn: '2026-07-16' }));
  observations.record(seen([500, 600], { checkIn: '2026-09-06' }));
  observations.record(seen([499, 600]));
  observations.record(seen([]));
  await observations.settle();
  expect([await rowsIn('stay_observation'), await counted('bly_stay_observations_written_total')]).toEqual([4, 4]);
});

test('what cannot be written is counted, never thrown; a stop writes what is held, and nothing is taken after it', async () => {
  observations.record(seen([500], { nights: 0 }));
  await observations.settle();
  observations.record(seen([500]));
  await observations.stop();
  observations.record(seen([400]));
  await observations.stop();
  expect([await rowsIn('stay_observation'), await counted('bly_stay_observations_dropped_total')]).toEqual([1, 1]);
});

test('a row is written whether its month has a partition or not, moves into it, and goes 12 whole months later', async () => {
  observations.record(seen([500]));
  await observations.settle();
  expect(await rowsIn('stay_observation_default')).toBe(1);
  await maintainPartitions(db, JULY);
  expect([await rowsIn('stay_observation_default'), await rowsIn('stay_observation_2026_07')]).toEqual([0, 1]);
  await maintainPartitions(db, new Date('2027-07-31T23:00:00Z'));
  expect(await rowsIn('stay_observation')).toBe(1);
  await maintainPartitions(db, new Date('2027-08-01T00:00:00Z'));
  expect(await rowsIn('stay_observation')).toBe(0);
});

import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { searchBookingRows } from '../../src/bookings/search/store.ts';
import { listBookingRows } from '../../src/bookings/store-list.ts';
import { findBooking } from '../../src/bookings/store-read.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createDb } from '../../src/platform/db/create-db.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';
import type { FaultPoint } from '../../src/platform/fault-points.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { archiveDueBookings } from '../../src/retention/archive/archive-due.ts';
import { type Benchmark, quantile } from '../harness.ts';
import { historyDatabase } from './history-database.ts';

/** `BLY_BENCH_TRIPS=100000` for a quick look; half as many bookings. */
const trips = Number(process.env['BLY_BENCH_TRIPS'] ?? 1_000_000);
const port = 18_127;
const afterMonths = 3;
const runsMax = 10;
const rounds = 200;
const dayMs = 86_400_000;
const target = { batchMs: 100, listMs: 50 };
const TABLES = ['booking', 'booking_item', 'booking_item_archive', 'trip', 'trip_archive'] as const;

/** Budget 27: what moving items into the archive takes, and what it leaves. */
export const archiveBenchmark: Benchmark = {
  number: 27,
  name: `Archiving items of ${(trips / 2).toLocaleString('en')} bookings of a year that were over ${afterMonths} months ago: a batch of 100, p50 and p99; lists after it`,
  async measure() {
    const database = await historyDatabase(port, { trips, bookings: trips / 2, jobs: trips });
    const log = pino({ level: 'silent' });
    const db = createDb('server', openServer({ url: database.url, poolMax: 4 }, log), log);
    try {
      const { organizationId } = database;
      const before = { reads: await measureReads(db, organizationId), sizes: await sizesOf(db) };
      const moved = await moveAll(db);
      await vacuum(database.url);
      const after = { reads: await measureReads(db, organizationId), sizes: await sizesOf(db) };
      const batch = quantiles(moved.batches);
      const slowest = Math.max(...after.reads.filter(({ isList }) => isList).map(({ p99 }) => p99));
      return {
        number: 27,
        name: this.name,
        target: `a batch ≤ ${target.batchMs} ms at p99, lists ≤ ${target.listMs} ms at p99`,
        result: `${batch.p50.toFixed(1)} and ${batch.p99.toFixed(1)} ms; lists at most ${slowest.toFixed(1)} ms at p99`,
        isMet: batch.p99 <= target.batchMs && slowest <= target.listMs,
        detail: [
          `${moved.bookings} bookings in ${moved.batches.length} batches, ${moved.seconds.toFixed(0)} s`,
          ...before.reads.map(
            ({ name, p50, p99 }, index) =>
              `${p50.toFixed(1)} and ${p99.toFixed(1)} ms before, ${after.reads[index]?.p50.toFixed(1)} and ${after.reads[index]?.p99.toFixed(1)} ms after  ${name}`,
          ),
          ...before.sizes.map(({ table, rows, indexes }) => {
            const then = after.sizes.find((size) => size.table === table);
            return `${table}: ${rows} MB of rows, ${indexes} MB of indexes before, ${then?.rows} and ${then?.indexes} MB after it and vacuum full`;
          }),
        ],
      };
    } finally {
      await db.close();
      await database.drop();
    }
  },
};

const quantiles = (values: readonly number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) });

/** Runs as the nightly job does until nothing is left; a batch ends where its transaction has committed. */
async function moveAll(db: Db): Promise<{ batches: readonly number[]; bookings: number; seconds: number }> {
  const batches: number[] = [];
  let since = performance.now();
  const faults = {
    pass(point: FaultPoint) {
      const now = performance.now();
      if (point === 'archive.after_commit') batches.push(now - since);
      if (point === 'archive.after_commit') since = now;
    },
  };
  const app = {
    db,
    faults,
    clock: systemClock,
    config: { ...loadConfig({}), archiveAfterMonths: afterMonths },
    organizationNow: () => Promise.resolve(new Date()),
  };
  const start = performance.now();
  let bookings = 0;
  for (let run = 0; run < runsMax; run += 1) {
    since = performance.now();
    const done = await archiveDueBookings(app, new AbortController().signal);
    bookings += done.bookings;
    if (!done.hasMore) break;
  }
  return { batches, bookings, seconds: (performance.now() - start) / 1_000 };
}

async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum full booking_item, trip').finally(() => client.query('vacuum (analyze)'));
  await client.end();
}

async function sizesOf(db: Db) {
  const { rows } = await sql<{ table: string; rows: number; indexes: number }>`
    select one as "table", (coalesce(sum(pg_table_size(oid)), 0) / 1048576)::int as rows, (coalesce(sum(pg_indexes_size(oid)), 0) / 1048576)::int as indexes
    from unnest(${[...TABLES]}::text[]) with ordinality as listed (one, place)
    left join pg_class on relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ('^' || one || '(_\\d{4}_\\d{2})?$')
    group by one, place order by place`.execute(db.q);
  return rows;
}

async function measureReads(db: Db, organizationId: OrganizationId) {
  const filter = {
    organizationId,
    endUserId: undefined,
    status: undefined,
    since: undefined,
    offset: 0,
    now: new Date(),
  };
  const behind = (days: number) => ({ at: new Date(Date.now() - days * dayMs), id: 'z' });
  const { rows } = await sql<{ booking_ref: string; confirmation_number: string }>`
    (select booking_ref from booking where organization_id = ${organizationId} order by created_at limit 1)
    union all (select booking_ref from booking where organization_id = ${organizationId} order by created_at desc limit 1 offset 1)`.execute(
    db.q,
  );
  const [oldest = '', newest = ''] = rows.map((row) => row.booking_ref);
  const reads: readonly { readonly name: string; readonly isList: boolean; readonly read: () => Promise<unknown> }[] = [
    {
      name: 'newest bookings',
      isList: true,
      read: () => listBookingRows(db, { ...filter, limit: 21, after: undefined }),
    },
    ...[180, 350].map((days) => ({
      name: `bookings behind ${days} days`,
      isList: true,
      read: () => listBookingRows(db, { ...filter, limit: 21, after: behind(days) }),
    })),
    { name: 'a booking of yesterday', isList: false, read: () => findBooking(db, organizationId, newest) },
    { name: 'the oldest booking', isList: false, read: () => findBooking(db, organizationId, oldest) },
    {
      name: 'search for a confirmation number nobody has',
      isList: true,
      read: () =>
        searchBookingRows(
          db,
          { ...filter, limit: 21, after: undefined },
          { refs: [], email: undefined, names: [], numbers: ['NONE99'], tickets: [], ids: [] },
        ),
    },
  ];
  const measured = [];
  for (const { name, isList, read } of reads) {
    const spent: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await read();
      spent.push(performance.now() - start);
    }
    // The first ones warm the cache.
    measured.push({ name, isList, ...quantiles(spent.slice(10)) });
  }
  return measured;
}

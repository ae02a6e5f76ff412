import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { takeDueFlights, markScheduleChecked } from '../../src/bookings/store-schedule-due.ts';
import { listBookingRows } from '../../src/bookings/store-list.ts';
import { deleteAuditEventsBefore, listAuditEvents } from '../../src/identity/audit-store.ts';
import { deleteMinutesBefore } from '../../src/metering/store.ts';
import { createDb } from '../../src/platform/db/create-db.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { DELETE_BATCH_MAX } from '../../src/platform/db/delete-oldest.ts';
import { openServer } from '../../src/platform/db/server/server-database.ts';
import { deleteExpiredKeys } from '../../src/platform/http/idempotency/idempotency-store.ts';
import type { OrganizationId } from '../../src/platform/ids.ts';
import { listTripRows } from '../../src/trips/store-list.ts';
import { deleteEventsBefore } from '../../src/webhooks/store.ts';
import { type Benchmark, median } from '../harness.ts';
import { type Service, startProduct } from '../service.ts';
import { HISTORY_SECRETS, historyDatabase } from './history-database.ts';
import { measureReconcile } from './reconcile-history.ts';

/** `BLY_BENCH_TRIPS=100000` for a quick look; half as many bookings, as many jobs. A million take 8 GB of disk. */
const trips = Number(process.env['BLY_BENCH_TRIPS'] ?? 1_000_000);
const targets = { listMs: 50, batchMs: 20, takeMs: 20, flightsAnHour: 100_000, nightlySeconds: 120 };
const port = 18_123;
const rounds = 5;
const warmUpRounds = 5;
const batches = 20;
const deepDays = [30, 180, 360];
const stubMs = 300;
const workers = 4;
/** What the jobs of four processes run at once: the watching job, and lanes beside it. */
const lanes = 13;
const askedAtOnce = 4;
const lookSeconds = 20;
/** What a full run proves in so long says how fast it is. */
const fullSeconds = 40;

/** Budget 23: what a year of history costs those who look at a day: the slowest list, retention, flights to look at. */
export const historyBenchmark: Benchmark = {
  number: 23,
  name: `Lists at every filter and page, ${trips.toLocaleString('en')} trips, half as many bookings, as many jobs: the slowest, warm`,
  async measure() {
    const database = await historyDatabase(port, { trips, bookings: trips / 2, jobs: trips });
    const log = pino({ level: 'silent' });
    const db = createDb('server', openServer({ url: database.url, poolMax: 20 }, log), log);
    try {
      const { organizationId } = database;
      const service = await startProduct(database.url, port, HISTORY_SECRETS);
      const lists = [
        ...(await measureLists(service, organizationId, db)),
        ...(await measureDeepPages(db, organizationId)),
      ];
      await service.stop();
      // Before rows are deleted that it would read.
      const { nightly, full } = await measureReconcile(database.url, fullSeconds);
      const kept = await measureRetention(db);
      const taking = await measureTaking(db);
      const anHour = await measureLooks(db);
      lists.sort((a, b) => b.ms - a.ms);
      const slowest = lists[0]?.ms ?? Number.NaN;
      const [batch = Number.NaN] = kept.map(({ ms }) => ms).sort((a, b) => b - a);
      return {
        number: 23,
        name: this.name,
        target: `≤ ${targets.listMs} ms; retention ≤ ${targets.batchMs} ms a batch; taking flights ≤ ${targets.takeMs} ms; ≥ ${targets.flightsAnHour} flights an hour; nightly reconcile ≤ ${targets.nightlySeconds} s`,
        result: `${slowest.toFixed(1)} ms; ${batch.toFixed(1)} ms; ${taking.toFixed(1)} ms; ${Math.round(anHour)} flights an hour; ${nightly.seconds.toFixed(1)} s`,
        isMet:
          slowest <= targets.listMs &&
          batch <= targets.batchMs &&
          taking <= targets.takeMs &&
          anHour >= targets.flightsAnHour &&
          nightly.seconds <= targets.nightlySeconds,
        detail: [
          ...lists.slice(0, 12).map(({ name, ms }) => `${ms.toFixed(1)} ms  ${name}`),
          `${nightly.seconds.toFixed(1)} s  the first nightly reconcile: ${nightly.bookings} bookings of two days, ${nightly.problems} problems`,
          `${(full.bookings / full.seconds).toFixed(0)} bookings/s  a full one: ${full.bookings} bookings in ${full.seconds.toFixed(1)} s`,
          `${lists.length} lists, the middle one ${median(lists.map(({ ms }) => ms)).toFixed(1)} ms`,
          ...kept.map(({ name, ms }) => `${ms.toFixed(1)} ms  ${DELETE_BATCH_MAX} of ${name} deleted`),
        ],
      };
    } finally {
      await db.close();
      await database.drop();
    }
  },
};

interface Timed {
  readonly name: string;
  readonly ms: number;
}

async function timed(name: string, times: number, work: () => Promise<unknown>): Promise<Timed> {
  const spent: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const start = performance.now();
    await work();
    spent.push(performance.now() - start);
  }
  // The first one warms the cache.
  return { name, ms: median(spent.slice(1)) };
}

const TRIP_STATUSES = [
  'draft',
  'quoting',
  'quoted',
  'fulfilling',
  'fulfilled',
  'cancelled',
  'failed',
  'expired',
] as const;
const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'failed'] as const;

async function measureLists(service: Service, organizationId: OrganizationId, db: Db): Promise<readonly Timed[]> {
  const { rows } = await db.transaction((tx) =>
    listTripRows(tx, { organizationId, status: undefined, limit: 1, after: undefined, offset: 0 }, clocks()).then(
      (found) => ({
        rows: found,
      }),
    ),
  );
  if (rows.length === 0) throw new Error('The history is empty.');
  const days = new Date(Date.now() - 90 * 86_400_000).toISOString();
  const paths = [
    ...['', ...TRIP_STATUSES.map((status) => `status=${status}`)].map((query) => `/v1/trips?limit=20&${query}`),
    ...['', ...BOOKING_STATUSES.map((status) => `status=${status}`)].flatMap((query) =>
      ['', 'end_user_id=agency', 'end_user_id=user-1234', `since=${days}`].map(
        (more) => `/v1/bookings?limit=20&${query}&${more}`,
      ),
    ),
    '/v1/trips?offset=1000',
    '/v1/bookings?offset=1000',
    '/v1/events',
    '/v1/events?type=booking.failed',
    '/v1/events?type=booking.exchanged',
    `/v1/events?since=${new Date(Date.now() - 60_000).toISOString()}`,
    '/v1/webhooks/1/deliveries',
    '/v1/webhooks/1/deliveries?status=failed',
    '/v1/usage',
    '/v1/price_monitoring',
  ];
  const lists: Timed[] = [];
  // All of them once before any is measured: a process that has just started compiles what it runs.
  for (let round = 0; round < warmUpRounds; round += 1)
    for (const path of paths) {
      const answer = await service.call('GET', path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
    }
  for (const path of paths) lists.push(await timed(path, rounds, () => service.call('GET', path)));
  return lists;
}

const clocks = () => ({ now: new Date(), realNow: new Date() });

/** What the pages behind a year, half a year and a month cost in the database; the way there is the same for all. */
async function measureDeepPages(db: Db, organizationId: OrganizationId): Promise<readonly Timed[]> {
  const pages: Timed[] = [];
  for (const action of [undefined, 'member.removed'])
    for (const after of [undefined, 'aud_00000000000000000100000'])
      pages.push(
        await timed(`audit log of ${action ?? 'everything'} behind ${after ?? 'nothing'}`, rounds, () =>
          listAuditEvents(db, organizationId, { action, after, limit: 51 }),
        ),
      );
  for (const day of deepDays) {
    const after = { at: new Date(Date.now() - day * 86_400_000), id: 'z' };
    for (const status of [undefined, ...TRIP_STATUSES])
      pages.push(
        await timed(`trips ${status ?? 'all'}, page behind ${day} days`, rounds, () =>
          listTripRows(db, { organizationId, status, limit: 21, after, offset: 0 }, clocks()),
        ),
      );
    for (const status of [undefined, ...BOOKING_STATUSES])
      for (const endUserId of [undefined, 'agency', 'user-1234'])
        pages.push(
          await timed(`bookings ${status ?? 'all'} of ${endUserId ?? 'anybody'}, page behind ${day} days`, rounds, () =>
            listBookingRows(db, {
              organizationId,
              status,
              endUserId,
              since: undefined,
              limit: 21,
              after,
              offset: 0,
              now: new Date(),
            }),
          ),
        );
  }
  return pages;
}

async function measureRetention(db: Db): Promise<readonly Timed[]> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000);
  return [
    await timed('webhook events with their deliveries', batches, () =>
      deleteEventsBefore(db, before(32), DELETE_BATCH_MAX),
    ),
    await timed('audit entries', batches, () => deleteAuditEventsBefore(db, before(401), DELETE_BATCH_MAX)),
    await timed('usage minutes', batches, () => deleteMinutesBefore(db, before(30), DELETE_BATCH_MAX)),
    await timed('idempotency keys', batches, () => deleteExpiredKeys(db, new Date(), DELETE_BATCH_MAX)),
  ];
}

const due = (everySeconds: number) => ({
  organizationId: undefined,
  realNow: new Date(),
  suppliers: [{ supplierId: 'sandbox', everySeconds }],
  limit: 50,
  perOrganizationMax: 25,
});

async function measureTaking(db: Db): Promise<number> {
  return (await timed('taking', batches, () => db.transaction((tx) => takeDueFlights(tx, due(3_600))))).ms;
}

/** Lanes of four workers take flights, wait for a supplier that answers after 300 ms, and record that it was asked. */
async function measureLooks(db: Db): Promise<number> {
  await sql`update booking_item set schedule_due_at = '-infinity', schedule_asked_at = now() - interval '1 day'
    where schedule_due_at is not null`.execute(db.q);
  const end = performance.now() + lookSeconds * 1_000;
  let looked = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const { flights } = await db.transaction((tx) => takeDueFlights(tx, due(1)));
      const queue = flights.values();
      const ask = async (): Promise<void> => {
        for (const { everySeconds, ...key } of queue) {
          await wait(stubMs);
          const dueAt = new Date(Date.now() + everySeconds * 1_000);
          await markScheduleChecked(db, key, { now: new Date(), dueAt });
          if (performance.now() < end) looked += 1;
        }
      };
      await Promise.all(Array.from({ length: askedAtOnce }, ask));
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, workers * askedAtOnce) }, lane));
  return (looked / lookSeconds) * 3_600;
}

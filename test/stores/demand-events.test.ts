import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createDemandRecorder,
  type DemandRecorder,
  type DemandSignal,
} from '../../src/demand/record/demand-recorder.ts';
import { listMostSearchedRoutes } from '../../src/demand/record/event-store.ts';
import { fixedRates } from '../../src/rates/current-rates.ts';
import { maintainPartitions } from '../../src/demand/rollup/maintain-partitions.ts';
import { createSealer } from '../../src/platform/security/crypto.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics, type Metrics } from '../../src/platform/observability/metrics.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { testWorld } from '../support/service/service.ts';

const JULY = new Date('2026-07-15T12:00:00Z');
const AUGUST = new Date('2026-08-02T09:30:00Z');
const NELLIES = asId('organization', 'org_nellie');
const OTHERS = asId('organization', 'org_other');
const sealer = createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 7)]);

let db: TestDatabase;
let metrics: Metrics;
let demand: DemandRecorder;
let now: Date;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => {
  now = JULY;
  metrics = createMetrics();
  demand = recorder();
});
afterEach(async () => {
  await demand.stop();
  for (const name of await partitions())
    if (name !== 'demand_event_default') await sql`drop table ${sql.table(name)}`.execute(db.q);
  await sql`truncate demand_event`.execute(db.q);
  await sql`truncate demand_caller_key`.execute(db.q);
  await closeThrough('2000-01-01');
});
afterAll(() => db.close());

/** What another process would have over the same database. */
function recorder(
  parts: { readonly db?: Db; readonly metrics?: Metrics; readonly sealer?: typeof sealer } = {},
): DemandRecorder {
  const { places, rates } = testWorld();
  return createDemandRecorder({
    db,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    metrics,
    sealer,
    places,
    rates: fixedRates(rates),
    ...parts,
  });
}

/** Two adults from Munich to Lisbon for a week in October, 100 euros a head. */
function aSignal(part: Partial<DemandSignal> = {}): DemandSignal {
  return {
    organizationId: NELLIES,
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    origin: 'MUC',
    adults: 2,
    minors: 0,
    today: '2026-07-15',
    departure: '2026-10-01',
    return: '2026-10-08',
    cabin: 'economy',
    price: money(12_345, 'USD'),
    ...part,
  };
}

interface Row {
  readonly occurred_at: Date;
  readonly day: string;
  readonly caller: string;
  readonly price_usd: number | null;
  readonly count: number;
  readonly [column: string]: unknown;
}

async function rows(): Promise<readonly Row[]> {
  return (await sql<Row>`select * from demand_event order by occurred_at, lead_days`.execute(db.q)).rows;
}

async function counted(name: string, of = metrics): Promise<number> {
  const metric = (await of.registry.getMetricsAsJSON()).find((one) => one.name === `bly_demand_events_${name}_total`);
  return metric?.values[0]?.value ?? 0;
}

async function partitions(): Promise<readonly string[]> {
  return (
    await sql<{
      name: string;
    }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'demand_event'::regclass order by 1`.execute(
      db.q,
    )
  ).rows.map(({ name }) => name);
}

async function closeThrough(day: string): Promise<void> {
  await sql`update demand_progress set closed_through = ${day}::date`.execute(db.q);
}

async function callerOf(part: Partial<DemandSignal> = {}): Promise<string> {
  await sql`truncate demand_event`.execute(db.q);
  demand.record(aSignal(part));
  await demand.settle();
  return (await rows())[0]?.caller ?? 'none was written';
}

/** Returns once another transaction waits for a lock that this one holds, or has had two seconds to run into none. */
async function untilSomebodyWaits(tx: Tx): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const { rows: waiting } =
      await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
        tx.q,
      );
    if (waiting.length > 0) return;
    await sql`select pg_sleep(0.01)`.execute(tx.q);
  }
}

describe('a sign of demand', () => {
  test('becomes a row with all that is counted of it', async () => {
    demand.record(aSignal());
    await demand.settle();
    expect(await rows()).toEqual([
      {
        occurred_at: JULY,
        day: '2026-07-15',
        kind: 'search',
        product: 'flight',
        destination: 'LIS',
        market_country: 'DE',
        market_city: 'MUC',
        audience: 'couple',
        lead_days: 78,
        stay_days: 7,
        cabin: 'economy',
        price_usd: 12_345,
        caller: expect.stringMatching(/^[\w-]{16}$/),
        count: 1,
      },
    ]);
    expect([await counted('written'), await counted('dropped')]).toEqual([1, 0]);
  });

  test('of a hotel has no market; one way has no stay, and what is not priced no price', async () => {
    demand.record(
      aSignal({
        product: 'hotel',
        origin: undefined,
        cabin: undefined,
        return: undefined,
        price: undefined,
        minors: 1,
      }),
    );
    await demand.settle();
    expect(await rows()).toMatchObject([
      {
        product: 'hotel',
        market_country: '??',
        market_city: '??',
        stay_days: null,
        cabin: null,
        price_usd: null,
        audience: 'family',
      },
    ]);
  });

  test('is priced in dollars, whatever it was seen in; nothing is no price, and neither is money without a rate', async () => {
    const rate = testWorld().rates.rate('JPY', 'USD');
    for (const [lead, price] of [money(20_000, 'JPY'), money(0, 'USD'), money(-5, 'USD'), money(500, 'XTS')].entries())
      demand.record(aSignal({ price, departure: `2026-07-2${lead}` }));
    await demand.settle();
    expect((await rows()).map((row) => row.price_usd)).toEqual([Math.round(20_000 * rate * 100), null, null, null]);
  });

  test("of a fictional place, or of none, is nobody's demand", async () => {
    demand.record(aSignal({ destination: 'QAB' }));
    demand.record(aSignal({ origin: 'QAA' }));
    demand.record(aSignal({ destination: 'QPN', product: 'hotel', origin: undefined }));
    demand.record(aSignal({ destination: '' }));
    demand.record(aSignal({ destination: 'no city' }));
    await demand.settle();
    expect([await rows(), await counted('written'), await counted('dropped')]).toEqual([[], 0, 0]);
  });

  test('for a day that is over here and not yet there is for today; dates out of all bounds are cut', async () => {
    demand.record(aSignal({ departure: '2026-07-14', return: '2026-07-14' }));
    demand.record(aSignal({ departure: '9999-01-01', return: '9999-12-31' }));
    await demand.settle();
    expect(await rows()).toMatchObject([
      { lead_days: 0, stay_days: 0 },
      { lead_days: 32_767, stay_days: 364 },
    ]);
  });

  test('that holds no dates is counted as dropped and takes nothing else with it', async () => {
    demand.record(aSignal({ departure: 'someday' }));
    demand.record(aSignal());
    demand.record(aSignal({ return: 'never' }));
    await demand.settle();
    expect([await counted('written'), await counted('dropped')]).toEqual([1, 2]);
  });
});

describe('an answer that is given again', () => {
  test('is read once, and each time it is given is an event, counted in one row until that is written, day by day and under the key of its month', async () => {
    let reads = 0;
    const record = demand.prepare(() => {
      reads += 1;
      return aSignal();
    });
    record();
    record();
    await demand.settle();
    for (const at of [
      '2026-07-15T12:00:00.001Z',
      '2026-07-31T00:00:00Z',
      '2026-07-31T23:59:59.999Z',
      '2026-08-01T00:00:00Z',
      '2026-08-01T00:00:00.007Z',
      '2026-08-01T09:00:00Z',
    ]) {
      now = new Date(at);
      record();
    }
    demand.record(aSignal({ destination: 'PAR' }));
    await demand.settle();
    const found = await rows();
    expect([reads, await counted('written'), new Set(found.map(({ caller }) => caller)).size]).toEqual([1, 9, 2]);
    expect(
      found
        .filter(({ destination }) => destination === 'LIS')
        .map(({ occurred_at: at, day, count }) => [at.toISOString(), day, count]),
    ).toEqual([
      ['2026-07-15T12:00:00.000Z', '2026-07-15', 2],
      ['2026-07-15T12:00:00.001Z', '2026-07-15', 1],
      ['2026-07-31T00:00:00.000Z', '2026-07-31', 2],
      ['2026-08-01T00:00:00.000Z', '2026-08-01', 3],
    ]);
    expect(found).toMatchObject(
      found.map(() => ({ market_city: 'MUC', audience: 'couple', lead_days: 78, stay_days: 7, price_usd: 12_345 })),
    );
  });

  test('and in which no sign can be read is read no more; it, and one without dates, is counted as dropped each time', async () => {
    let reads = 0;
    const recordNothing = demand.prepare(() => {
      reads += 1;
      throw new Error('Nothing can be read.');
    });
    const recordDropped = demand.prepare(() => aSignal({ departure: 'someday' }));
    for (let times = 0; times < 3; times += 1) {
      recordNothing();
      recordDropped();
      await demand.settle();
    }
    expect([reads, await rows(), await counted('dropped')]).toEqual([1, [], 3 + 3]);
  });
});

describe('a day', () => {
  test('is the UTC day, to the last millisecond', async () => {
    for (const at of ['2026-07-15T23:59:59.999Z', '2026-07-16T00:00:00Z']) {
      now = new Date(at);
      demand.record(aSignal());
    }
    await demand.settle();
    expect((await rows()).map((row) => row.day)).toEqual(['2026-07-15', '2026-07-16']);
  });

  test("that is closed takes no event any more: it counts on the first open one, under the key of that one's month", async () => {
    await closeThrough('2026-07-14');
    const onTime = await callerOf();
    expect((await rows())[0]?.day).toBe('2026-07-15');
    await closeThrough('2026-07-31');
    const late = await callerOf();
    expect((await rows())[0]).toMatchObject({ day: '2026-08-01', occurred_at: JULY });
    expect(late).not.toBe(onTime);
    now = AUGUST;
    expect(await callerOf()).toBe(late);
    const months = await sql<{ month: string }>`select month from demand_caller_key order by 1`.execute(db.q);
    expect(months.rows.map(({ month }) => month)).toEqual(['2026-07-01', '2026-08-01']);
  });
});

/**
 * On a server only: the embedded database has one connection, and what comes second waits for that, whatever is locked.
 */
const CONCURRENT = process.env['BLY_TEST_DATABASE_URL'] === undefined ? [] : ['a server'];

describe.each(CONCURRENT)('a day that is being closed, on %s,', () => {
  test('makes what is written wait, and then it counts on the next', async () => {
    const held = Promise.withResolvers<void>();
    // Begun out here: what begins inside would be a transaction within the other.
    const writing = held.promise.then(() => demand.settle());
    demand.record(aSignal());
    await db.transaction(async (tx) => {
      await sql`select closed_through from demand_progress for update`.execute(tx.q);
      held.resolve();
      await untilSomebodyWaits(tx);
      await sql`update demand_progress set closed_through = '2026-07-15'`.execute(tx.q);
      expect((await sql`select 1 from demand_event`.execute(tx.q)).rows).toEqual([]);
    });
    await writing;
    expect((await rows()).map((row) => row.day)).toEqual(['2026-07-16']);
  });
});

describe('a caller', () => {
  test('is the same all month, another for another organization, and another in another month', async () => {
    const first = await callerOf();
    expect(await callerOf({ kind: 'booking', destination: 'PAR' })).toBe(first);
    expect(await callerOf({ organizationId: OTHERS })).not.toBe(first);
    now = AUGUST;
    expect(await callerOf()).not.toBe(first);
    now = JULY;
    expect(await callerOf()).toBe(first);
  });

  test('is the same in every process: one of them makes the key, all use it', async () => {
    const other = recorder({ metrics: createMetrics() });
    demand.record(aSignal());
    other.record(aSignal());
    await Promise.all([demand.settle(), other.settle()]);
    const [one, two] = await rows();
    expect(one?.caller).toBe(two?.caller);
    const keys = await sql<{ sealed: string }>`select sealed from demand_caller_key`.execute(db.q);
    expect(keys.rows.map(({ sealed }) => sealer.open('demand_caller', sealed, '2026-07-01')?.length)).toEqual([32]);
    await other.stop();
  });

  test('of a sign that is written when its month is over has the key of that month as long as it is there, then the current one; no key is made for a month that is over', async () => {
    const first = await callerOf();
    demand.record(aSignal({ departure: '2026-10-02' }));
    now = AUGUST;
    await demand.settle();
    expect((await rows()).map(({ caller }) => caller)).toEqual([first, first]);
    const current = await callerOf();
    await sql`delete from demand_caller_key where month = '2026-07-01'`.execute(db.q);
    now = JULY;
    demand.record(aSignal({ departure: '2026-10-03' }));
    now = AUGUST;
    await demand.settle();
    expect((await rows()).map(({ day, caller }) => [day, caller])).toEqual([
      ['2026-07-15', current],
      ['2026-08-02', current],
    ]);
    const { rows: keys } = await sql<{ month: string }>`select month from demand_caller_key`.execute(db.q);
    expect(keys.map(({ month }) => month)).toEqual(['2026-08-01']);
  });

  test('of a month whose key was made in a write that failed is still the same everywhere', async () => {
    let isFailing = true;
    const flaky: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const done = await work(tx);
          if (isFailing) throw new Error('the connection is gone');
          return done;
        }),
    };
    const [own, other] = [createMetrics(), recorder({ metrics: createMetrics() })];
    const unlucky = recorder({ db: flaky, metrics: own });
    unlucky.record(aSignal());
    await unlucky.settle();
    isFailing = false;
    other.record(aSignal());
    await other.settle();
    unlucky.record(aSignal());
    await unlucky.settle();
    expect([await counted('dropped', own), await counted('written', own)]).toEqual([1, 1]);
    expect(new Set((await rows()).map(({ caller }) => caller)).size).toBe(1);
    await Promise.all([unlucky.stop(), other.stop()]);
  });

  test('cannot be named under a key that cannot be opened: the events are counted as dropped', async () => {
    await callerOf();
    const own = createMetrics();
    const stranger = recorder({
      metrics: own,
      sealer: createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 8)]),
    });
    stranger.record(aSignal());
    await stranger.settle();
    expect([await counted('dropped', own), (await rows()).length]).toEqual([1, 1]);
    await stranger.stop();
  });
});

describe('what cannot be kept is counted', () => {
  test('of 20,000 at once the newest 10,000 are written, and the rest counted as dropped', async () => {
    for (let count = 0; count < 20_000; count += 1) demand.record(aSignal({ adults: count < 10_000 ? 1 : 2 }));
    await demand.settle();
    expect([await counted('written'), await counted('dropped')]).toEqual([10_000, 10_000]);
    const { rows: audiences } = await sql<{
      audience: string;
      count: number;
    }>`select audience, count(*) as count from demand_event group by audience`.execute(db.q);
    expect(audiences).toEqual([{ audience: 'couple', count: 10_000 }]);
  });

  test('of a database that is down: each batch, and the next one is written when it is back', async () => {
    let isDown = true;
    const down: Db = {
      ...db,
      transaction: async (work) => {
        if (isDown) throw new Error('connect ECONNREFUSED');
        return db.transaction(work);
      },
    };
    const own = createMetrics();
    const unlucky = recorder({ db: down, metrics: own });
    for (let count = 0; count < 1_200; count += 1) unlucky.record(aSignal());
    await unlucky.settle();
    expect([await counted('written', own), await counted('dropped', own)]).toEqual([0, 1_200]);
    isDown = false;
    unlucky.record(aSignal());
    await unlucky.settle();
    expect([await counted('written', own), (await rows()).length]).toEqual([1, 1]);
    await unlucky.stop();
  });

  test('of a database that does not answer: a stop waits two seconds, and no longer', async () => {
    const own = createMetrics();
    const stuck = recorder({ db: { ...db, transaction: () => new Promise(() => undefined) }, metrics: own });
    stuck.record(aSignal());
    stuck.record(aSignal());
    await stuck.stop();
    expect([await counted('written', own), await counted('dropped', own)]).toEqual([0, 2]);
  });

  test('at a stop everything held is written, and nothing is taken after it', async () => {
    demand.record(aSignal());
    await demand.stop();
    demand.record(aSignal());
    await demand.settle();
    expect([(await rows()).length, await counted('written'), await counted('dropped')]).toEqual([1, 1, 0]);
  });
});

test('events move into the partition of their month when it is made, and go with it before any is older than 13 months', async () => {
  demand.record(aSignal());
  await demand.settle();
  expect((await maintainPartitions(db, JULY)).demand_event).toMatchObject({
    toCreate: ['2026-07-01', '2026-08-01'],
    toDrop: [],
  });
  expect((await sql`select 1 from demand_event_2026_07`.execute(db.q)).rows.length).toBe(1);
  demand.record(aSignal());
  await demand.settle();
  expect((await sql`select 1 from demand_event_2026_07`.execute(db.q)).rows.length).toBe(2);
  expect((await maintainPartitions(db, new Date('2027-07-31T23:59:59Z'))).demand_event.toDrop).toEqual([]);
  expect((await maintainPartitions(db, new Date('2027-08-01T00:00:00Z'))).demand_event.toDrop).toEqual(['2026-07-01']);
  expect(await rows()).toEqual([]);
});

test('the routes that were searched most: those of enough callers within one month, most first', async () => {
  const search = (origin: string, destination: string, part: Partial<DemandSignal> = {}) =>
    demand.record(aSignal({ kind: 'search', product: 'flight', origin, destination, ...part }));
  for (let time = 0; time < 3; time += 1) search('PAR', 'LIS');
  search('PAR', 'LIS', { organizationId: OTHERS });
  search('PAR', 'ROM');
  search('PAR', 'ROM', { organizationId: OTHERS });
  search('PAR', 'OSL');
  search('PAR', 'BER', { cabin: 'business' });
  search('PAR', 'BER', { cabin: 'business', organizationId: OTHERS });
  await demand.settle();
  const list = (callersMin: number, from = '2026-07-01', limit = 10) =>
    listMostSearchedRoutes(db, { from, callersMin, limit }).then((routes) =>
      routes.map(({ origin, destination }) => origin + destination),
    );
  expect(await list(2)).toEqual(['PARLIS', 'PARROM']);
  expect(await list(1)).toEqual(['PARLIS', 'PARROM', 'PAROSL']);
  expect(await list(1, '2026-07-01', 1)).toEqual(['PARLIS']);
  expect(await list(1, '2026-07-16')).toEqual([]);
  // One caller under the keys of two months is still one.
  now = AUGUST;
  search('PAR', 'OSL');
  await demand.settle();
  expect(await list(2)).toEqual(['PARLIS', 'PARROM']);
});

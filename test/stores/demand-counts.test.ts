import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixedRates } from '../../src/rates/current-rates.ts';
import type { App } from '../../src/context.ts';
import {
  createDemandRecorder,
  type DemandRecorder,
  type DemandSignal,
  type RecordSignal,
} from '../../src/demand/record/demand-recorder.ts';
import { closedMonthRules, openMonthRules, rollUpDemand, rollUpMonth } from '../../src/demand/rollup/roll-up.ts';
import { createSealer } from '../../src/platform/security/crypto.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { asId } from '../../src/platform/ids.ts';
import { createMetrics, type Metrics } from '../../src/platform/observability/metrics.ts';
import { money } from '../../src/travel/money.ts';
import { openTestDatabase, type TestDatabase } from '../support/service/database.ts';
import { dumpCounts, writeOnly } from '../support/products/demand-events.ts';
import { createPlatformApp } from '../support/service/platform.ts';
import { testWorld } from '../support/service/service.ts';

/** Hours around the end of a month, some of which are the same day. */
const HOURS = [
  '2026-01-30T23:00:00Z',
  '2026-01-31T00:00:00Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00Z',
  '2026-02-01T12:00:00Z',
] as const;
const MONTHS = ['2026-01-01', '2026-02-01'] as const;

/** Few of everything: of five organizations or more some units are shown in production, too. */
const someSignal: fc.Arbitrary<DemandSignal> = fc.record({
  organizationId: fc.constantFrom(...'abcdefg').map((name) => asId('organization', `org_${name}`)),
  kind: fc.constantFrom('search', 'search', 'booking'),
  product: fc.constantFrom('flight', 'flight', 'hotel'),
  destination: fc.constantFrom('LIS', 'LIS', 'NYC'),
  origin: fc.constantFrom('PAR', 'PAR', 'BER', undefined),
  adults: fc.constantFrom(1, 2, 2),
  minors: fc.constantFrom(0, 0, 1),
  today: fc.constant('2026-01-30'),
  departure: fc.constantFrom('2026-02-10', '2026-07-01'),
  return: fc.constantFrom('2026-07-02', '2026-07-30', undefined),
  cabin: fc.constantFrom('economy', undefined),
  price: fc.option(
    fc.integer({ min: 1, max: 90_000 }).map((value) => money(value, 'USD')),
    { nil: undefined },
  ),
});
/** Answers by their places, one of these hours after the other; `isSettled`: what is held is written then. */
const aGiving = fc.record({
  answer: fc.nat(),
  hour: fc.nat(HOURS.length - 1),
  times: fc.integer({ min: 1, max: 5 }),
  isSettled: fc.boolean(),
});

let db: TestDatabase;
let now = new Date(HOURS[0]);
let metrics: Metrics;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  metrics = createMetrics();
  await writeOnly(db, []);
});
afterAll(() => db.close());

function recorderOver(of: Db): DemandRecorder {
  const { places, rates } = testWorld();
  const sealer = createSealer({ environment: 'sandbox' }, [Buffer.alloc(32, 7)]);
  return createDemandRecorder({
    db: of,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    metrics,
    sealer,
    places,
    rates: fixedRates(rates),
  });
}

/** A recorder whose writes wait until `answer` is called. */
function slowRecorder(): { readonly slow: DemandRecorder; answer(): void } {
  const held = Promise.withResolvers<void>();
  const slow = recorderOver({
    ...db,
    transaction: async (work) => {
      await held.promise;
      return db.transaction(work);
    },
  });
  return { slow, answer: () => held.resolve() };
}

/** Two adults from Munich to Lisbon for a week in October. */
function aSignal(): DemandSignal {
  return {
    organizationId: asId('organization', 'org_nellie'),
    kind: 'search',
    product: 'flight',
    destination: 'LIS',
    origin: 'MUC',
    adults: 2,
    minors: 0,
    today: '2026-01-30',
    departure: '2026-10-01',
    return: '2026-10-08',
    cabin: 'economy',
    price: money(12_345, 'USD'),
  };
}

/** Counts of the rows there are, in order. */
async function listCounts(): Promise<readonly number[]> {
  return (await sql<{ count: number }>`select count from demand_event order by 1`.execute(db.q)).rows.map(
    ({ count }) => count,
  );
}

/** Events by the metrics. */
async function counted(): Promise<{ readonly written: number; readonly dropped: number }> {
  const all = await metrics.registry.getMetricsAsJSON();
  const numberOf = (name: string) =>
    all.find((one) => one.name === `bly_demand_events_${name}_total`)?.values[0]?.value ?? 0;
  return { written: numberOf('written'), dropped: numberOf('dropped') };
}

interface Giving {
  readonly answer: number;
  readonly hour: number;
  readonly times: number;
  readonly isSettled: boolean;
}

/**
 * Records what is given, `tellerOf` each answer, and answers what is counted of it in the sandbox and in production.
 */
async function countGiven(
  signals: readonly DemandSignal[],
  givings: readonly Giving[],
  tellersOf: (demand: DemandRecorder) => readonly RecordSignal[],
) {
  await writeOnly(db, []);
  metrics = createMetrics();
  const demand = recorderOver(db);
  const tellers = tellersOf(demand);
  for (const { answer, hour, times, isSettled } of givings.toSorted((one, other) => one.hour - other.hour)) {
    now = new Date(HOURS[hour] ?? HOURS[0]);
    for (let time = 0; time < times; time += 1) {
      tellers[answer % signals.length]?.();
      // What was told for the first time is read behind the answer.
      if (time === 0) await nextTurn();
    }
    if (isSettled) await demand.settle();
  }
  await demand.stop();
  const { rows } = await sql<{
    rows: number;
    events: number;
  }>`select count(*)::integer as rows, coalesce(sum(count), 0)::integer as events from demand_event`.execute(db.q);
  for (const month of MONTHS) await rollUpMonth(db, closedMonthRules(month, '2026-02-28'));
  const production = await dumpCounts(db);
  for (const month of MONTHS) await rollUpMonth({ ...db, kind: 'server' }, openMonthRules(month));
  const sandbox = await dumpCounts(db);
  for (const month of MONTHS) await rollUpMonth({ ...db, kind: 'embedded' }, openMonthRules(month));
  const inParts = await dumpCounts(db);
  return { ...rows[0], production, sandbox, inParts, leftToCount: await rollUpDemand(sandboxApp()) };
}

function sandboxApp(): App {
  const app = createPlatformApp({ ...db, scope: {} }, []);
  return Object.create(app, {
    config: { value: { ...app.config, environment: 'sandbox' } },
    clock: { value: { now: () => new Date('2026-02-02T12:00:00Z') } },
  });
}

test('answers given again are counted as if each time were a row of its own: the same units, bytes and all', async () => {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(someSignal, { minLength: 1, maxLength: 40, size: 'max' }),
      fc.array(aGiving, { maxLength: 120, size: 'max' }),
      async (signals, givings) => {
        const counted = await countGiven(signals, givings, (demand) =>
          signals.map((signal) => demand.prepare(() => signal)),
        );
        const apart = await countGiven(signals, givings, (demand) =>
          signals.map((signal) => () => demand.record(signal)),
        );
        const given = givings.reduce((sum, { times }) => sum + times, 0);
        expect([counted.events, apart.events, apart.rows]).toEqual([given, given, given]);
        expect([counted.production, counted.sandbox, counted.inParts]).toEqual([
          apart.production,
          apart.sandbox,
          apart.sandbox,
        ]);
        expect([counted.leftToCount, apart.leftToCount]).toEqual([[], []]);
        saved += given - (counted.rows ?? given);
      },
    ),
    { numRuns: 12, seed: 20_260_130, endOnFailure: true },
  );
  expect(saved).toBeGreaterThan(300);
});

describe('an answer given again', () => {
  test('while its row is being written is counted in a new one', async () => {
    const { slow, answer } = slowRecorder();
    const record = slow.prepare(aSignal);
    for (let time = 0; time < 2; time += 1) record();
    const settled = slow.settle();
    await nextTurn();
    await nextTurn();
    for (let time = 0; time < 3; time += 1) record();
    answer();
    await settled;
    expect([await listCounts(), await counted()]).toEqual([[2], { written: 2, dropped: 0 }]);
    await slow.settle();
    expect([await listCounts(), await counted()]).toEqual([[2, 3], { written: 5, dropped: 0 }]);
    await slow.stop();
  });

  test('before its row makes room for others is lost with it, and counted; from then on it has a new one', async () => {
    const demand = recorderOver(db);
    const record = demand.prepare(aSignal);
    record();
    await nextTurn();
    for (let time = 0; time < 3; time += 1) record();
    for (let count = 0; count < 10_000; count += 1) demand.record(aSignal());
    record();
    await demand.settle();
    // The row of four made room, and so did one of the others.
    expect([(await listCounts()).length, await counted()]).toEqual([10_000, { written: 10_000, dropped: 4 + 1 }]);
    await demand.stop();
  });

  test('after a stop is counted nowhere, though its row still waits to be written', async () => {
    const { slow, answer } = slowRecorder();
    const record = slow.prepare(aSignal);
    for (let count = 0; count < 500; count += 1) slow.record(aSignal());
    record();
    await nextTurn();
    const stopped = slow.stop();
    await nextTurn();
    record();
    answer();
    await stopped;
    record();
    await slow.settle();
    expect([(await listCounts()).length, await counted()]).toEqual([501, { written: 501, dropped: 0 }]);
  });
});

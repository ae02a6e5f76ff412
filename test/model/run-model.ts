import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type ReconcileReport, reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { type TestDatabase, openTestDatabase } from '../support/service/database.ts';
import { startService } from '../support/service/service.ts';
import { Catalogue } from './catalogue.ts';
import { cartCommands } from './commands.ts';
import { auditTrip, observeAll, type Run, runJobs } from './observe.ts';
import { payCommands } from './pay-commands.ts';
import type { Model } from './trip-model.ts';
import { createSteppedClock, makeWorld, type ModelWorld, PLENTY, type SteppedClock } from './world.ts';

/** How far a test goes. */
export interface ModelTest {
  readonly seed: number;
  /** Stops at the end of the run in which so many commands have been carried out. */
  readonly stepsMin: number;
  readonly commandsMax: number;
}

/** What a test has done. */
export interface ModelReport {
  readonly steps: number;
  readonly runs: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly endings: ReadonlyMap<string, number>;
  readonly reconciled: ReconcileReport;
  readonly seconds: number;
}

/** Each command lets so much real time pass. */
const TICK_MS = 10;
const SETTLE_SECONDS = 8 * 3600;
const SETTLE_ROUNDS_MAX = 40;

const SEED_MAX = 1_000_000_000;

/**
 * The seed of this run and its moment, which prices follow: a fresh one each time, printed so that a red run can be
 * repeated with `BLY_TEST_SEED` and `BLY_TEST_NOW`.
 */
export function readSeed(): { readonly seed: number; readonly now: Date } {
  const seed = Number(process.env['BLY_TEST_SEED'] ?? randomInt(SEED_MAX));
  const now = new Date(process.env['BLY_TEST_NOW'] ?? Date.now());
  process.stdout.write(`random trips: BLY_TEST_SEED=${seed} BLY_TEST_NOW=${now.toISOString()}\n`);
  return { seed, now };
}

/**
 * Random sequences of every trip and checkout operation against the reference model, each in an organization of its
 * own; at the end of a sequence everything under way is settled and audited, at the end of all the whole database is
 * reconciled.
 */
export async function runModel(test: ModelTest, start: Date): Promise<ModelReport> {
  const startedAt = performance.now();
  const db = await openTestDatabase();
  const clock = createSteppedClock(start);
  const service = await startService({ db, clock });
  const stranger = { 'x-api-key': (await service.makeKey(PLENTY)).key };
  await service.call('POST', '/v1/sandbox/credits', { amount: 1_000_000 }, stranger);
  const counts = new Map<string, number>();
  const endings = new Map<string, number>();
  const stepsOf = () => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let runs = 0;
  const property = fc.asyncProperty(
    fc.commands([...cartCommands, ...payCommands], { maxCommands: test.commandsMax, size: 'max' }),
    async (commands) => {
      runs += 1;
      const world = await makeWorld(service, clock, stranger);
      const run: Run = {
        world: withTicks(world, clock),
        catalogue: new Catalogue(world),
        counts,
        endings,
        mayReprice: false,
      };
      const model: Model = { trips: [], movedSeconds: 0 };
      await fc.asyncModelRun(() => ({ model, real: run }), commands);
      await settle(run, model);
      for (const trip of model.trips) await auditTrip(run, trip);
    },
  );
  for (let round = 0; stepsOf() < test.stepsMin; round += 1) {
    await fc.assert(property, { seed: test.seed + round, numRuns: 3, endOnFailure: true });
  }
  const reconciled = await reconcile(service.app);
  await expectNothingHeld(db);
  await service.close();
  await db.close();
  return {
    steps: stepsOf(),
    runs,
    counts,
    endings,
    reconciled,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** Every call takes a moment of real time. */
function withTicks(world: ModelWorld, clock: SteppedClock): ModelWorld {
  return {
    ...world,
    call(...args) {
      clock.step(TICK_MS);
      return world.call(...args);
    },
  };
}

/** Lets time pass until nothing is under way. */
async function settle(run: Run, model: Model): Promise<void> {
  const isBusy = () =>
    model.trips.some(({ status, attempt }) => status === 'fulfilling' || attempt?.kind === 'processing');
  await runJobs(run, model);
  await observeAll(run, model);
  for (let round = 0; isBusy(); round += 1) {
    if (round >= SETTLE_ROUNDS_MAX) throw new Error('A trip is still under way.');
    await run.world.advance(SETTLE_SECONDS);
    await runJobs(run, model);
    await observeAll(run, model);
  }
  // Cancels what was voided at the processor, too.
  await run.world.advance(SETTLE_SECONDS);
  await runJobs(run, model);
  await observeAll(run, model);
}

/**
 * The processor and the sellers agree with what was sold: no hold left, captures = bookings, refunds ≤ captures, orders
 * = items.
 */
async function expectNothingHeld(db: TestDatabase): Promise<void> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from sandbox_payment where status = 'authorised')::int as held,
    (select count(*) from sandbox_payment where refunded > captured)::int as over_refunded,
    (select coalesce(sum(captured), 0) from sandbox_payment)::bigint = (select coalesce(sum(total_paid), 0) from booking)::bigint as is_captured_sold,
    (select count(*) from sandbox_order where status = 'booked')::int = (select count(*) from booking_item where status = 'confirmed')::int as is_ordered_sold,
    (select count(*) from (select trip_id from booking group by trip_id having count(*) > 1) twice)::int as booked_twice,
    (select count(*) from (select booking_ref from webhook_event where type in ('booking.completed', 'booking.failed') group by booking_ref having count(*) > 1) twice)::int as told_twice`.execute(
    db.q,
  );
  expect(rows[0]).toEqual({
    held: 0,
    over_refunded: 0,
    is_captured_sold: true,
    is_ordered_sold: true,
    booked_twice: 0,
    told_twice: 0,
  });
}

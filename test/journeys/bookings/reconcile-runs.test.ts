import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileNightlyJob } from '../../../src/bookings/reconcile/reconcile-nightly.ts';
import { proveInSteps } from '../../../src/bookings/reconcile/prove-in-steps.ts';
import { stepReconcile } from '../../../src/bookings/reconcile/run-reconcile.ts';
import {
  claimReconcileRun,
  findReconcileRun,
  releaseReconcileRun,
} from '../../../src/bookings/reconcile/store-reconcile.ts';
import { asId } from '../../../src/platform/ids.ts';
import { CARD_OK, makeCheckout } from '../../support/faults/trip-journeys.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await sell('QAG');
  await sell('QAI');
});
afterAll(() => service.close());

async function sell(destination: string): Promise<string> {
  const { tripId } = await makeCheckout(service, { origin: 'QAA', destination });
  await service.call('POST', '/v1/sandbox/pay', { trip_id: tripId, card: CARD_OK });
  await service.drain();
  return tripId;
}

const run = (statement: string) => sql.raw(statement).execute(service.app.db.q);
const step = (kind: 'full' | 'changed', isAnew = false) => stepReconcile(service.app, { kind, isAnew });
/** The organization's clock stands a day later than what was stored so far: as if a day had passed. */
const aDayPasses = () =>
  service.app.db.transaction(async (tx) => {
    for (const statement of [
      // A distributed database switches no triggers off without this, and computes at UTC, which no setting moves.
      'set local citus.enable_unsafe_triggers = on',
      'alter table ledger_transfer disable trigger user',
      `update ledger_transfer set at = (at at time zone 'UTC' - interval '3 days') at time zone 'UTC'`,
      'alter table ledger_transfer enable trigger user',
      `update payment set created_at = (created_at at time zone 'UTC' - interval '3 days') at time zone 'UTC'`,
      `update reconcile_run set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'`,
    ])
      await sql.raw(statement).execute(tx.q);
  });

test('a full run counts everything, and a run that is done is followed by a new one', async () => {
  expect(await step('full')).toMatchObject({
    isDone: true,
    isBusy: false,
    report: { bookings: 2, payments: 2, trips: 2, problems: [] },
  });
  expect((await step('full')).report).toMatchObject({ bookings: 2, payments: 2, trips: 2 });
});

test('a run that was stopped goes on behind the last row it has stored, unless it is to begin again', async () => {
  const { rows } = await sql<{
    ref: string;
    org: string;
  }>`select booking_ref as ref, organization_id as org from booking order by 2, 1`.execute(service.app.db.q);
  await run(`update reconcile_run set finished_at = null, part = 'bookings', after_organization = '${rows[0]?.org}', after_id = '${rows[0]?.ref}',
    bookings = 1, payments = 0, trips = 0 where kind = 'full'`);
  expect((await step('full')).report).toMatchObject({ bookings: 2, payments: 2, trips: 2 });
  await run(
    `update reconcile_run set finished_at = null, part = 'trips', bookings = 2, payments = 2, trips = 0, after_id = '', after_organization = '' where kind = 'full'`,
  );
  expect((await step('full', true)).report).toMatchObject({ bookings: 2, payments: 2, trips: 2 });
});

test('two at once: one works, the other hears that it does', async () => {
  const { db, clock } = service.app;
  const until = new Date(clock.now().getTime() + 60_000);
  expect(await claimReconcileRun(db, 'full', { now: clock.now(), until, claim: 'other' })).toBe(true);
  expect(await step('full')).toMatchObject({ isBusy: true });
  await releaseReconcileRun(db, 'full', 'other');
  expect(await step('full')).toMatchObject({ isBusy: false, isDone: true });
});

test('a run over changes looks at what has changed since the one before, and at nothing else', async () => {
  expect((await step('changed')).report).toMatchObject({ bookings: 2, payments: 2, trips: 2, problems: [] });
  await aDayPasses();
  expect((await step('changed')).report).toMatchObject({ bookings: 0, payments: 0, trips: 0 });
  await aDayPasses();
  await sell('QAG');
  expect((await step('changed')).report).toMatchObject({ bookings: 1, payments: 1, trips: 1, problems: [] });
});

test('what does not agree is found by both, named again the next night, and gone once it is put right', async () => {
  await run("update booking set total_paid = total_paid - 1 where status = 'confirmed'");
  const full = await proveInSteps(
    { kind: 'full', isAnew: false },
    { step: ({ kind, isAnew }) => step(kind, isAnew), say: () => undefined },
  );
  expect(full.problems.filter(({ problem }) => /^captured \d+, paid \d+$/.test(problem)).length).toBeGreaterThan(0);
  const night = await step('changed');
  const named = night.report.problems.length;
  expect(named).toBeGreaterThan(0);
  await aDayPasses();
  expect((await step('changed')).report.problems).toHaveLength(named);
  await run("update booking set total_paid = total_paid + 1 where status = 'confirmed'");
  await aDayPasses();
  expect((await step('changed')).report.problems).toEqual([]);
  await aDayPasses();
  expect((await step('changed')).report).toMatchObject({ bookings: 0, problems: [] });
});

test('the nightly job comes again a day later, and one minute later where another is at it', async () => {
  const { app } = service;
  const night = {
    organizationId: asId('organization', 'org_installation'),
    now: new Date(),
    attempt: 1,
    signal: AbortSignal.timeout(60_000),
  };
  expect(await reconcileNightlyJob.run({}, app, night)).toEqual({ runAgainInSeconds: 86_400 });
  expect((await findReconcileRun(app.db, 'changed'))?.finishedAt).toBeInstanceOf(Date);
  await claimReconcileRun(app.db, 'changed', {
    now: app.clock.now(),
    until: new Date(app.clock.now().getTime() + 60_000),
    claim: 'other',
  });
  expect(await reconcileNightlyJob.run({}, app, night)).toEqual({ runAgainInSeconds: 60 });
  await releaseReconcileRun(app.db, 'changed', 'other');
});

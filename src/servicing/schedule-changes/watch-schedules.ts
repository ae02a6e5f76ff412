import * as z from 'zod';
import { reckonChecksAnew, recordScheduleCheck, takeFlightsToCheck } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobDeclaration, JobRun } from '../../platform/jobs/job.ts';
import { organizationNow } from '../../platform/organization-clock.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { findScheduleChange, type FlightKey } from './find-schedule-change.ts';

const WATCH_INTERVAL_SECONDS = 60;
/** Work of one run; what is left comes at once in the next. */
const FLIGHTS_MAX = 50;
/** Flights of one organization among them. */
const PER_ORGANIZATION_MAX = 25;
/** Suppliers that one run waits for at once. */
const AT_ONCE = 4;
/** Runs beside the first one while there are more flights than it can ask about, in all processes together. */
const LANES = 12;
/** A supplier that did not answer is asked again after so long, or when its answer would be due. */
const AGAIN_SECONDS = 3_600;

/**
 * Asks about flights that are still to be flown, all organizations', the longest due first, for as long as the
 * installation runs: each once in so long as its supplier says. It is the net under suppliers' callbacks, and nobody
 * waits for it: its calls give way to those of travelers. While it cannot keep up, lanes beside it ask as well.
 */
export const watchSchedulesJob: JobDeclaration<Record<never, never>> = {
  name: 'servicing.watch_schedules',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { organizationId, signal }) {
    const hasMore = await checkDue(app, { organizationId: undefined, signal });
    if (hasMore) await openLanes(app, organizationId);
    return { runAgainInSeconds: hasMore ? 1 : WATCH_INTERVAL_SECONDS };
  },
};

/** One of several runs that ask about flights at the same time, until none is due. */
export const watchLaneJob: JobDeclaration<Record<never, never>> = {
  name: 'servicing.watch_lane',
  payload: z.object({}),
  retryDelaysSeconds: [60],
  concurrency: 4,
  timeoutSeconds: 600,
  run: async (_payload, app, { signal }) =>
    (await checkDue(app, { organizationId: undefined, signal })) ? { runAgainInSeconds: 0 } : undefined,
};

/** Watches the flights of one organization at once: its clock has moved. */
export const watchOrganizationJob: JobDeclaration<Record<never, never>> = {
  name: 'servicing.watch_organization',
  payload: z.object({}),
  retryDelaysSeconds: [60],
  concurrency: 2,
  timeoutSeconds: 600,
  run: async (_payload, app, run) => ((await checkDue(app, run)) ? { runAgainInSeconds: 1 } : undefined),
};

/** Has an organization's flights looked at, in the transaction that moves its clock. */
export async function watchOrganization(tx: Tx, app: App, organizationId: OrganizationId): Promise<void> {
  if (await reckonChecksAnew(tx, app, organizationId))
    await app.jobs.enqueue(tx, watchOrganizationJob, { organizationId, payload: {}, key: 'now' });
}

/** Each lane is queued once at most, however often this is called. */
async function openLanes(app: App, organizationId: OrganizationId): Promise<void> {
  await app.db.transaction(async (tx) => {
    for (let lane = 1; lane <= LANES; lane += 1)
      await app.jobs.enqueue(tx, watchLaneJob, { organizationId, payload: {}, key: `lane ${lane}` });
  });
}

/** True when there may be more. */
async function checkDue(
  app: App,
  {
    organizationId,
    signal,
  }: { readonly organizationId: OrganizationId | undefined; readonly signal: JobRun['signal'] },
): Promise<boolean> {
  const suppliers = app.flightSuppliers.flatMap(({ id, schedules }) =>
    schedules === undefined ? [] : [{ supplierId: id, everySeconds: schedules.lookEverySeconds }],
  );
  const which = { organizationId, suppliers, limit: FLIGHTS_MAX, perOrganizationMax: PER_ORGANIZATION_MAX };
  const { flights, hasMore } = await takeFlightsToCheck(app, which);
  const queue = flights.values();
  const ask = async (): Promise<void> => {
    for (const { everySeconds, ...key } of queue) {
      if (signal.aborted) return;
      await check(app, key, { everySeconds, signal });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return hasMore;
}

/** One flight whose airline does not answer, or not in a form that can be stored, lets no other wait. */
async function check(
  app: App,
  key: FlightKey,
  { everySeconds, signal }: { readonly everySeconds: number; readonly signal: AbortSignal },
): Promise<void> {
  const now = await organizationNow(app, key.organizationId);
  try {
    await findScheduleChange(app, key, now, 'monitor');
  } catch (failure) {
    if (signal.aborted) throw failure;
    const keys = { err: failure, bookingRef: key.bookingRef, itemId: key.itemId };
    if (failure instanceof SupplierFailure)
      app.log.warn(keys, 'an airline did not say whether a flight was changed; it is asked again');
    else app.log.error(keys, 'what an airline says of a flight could not be read or kept; it is asked again');
    const again = Math.min(everySeconds, AGAIN_SECONDS);
    await recordScheduleCheck(app.db, key, {
      now: secondsAfter(now, again - everySeconds),
      dueAt: secondsAfter(app.clock.now(), again),
    });
  }
}

function secondsAfter(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1_000);
}

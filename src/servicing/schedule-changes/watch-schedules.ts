import * as z from 'zod';
import { listFlightsToCheck } from '../../bookings/reschedule-item.ts';
import type { App } from '../../context.ts';
import { organizationNow } from '../../platform/organization-clock.ts';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { recordScheduleCheck } from '../../bookings/reschedule-item.ts';
import { findScheduleChange } from './find-schedule-change.ts';

const WATCH_INTERVAL_SECONDS = 60;
/** Work of one run; what is left comes at once in the next. */
const FLIGHTS_MAX = 100;
/** A supplier that did not answer is asked again after so long, or when its answer would be due. */
const AGAIN_SECONDS = 3_600;
/** Flights of one organization among them. */
const PER_ORGANIZATION_MAX = 25;

/**
 * Asks about flights that are still to be flown, all organizations', the longest unasked first, for as long as the
 * installation runs: each once in so long as its supplier says. It is the net under suppliers' callbacks, and nobody
 * waits for it: its calls give way to those of travelers.
 */
export const watchSchedulesJob: JobDeclaration<Record<never, never>> = {
  name: 'servicing.watch_schedules',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  run: async (_payload, app, run) => ({
    runAgainInSeconds: (await checkAll(app, { organizationId: undefined, signal: run.signal }))
      ? 1
      : WATCH_INTERVAL_SECONDS,
  }),
};

/** Watches the flights of one organization at once: its clock has moved. */
export const watchOrganizationJob: JobDeclaration<Record<never, never>> = {
  name: 'servicing.watch_organization',
  payload: z.object({}),
  retryDelaysSeconds: [60],
  concurrency: 2,
  timeoutSeconds: 600,
  run: async (_payload, app, run) => ((await checkAll(app, run)) ? { runAgainInSeconds: 1 } : undefined),
};

/** Enqueues that look where it would find something to ask. */
export async function watchOrganization(app: App, organizationId: OrganizationId): Promise<void> {
  const due = await listDue(app, organizationId, 1);
  if (due.length > 0)
    await app.db.transaction((tx) =>
      app.jobs.enqueue(tx, watchOrganizationJob, { organizationId, payload: {}, key: 'now' }),
    );
}

/**
 * True when there may be more. One flight whose airline does not answer, or not in a form that can be stored, lets no
 * other wait.
 */
async function checkAll(
  app: App,
  { organizationId, signal }: { readonly organizationId: OrganizationId | undefined; readonly signal: AbortSignal },
): Promise<boolean> {
  const due = await listDue(app, organizationId, FLIGHTS_MAX);
  for (const { everySeconds, ...key } of due) {
    if (signal.aborted) return true;
    const now = await organizationNow(app, key.organizationId);
    try {
      await findScheduleChange(app, key, now, 'monitor');
    } catch (failure) {
      if (signal.aborted) throw failure;
      const keys = { err: failure, bookingRef: key.bookingRef, itemId: key.itemId };
      if (failure instanceof SupplierFailure)
        app.log.warn(keys, 'an airline did not say whether a flight was changed; it is asked again');
      else app.log.error(keys, 'what an airline says of a flight could not be read or kept; it is asked again');
      await recordScheduleCheck(app.db, key, secondsBefore(now, everySeconds - AGAIN_SECONDS));
    }
  }
  return due.length >= Math.min(FLIGHTS_MAX, PER_ORGANIZATION_MAX);
}

function secondsBefore(now: Date, seconds: number): Date {
  return new Date(now.getTime() - Math.max(0, seconds) * 1_000);
}

function listDue(app: App, organizationId: OrganizationId | undefined, limit: number) {
  const suppliers = app.flightSuppliers.flatMap(({ id, schedules }) =>
    schedules === undefined ? [] : [{ supplierId: id, everySeconds: schedules.lookEverySeconds }],
  );
  return listFlightsToCheck(app, { organizationId, suppliers, limit, perOrganizationMax: PER_ORGANIZATION_MAX });
}

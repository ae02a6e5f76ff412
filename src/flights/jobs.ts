import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { trimObservedFares } from './observed/trim-observed-fares.ts';
import { checkMonitor } from './monitors/check-monitor.ts';
import { warmNightly } from './warming/warm-nightly.ts';
import { CHECK_INTERVAL_SECONDS } from './model/prices/price-monitor.ts';
import type { CheckJob } from './monitors/monitor-price.ts';

/** Checks one monitored price and repeats until its journey departs; due on the organization's clock. */
export const checkPriceJob: CheckJob = {
  name: 'flights.check_price',
  payload: z.object({ monitor_id: z.string() }),
  retryDelaysSeconds: [30, 300, 1_800],
  concurrency: 4,
  timeoutSeconds: 60,
  run: (payload, app, run) => checkMonitor(app, payload.monitor_id, run),
  async exhausted(payload, app, run) {
    // A monitor survives an outage longer than all retries: its next regular check is scheduled.
    const dueAt = new Date(run.now.getTime() + CHECK_INTERVAL_SECONDS * 1_000);
    await app.db.transaction((tx) =>
      app.jobs.enqueue(tx, checkPriceJob, {
        organizationId: run.organizationId,
        payload,
        key: payload.monitor_id,
        dueAt,
      }),
    );
  },
};

const TRIM_INTERVAL_SECONDS = 3_600;

/** Erases observed fares that are of no use any more, hour after hour, by real time. */
const trimObservedFaresJob: JobDeclaration<Record<never, never>> = {
  name: 'flights.trim_observed_fares',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, run) {
    const trimmed = await trimObservedFares(app, run.signal);
    if (trimmed.leastUsed > 0) app.log.info({ ...trimmed }, 'Observed fares beyond the bound were erased.');
    return { runAgainInSeconds: TRIM_INTERVAL_SECONDS };
  },
};

/** Searches by night for the fares that were asked for most, by real time. */
const warmFaresJob: JobDeclaration<Record<never, never>> = {
  name: 'flights.warm_fares',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600, 86_400, 86_400],
  concurrency: 1,
  timeoutSeconds: 600,
  run: (_payload, app, run) => warmNightly(app, run.signal),
};

/** Jobs the installation itself needs. */
export const flightStandingJobs = [trimObservedFaresJob, warmFaresJob];
/** Every job of this folder. */
export const flightJobs = [checkPriceJob, ...flightStandingJobs];

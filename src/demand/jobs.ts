import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { maintainPartitions } from './rollup/maintain-partitions.ts';
import { deletePastCallerKeys, nextClosing, rollUpDemand } from './rollup/roll-up.ts';

const KEEP_INTERVAL_SECONDS = 86_400;
/** In the sandbox what happens is seen within this, as long as counting is quick. */
const COUNT_INTERVAL_SECONDS = 10;
/** Share of its time a sandbox may spend counting: the wait is so many times as long as the run before it. */
const COUNT_REST_FACTOR = 20;
/** In production days are closed once a day; what a run could not do is tried again within this. */
const CLOSE_INTERVAL_SECONDS = 900;
/**
 * A month of millions of events is counted in well under a minute; the first run of an installation may have a year of
 * them.
 */
const COUNT_TIMEOUT_SECONDS = 3_600;
/**
 * A minute, ten, then hourly for forty days: a job that gave up would stand still until the next start, and a cause (a
 * full disk, a database that refuses) is mended within weeks. A run that ends well begins the count anew.
 */
const RETRY_DELAYS_SECONDS: readonly number[] = [60, 600, ...Array.from({ length: 40 * 24 }, () => 3_600)];

/**
 * Makes the coming partition of observations, drops old ones and deletes past keys of callers, day after day, by real
 * time.
 */
const maintainPartitionsJob: JobDeclaration<Record<never, never>> = {
  name: 'demand.keep_partitions',
  payload: z.object({}),
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 1,
  timeoutSeconds: 120,
  async run(_payload, app) {
    // Here too: what keeps days from being closed must not keep callers to be distinguished.
    await deletePastCallerKeys(app.db, app.clock.now());
    await maintainPartitions(app.db, app.clock.now());
    return { runAgainInSeconds: KEEP_INTERVAL_SECONDS };
  },
  async exhausted(_payload, app) {
    app.log.error(
      'partitions of observations could not be maintained; rows go to the default partition until the next start tries again',
    );
  },
};

/** Closes days and counts demand, for as long as the installation runs. */
const rollUpDemandJob: JobDeclaration<Record<never, never>> = {
  name: 'demand.roll_up',
  payload: z.object({}),
  retryDelaysSeconds: RETRY_DELAYS_SECONDS,
  concurrency: 1,
  timeoutSeconds: COUNT_TIMEOUT_SECONDS,
  async run(_payload, app) {
    const start = performance.now();
    const counted = await rollUpDemand(app);
    const seconds = (performance.now() - start) / 1_000;
    if (counted.length > 0) app.log.debug({ months: counted, seconds }, 'demand was counted');
    if (app.config.environment === 'production') {
      const now = app.clock.now();
      return {
        runAgainInSeconds: Math.min(
          CLOSE_INTERVAL_SECONDS,
          Math.ceil((nextClosing(now).getTime() - now.getTime()) / 1_000),
        ),
      };
    }
    return { runAgainInSeconds: Math.max(COUNT_INTERVAL_SECONDS, COUNT_REST_FACTOR * seconds) };
  },
  async exhausted(_payload, app) {
    app.log.error('demand could not be counted; what is shown stays as it is until the next start tries again');
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const demandStandingJobs = [maintainPartitionsJob, rollUpDemandJob];

import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { keepPartitions } from './keep-partitions.ts';

const KEEP_INTERVAL_SECONDS = 86_400;

/** Makes the coming partition of observations and drops old ones, day after day, by real time. */
export const keepPartitionsJob: JobDeclaration<Record<never, never>> = {
  name: 'demand.keep_partitions', payload: z.object({}), retryDelaysSeconds: [60, 600, 3_600], concurrency: 1, timeoutSeconds: 120,
  async run(_payload, app) {
    await keepPartitions(app.db, app.clock.now());
    return { runAgainInSeconds: KEEP_INTERVAL_SECONDS };
  },
  async exhausted(_payload, app) {
    app.log.error('partitions of observations could not be kept; rows go to the default partition until the next start tries again');
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const demandStandingJobs = [keepPartitionsJob];

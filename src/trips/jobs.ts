import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { purgeUnsoldTrips } from './write/purge-unsold.ts';

const purgeIntervalSeconds = 86_400;

/** Deletes trips that were never sold, day after day. */
const purgeUnsoldJob: JobDeclaration<Record<never, never>> = {
  name: 'trips.purge_unsold',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600, 3_600],
  concurrency: 1,
  timeoutSeconds: 600,
  async run(_payload, app, { signal }) {
    const trips = await purgeUnsoldTrips(app, signal);
    if (trips > 0) app.log.info({ trips }, 'trips that were never sold were deleted');
    return { runAgainInSeconds: purgeIntervalSeconds };
  },
};

/** Jobs the installation itself needs; all of this folder. */
export const tripStandingJobs = [purgeUnsoldJob];

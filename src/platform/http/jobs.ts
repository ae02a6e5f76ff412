import * as z from 'zod';
import { DELETE_BATCH_MAX } from '../db/delete-oldest.ts';
import type { JobDeclaration } from '../jobs/job.ts';
import { purgeExpiredKeys } from './idempotency/idempotency.ts';

const purgeIntervalSeconds = 3_600;
/** A run deletes at most this many batches; the rest waits an hour. */
const batchesMax = 200;

/** Deletes Idempotency-Keys whose 24 hours are over, hour after hour. */
export const purgeIdempotencyKeysJob: JobDeclaration<Record<never, never>> = {
  name: 'http.purge_idempotency_keys',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app, run) {
    for (let batch = 0; batch < batchesMax && !run.signal.aborted; batch += 1) {
      if ((await purgeExpiredKeys(app, DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) break;
    }
    return { runAgainInSeconds: purgeIntervalSeconds };
  },
  async exhausted(_payload, app) {
    app.log.error('expired Idempotency-Keys could not be deleted; the next start tries again');
  },
};

export const httpJobs = [purgeIdempotencyKeysJob];

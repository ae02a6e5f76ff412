import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { deleteExpiredAnswers } from './cache/store.ts';

const purgeIntervalSeconds = 600;
const batchMax = 500;
/** A run deletes at most this many batches; the rest waits ten minutes. */
const batchesMax = 100;

/** Deletes stored answers of suppliers whose minutes are over, again and again. */
const purgeAnswersJob: JobDeclaration<Record<never, never>> = {
  name: 'suppliers.purge_answers',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app, run) {
    for (let batch = 0; batch < batchesMax && !run.signal.aborted; batch += 1) {
      if ((await deleteExpiredAnswers(app.db, app.clock.now(), batchMax)) < batchMax) break;
    }
    return { runAgainInSeconds: purgeIntervalSeconds };
  },
};

export const supplierJobs = [purgeAnswersJob];

import * as z from 'zod';
import { DELETE_BATCH_MAX } from '../../platform/db/delete-oldest.ts';
import type { JobDeclaration } from '../../platform/jobs/job.ts';
import { deleteExpiredAnswers } from './cache/store.ts';
import { deleteIdleCallStates } from './door/store.ts';

const purgeIntervalSeconds = 600;
/** A run deletes at most this many batches; the rest waits ten minutes. */
const batchesMax = 100;

/** An account that nobody has called for so long has nothing left that a call would have to know. */
const callStateLifeMs = 2 * 86_400_000;

/** Deletes stored answers whose minutes are over, and what is known of accounts that nobody calls, again and again. */
const purgeAnswersJob: JobDeclaration<Record<never, never>> = {
  name: 'suppliers.purge_answers',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 60,
  async run(_payload, app, run) {
    for (let batch = 0; batch < batchesMax && !run.signal.aborted; batch += 1) {
      if ((await deleteExpiredAnswers(app.db, app.clock.now(), DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) break;
    }
    await deleteIdleCallStates(app.db, new Date(app.clock.now().getTime() - callStateLifeMs));
    return { runAgainInSeconds: purgeIntervalSeconds };
  },
};

export const supplierJobs = [purgeAnswersJob];

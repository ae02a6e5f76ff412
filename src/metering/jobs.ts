import * as z from 'zod';
import { DELETE_BATCH_MAX } from '../platform/db/delete-oldest.ts';
import type { JobDeclaration } from '../platform/jobs/job.ts';
import { quotaWindowMs } from './model/quota-window.ts';
import { deleteMinutesBefore, deleteWritersBefore } from './store.ts';

const purgeIntervalSeconds = 86_400;
/** A run deletes at most this many batches; the rest waits a day. */
const batchesMax = 2_000;

/** No batch is tried again by a process that has written nothing for so long. */
const writerLifeMs = 7 * 86_400_000;

/** Deletes counted minutes that no window reaches any more, and the names of processes that are gone, day after day. */
const purgeUsageJob: JobDeclaration<Record<never, never>> = {
  name: 'metering.purge_usage',
  payload: z.object({}),
  retryDelaysSeconds: [60, 600],
  concurrency: 1,
  timeoutSeconds: 120,
  async run(_payload, app, run) {
    await deleteWritersBefore(app.db, new Date(app.clock.now().getTime() - writerLifeMs));
    const before = new Date(app.clock.now().getTime() - quotaWindowMs);
    for (let batch = 0; batch < batchesMax && !run.signal.aborted; batch += 1) {
      if ((await deleteMinutesBefore(app.db, before, DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) break;
    }
    return { runAgainInSeconds: purgeIntervalSeconds };
  },
};

export const meteringJobs = [purgeUsageJob];

import type { App } from '../context.ts';
import { DELETE_BATCH_MAX } from '../platform/db/delete-oldest.ts';
import { requestLogDays } from './model/logged-request.ts';
import { deleteGapsBefore, deleteRequestsBefore } from './store.ts';

const dayMs = 86_400_000;
/** One run deletes at most this many batches: ten million entries. The rest waits for the next run. */
const batchesMax = 20_000;

/** Deletes entries of the log of requests that are past their days, until the signal fires. Real time. */
export async function forgetOldRequests(app: Pick<App, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  const before = new Date(app.clock.now().getTime() - requestLogDays * dayMs);
  for (const deleteBefore of [deleteRequestsBefore, deleteGapsBefore]) {
    for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
      if ((await deleteBefore(app.db, before, DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) break;
    }
  }
}

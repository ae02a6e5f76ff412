import type { App } from '../context.ts';
import { DELETE_BATCH_MAX } from '../platform/db/delete-oldest.ts';
import { eventRetentionDays } from './model/event.ts';
import { deleteEventsBefore } from './store.ts';

/** Longer than any delivery can still be on its way after the retention, so that nothing due loses its event. */
const graceDays = 2;
/** One run deletes at most this many batches; the rest waits for the next. */
const batchesMax = 2_000;

/**
 * Deletes events past their retention with their deliveries. Judged in real time, which no organization's clock is
 * behind: a sandbox that has moved its clock forward keeps its events longer, never shorter.
 */
export async function forgetOldEvents(app: App, signal: AbortSignal): Promise<void> {
  const before = new Date(app.clock.now().getTime() - (eventRetentionDays + graceDays) * 86_400_000);
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
    if ((await deleteEventsBefore(app.db, before, DELETE_BATCH_MAX)) < DELETE_BATCH_MAX) return;
  }
}

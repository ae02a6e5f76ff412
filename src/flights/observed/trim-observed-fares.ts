import type { App } from '../../context.ts';
import { DELETE_BATCH_MAX } from '../../platform/db/delete-oldest.ts';
import { todayIn } from '../../travel/dates.ts';
import { fairShare } from './fair-share.ts';
import { countByCaller, deleteExpired, deleteLeastUsed } from './trim-store.ts';

/** A run deletes at most so many batches of each kind, half a million rows; the rest waits for the next. */
const BATCHES_MAX = 1_000;

/** What one run has deleted. */
export interface TrimmedFares {
  /** Departed, or 30 days old. */
  readonly expired: number;
  /** Beyond the bound of the store: those looked at least recently. */
  readonly leastUsed: number;
}

/**
 * Erases observed fares that are of no use any more and, beyond BLY_OBSERVED_FARES_MAX rows, those that nobody has
 * looked at for longest. Only callers with more rows than the bound leaves to each lose any: nobody's searches push out
 * what others have seen. Runs in batches; may be stopped after any, and run twice.
 */
export async function trimObservedFares(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<TrimmedFares> {
  const today = todayIn('UTC', app.clock.now());
  const expired = await deleteInBatches(signal, Number.POSITIVE_INFINITY, (limit) =>
    deleteExpired(app.db, today, limit),
  );
  const counts = await countByCaller(app.db);
  const share = fairShare([...counts.values()], app.config.observedFaresMax);
  let leastUsed = 0;
  for (const [caller, count] of counts)
    leastUsed += await deleteInBatches(signal, Math.max(0, count - share), (limit) =>
      deleteLeastUsed(app.db, caller, limit),
    );
  return { expired, leastUsed };
}

async function deleteInBatches(
  signal: AbortSignal,
  rowsMax: number,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (let batch = 0; batch < BATCHES_MAX && deleted < rowsMax && !signal.aborted; batch += 1) {
    const limit = Math.min(DELETE_BATCH_MAX, rowsMax - deleted);
    const count = await deleteBatch(limit);
    deleted += count;
    if (count < limit) break;
  }
  return deleted;
}

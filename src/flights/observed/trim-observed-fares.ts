import type { App } from '../../context.ts';
import { DELETE_BATCH_MAX } from '../../platform/db/delete-oldest.ts';
import { todayIn } from '../../travel/dates.ts';
import { countObserved, deleteExpired, deleteLeastUsed } from './observed-store.ts';

/** A run deletes at most so many batches, half a million rows; the rest waits for the next. */
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
 * looked at for longest. Runs in batches; may be stopped after any, and run twice.
 */
export async function trimObservedFares(
  app: Pick<App, 'config' | 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<TrimmedFares> {
  const today = todayIn('UTC', app.clock.now());
  const expired = await deleteInBatches(signal, Number.POSITIVE_INFINITY, (limit) =>
    deleteExpired(app.db, today, limit),
  );
  const excess = Math.max(0, (await countObserved(app.db)) - app.config.observedFaresMax);
  return { expired, leastUsed: await deleteInBatches(signal, excess, (limit) => deleteLeastUsed(app.db, limit)) };
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

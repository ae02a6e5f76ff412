import type { App } from '../../context.ts';
import { countWaitingChanges, WAITS } from '../store-open.ts';

/**
 * Shows in /metrics what committed changes wait for: their supplier, people there or here, or the payment processor.
 * Counted in the database at each look; every process of an installation shows the same.
 */
export function watchChanges({ metrics, db }: App): void {
  const waiting = metrics.gauge(
    'bly_changes_waiting',
    'Committed refunds, cancellations and exchanges that have not ended, by what they wait for. The same in every process.',
    ['for'],
    async () => {
      const counts = await countWaitingChanges(db);
      for (const wait of WAITS) waiting.set({ for: wait }, counts.get(wait) ?? 0);
    },
    'max',
  );
}

import type { App } from '../../context.ts';
import { countUncountedDays } from './roll-up.ts';

/**
 * Shows in /metrics how many days of demand are not counted though they should be. Read at each look; every process
 * shows the same.
 */
export function watchDemand(app: App): void {
  const days = app.metrics.gauge(
    'bly_demand_days_uncounted',
    'Days of demand that are over and not counted. The same in every process; 0 in the sandbox.',
    [],
    async () => {
      days.set(await countUncountedDays(app, app.clock.now()));
    },
    'max',
  );
}

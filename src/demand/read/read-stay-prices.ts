import type { App } from '../../context.ts';
import { applyAnonymityThreshold } from './apply-anonymity-threshold.ts';
import { listSeenNights, type NightFilter, type SeenNights } from '../record/stay-store.ts';

/** Which nights are asked for. */
export type StayPriceQuery = Omit<NightFilter, 'callersMin'>;
export type { SeenNights };

/**
 * What hotel searches of a city have seen, month of check-in by month, in order; `newestMax`: how many searches are
 * reported one by one. In production only what five callers share (decision 28), by `applyAnonymityThreshold`.
 */
export function readSeenNights(
  app: Pick<App, 'reads' | 'config' | 'clock'>,
  query: StayPriceQuery,
  newestMax: number,
): Promise<readonly SeenNights[]> {
  const { to: seenTo, callersMin } = applyAnonymityThreshold(app, { to: query.seenTo, dailyFrom: query.seenTo });
  return listSeenNights(app.reads.recent, { ...query, seenTo, callersMin }, newestMax);
}

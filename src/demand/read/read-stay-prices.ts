import type { App } from '../../context.ts';
import { showablePrices } from './apply-anonymity-threshold.ts';
import { listSeenNights, type NightFilter, type SeenNights } from '../record/stay-store.ts';

/** Which nights are asked for. */
export type StayPriceQuestion = Omit<NightFilter, 'callersMin'>;
export type { SeenNights };

/**
 * What hotel searches of a city have seen, month of check-in by month, in order; `newestMax`: how many searches are
 * told one by one. In production only what five callers share (decision 28), by `showablePrices`.
 */
export function readSeenNights(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  question: StayPriceQuestion,
  newestMax: number,
): Promise<readonly SeenNights[]> {
  const { to: seenTo, callersMin } = showablePrices(app, { to: question.seenTo, dailyFrom: question.seenTo });
  return listSeenNights(app.db, { ...question, seenTo, callersMin }, newestMax);
}

import type { App } from '../context.ts';
import { listSeenNights, type NightFilter, type SeenNights } from './stay-store.ts';

/** Which nights are asked for. */
export type StayPriceQuestion = NightFilter;
export type { SeenNights };

/** What hotel searches of a city have seen, month of check-in by month, in order; `newestMax`: how many searches are told one by one. */
export function readSeenNights(app: Pick<App, 'db'>, question: StayPriceQuestion, newestMax: number): Promise<readonly SeenNights[]> {
  return listSeenNights(app.db, question, newestMax);
}

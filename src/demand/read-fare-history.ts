import type { App } from '../context.ts';
import { addDays, type IsoDate } from '../travel/dates.ts';
import { type DailyLowest, type HistoryFilter, listDailyLowestRows } from './store.ts';

/** Days a price history reaches back. */
const HISTORY_DAYS = 90;

/** What a history is of: a route, its dates, a cabin, and whose flights count. */
export type FareHistoryQuestion = Omit<HistoryFilter, 'from' | 'to'>;
export type { DailyLowest };

/** The lowest fare seen on each of the last 90 days up to `today`, oldest first; days on which nobody looked are left out. */
export function readFareHistory(app: App, question: FareHistoryQuestion, today: IsoDate): Promise<readonly DailyLowest[]> {
  return listDailyLowestRows(app.db, { ...question, from: addDays(today, 1 - HISTORY_DAYS), to: today });
}

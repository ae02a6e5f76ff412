import type { App } from '../../context.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { CALLERS_MIN } from '../model/callers-min.ts';
import { listMostSearchedRoutes, type SearchedRoute } from '../record/event-store.ts';

/** Searches of so many days count, today included. */
const DAYS = 14;

export type { SearchedRoute };

/**
 * The routes and stays of flights in economy that were searched most in the last two weeks, most first and then by
 * their codes. In production only those that five organizations have searched: what is done for them is seen by
 * everybody, and must not say what one of them asked.
 */
export function listMostSearched(
  app: Pick<App, 'db' | 'config'>,
  { today, limit }: { readonly today: IsoDate; readonly limit: number },
): Promise<readonly SearchedRoute[]> {
  const from = addDays(today, 1 - DAYS);
  return listMostSearchedRoutes(app.db, { from, callersMin: CALLERS_MIN[app.config.environment], limit });
}

import { LRUCache } from 'lru-cache';
import type { App } from '../../context.ts';
import { addDays, type IsoDate } from '../../travel/dates.ts';
import { applyAnonymityThreshold } from './apply-anonymity-threshold.ts';
import {
  type DailyLowest,
  type HistoryFilter,
  listDailyLowestRows,
  listMeasuredFares,
  listSeenFares,
  type MeasuredFares,
  type PriceHistoryFilter,
  type SeenFareRow,
} from '../store.ts';

/** Days the history of one journey reaches back. */
const HISTORY_DAYS = 90;

/** What a history is of: a route, its dates, a cabin, and whose flights count. */
export type FareHistoryQuery = Omit<HistoryFilter, 'from' | 'to'>;
/** What the prices of a route are asked with. */
export type PriceHistoryQuery = Omit<PriceHistoryFilter, 'callersMin'>;
export type { DailyLowest, MeasuredFares, SeenFareRow };

/**
 * The lowest fare seen on each of the last 90 days up to `today`, oldest first; days on which nobody looked are left
 * out.
 */
export function readFareHistory(app: App, query: FareHistoryQuery, today: IsoDate): Promise<readonly DailyLowest[]> {
  return listDailyLowestRows(app.reads.recent, { ...query, from: addDays(today, 1 - HISTORY_DAYS), to: today });
}

/**
 * From so many fares on a sample hardly moves within a minute, and measuring it again costs the database some 20 ms and
 * more.
 */
const LARGE_FROM = 10_000;
const LARGE_KEPT_MS = 60_000;
const LARGE_KEPT_MAX = 200;
/**
 * One set for each database, so that two apps in one process (tests) share nothing, and what an organization searches
 * with (`App.forSale`) shares it with the App. Losing it costs time, never an answer.
 */
const largeOf = new WeakMap<App['db'], LRUCache<string, MeasuredFares>>();

/**
 * What fares of a route were seen at, measured by the database: as exact for a million of them as for ten. That of a
 * large sample is reported again for a minute. In production only what five callers share (decision 28), by
 * `applyAnonymityThreshold`.
 */
export async function readMeasuredFares(app: App, query: PriceHistoryQuery): Promise<MeasuredFares> {
  const large = largeOf.get(app.db) ?? new LRUCache<string, MeasuredFares>({ max: LARGE_KEPT_MAX, ttl: LARGE_KEPT_MS });
  largeOf.set(app.db, large);
  const key = JSON.stringify(query);
  const known = large.get(key);
  if (known !== undefined) return known;
  const measured = await listMeasuredFares(app.reads.recent, { ...query, ...applyAnonymityThreshold(app, query) });
  if ((measured.all?.count ?? 0) >= LARGE_FROM) large.set(key, measured);
  return measured;
}

/** The fares themselves, the newest first, at most `limit`: for a sample so small that others are added to it. */
export function readSeenFares(app: App, query: PriceHistoryQuery, limit: number): Promise<readonly SeenFareRow[]> {
  return listSeenFares(app.reads.recent, { ...query, ...applyAnonymityThreshold(app, query) }, limit);
}

import { LRUCache } from 'lru-cache';
import type { TextCache } from '../../platform/cache/cache-part.ts';
import type { IsoDate } from '../../travel/dates.ts';

/** By the first day of the month: the medians of its published nights, minor units of USD. */
export type NightsByMonth = ReadonlyMap<IsoDate, readonly number[]>;

/** Published nights by city and month of the request. Losing them costs time, never an answer. */
export type PublishedNightsCache = TextCache<Promise<NightsByMonth>>;

/** Cities whose published nights are cached, each a hundred numbers. */
const CITIES_MAX = 1_000;

/** An empty cache: each App has its own, so that two apps in one process share nothing. */
export function createPublishedNightsCache(): PublishedNightsCache {
  return new LRUCache({ max: CITIES_MAX });
}

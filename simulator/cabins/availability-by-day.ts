import { LRUCache } from 'lru-cache';
import type { Inventory } from './inventory.ts';
import type { Network } from '../schedule/network.ts';
import { seatCode } from './availability-codes.ts';
import type { PriceQuery } from '../fares/slice-prices.ts';

/** `SEATS` of every flight of a day, by flight, one more than the code; 0 where nobody has asked yet. */
export type AvailabilityOfDay = Uint8Array;

/**
 * Days cached, each a byte for every flight: what a window of two months and its way back look at. A scan asks about
 * tens of thousands of flights of one day, far apart: one byte a flight is what keeps it in the processor's cache.
 */
const DAYS_MAX = 80;

/** The seat codes of whole days, filled as they are asked for. */
export interface AvailabilityByDay {
  ofDay(query: PriceQuery, day: number): AvailabilityOfDay;
  /** The code of a flight; `codes` is its day's. */
  code(codes: AvailabilityOfDay, query: PriceQuery, flight: number, day: number): number;
}

/** Begins without any. What the asker has sold is left out. */
export function createAvailabilityByDay(inventory: Inventory, network: Network): AvailabilityByDay {
  const days = new LRUCache<string, AvailabilityOfDay>({ max: DAYS_MAX });
  return {
    ofDay({ cabin, party, moment }, day) {
      const key = `${moment.today}/${party}/${cabin}/${day}`;
      const known = days.get(key);
      if (known !== undefined) return known;
      const made = new Uint8Array(network.routeOfFlight.length);
      days.set(key, made);
      return made;
    },
    code(codes, query, flight, day) {
      const known = codes[flight] ?? 0;
      if (known > 0) return known - 1;
      const code = seatCode(inventory, flight, day, query.cabin, query);
      codes[flight] = code + 1;
      return code;
    },
  };
}

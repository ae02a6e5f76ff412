import type { FareFamily, FamilySet } from './fare-family.ts';
import type { CabinClass } from '../../src/travel/flight.ts';
import { BRANDS } from './brand-table.ts';

/**
 * Until when fees of a set are the early ones, when its counters close, and how long after departure a no-show can
 * still be mended.
 */
export interface PenaltyWindows {
  readonly earlyMinutes: number;
  readonly cutOffMinutes: number;
  readonly noShowMinutes: number;
}

const HOUR = 60;
const DAY = 1440;
const WINDOWS: Readonly<Record<'lowCost' | 'short' | 'long', PenaltyWindows>> = {
  lowCost: { earlyMinutes: 7 * DAY, cutOffMinutes: 2 * HOUR, noShowMinutes: HOUR },
  short: { earlyMinutes: DAY, cutOffMinutes: HOUR, noShowMinutes: DAY },
  long: { earlyMinutes: 3 * DAY, cutOffMinutes: 2 * HOUR, noShowMinutes: DAY },
};

/** The brands of a cabin, cheapest first. */
export function fareFamilies(set: FamilySet, cabin: CabinClass): readonly FareFamily[] {
  return BRANDS[set][cabin];
}

/** The windows of a set's penalties. */
export function penaltyWindows(set: FamilySet): PenaltyWindows {
  if (set.startsWith('low_cost')) return WINDOWS.lowCost;
  return set.endsWith('_long') || set === 'long_haul' ? WINDOWS.long : WINDOWS.short;
}

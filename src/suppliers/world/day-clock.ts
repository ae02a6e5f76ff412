import { DAY_MINUTES } from './itinerary.ts';
import type { ZoneClock } from './zones.ts';

/** Wall clocks of the days around one, for work that asks a million times: a zone's offset is looked up once. */
export interface DayClock {
  /** Moves to another local day; times asked for lie two days before to six days after it. */
  around(day: number): void;
  /** Whether a zone's clocks do not change on these days. */
  isSteady(zone: number): boolean;
  toUtc(zone: number, localMinute: number): number;
  toLocal(zone: number, utcMinute: number): number;
}

const DAYS_BEFORE = 3;
const DAYS_AFTER = 7;
/** Marks a zone whose clocks change on these days: every time of it is worked out by itself. */
const CHANGES = 0x7fff;
const UNKNOWN = 0x7ffe;

/** Two offsets that agree at both ends of ten days agree between: nowhere do clocks change twice within them. */
export function createDayClock(zones: ZoneClock, zoneCount: number): DayClock {
  const offsets = new Int16Array(zoneCount).fill(UNKNOWN);
  let current = -1;

  function offsetOf(zone: number): number {
    const known = offsets[zone] ?? CHANGES;
    if (known !== UNKNOWN) return known;
    const first = zones.offsetAt(zone, (current - DAYS_BEFORE) * DAY_MINUTES);
    const offset = first === zones.offsetAt(zone, (current + DAYS_AFTER) * DAY_MINUTES) ? first : CHANGES;
    offsets[zone] = offset;
    return offset;
  }

  return {
    around(day) {
      if (day === current) return;
      current = day;
      offsets.fill(UNKNOWN);
    },
    isSteady: (zone) => offsetOf(zone) !== CHANGES,
    toUtc(zone, localMinute) {
      const offset = offsetOf(zone);
      return offset === CHANGES ? zones.toUtc(zone, localMinute) : localMinute - offset;
    },
    toLocal(zone, utcMinute) {
      const offset = offsetOf(zone);
      return offset === CHANGES ? zones.toLocal(zone, utcMinute) : utcMinute + offset;
    },
  };
}

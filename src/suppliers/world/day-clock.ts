import { DAY_MINUTES } from './itinerary.ts';
import type { ZoneClock } from './zones.ts';

/** Wall clocks of the days around one, for work that asks a million times: a zone's offset is looked up once. */
export interface DayClock {
  /** Moves to another local day; times asked for lie two days before to six days after it. */
  around(day: number): void;
  /** Minutes a zone is ahead of UTC on all of these days; undefined where its clocks change on one of them. */
  steadyOffset(zone: number): number | undefined;
  toUtc(zone: number, localMinute: number): number;
  toLocal(zone: number, utcMinute: number): number;
}

const DAYS_BEFORE = 3;
const DAYS_AFTER = 7;
/** Marks a zone whose clocks change on these days: every time of it is worked out by itself. */
const CHANGES = 0x7fff;
const UNKNOWN = 0x7ffe;
/** Days whose offsets are held: more than are sold ahead. About 1 KB each. */
const DAYS_HELD_MAX = 400;

/** Two offsets that agree at both ends of ten days agree between: nowhere do clocks change twice within them. */
export function createDayClock(zones: ZoneClock, zoneCount: number): DayClock {
  const known = new Map<number, Int16Array>();
  let offsets: Int16Array = new Int16Array(zoneCount).fill(UNKNOWN);
  let current = -1;

  function offsetOf(zone: number): number {
    const held = offsets[zone] ?? CHANGES;
    if (held !== UNKNOWN) return held;
    const first = zones.offsetAt(zone, (current - DAYS_BEFORE) * DAY_MINUTES);
    const offset = first === zones.offsetAt(zone, (current + DAYS_AFTER) * DAY_MINUTES) ? first : CHANGES;
    offsets[zone] = offset;
    return offset;
  }

  return {
    around(day) {
      if (day === current) return;
      current = day;
      if (known.size >= DAYS_HELD_MAX) known.clear();
      offsets = known.get(day) ?? new Int16Array(zoneCount).fill(UNKNOWN);
      known.set(day, offsets);
    },
    steadyOffset(zone) {
      const offset = offsetOf(zone);
      return offset === CHANGES ? undefined : offset;
    },
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

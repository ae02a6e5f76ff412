import { LRUCache } from 'lru-cache';
import { DAY_MINUTES } from '../itineraries/itinerary.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** Wall clocks of the days around one, for work that asks a million times: a zone's offset is looked up once. */
export interface DayClock {
  /** Moves to another local day; times asked for lie two days before to six days after it. */
  around(day: number): void;
  /** Minutes a zone is ahead of UTC on all of these days; undefined where its clocks change on one of them. */
  steadyOffset(zone: number): number | undefined;
  /**
   * The offset where it is steady for fewer days: from the first minute of the day anywhere until `STEADY_MINUTES`
   * after its last minute anywhere.
   */
  nearOffset(zone: number): number | undefined;
  toUtc(zone: number, localMinute: number): number;
  toLocal(zone: number, utcMinute: number): number;
}

const DAYS_BEFORE = 3;
const DAYS_AFTER = 7;
/**
 * How long after a day's last departure `nearOffset` holds: a flight and the longest connection, and some hours to
 * spare.
 */
export const STEADY_MINUTES = 36 * 60;
/**
 * A day begins first 14 hours before it does in UTC, and ends last 12 hours after. Two hours more: none of its hours is
 * a repeated one.
 */
const BEGINS_BEFORE = 16 * 60;
const ENDS_AFTER = 12 * 60;
/** Marks a zone whose clocks change on these days: every time of it is worked out by itself. */
const CHANGES = 0x7fff;
const UNKNOWN = 0x7ffe;
/** Days whose offsets are held: more than are sold ahead. Some 1.5 KB each. */
const DAYS_HELD_MAX = 400;

/** Two offsets that agree at both ends of ten days agree between: nowhere do clocks change twice within them. */
export function createDayClock(zones: ZoneClock, zoneCount: number): DayClock {
  const noneKnown = () => new Int16Array(zoneCount * 2).fill(UNKNOWN);
  const known = new LRUCache<number, Int16Array>({ max: DAYS_HELD_MAX });
  /** Of the days around, then of the few days. */
  let offsets: Int16Array = noneKnown();
  let current = -1;

  function between(zone: number, from: number, to: number): number {
    const first = zones.offsetAt(zone, from);
    return first === zones.offsetAt(zone, to) ? first : CHANGES;
  }

  function offsetOf(zone: number): number {
    const held = offsets[zone] ?? CHANGES;
    if (held !== UNKNOWN) return held;
    const offset = between(zone, (current - DAYS_BEFORE) * DAY_MINUTES, (current + DAYS_AFTER) * DAY_MINUTES);
    offsets[zone] = offset;
    return offset;
  }

  function nearOffsetOf(zone: number): number {
    const held = offsets[zoneCount + zone] ?? CHANGES;
    if (held !== UNKNOWN) return held;
    const around = offsetOf(zone);
    const offset =
      around === CHANGES
        ? between(
            zone,
            current * DAY_MINUTES - BEGINS_BEFORE,
            (current + 1) * DAY_MINUTES + ENDS_AFTER + STEADY_MINUTES,
          )
        : around;
    offsets[zoneCount + zone] = offset;
    return offset;
  }

  return {
    around(day) {
      if (day === current) return;
      current = day;
      offsets = known.get(day) ?? noneKnown();
      known.set(day, offsets);
    },
    steadyOffset(zone) {
      const offset = offsetOf(zone);
      return offset === CHANGES ? undefined : offset;
    },
    nearOffset(zone) {
      const offset = nearOffsetOf(zone);
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

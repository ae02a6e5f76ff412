import { createZoneClock, type ZoneClock } from '../../../reference/zones.ts';
import { isIsoDate, isoDateToEpochDay, type LocalDateTime } from '../../../travel/dates.ts';

/** Reads wall-clock times of zones by name. */
export interface LocalTimes {
  /** The instant of `2027-03-01T09:15:00` in an IANA zone; undefined where either does not exist. */
  instantOf(local: LocalDateTime, zone: string): Date | undefined;
}

const minuteMs = 60_000;
const dayMinutes = 1_440;
/** More than there are zones. */
const zonesMax = 700;

/** Zones are loaded when they are first used, and stay. */
export function createLocalTimes(): LocalTimes {
  const clocks = new Map<string, ZoneClock>();
  const clockOf = (zone: string): ZoneClock | undefined => {
    const known = clocks.get(zone);
    if (known !== undefined || clocks.size >= zonesMax || !isZone(zone)) return known;
    const clock = createZoneClock([zone]);
    clocks.set(zone, clock);
    return clock;
  };
  return {
    instantOf(local, zone) {
      const minute = readMinute(local);
      const clock = minute === undefined ? undefined : clockOf(zone);
      return minute === undefined || clock === undefined ? undefined : new Date(clock.toUtc(0, minute) * minuteMs);
    },
  };
}

/** Minutes since 1970-01-01T00:00, by the wall clock. */
function readMinute(local: LocalDateTime): number | undefined {
  const [hour, minute] = [Number(local.slice(11, 13)), Number(local.slice(14, 16))];
  const date = local.slice(0, 10);
  if (!(hour < 24 && minute < 60) || !isIsoDate(date)) return undefined;
  return isoDateToEpochDay(date) * dayMinutes + hour * 60 + minute;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Wall clocks of the world's zones, in whole minutes since 1970-01-01T00:00 (UTC or local). */
export interface ZoneClock {
  /** Minutes east of UTC in a zone at an instant. */
  offsetAt(zone: number, utcMinute: number): number;
  /** The instant of a wall-clock minute: one skipped by DST moves forward, a repeated one is the earlier. */
  toUtc(zone: number, localMinute: number): number;
  toLocal(zone: number, utcMinute: number): number;
}

interface Interval {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const DAY_MINUTES = 1440;
const SAMPLE_MINUTES = 7 * DAY_MINUTES;

/**
 * Offsets come from Intl, sampled weekly and bisected to the minute where they change, a zone and year at a time when
 * first asked for; between two changes a zone answers from the interval it used last, so a search costs no look-ups.
 */
export function createZoneClock(zoneNames: readonly string[]): ZoneClock {
  const years = new Map<number, readonly Interval[]>();
  const lastFrom = new Float64Array(zoneNames.length).fill(1);
  const lastTo = new Float64Array(zoneNames.length);
  const lastOffset = new Int16Array(zoneNames.length);

  function load(zone: number, utcMinute: number): number {
    const year = new Date(utcMinute * 60_000).getUTCFullYear();
    const key = year * 4096 + zone;
    let intervals = years.get(key);
    if (!intervals) {
      // A format holds tens of kilobytes outside the heap and is needed once a year: it is not cached.
      intervals = intervalsOfYear(
        new Intl.DateTimeFormat('en-US', { timeZone: zoneNames[zone], timeZoneName: 'longOffset' }),
        year,
      );
      years.set(key, intervals);
    }
    const interval = intervals.find((candidate) => utcMinute < candidate.to);
    if (!interval) throw new RangeError(`No offset for ${zoneNames[zone]} at minute ${utcMinute}`);
    lastFrom[zone] = interval.from;
    lastTo[zone] = interval.to;
    lastOffset[zone] = interval.offset;
    return interval.offset;
  }

  function offsetAt(zone: number, utcMinute: number): number {
    if (utcMinute >= (lastFrom[zone] ?? 1) && utcMinute < (lastTo[zone] ?? 0)) return lastOffset[zone] ?? 0;
    return load(zone, utcMinute);
  }

  function toUtc(zone: number, localMinute: number): number {
    if (localMinute - DAY_MINUTES >= (lastFrom[zone] ?? 1) && localMinute + DAY_MINUTES < (lastTo[zone] ?? 0)) {
      return localMinute - (lastOffset[zone] ?? 0);
    }
    const before = offsetAt(zone, localMinute - DAY_MINUTES);
    const after = offsetAt(zone, localMinute + DAY_MINUTES);
    if (before === after) return localMinute - before;
    if (offsetAt(zone, localMinute - before) === before) return localMinute - before;
    if (offsetAt(zone, localMinute - after) === after) return localMinute - after;
    return localMinute - before;
  }

  return { offsetAt, toUtc, toLocal: (zone, utcMinute) => utcMinute + offsetAt(zone, utcMinute) };
}

function intervalsOfYear(format: Intl.DateTimeFormat, year: number): readonly Interval[] {
  const start = Date.UTC(year, 0, 1) / 60_000;
  const end = Date.UTC(year + 1, 0, 1) / 60_000;
  const intervals: Interval[] = [];
  let from = start;
  let offset = readOffset(format, start);
  for (let sample = start; sample < end; ) {
    const next = Math.min(sample + SAMPLE_MINUTES, end - 1);
    const nextOffset = readOffset(format, next);
    if (nextOffset !== offset) {
      const change = bisect(format, sample, next, offset);
      intervals.push({ from, to: change, offset });
      from = change;
      offset = nextOffset;
    }
    sample = next === end - 1 ? end : next;
  }
  intervals.push({ from, to: end, offset });
  return intervals;
}

/** First minute after `low` (which still has `offset`) at which the offset is another; `high` already has another. */
function bisect(format: Intl.DateTimeFormat, low: number, high: number, offset: number): number {
  let lower = low;
  let upper = high;
  while (upper - lower > 1) {
    const middle = Math.floor((lower + upper) / 2);
    if (readOffset(format, middle) === offset) lower = middle;
    else upper = middle;
  }
  return upper;
}

function readOffset(format: Intl.DateTimeFormat, utcMinute: number): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(format.format(utcMinute * 60_000));
  if (!match?.[1]) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

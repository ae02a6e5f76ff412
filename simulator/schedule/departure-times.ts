import { DAY, SLOT_MINUTES, slotOf, SLOTS, type SlotTables } from './slot-tables.ts';
import type { AirportOperations } from './airport-traffic.ts';

/** What decides how well a time of the day suits a flight. Times are local minutes of the day. */
export interface FlightHours {
  readonly blockMinutes: number;
  /** Destination's clock minus the origin's, in January and in July: a schedule is filed once and must suit both. */
  readonly zoneDifferences: readonly [number, number];
  readonly from: AirportOperations;
  readonly to: AirportOperations;
  readonly isDomestic: boolean;
}

/**
 * Flights from here on are planned by when they leave and arrive, not by the working day: ocean and continent
 * crossings.
 */
const LONG_HAUL_MINUTES = 330;
/** A country's own long flights (coast to coast) keep the hours of shorter ones, red-eyes included. */
const LONG_DOMESTIC_MINUTES = 430;
/** Shorter flights are flown by day, and land in the night abroad only from this length on. */
const RED_EYE_MINUTES = 150;
const NIGHT_LANDING_MINUTES = 120;
/** A flight may come so much earlier than planned, because block times are planned in coarse steps. */
const EARLY_MINUTES_MAX = 25;
/** Where flights at home keep to daylight: first departure and last landing. */
const DAYLIGHT = [350, 1080] as const;
/** Weight of what is not done, so that a pair without a good hour still flies at its least bad one. */
const HARDLY = 1e-6;

/** True when a sector is planned as a long haul. */
export function isLongHaul(blockMinutes: number, isDomestic: boolean): boolean {
  return blockMinutes >= (isDomestic ? LONG_DOMESTIC_MINUTES : LONG_HAUL_MINUTES);
}

/** How gladly a flight leaves in each slot of the day: weights, none of them zero. */
export interface DayCurve {
  /** Counts the curves of a world, from zero. */
  readonly id: number;
  readonly weights: Float32Array;
}

/** What the weights of leaving and of landing depend on besides the airport's own night. */
interface Manner {
  readonly isLong: boolean;
  readonly isNightFlight: boolean;
  readonly mayLandAtNight: boolean;
  readonly isByDaylight: boolean;
}

/**
 * Makes the curves of a world in these tables: those of one manner of flying at airports with the same night are
 * computed once.
 */
export function createDayCurves(slotTables: SlotTables): (hours: FlightHours) => DayCurve {
  const classes = createClasses();
  const departures = new Map<number, Float32Array>();
  const arrivals = new Map<number, Float32Array>();
  const curves = new Map<number, DayCurve>();
  const table = (tables: Map<number, Float32Array>, key: number, weigh: (minute: number) => number): Float32Array => {
    const known = tables.get(key) ?? Float32Array.from({ length: SLOTS }, (_, slot) => weigh(slot * SLOT_MINUTES));
    tables.set(key, known);
    return known;
  };
  const keyOf = ({ blockMinutes, zoneDifferences: [january, july], from, to, isDomestic }: FlightHours): number =>
    ((((blockMinutes / 5) * 256 + january / 15 + 128) * 32 + (july - january) / 15 + 16) * 64 + classes(from)) * 128 +
    classes(to) * 2 +
    (isDomestic ? 1 : 0);
  const build = (hours: FlightHours): Float32Array => {
    const manner = mannerOf(hours);
    const kind =
      (manner.isByDaylight ? 8 : 0) +
      (manner.isLong ? 4 : 0) +
      (manner.isNightFlight ? 2 : 0) +
      (manner.mayLandAtNight ? 1 : 0);
    const leaving = table(departures, kind * 64 + classes(hours.from), (minute) =>
      (manner.isLong ? longDeparture : shortDeparture)(minute, hours.from, manner),
    );
    const landing = table(arrivals, kind * 64 + classes(hours.to), (minute) =>
      (manner.isLong ? longArrival : shortArrival)(minute, hours.to, manner),
    );
    return combine(leaving, landing, hours, slotTables.weights());
  };
  return (hours) => {
    const key = keyOf(hours);
    const known = curves.get(key) ?? { id: curves.size, weights: build(hours) };
    curves.set(key, known);
    return known;
  };
}

/** Numbers the nights of airports: alike if they close and open at the same times. */
function createClasses(): (operations: AirportOperations) => number {
  const known = new Map<AirportOperations, number>();
  const numbers = new Map<string, number>();
  return (operations) => {
    const found = known.get(operations);
    if (found !== undefined) return found;
    const text = `${operations.opens} ${operations.closes} ${operations.isOpenAtNight} ${operations.isDaylightAtHome}`;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(operations, number);
    return number;
  };
}

function mannerOf({ blockMinutes, isDomestic, from }: FlightHours): Manner {
  const isLong = isLongHaul(blockMinutes, isDomestic);
  return {
    isLong,
    isNightFlight: !isLong && blockMinutes >= RED_EYE_MINUTES,
    mayLandAtNight: !isDomestic && blockMinutes >= NIGHT_LANDING_MINUTES,
    isByDaylight: isDomestic && from.isDaylightAtHome,
  };
}

function isDark(minute: number): boolean {
  const [first, last] = DAYLIGHT;
  return minute < first || minute > last;
}

function combine(
  leaving: Float32Array,
  landing: Float32Array,
  { blockMinutes, zoneDifferences: [january, july] }: FlightHours,
  curve: Float32Array,
): Float32Array {
  let [winter, summer] = [slotOf(blockMinutes + january), slotOf(blockMinutes + july)];
  for (let slot = 0; slot < SLOTS; slot += 1) {
    curve[slot] = (leaving[slot] ?? 0) * Math.min(landing[winter] ?? 0, landing[summer] ?? 0);
    winter = winter === SLOTS - 1 ? 0 : winter + 1;
    summer = summer === SLOTS - 1 ? 0 : summer + 1;
  }
  return curve;
}

/** Too late for an airport that shuts: up to a slot and a half may come on top of a planned minute. */
function isClosing(minute: number, { closes }: AirportOperations): boolean {
  return closes < DAY && minute + 2 * SLOT_MINUTES > closes;
}

function shortDeparture(
  minute: number,
  from: AirportOperations,
  { isNightFlight, mayLandAtNight, isByDaylight }: Manner,
): number {
  if (minute < from.opens || isClosing(minute, from) || (isByDaylight && isDark(minute))) return HARDLY;
  if (minute < 300) return from.isOpenAtNight && mayLandAtNight && isNightFlight ? 0.5 : HARDLY;
  if (minute < 360) return from.isOpenAtNight ? 0.3 : 0.08;
  if (minute < 420) return 1.4;
  if (minute < 540) return 1.6;
  if (minute < 960) return 1;
  if (minute < 1140) return 1.4;
  if (minute < 1260) return 1.1;
  if (minute < 1305) return 0.7;
  return isNightFlight ? 0.7 : minute < 1335 ? 0.25 : HARDLY;
}

function shortArrival(minute: number, to: AirportOperations, { mayLandAtNight, isByDaylight }: Manner): number {
  if (isByDaylight && isDark(minute)) return HARDLY;
  if ((to.opens > 0 && minute < to.opens + EARLY_MINUTES_MAX) || isClosing(minute, to)) return HARDLY;
  if (minute < 25) return 0.5;
  if (minute < 295) return to.isOpenAtNight && mayLandAtNight ? 0.5 : HARDLY;
  return minute < 345 || minute > 1380 ? 0.6 : 1;
}

function longDeparture(minute: number, from: AirportOperations): number {
  if (minute < from.opens || isClosing(minute, from)) return HARDLY;
  if (minute < 75) return from.isOpenAtNight ? 1.1 : 0.35;
  if (minute < 330) return from.isOpenAtNight ? 1.1 : HARDLY;
  if (minute < 450) return from.isOpenAtNight ? 0.5 : 0.05;
  if (minute < 510) return 0.5;
  if (minute < 570) return 1;
  if (minute < 870) return 1.3;
  if (minute < 1020) return 0.8;
  return minute < 1425 ? 1.4 : 0.5;
}

function longArrival(minute: number, to: AirportOperations): number {
  if ((to.opens > 0 && minute < to.opens + EARLY_MINUTES_MAX) || isClosing(minute, to)) return HARDLY;
  if (minute < 20) return to.isOpenAtNight ? 0.8 : 0.1;
  if (minute < 285) return to.isOpenAtNight ? 0.7 : HARDLY;
  if (minute < 330) return 0.6;
  if (minute < 540) return 1.5;
  if (minute < 1200) return 1;
  return minute < 1320 ? 0.7 : 0.25;
}

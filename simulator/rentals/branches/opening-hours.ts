import { weekdayOfEpochDay } from '../../../src/travel/dates.ts';
import type { RentalBranch } from './rental-branch.ts';

/** A day's hours in minutes after midnight; `closes` is 1440 at a counter that is open all night. */
export interface OpeningHours {
  readonly opens: number;
  readonly closes: number;
}

/** Whether a counter serves a customer at a wall-clock minute. `late`: it stays open for a fee. */
export type CounterState =
  | { readonly kind: 'open' | 'late'; readonly hours: OpeningHours }
  | { readonly kind: 'closed' };

const DAY_MINUTES = 1440;
/** The longest time before opening or after closing that a counter with a late fee waits for a customer. */
const LATE_MINUTES_MAX = 120;

/** Counters at airports by size, XL first: of companies with long hours, and of the others. */
const AIRPORT_LONG: readonly OpeningHours[] = [
  hours(0, 24),
  hours(6, 23.9834),
  hours(6.5, 23.5),
  hours(7, 22),
  hours(8, 20),
];
const AIRPORT_NORMAL: readonly OpeningHours[] = [
  hours(6, 23.9834),
  hours(6.5, 23),
  hours(7, 22),
  hours(7.5, 21),
  hours(8, 18.5),
];
const TOWN = hours(8, 18.5);
const TOWN_SHORT = hours(8.5, 13);
const TOWN_WEEKEND = hours(9, 16);
const STATION = hours(7.5, 20);
const STATION_REST = hours(9, 15);
/** Stations of cities this large or larger are staffed on the day of rest. */
const STATION_REST_SIZE = 2;
const SATURDAY = 6;
const FRIDAY = 5;

function hours(opens: number, closes: number): OpeningHours {
  return { opens: Math.round(opens * 60), closes: Math.round(closes * 60) };
}

/** A branch's hours on a local day (days since 1970-01-01); undefined when it is closed. */
export function openingHours(
  branch: Pick<RentalBranch, 'kind' | 'size' | 'company' | 'market'>,
  day: number,
): OpeningHours | undefined {
  const { kind, size, company, market } = branch;
  const weekday = weekdayOfEpochDay(day);
  const isRestDay = weekday === market.restDay;
  switch (kind) {
    case 'airport':
      return (company.hasLongHours ? AIRPORT_LONG : AIRPORT_NORMAL)[size];
    case 'station':
      if (!isRestDay) return STATION;
      return size <= STATION_REST_SIZE ? STATION_REST : undefined;
    case 'town':
      if (isRestDay) return undefined;
      return isHalfDay(weekday, market.restDay)
        ? TOWN_SHORT
        : market.restDay === 0 && weekday >= SATURDAY
          ? TOWN_WEEKEND
          : TOWN;
    default:
      return kind satisfies never;
  }
}

/** Offices close at noon on the day before a Saturday or Sunday of rest. */
function isHalfDay(weekday: number, restDay: number): boolean {
  return (restDay === 7 && weekday === SATURDAY) || (restDay === 6 && weekday === FRIDAY);
}

/** Whether a branch serves a customer at a local minute (since 1970-01-01T00:00 local). */
export function counterAt(
  branch: Pick<RentalBranch, 'kind' | 'size' | 'company' | 'market'>,
  localMinute: number,
): CounterState {
  const day = Math.floor(localMinute / DAY_MINUTES);
  const minute = localMinute - day * DAY_MINUTES;
  const today = openingHours(branch, day);
  if (today && minute >= today.opens && minute <= today.closes) return { kind: 'open', hours: today };
  if (branch.kind !== 'airport' || branch.company.lateUsd === 0 || !today) return { kind: 'closed' };
  const yesterday = openingHours(branch, day - 1);
  const waited = Math.min(
    minute < today.opens ? today.opens - minute : minute - today.closes,
    yesterday ? minute + DAY_MINUTES - yesterday.closes : Number.POSITIVE_INFINITY,
  );
  return waited <= LATE_MINUTES_MAX ? { kind: 'late', hours: today } : { kind: 'closed' };
}

/** `HH:MM`; `24:00` is the end of the day. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

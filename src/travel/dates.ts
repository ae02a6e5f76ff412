import { Temporal } from 'temporal-polyfill';

/** A calendar date `YYYY-MM-DD`, no zone. */
export type IsoDate = string;
/** A wall-clock time without zone, `YYYY-MM-DDTHH:MM:SS`. */
export type LocalDateTime = string;

/** Where a day begins first, and where it ends last: between them lies every zone of the world. */
export const FIRST_ZONE = 'Etc/GMT-14';
export const LAST_ZONE = 'Etc/GMT+12';

/** True for a real calendar date in the exact form `YYYY-MM-DD` (2026-02-30 is not one). */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  if (dateOfDay.get(isoDateToEpochDay(text)) === text) return true;
  const time = Date.parse(text);
  // What is no date is either not read at all or read as another one: 2026-02-30 as the second of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Whether `YYYY-MM-DDTHH:MM:SS` is a moment the calendar and the clock have. */
export function isLocalDateTime(text: string): boolean {
  return isIsoDate(text.slice(0, 10)) && text[10] === 'T' && CLOCK.test(text.slice(11));
}

/** The date some days later (or earlier, when negative). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return epochDayToIsoDate(isoDateToEpochDay(date) + days);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return isoDateToEpochDay(to) - isoDateToEpochDay(from);
}

/** Days since 1970-01-01: the number the schedule counts in. */
export function isoDateToEpochDay(date: IsoDate): number {
  const known = dayOfDate.get(date);
  if (known !== undefined) return known;
  const day = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000;
  if (date.length !== DATE_LENGTH) return day;
  if (dayOfDate.size >= DATES_KNOWN_MAX) dayOfDate.clear();
  dayOfDate.set(date, day);
  return day;
}
/** One search asks for the numbers of its few dates a dozen times. */
const dayOfDate = new Map<IsoDate, number>();
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The calendar date of a day number. */
export function epochDayToIsoDate(epochDay: number): IsoDate {
  const known = dateOfDay.get(epochDay);
  if (known !== undefined) return known;
  const date = new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
  if (dateOfDay.size >= DATES_KNOWN_MAX) dateOfDay.clear();
  dateOfDay.set(epochDay, date);
  return date;
}
/** A search writes the same few days hundreds of times. */
const dateOfDay = new Map<number, IsoDate>();
const DATES_KNOWN_MAX = 2_000;

/** A minute of the day as `HH:MM`. */
export function clockText(minuteOfDay: number): string {
  const minute = minuteOfDay % 60;
  return `${TWO_DIGITS[(minuteOfDay - minute) / 60]}:${TWO_DIGITS[minute]}`;
}
const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** ISO weekday of a day number: 1 = Monday … 7 = Sunday. */
export function weekdayOfEpochDay(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1;
}

/** The date it is at `now` in an IANA zone: the rule by which "today or later" is judged (contract, section 2). */
export function todayIn(zone: string, now: Date): IsoDate {
  const instant = now.getTime();
  const minute = Math.floor(instant / MINUTE_MS);
  const known = todays.get(zone);
  if (known?.minute === minute) return known.date;
  const date = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
  if (minute < WHOLE_MINUTES_FROM) return date;
  if (todays.size >= ZONES_KNOWN_MAX) todays.clear();
  todays.set(zone, { minute, date });
  return date;
}
/** One request asks dozens of times, and the next about the same minute: within one no zone's date changes. */
const todays = new Map<string, { readonly minute: number; readonly date: IsoDate }>();
const MINUTE_MS = 60_000;
/** Since 1980 every zone has been whole minutes from UTC. */
const WHOLE_MINUTES_FROM = Date.UTC(1980, 0, 1) / MINUTE_MS;
const ZONES_KNOWN_MAX = 1_000;

/** The instant of a wall-clock time in a zone (a time skipped by DST moves forward, a repeated one is the earlier). */
export function instantOfLocal(local: LocalDateTime, zone: string): Date {
  return new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds);
}

/** The wall-clock time at an instant in a zone, `YYYY-MM-DDTHH:MM:SS`. */
export function localOfInstant(instant: Date, zone: string): LocalDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });
}

/** Whether the clocks of a zone never show a wall-clock time, because they are put forward over it on that day. */
export function isSkippedLocal(local: LocalDateTime, zone: string): boolean {
  return localOfInstant(instantOfLocal(local, zone), zone) !== local;
}

/** An instant as RFC 3339 with the offset of a zone then, to the second: `2026-12-22T15:00:00+01:00`. */
export function zonedText(instant: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(zone)
    .toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Full years of age on a date; negative for someone not yet born. */
export function ageOn(dateOfBirth: IsoDate, date: IsoDate): number {
  const birth = Temporal.PlainDate.from(dateOfBirth);
  return birth.until(Temporal.PlainDate.from(date), { largestUnit: 'year' }).years;
}

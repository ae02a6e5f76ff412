import { addDays, type IsoDate, isoDateToEpochDay, weekdayOfEpochDay } from '../../travel/dates.ts';

/** The Sunday a week ends with: this day, or the last one before it. */
export function lastSunday(day: IsoDate): IsoDate {
  return addDays(day, -(weekdayOfEpochDay(isoDateToEpochDay(day)) % 7));
}

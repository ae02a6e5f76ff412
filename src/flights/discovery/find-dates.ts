import type { App, Caller } from '../../context.ts';
import { isoDateToEpochDay } from '../../travel/dates.ts';
import { lowestPrice } from '../model/flight-search.ts';
import { pickDates } from '../model/pick-dates.ts';
import { type Calendar, searchCalendar } from './search-calendar.ts';
import type { DiscoveryCall } from './find-cheapest-offers.ts';

/** How many date pairs `find_dates` answers at most. */
const DATES_FOUND_MAX = 10;

/** The dates chosen, and how many date pairs they were chosen from. */
interface FoundDates extends Calendar {
  readonly found: number;
}

/** Up to ten of the cheapest date pairs, spread over the window, cheapest first. */
export async function findDates(app: App, caller: Caller, call: DiscoveryCall): Promise<FoundDates> {
  const { days, ...calendar } = await searchCalendar(app, caller, call);
  const priced = days.map((day) => ({
    day,
    departureDay: isoDateToEpochDay(day.dates.departure),
    price: lowestPrice(day.shown),
  }));
  return { ...calendar, found: days.length, days: pickDates(priced, DATES_FOUND_MAX).map(({ day }) => day) };
}

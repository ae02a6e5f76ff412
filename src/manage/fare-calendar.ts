import type { FareCalendarView } from '../../web/manage/view.ts';
import { findDayFares } from '../flights/discovery/day-fares.ts';
import { Refusal } from '../platform/errors.ts';
import type { PageContext } from '../platform/http/route.ts';
import { translateFailure } from '../suppliers/calls/failure.ts';
import { addDays, type IsoDate, isIsoDate } from '../travel/dates.ts';
import type { Slice } from '../travel/flight.ts';
import type { FlightItem } from '../trips/model/trip.ts';
import { placesOf } from './answer-page.ts';
import type { GuestContext } from './with-guest-session.ts';

/** Whole weeks, beginning with the one before the day that is looked at: as much as fits a telephone. */
const WEEKS = 5;
const DAYS = WEEKS * 7;
/** Flights are sold this far ahead. */
const AHEAD_DAYS = 361;
/** How many days ahead of the chosen one the calendar begins. */
const LEAD_DAYS = 7;

/** A direction to be flown on another day. */
export interface CalendarDirection {
  readonly name: string;
  readonly slice: Slice;
  /** As the form has it now. */
  readonly chosen: IsoDate;
  readonly earliest: IsoDate;
}

/**
 * Five weeks of days for one direction, with what the cheapest new ticket of its airline costs on each, as far as that
 * is published or was seen by earlier searches. Nothing is asked live and nothing is guessed: what nobody has seen has
 * no price. Undefined where nothing can be read of it now; the form does without.
 */
export async function viewFareCalendar(
  context: PageContext,
  { caller, booking }: GuestContext,
  { offer, fare }: FlightItem,
  direction: CalendarDirection,
): Promise<FareCalendarView | undefined> {
  const { app, query } = context;
  const { name, slice, chosen, earliest } = direction;
  const latest = addDays(earliest, AHEAD_DAYS - 1);
  const lead = isIsoDate(chosen) ? addDays(chosen, -LEAD_DAYS) : chosen;
  const start = startOf(query[`from_${name}`] ?? lead, { earliest, latest });
  const days = Array.from({ length: DAYS }, (_none, index) => addDays(start, index));
  const sold = days.filter((day) => day >= earliest && day <= latest);
  const [from, until] = [sold[0], sold.at(-1)];
  if (from === undefined || until === undefined || slice.segments.length === 0) return undefined;
  try {
    const fares = await findDayFares(app, caller, {
      origin: slice.origin,
      destination: slice.destination,
      from,
      until,
      passengers: offer.passengers,
      cabinClass: fare.cabinClass,
      carriers: [...new Set(slice.segments.map(({ marketingCarrier }) => marketingCarrier))],
      currency: booking.totalPaid.currency,
      signal: AbortSignal.timeout(CALENDAR_MS),
    });
    const places = placesOf(context);
    const city = (airport: string) => places.airport(airport)?.cityName ?? airport;
    const [before, after] = [addDays(start, -DAYS), addDays(start, DAYS)];
    return {
      name,
      route: `${city(slice.origin)} → ${city(slice.destination)}`,
      days: days.map((date) => ({
        date,
        fare: fares.get(date),
        state: date < earliest || date > latest ? 'closed' : date === chosen ? 'chosen' : 'open',
      })),
      before: addDays(start, -1) >= earliest ? before : undefined,
      after: after <= latest ? after : undefined,
    };
  } catch (error) {
    const refusal = error instanceof Refusal ? error : translateFailure(error);
    if (refusal === undefined && !isAborted(error)) throw error;
    return undefined;
  }
}

/** The page does not wait longer for something it can do without. */
const CALENDAR_MS = 3_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The Monday of the first week that is shown, within the days that are sold. */
function startOf(
  wanted: string,
  { earliest, latest }: { readonly earliest: IsoDate; readonly latest: IsoDate },
): IsoDate {
  const isDay = DAY.test(wanted) && !Number.isNaN(Date.parse(wanted));
  const bounded = !isDay || wanted < earliest ? earliest : wanted > latest ? latest : wanted;
  const weekday = (new Date(`${bounded}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(bounded, -weekday);
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

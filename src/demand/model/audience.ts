import { daysBetween, type IsoDate, isoDateToEpochDay, weekdayOfEpochDay } from '../../travel/dates.ts';
import type { CabinClass } from '../../travel/flight.ts';
import type { Audience } from './demand-event.ts';

/** A business trip is booked no longer ahead than this, in days. */
const BUSINESS_LEAD_DAYS_MAX = 21;
/** And lasts no longer than a working week, in nights. */
const BUSINESS_NIGHTS_MAX = 4;
/** ISO weekday. */
const FRIDAY = 5;

/** Who travels, when and how: all that makes an audience. */
export interface TravelParty {
  readonly adults: number;
  /** Children and infants. */
  readonly minors: number;
  readonly cabin: CabinClass | undefined;
  readonly departure: IsoDate;
  /** Undefined one way. */
  readonly return: IsoDate | undefined;
  /** Days from today to the departure. */
  readonly leadDays: number;
}

/**
 * Whom a party counts among. Anybody with a child is a family, whatever the cabin. Business is a front cabin, or one
 * adult who books at most three weeks ahead and is away for one to four nights between weekdays, no Saturday night
 * among them. All others by number.
 */
export function audienceOf(party: TravelParty): Audience {
  if (party.minors > 0) return 'family';
  if (party.cabin === 'business' || party.cabin === 'first' || isWorkingTrip(party)) return 'business';
  if (party.adults <= 1) return 'solo';
  return party.adults === 2 ? 'couple' : 'group';
}

function isWorkingTrip({ adults, departure, return: back, leadDays }: TravelParty): boolean {
  if (adults > 1 || back === undefined || leadDays > BUSINESS_LEAD_DAYS_MAX) return false;
  const nights = daysBetween(departure, back);
  // From a weekday to a weekday of the same week: so few nights hold a Saturday only where a weekend lies between.
  return (
    nights >= 1 && nights <= BUSINESS_NIGHTS_MAX && weekdayOfEpochDay(isoDateToEpochDay(departure)) + nights <= FRIDAY
  );
}

import type { Money } from '../../travel/money.ts';
import type { FlightItem, RentalItem, StayItem, Trip, TripItem } from '../../trips/model/trip.ts';

/** What rules look at. */
export interface RuleContext {
  /** The trip with the prices and terms of the quote that is judged. */
  readonly trip: Pick<Trip, 'items' | 'travelers'>;
  /** Of what is bought; see the signed quote. */
  readonly contentHash: string;
  /** The organization's clock. */
  readonly now: Date;
  /** The mandate's: amounts of its rules are in it. */
  readonly currency: string;
  /** An amount in the mandate's currency, rounded up; undefined where there is no rate. */
  readonly convert: (amount: Money) => Money | undefined;
  /** ISO country of an airport; undefined for an airport that the directory does not know. */
  readonly countryOf: (airport: string) => string | undefined;
}

/** The flights of a trip. */
export function flightsOf({ trip }: RuleContext): readonly FlightItem[] {
  return trip.items.filter((item): item is FlightItem => item.kind === 'flight');
}

/** The stays of a trip. */
export function staysOf({ trip }: RuleContext): readonly StayItem[] {
  return trip.items.filter((item): item is StayItem => item.kind === 'hotel');
}

/** The rental cars of a trip. */
export function rentalsOf({ trip }: RuleContext): readonly RentalItem[] {
  return trip.items.filter((item): item is RentalItem => item.kind === 'car');
}

/** The first and the last day of an item, on the calendars where it begins and ends. */
export function daysOf(item: TripItem): { readonly first: string; readonly last: string } {
  switch (item.kind) {
    case 'flight': {
      const segments = item.offer.slices.flatMap((slice) => slice.segments);
      const days = segments.flatMap(({ depart, arrive }) => [dayOf(depart.timeLocal), dayOf(arrive.timeLocal)]).sort();
      return { first: days[0] ?? '', last: days.at(-1) ?? '' };
    }
    case 'hotel':
      return { first: item.stay.checkIn, last: item.stay.checkOut };
    case 'car':
      return { first: dayOf(item.rental.pickUp.at), last: dayOf(item.rental.dropOff.at) };
    default:
      return item satisfies never;
  }
}

function dayOf(local: string): string {
  return local.slice(0, 10);
}

import type { App } from '../../context.ts';
import type { DemandSignal } from '../../demand/record/demand-recorder.ts';
import type { OrganizationId } from '../../platform/ids.ts';
import { adultPrice } from '../../travel/adult-price.ts';
import { addDays, daysBetween, type IsoDate, todayIn } from '../../travel/dates.ts';
import { addMoney, type Money, shareOfMoney } from '../../travel/money.ts';
import { countByType } from '../../travel/passengers.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { dueAtCounter, payNowOfRental } from '../../travel/rental.ts';
import { dueAtProperty, payNowOfStay } from '../../travel/stay.ts';
import type { FlightItem, RentalItem, StayItem, TripItem } from '../model/trip.ts';

/** Whose trip it is, and what has happened to it. */
export interface RecordedTrip {
  readonly organizationId: OrganizationId;
  readonly kind: 'trip' | 'booking';
  /** The organization's clock. */
  readonly now: Date;
}

/**
 * Records that a trip got its first item, or was booked: one signal, however many items it has. Where it goes and who
 * travels is what its first flight says, else its first hotel, else its first car; how long they stay its first hotel,
 * else that flight's way back, else the rental. Costs its caller nothing and never throws.
 */
export function recordTripDemand(app: App, trip: RecordedTrip, items: readonly TripItem[]): void {
  app.demand.prepare(() => toSignal(app.places, trip, items))();
}

function toSignal(
  places: PlaceDirectory,
  { organizationId, kind, now }: RecordedTrip,
  items: readonly TripItem[],
): DemandSignal | undefined {
  const flight = items.find((item) => item.kind === 'flight');
  const stay = items.find((item) => item.kind === 'hotel');
  const car = items.find((item) => item.kind === 'car');
  const journey = flight ? ofFlight(places, flight) : stay ? ofStay(stay) : car && ofRental(car);
  if (journey?.destination === undefined) return undefined;
  const back = stay
    ? addDays(journey.departure, nightsOf(stay))
    : (journey.return ?? (car && addDays(journey.departure, daysBetween(...datesOf(car)))));
  return {
    organizationId,
    kind,
    today: todayIn('UTC', now),
    ...journey,
    destination: journey.destination,
    return: back,
  };
}

type Journey = Omit<DemandSignal, 'organizationId' | 'kind' | 'today' | 'destination'> & {
  readonly destination: string | undefined;
};

/** Of its first direction; the way back is a last one that ends where the first began. */
function ofFlight(places: PlaceDirectory, { offer, fare, passengers }: FlightItem): Journey | undefined {
  const [out] = offer.slices;
  const last = offer.slices.at(-1);
  if (out === undefined || last === undefined) return undefined;
  const cityOf = (airport: string) => places.airport(airport)?.cityCode;
  const { ADULT, CHILD, INFANT } = countByType(passengers);
  const origin = cityOf(out.origin);
  return {
    product: 'flight',
    origin,
    destination: cityOf(out.destination),
    adults: ADULT,
    minors: CHILD + INFANT,
    departure: out.departureDate,
    return: last !== out && cityOf(last.destination) === origin ? last.departureDate : undefined,
    cabin: fare.cabinClass,
    price: adultPrice(fare, offer),
  };
}

function ofStay(item: StayItem): Journey {
  const { stay } = item;
  return {
    product: 'hotel',
    origin: undefined,
    destination: stay.hotel.cityCode,
    departure: stay.checkIn,
    return: stay.checkOut,
    cabin: undefined,
    adults: stay.rates.reduce((sum, { party }) => sum + party.adults, 0),
    minors: stay.rates.reduce((sum, { party }) => sum + party.childrenAges.length, 0),
    price: aPart(addMoney(payNowOfStay(stay), dueAtProperty(stay)), nightsOf(item) * stay.rates.length),
  };
}

/** Only the driver is known to travel. */
function ofRental(item: RentalItem): Journey {
  const { rental } = item;
  const [departure, back] = datesOf(item);
  return {
    product: 'car',
    origin: undefined,
    destination: rental.pickUp.cityCode,
    departure,
    return: back,
    cabin: undefined,
    adults: 1,
    minors: 0,
    price: aPart(addMoney(payNowOfRental(rental), dueAtCounter(rental)), rental.days),
  };
}

function nightsOf({ stay }: StayItem): number {
  return daysBetween(stay.checkIn, stay.checkOut);
}

function datesOf({ rental }: RentalItem): readonly [IsoDate, IsoDate] {
  return [rental.pickUp.at.slice(0, 10), rental.dropOff.at.slice(0, 10)];
}

function aPart(whole: Money, parts: number): Money {
  return shareOfMoney(whole, 1 / Math.max(1, parts));
}

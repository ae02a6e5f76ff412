import type { CabinClass, Fare, FlightOffer } from '../../travel/flight.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import type { RentalOffer } from '../../travel/rental.ts';
import type { StayHotel } from '../../travel/stay.ts';
import type { PricedKind } from './pricing-rule.ts';

/** What rules know of a thing that is sold. What its supplier does not state is undefined and matches no rule of it. */
export interface FeeSubject {
  readonly kind: PricedKind;
  readonly supplierId: string;
  readonly carrier: string | undefined;
  readonly country: string | undefined;
  readonly cabin: CabinClass | undefined;
}

/** A fare of a flight offer, as rules see it. */
export function flightSubject(
  places: Pick<PlaceDirectory, 'airport'>,
  supplierId: string,
  offer: Pick<FlightOffer, 'validatingCarrier' | 'slices'>,
  fare: Pick<Fare, 'cabinClass'>,
): FeeSubject {
  const destination = offer.slices[0]?.segments.at(-1)?.arrive.airport;
  const country = destination === undefined ? undefined : places.airport(destination)?.country;
  return { kind: 'flight', supplierId, carrier: offer.validatingCarrier, country, cabin: fare.cabinClass };
}

/** A stay at a hotel, as rules see it. */
export function staySubject(supplierId: string, { country }: Pick<StayHotel, 'country'>): FeeSubject {
  return { kind: 'hotel', supplierId, carrier: undefined, country, cabin: undefined };
}

/** A rental, as rules see it. */
export function rentalSubject(supplierId: string, { pickUp }: Pick<RentalOffer, 'pickUp'>): FeeSubject {
  return { kind: 'car', supplierId, carrier: undefined, country: pickUp.country, cabin: undefined };
}

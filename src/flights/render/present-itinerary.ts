import { hash } from 'node:crypto';
import { cityImageUrl, type PresentContext } from '../../offers/describe/carrier-info.ts';
import { namesOf, presentSlices } from '../../offers/describe/present-slices.ts';
import type { SegmentPoint } from '../../travel/flight.ts';
import { presentValue } from '../../travel/money.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import type { PresentedAdvice } from './present-advice.ts';

const ID_LENGTH = 20;

/** An offer and what is shown beside its flights. */
export interface ItineraryParts {
  readonly shown: DisplayOffer;
  readonly seenAt: Date;
  readonly score: number;
  readonly advice: PresentedAdvice | null;
}

/** Presents a cached fare: the cheapest matching fare of its flights, with every field of spec.md's list. */
export function presentItinerary(context: PresentContext, { shown, seenAt, score, advice }: ItineraryParts) {
  const { fare, total, serviceFee } = shown.fares[0];
  const { offer } = shown;
  const [outbound] = offer.slices;
  const origin = presentEnd(context, outbound?.segments[0]?.depart);
  const destination = presentEnd(context, outbound?.segments.at(-1)?.arrive);
  return {
    id: itineraryIdOf(shown),
    cabin_type: fare.cabinClass,
    fare_brand: fare.brandName ?? null,
    // No page of this service shows an itinerary, so there is nothing to link to.
    deep_link: null,
    score,
    search_timestamp: seenAt.toISOString(),
    conversion_rate: shown.rate,
    total_amount: presentValue(total),
    ...(serviceFee && { service_fee: presentValue(serviceFee) }),
    origin_total_amount: presentValue(fare.total),
    origin_city_code: origin.cityCode,
    origin_city_name: origin.cityName,
    origin_city_image: origin.cityImage,
    origin_location: origin.location,
    destination_city_code: destination.cityCode,
    destination_city_name: destination.cityName,
    destination_city_image: destination.cityImage,
    destination_location: destination.location,
    emissions_kg: offer.emissionsKg ?? null,
    slices: presentSlices(context, offer.slices, fare.cabinClass),
    jinko_advice: advice,
  };
}

/** The id of an itinerary: always equal for one fare of one offer of one supplier. */
function itineraryIdOf({ supplierId, offer, fares: [{ fare }] }: DisplayOffer): string {
  return `iti_${hash('sha1', `${supplierId}|${offer.offerKey}|${fare.fareKey}`, 'base64url').slice(0, ID_LENGTH)}`;
}

function presentEnd(
  { places, publicUrl }: PresentContext,
  { airport = '', cityCode = '' }: Partial<SegmentPoint> = {},
) {
  const city = places.city(cityCode);
  const place = city ?? places.airport(airport);
  return {
    cityCode,
    cityName: city?.name ?? namesOf(places, airport).cityName,
    cityImage: cityImageUrl(publicUrl, cityCode),
    location: place === undefined ? null : { latitude: place.latitude, longitude: place.longitude },
  };
}

import { hash } from 'node:crypto';
import { cityImageUrl, type PresentContext } from '../offers/carrier-info.ts';
import { namesOf, presentSlices } from '../offers/present-slices.ts';
import { presentValue } from '../travel/money.ts';
import type { ShownOffer } from './model/flight-search.ts';

/** What an itinerary shows besides its flights. */
export interface ItineraryParts {
  readonly shown: ShownOffer;
  readonly seenAt: Date;
  readonly score: number;
  /** `jinko_advice` as JSON. */
  readonly adviceJson: string;
}

/** A cached fare as JSON text: the cheapest matching fare of its flights, every field of spec.md's list. */
export function renderItinerary(context: PresentContext, { shown, seenAt, score, adviceJson }: ItineraryParts): string {
  const { fare, total } = shown.fares[0];
  const [first, last] = [shown.offer.slices[0]?.segments[0], shown.offer.slices[0]?.segments.at(-1)];
  const itinerary = {
    id: `iti_${hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}|${fare.fareKey}`, 'base64url').slice(0, 20)}`,
    cabin_type: fare.cabinClass,
    fare_brand: fare.brandName,
    // No page of this service shows an itinerary; a link that leads nowhere would be worse than none.
    deep_link: null,
    score,
    search_timestamp: seenAt.toISOString(),
    conversion_rate: shown.rate,
    total_amount: presentValue(total),
    origin_total_amount: presentValue(fare.total),
    ...presentEnd(context, 'origin', first?.depart.airport ?? '', first?.depart.cityCode ?? ''),
    ...presentEnd(context, 'destination', last?.arrive.airport ?? '', last?.arrive.cityCode ?? ''),
    emissions_kg: shown.offer.emissionsKg,
    slices: presentSlices(context, shown.offer.slices, fare.cabinClass),
  };
  return `${JSON.stringify(itinerary).slice(0, -1)},"jinko_advice":${adviceJson}}`;
}

function presentEnd({ places, publicUrl }: PresentContext, end: 'origin' | 'destination', airportCode: string, cityCode: string) {
  const place = places.city(cityCode) ?? places.airport(airportCode);
  return {
    [`${end}_city_code`]: cityCode,
    [`${end}_city_name`]: places.city(cityCode)?.name ?? namesOf(places, airportCode).cityName,
    [`${end}_city_image`]: cityImageUrl(publicUrl, cityCode),
    [`${end}_location`]: place === undefined ? null : { latitude: place.latitude, longitude: place.longitude },
  };
}

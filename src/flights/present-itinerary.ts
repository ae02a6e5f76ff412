import { hash } from 'node:crypto';
import { cityImageUrl } from '../offers/carrier-info.ts';
import { layoverMinutes, namesOf } from '../offers/present-slices.ts';
import type { CabinClass, Segment, SegmentPoint, Slice } from '../travel/flight.ts';
import type { ShownOffer } from './model/flight-search.ts';
import { aircraftJson, carrierJson, type OfferSetting } from './present-live-offer.ts';
import { quote, quoteOrNull, writeMoney } from '../offers/write-json.ts';

/** What an itinerary shows besides its flights. */
export interface ItineraryParts {
  readonly shown: ShownOffer;
  readonly seenAt: Date;
  readonly score: number;
  /** `jinko_advice` as JSON. */
  readonly adviceJson: string;
}
type ItinerarySetting = Pick<OfferSetting, 'context' | 'fragments'>;

/**
 * A cached fare as JSON text: the cheapest matching fare of its flights, every field of spec.md's list. Its slices read as
 * those of a trip (offers/present-slices.ts); here they are written as text at once.
 */
export function renderItinerary(setting: ItinerarySetting, { shown, seenAt, score, adviceJson }: ItineraryParts): string {
  const { fare, total } = shown.fares[0];
  const [first, last] = [shown.offer.slices[0]?.segments[0], shown.offer.slices[0]?.segments.at(-1)];
  const id = hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}|${fare.fareKey}`, 'base64url').slice(0, 20);
  return (
    `{"id":"iti_${id}","cabin_type":"${fare.cabinClass}","fare_brand":${quote(fare.brandName)}` +
    // No page of this service shows an itinerary; a link that leads nowhere would be worse than none.
    `,"deep_link":null,"score":${score},"search_timestamp":"${seenAt.toISOString()}","conversion_rate":${shown.rate}` +
    `,"total_amount":${writeMoney(total)},"origin_total_amount":${writeMoney(fare.total)}` +
    `,${endJson(setting, 'origin', first?.depart)},${endJson(setting, 'destination', last?.arrive)}` +
    `,"emissions_kg":${shown.offer.emissionsKg},"slices":[${shown.offer.slices.map((slice) => renderSlice(setting, slice, fare.cabinClass)).join()}]` +
    `,"jinko_advice":${adviceJson}}`
  );
}

function endJson(setting: ItinerarySetting, end: 'origin' | 'destination', { airport = '', cityCode = '' }: Partial<SegmentPoint> = {}): string {
  return setting.fragments.writeOnce(end, airport + cityCode, () => {
    const { places, publicUrl } = setting.context;
    const place = places.city(cityCode) ?? places.airport(airport);
    const location = place === undefined ? null : { latitude: place.latitude, longitude: place.longitude };
    return (
      `"${end}_city_code":${quote(cityCode)},"${end}_city_name":${quote(places.city(cityCode)?.name ?? namesOf(places, airport).cityName)}` +
      `,"${end}_city_image":${quote(cityImageUrl(publicUrl, cityCode))},"${end}_location":${JSON.stringify(location)}`
    );
  });
}

function renderSlice(setting: ItinerarySetting, slice: Slice, cabin: CabinClass): string {
  const { segments } = slice;
  return (
    `{"cabin":"${cabin}",${sliceHeadJson(setting, slice)},"duration_minutes":${slice.durationMinutes}` +
    `,"marketing_carrier_info":${carrierJson(setting, segments[0]?.marketingCarrier ?? '')}` +
    `,"segments":[${segments.map((segment, index) => renderSegment(setting, segment, segments[index + 1])).join()}]}`
  );
}

function sliceHeadJson(setting: ItinerarySetting, { origin, destination }: Slice): string {
  return setting.fragments.writeOnce('slice', origin + destination, () => {
    const [from, to] = [namesOf(setting.context.places, origin), namesOf(setting.context.places, destination)];
    return (
      `"origin":${quote(origin)},"destination":${quote(destination)}` +
      `,"origin_airport_name":${quote(from.airportName)},"origin_city_name":${quote(from.cityName)}` +
      `,"destination_airport_name":${quote(to.airportName)},"destination_city_name":${quote(to.cityName)}`
    );
  });
}

function renderSegment(setting: ItinerarySetting, segment: Segment, next: Segment | undefined): string {
  return (
    `{"segment_id":${quote(segment.segmentId)},"flight_number":${quote(segment.flightNumber)},${aircraftJson(setting, segment.aircraft)}` +
    `,"depart":${renderPoint(setting, segment.depart)},"arrive":${renderPoint(setting, segment.arrive)}` +
    `,"cabin_class":${quoteOrNull(segment.cabinClass)},"duration_minutes":${segment.durationMinutes}` +
    `,"layover_minutes_after":${next === undefined ? 'null' : layoverMinutes(segment, next)}` +
    `,"marketing_carrier":${quote(segment.marketingCarrier)},"operating_carrier":${quote(segment.operatingCarrier)}` +
    `,"marketing_carrier_info":${carrierJson(setting, segment.marketingCarrier)},"operating_carrier_info":${carrierJson(setting, segment.operatingCarrier)}}`
  );
}

function renderPoint(setting: ItinerarySetting, { airport, cityCode, terminal, timeLocal }: SegmentPoint): string {
  const place = setting.fragments.writeOnce(
    'point',
    airport + cityCode,
    () => `"airport":${quote(airport)},"city_code":${quote(cityCode)},"city_name":${quote(namesOf(setting.context.places, airport).cityName)}`,
  );
  return `{${place},"terminal":${quoteOrNull(terminal)},"time_local":${quote(timeLocal)}}`;
}

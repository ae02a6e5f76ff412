import { hash } from 'node:crypto';
import { AnswerBytes } from '../../offers/answers/answer-bytes.ts';
import { cityImageUrl } from '../../offers/describe/carrier-info.ts';
import { layoverMinutes, namesOf } from '../../offers/describe/present-slices.ts';
import type { CabinClass, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { DisplayOffer } from '../model/flight-search.ts';
import { aircraftJson, carrierJson, endsJson, type FlightRenderContext } from './present-live-offer.ts';
import { quote } from '../../offers/answers/write-json.ts';

/** What an itinerary shows besides its flights. */
export interface ItineraryParts {
  readonly shown: DisplayOffer;
  readonly seenAt: Date;
  readonly score: number;
  /** `jinko_advice` as JSON. */
  readonly adviceJson: string;
}

/** An itinerary as JSON by itself. */
export function renderItinerary(setting: Omit<FlightRenderContext, 'bytes'>, parts: ItineraryParts): Buffer {
  const bytes = new AnswerBytes();
  writeItinerary({ ...setting, bytes }, parts);
  return bytes.take();
}

/**
 * Writes a cached fare as JSON: the cheapest matching fare of its flights, every field of spec.md's list. Its slices
 * read as those of a trip (offers/present-slices.ts); here they are written at once.
 */
export function writeItinerary(
  setting: FlightRenderContext,
  { shown, seenAt, score, adviceJson }: ItineraryParts,
): void {
  const { bytes } = setting;
  const { fare, total } = shown.fares[0];
  const { slices } = shown.offer;
  const [first, last] = [slices[0]?.segments[0], slices[0]?.segments.at(-1)];
  const id = hash('sha1', `${shown.supplierId}|${shown.offer.offerKey}|${fare.fareKey}`, 'base64url').slice(0, 20);
  // No page of this service shows an itinerary; a link that leads nowhere would be worse than none.
  bytes.add`{"id":${`iti_${id}`},"cabin_type":${fare.cabinClass},"fare_brand":${fare.brandName},"deep_link":null,"score":${score},
    "search_timestamp":${seenAt},"conversion_rate":${shown.rate},"total_amount":${total},"origin_total_amount":${fare.total},
    ${endJson(setting, 'origin', first?.depart)},${endJson(setting, 'destination', last?.arrive)},"emissions_kg":${shown.offer.emissionsKg},"slices":[`;
  slices.forEach((slice, index) => {
    if (index > 0) bytes.add`,`;
    writeSlice(setting, slice, fare.cabinClass);
  });
  bytes.write(`],"jinko_advice":${adviceJson}}`);
}

function endJson(
  setting: FlightRenderContext,
  end: 'origin' | 'destination',
  { airport = '', cityCode = '' }: Partial<SegmentPoint> = {},
): Uint8Array {
  return setting.fragments.writePairOnce(end, airport, cityCode, () => {
    const { places, publicUrl } = setting.context;
    const place = places.city(cityCode) ?? places.airport(airport);
    const location = place === undefined ? null : { latitude: place.latitude, longitude: place.longitude };
    return (
      `"${end}_city_code":${quote(cityCode)},"${end}_city_name":${quote(places.city(cityCode)?.name ?? namesOf(places, airport).cityName)}` +
      `,"${end}_city_image":${quote(cityImageUrl(publicUrl, cityCode))},"${end}_location":${JSON.stringify(location)}`
    );
  });
}

function writeSlice(setting: FlightRenderContext, slice: Slice, cabin: CabinClass): void {
  const { bytes } = setting;
  const { segments } = slice;
  bytes.add`{"cabin":${cabin},${endsJson(setting, slice)},"duration_minutes":${slice.durationMinutes},
    "marketing_carrier_info":${carrierJson(setting, segments[0]?.marketingCarrier ?? '')},"segments":[`;
  segments.forEach((segment, index) => {
    if (index > 0) bytes.add`,`;
    writeSegment(setting, segment, segments[index + 1]);
  });
  bytes.add`]}`;
}

function writeSegment(setting: FlightRenderContext, segment: Segment, next: Segment | undefined): void {
  const { depart, arrive, marketingCarrier, operatingCarrier } = segment;
  setting.bytes
    .add`{"segment_id":${segment.segmentId},"flight_number":${segment.flightNumber},${aircraftJson(setting, segment.aircraft)},
    "depart":{${placeJson(setting, depart)},"terminal":${depart.terminal},"time_local":${depart.timeLocal}},
    "arrive":{${placeJson(setting, arrive)},"terminal":${arrive.terminal},"time_local":${arrive.timeLocal}},
    "cabin_class":${segment.cabinClass},"duration_minutes":${segment.durationMinutes},"layover_minutes_after":${next && layoverMinutes(segment, next)},
    "marketing_carrier":${marketingCarrier},"operating_carrier":${operatingCarrier},
    "marketing_carrier_info":${carrierJson(setting, marketingCarrier)},"operating_carrier_info":${carrierJson(setting, operatingCarrier)}}`;
}

function placeJson(setting: FlightRenderContext, { airport, cityCode }: SegmentPoint): Uint8Array {
  return setting.fragments.writePairOnce(
    'point',
    airport,
    cityCode,
    () =>
      `"airport":${quote(airport)},"city_code":${quote(cityCode)},"city_name":${quote(namesOf(setting.context.places, airport).cityName)}`,
  );
}

import type { CabinClass, Segment, SegmentPoint, Slice } from '../../travel/flight.ts';
import type { PlaceDirectory } from '../../travel/place-directory.ts';
import { type PresentContext, presentCarrier } from './carrier-info.ts';

const MINUTE_MS = 60_000;

/** Minutes on the ground between a segment and the next one of its slice. */
export function layoverMinutes(segment: Segment, next: Segment): number {
  return Math.round((next.depart.instant.getTime() - segment.arrive.instant.getTime()) / MINUTE_MS);
}

/** The slices of an itinerary or a trip item, as spec.md words them. */
export function presentSlices(context: PresentContext, slices: readonly Slice[], cabin: CabinClass) {
  return slices.map((slice) => presentSlice(context, slice, cabin));
}

function presentSlice(context: PresentContext, slice: Slice, cabin: CabinClass) {
  const origin = namesOf(context.places, slice.origin);
  const destination = namesOf(context.places, slice.destination);
  return {
    cabin,
    origin: slice.origin,
    destination: slice.destination,
    origin_airport_name: origin.airportName,
    origin_city_name: origin.cityName,
    destination_airport_name: destination.airportName,
    destination_city_name: destination.cityName,
    duration_minutes: slice.durationMinutes,
    marketing_carrier_info: presentCarrier(
      context,
      slice.segments[0]?.marketingCarrier ?? '',
      slice.segments[0]?.carrierNames,
    ),
    segments: slice.segments.map((segment, index) => presentSegment(context, segment, slice.segments[index + 1])),
  };
}

/** The name of an aircraft type, or the code where the directory has none; null where the supplier does not say. */
export function nameAircraft(places: PlaceDirectory, code: string | undefined): string | null {
  return code === undefined ? null : (places.aircraftName(code) ?? code);
}

function presentSegment(context: PresentContext, segment: Segment, next: Segment | undefined) {
  return {
    segment_id: segment.segmentId,
    flight_number: segment.flightNumber,
    aircraft: nameAircraft(context.places, segment.aircraft),
    aircraft_code: segment.aircraft ?? null,
    depart: presentPoint(context.places, segment.depart),
    arrive: presentPoint(context.places, segment.arrive),
    cabin_class: segment.cabinClass ?? null,
    duration_minutes: segment.durationMinutes,
    layover_minutes_after: next === undefined ? null : layoverMinutes(segment, next),
    marketing_carrier: segment.marketingCarrier,
    operating_carrier: segment.operatingCarrier,
    marketing_carrier_info: presentCarrier(context, segment.marketingCarrier, segment.carrierNames),
    operating_carrier_info: presentCarrier(context, segment.operatingCarrier, segment.carrierNames),
  };
}

function presentPoint(places: PlaceDirectory, point: SegmentPoint) {
  return {
    airport: point.airport,
    city_code: point.cityCode,
    city_name: namesOf(places, point.airport).cityName,
    terminal: point.terminal ?? null,
    time_local: point.timeLocal,
  };
}

/** Names of an airport and its city; an airport outside the loaded world is named by its code. */
export function namesOf(
  places: PlaceDirectory,
  airportCode: string,
): { readonly airportName: string; readonly cityName: string } {
  const airport = places.airport(airportCode);
  return { airportName: airport?.name ?? airportCode, cityName: airport?.cityName ?? airportCode };
}

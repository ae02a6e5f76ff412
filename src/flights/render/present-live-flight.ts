import { nameCarrier } from '../../travel/place-directory.ts';
import { nameAircraft } from '../../offers/describe/present-slices.ts';
import { airlineLogoUrl, type PresentContext, presentCarrier } from '../../offers/describe/carrier-info.ts';
import { layoverMinutes, namesOf } from '../../offers/describe/present-slices.ts';
import type { Segment, Slice } from '../../travel/flight.ts';

/** `outbound_flight` or `inbound_flight` of a live offer. */
export type PresentedFlight = ReturnType<typeof presentSlice>;

/**
 * Makes a function that presents one direction of a live offer. Offers of an answer share directions (one outbound
 * flight stands beside many return flights), so each is presented once and shared by reference.
 */
export function flightPresenter(context: PresentContext): (slice: Slice) => PresentedFlight {
  const presented = new Map<Slice, PresentedFlight>();
  return (slice) => {
    const known = presented.get(slice);
    if (known !== undefined) return known;
    const flight = presentSlice(context, slice);
    presented.set(slice, flight);
    return flight;
  };
}

function presentSlice(context: PresentContext, slice: Slice) {
  const { places, publicUrl } = context;
  const { segments } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A direction has at least one flight.');
  const origin = namesOf(places, slice.origin);
  const destination = namesOf(places, slice.destination);
  return {
    airline: first.marketingCarrier,
    airline_name: nameCarrier(places, first.marketingCarrier, first.carrierNames),
    airline_logo: airlineLogoUrl(publicUrl, first.marketingCarrier),
    origin: slice.origin,
    destination: slice.destination,
    origin_airport_name: origin.airportName,
    origin_city_name: origin.cityName,
    destination_airport_name: destination.airportName,
    destination_city_name: destination.cityName,
    departure_datetime: first.depart.instant.toISOString(),
    arrival_datetime: last.arrive.instant.toISOString(),
    departure_datetime_local: first.depart.timeLocal,
    arrival_datetime_local: last.arrive.timeLocal,
    duration_minutes: slice.durationMinutes,
    stops: segments.length - 1,
    stop_infos: presentStops(segments),
    segments: segments.map((segment, index) => presentSegment(context, segment, segments[index + 1])),
  };
}

function presentStops(segments: readonly Segment[]) {
  return segments.slice(1).map((next, index) => {
    const segment = segments[index] ?? next;
    return { airport_code: segment.arrive.airport, duration_minutes: layoverMinutes(segment, next) };
  });
}

function presentSegment(context: PresentContext, segment: Segment, next: Segment | undefined) {
  const { places } = context;
  const { depart, arrive } = segment;
  return {
    segment_id: segment.segmentId,
    flight_number: segment.flightNumber,
    aircraft: nameAircraft(places, segment.aircraft),
    aircraft_code: segment.aircraft ?? null,
    airline: segment.marketingCarrier,
    cabin_class: segment.cabinClass ?? null,
    departure_airport: depart.airport,
    departure_city: depart.cityCode,
    departure_city_name: namesOf(places, depart.airport).cityName,
    departure_terminal: depart.terminal ?? null,
    departure_time: depart.instant.toISOString(),
    departure_time_local: depart.timeLocal,
    arrival_airport: arrive.airport,
    arrival_city: arrive.cityCode,
    arrival_city_name: namesOf(places, arrive.airport).cityName,
    arrival_terminal: arrive.terminal ?? null,
    arrival_time: arrive.instant.toISOString(),
    arrival_time_local: arrive.timeLocal,
    duration_minutes: segment.durationMinutes,
    layover_minutes: next === undefined ? null : layoverMinutes(segment, next),
    operating_carrier: segment.operatingCarrier,
    operating_carrier_info: presentCarrier(context, segment.operatingCarrier, segment.carrierNames),
  };
}

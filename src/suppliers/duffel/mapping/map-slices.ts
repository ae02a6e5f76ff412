import {
  CABIN_CLASSES,
  type CabinClass,
  type CarrierNames,
  type Segment,
  type SegmentPoint,
  type Slice,
} from '../../../travel/flight.ts';
import type { LocalTimes } from './local-times.ts';
import { UnreadableOffer, type WireCarrier, type WirePlace, type WireSegment, type WireSlice } from './wire-offers.ts';

/** What our directory knows of an airport: used where Duffel leaves it out. */
export interface AirportFacts {
  readonly cityCode: string;
  readonly zone: string;
}

/** What mapping needs beside the answer. */
export interface MappingTools {
  readonly airports: ReadonlyMap<string, AirportFacts>;
  readonly times: LocalTimes;
}

/** The directions of an offer. */
export interface MappedSlices {
  readonly slices: readonly Slice[];
  /** Equal for the same flights at the same times, and for no others. */
  readonly flights: string;
  /** By flight, all directions in a row: the lowest cabin that somebody flies in; undefined where it is not said. */
  readonly cabins: readonly (CabinClass | undefined)[];
  /** By flight, its length. */
  readonly minutes: readonly number[];
}

const minuteMs = 60_000;

/** Maps the directions of an offer. Throws UnreadableOffer where times cannot be read or contradict each other. */
export function mapSlices(wire: readonly WireSlice[], tools: MappingTools): MappedSlices {
  const slices = wire.map((slice, index) => mapSlice(slice, index, tools));
  const segments = slices.flatMap((slice) => slice.segments);
  return {
    slices,
    flights: slices.map((slice) => slice.segments.map(flightText).join()).join('/'),
    cabins: wire.flatMap((slice) =>
      slice.segments.map(({ passengers }) => lowestCabin(passengers.map(({ cabinClass }) => cabinClass))),
    ),
    minutes: segments.map(({ durationMinutes }) => durationMinutes),
  };
}

/** One flight at its times: `BA117 LHR-JFK 2027-03-01T09:15 2027-03-01T12:05`. */
function flightText({ marketingCarrier, flightNumber, depart, arrive }: Segment): string {
  const times = `${depart.timeLocal.slice(0, 16)} ${arrive.timeLocal.slice(0, 16)}`;
  return `${marketingCarrier} ${flightNumber} ${depart.airport}-${arrive.airport} ${times}`;
}

function mapSlice({ segments: wire }: WireSlice, sliceIndex: number, tools: MappingTools): Slice {
  const segments = wire.map((segment, index) => mapSegment(segment, `s${sliceIndex + 1}-${index + 1}`, tools));
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) throw new UnreadableOffer('slices');
  segments.reduce((before, segment) => {
    if (segment.depart.instant < before.arrive.instant) throw new UnreadableOffer('times');
    return segment;
  });
  return {
    origin: first.depart.airport,
    destination: last.arrive.airport,
    departureDate: first.depart.timeLocal.slice(0, 10),
    durationMinutes: minutesBetween(first.depart, last.arrive),
    segments,
  };
}

function mapSegment(wire: WireSegment, segmentId: string, tools: MappingTools): Segment {
  const { marketing, operating, flightNumber, aircraft, distanceKm } = wire;
  const depart = mapPoint(wire.origin, wire.originTerminal, wire.departingAt, tools);
  const arrive = mapPoint(wire.destination, wire.destinationTerminal, wire.arrivingAt, tools);
  // Times decide: a duration of the supplier's that contradicts them would only confuse.
  const durationMinutes = minutesBetween(depart, arrive);
  if (durationMinutes <= 0) throw new UnreadableOffer('times');
  return {
    segmentId,
    marketingCarrier: marketing.code,
    operatingCarrier: operating.code,
    ...namesOf(marketing, operating),
    flightNumber: marketing.hasCode ? `${marketing.code}${flightNumber}` : flightNumber,
    aircraft,
    depart,
    arrive,
    durationMinutes,
    distanceKm: distanceKm === undefined ? undefined : Math.round(distanceKm),
  };
}

/** What carriers call themselves, as a field to spread; nothing where Duffel does not say. */
export function namesOf(...carriers: readonly WireCarrier[]): { readonly carrierNames?: CarrierNames } {
  const named = carriers.flatMap(({ code, name }) => (name === undefined ? [] : [[code, name] as const]));
  return named.length === 0 ? {} : { carrierNames: Object.fromEntries(named) };
}

function mapPoint(
  place: WirePlace,
  terminal: string | undefined,
  timeLocal: string,
  tools: MappingTools,
): SegmentPoint {
  const known = tools.airports.get(place.code);
  const zone = place.zone ?? known?.zone;
  const instant = zone === undefined ? undefined : tools.times.instantOf(timeLocal, zone);
  if (instant === undefined) throw new UnreadableOffer('times');
  return {
    airport: place.code,
    cityCode: known?.cityCode ?? place.cityCode ?? place.code,
    terminal,
    timeLocal,
    instant,
  };
}

function minutesBetween(from: SegmentPoint, to: SegmentPoint): number {
  return Math.round((to.instant.getTime() - from.instant.getTime()) / minuteMs);
}

/** The lowest of some cabins; undefined where one of them is not known. */
function lowestCabin(cabins: readonly (CabinClass | undefined)[]): CabinClass | undefined {
  return cabins.length === 0 || cabins.includes(undefined)
    ? undefined
    : CABIN_CLASSES.find((cabin) => cabins.includes(cabin));
}

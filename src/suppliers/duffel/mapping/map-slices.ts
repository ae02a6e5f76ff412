import {
  CABIN_CLASSES,
  type CabinClass,
  type CarrierNames,
  type Segment,
  type SegmentPoint,
  type Slice,
} from '../../../travel/flight.ts';
import type { LocalTimes } from './local-times.ts';
import { UnreadableOffer, type WireCarrier, type WireFlight, type WirePlace, type WireSlice } from './wire-offers.ts';

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

/** One direction and what names its flights. */
interface MappedSlice {
  readonly slice: Slice;
  readonly flights: string;
}
/** Directions that have been mapped, by their position and their flights as they were sent. */
export type KnownSlices = Map<string, MappedSlice>;

const minuteMs = 60_000;

/**
 * Maps the directions of an offer. Throws UnreadableOffer where times cannot be read or contradict each other. Offers
 * of one answer are given the same `known`: those of the same flights then have one and the same object for them.
 */
export function mapSlices(
  wire: readonly WireSlice[],
  tools: MappingTools,
  known: KnownSlices = new Map(),
): MappedSlices {
  const mapped = wire.map((slice, index) => findSlice(slice, index, tools, known));
  return {
    slices: mapped.map(({ slice }) => slice),
    flights: mapped.map(({ flights }) => flights).join('/'),
    cabins: wire.flatMap((slice) =>
      slice.segments.map(({ passengers }) => lowestCabin(passengers.map(({ cabinClass }) => cabinClass))),
    ),
    minutes: mapped.flatMap(({ slice }) => slice.segments.map(({ durationMinutes }) => durationMinutes)),
  };
}

function findSlice(wire: WireSlice, sliceIndex: number, tools: MappingTools, known: KnownSlices): MappedSlice {
  const name = `${sliceIndex} ${wire.segments.map(({ flight }) => flight.sent).join()}`;
  const found = known.get(name);
  if (found !== undefined) return found;
  const slice = mapSlice(wire, sliceIndex, tools);
  const mapped = { slice, flights: slice.segments.map(flightText).join() };
  known.set(name, mapped);
  return mapped;
}

/** One flight at its times: `BA117 LHR-JFK 2027-03-01T09:15 2027-03-01T12:05`. */
function flightText({ marketingCarrier, flightNumber, depart, arrive }: Segment): string {
  const times = `${depart.timeLocal.slice(0, 16)} ${arrive.timeLocal.slice(0, 16)}`;
  return `${marketingCarrier} ${flightNumber} ${depart.airport}-${arrive.airport} ${times}`;
}

function mapSlice({ segments: wire }: WireSlice, sliceIndex: number, tools: MappingTools): Slice {
  const segments = wire.map(({ flight }, index) => mapFlight(flight, `s${sliceIndex + 1}-${index + 1}`, tools));
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

function mapFlight(wire: WireFlight, segmentId: string, tools: MappingTools): Segment {
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

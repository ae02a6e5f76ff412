import { type FlightFilter, isInWindow, type TimeWindow } from '../../src/travel/flight.ts';
import type { Atlas } from '../../src/reference/atlas.ts';
import { arrivesAt, DAY_MINUTES, departsAt, durationOf, type Itinerary, type Leg } from '../itineraries/itinerary.ts';
import type { Network } from '../schedule/network.ts';
import type { ZoneClock } from '../../src/reference/zones.ts';

/** Whether one itinerary of one direction passes the filter. */
export type ItineraryTest = (itinerary: Itinerary) => boolean;

interface Facts {
  readonly atlas: Atlas;
  readonly network: Network;
  readonly zones: ZoneClock;
}

/** The test of one direction's itineraries; undefined where all pass, so that an ordinary search pays nothing. */
export function filterItineraries(
  facts: Facts,
  only: FlightFilter | undefined,
  sliceIndex: number,
): ItineraryTest | undefined {
  if (only === undefined) return undefined;
  const tests = [
    ...carrierTests(facts, only),
    ...timeTests(facts, only, sliceIndex),
    ...connectionTests(facts, only),
    ...durationTests(only),
  ];
  return tests.length === 0 ? undefined : (itinerary) => tests.every((test) => test(itinerary));
}

function carrierTests({ atlas, network }: Facts, { includeCarriers, excludeCarriers }: FlightFilter): ItineraryTest[] {
  const tests: ItineraryTest[] = [];
  const indexes = (codes: readonly string[]) => new Set(codes.map((code) => atlas.airlineByCode.get(code)?.index));
  if (includeCarriers.length > 0) {
    const included = indexes(includeCarriers);
    tests.push(({ legs }) => legs.every((leg) => included.has(network.flightAirline[leg.flight])));
  }
  if (excludeCarriers.length > 0) {
    const excluded = indexes(excludeCarriers);
    tests.push(({ legs }) =>
      legs.every(
        (leg) => !excluded.has(network.flightAirline[leg.flight]) && !excluded.has(network.flightOperator[leg.flight]),
      ),
    );
  }
  return tests;
}

function timeTests({ atlas, zones }: Facts, { times }: FlightFilter, sliceIndex: number): ItineraryTest[] {
  const { departure, arrival } = times[sliceIndex] ?? {};
  const isAt = (window: TimeWindow, airport: number, utcMinute: number): boolean => {
    const local = zones.toLocal(atlas.airports[airport]?.zoneIndex ?? 0, utcMinute);
    return isInWindow(window, local - Math.floor(local / DAY_MINUTES) * DAY_MINUTES);
  };
  return [
    ...(departure ? [(itinerary: Itinerary) => isAt(departure, itinerary.origin, departsAt(itinerary))] : []),
    ...(arrival ? [(itinerary: Itinerary) => isAt(arrival, itinerary.destination, arrivesAt(itinerary))] : []),
  ];
}

function connectionTests({ atlas, network }: Facts, only: FlightFilter): ItineraryTest[] {
  const tests: ItineraryTest[] = [];
  const indexes = (codes: readonly string[]) => new Set(codes.map((code) => atlas.airportByCode.get(code)?.index));
  const hubOf = (leg: Leg) => network.routeOrigin[network.routeOfFlight[leg.flight] ?? 0];
  if (only.viaAirports.length > 0) {
    const via = indexes(only.viaAirports);
    tests.push(({ legs }) => legs.slice(1).some((leg) => via.has(hubOf(leg))));
  }
  if (only.excludeViaAirports.length > 0) {
    const avoided = indexes(only.excludeViaAirports);
    tests.push(({ legs }) => legs.slice(1).every((leg) => !avoided.has(hubOf(leg))));
  }
  const [min, max] = [only.connectionMinutesMin ?? 0, only.connectionMinutesMax ?? Number.POSITIVE_INFINITY];
  if (min > 0 || max < Number.POSITIVE_INFINITY) {
    tests.push(({ legs }) =>
      legs.slice(1).every((leg, index) => {
        const wait = leg.departUtc - (legs[index]?.arriveUtc ?? leg.departUtc);
        return wait >= min && wait <= max;
      }),
    );
  }
  return tests;
}

/** One direction alone may not take longer than all may together. */
function durationTests({ totalDurationMinutesMax: max }: FlightFilter): ItineraryTest[] {
  return max === undefined ? [] : [(itinerary) => durationOf(itinerary) <= max];
}

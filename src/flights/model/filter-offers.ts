import { layoverMinutes } from '../../offers/describe/present-slices.ts';
import { type Fare, type FlightOffer, isInWindow, type Segment, type Slice } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { FlightFilters } from './flight-search.ts';

type OfferTest = (offer: FlightOffer) => boolean;
type FareTest = (fare: Fare, total: Money) => boolean;

/** The tests that a set of filters compiles to, once for each search. An offer or fare that fails a test is hidden. */
export interface FilterTests {
  readonly offerTests: readonly OfferTest[];
  readonly fareTests: readonly FareTest[];
}

/** Compiles filters to tests; a filter that is not given adds none. */
export function compileFilters(filters: FlightFilters): FilterTests {
  return {
    offerTests: [...shapeTests(filters), ...carrierTests(filters), ...timeTests(filters), ...connectionTests(filters)],
    fareTests: fareTests(filters),
  };
}

/** Whether the flights of an offer pass. */
export function passesOfferTests(tests: FilterTests, offer: FlightOffer): boolean {
  return tests.offerTests.every((test) => test(offer));
}

/** Whether a fare passes; `total` is in the caller's currency. */
export function passesFareTests(tests: FilterTests, fare: Fare, total: Money): boolean {
  return tests.fareTests.every((test) => test(fare, total));
}

/** The number of stops of the direction that has most. */
export function stopsOf(offer: FlightOffer): number {
  return offer.slices.reduce((most, slice) => Math.max(most, slice.segments.length - 1), 0);
}

/** Total travel time of all directions in minutes: `total_duration_minutes`. */
export function durationOf(offer: FlightOffer): number {
  return offer.slices.reduce((total, slice) => total + slice.durationMinutes, 0);
}

function shapeTests({ stopsMax, totalDurationMinutesMax }: FlightFilters): OfferTest[] {
  const tests: OfferTest[] = [];
  if (stopsMax !== undefined) tests.push((offer) => stopsOf(offer) <= stopsMax);
  if (totalDurationMinutesMax !== undefined) tests.push((offer) => durationOf(offer) <= totalDurationMinutesMax);
  return tests;
}

/** Included carriers must sell every flight. Excluded carriers may neither sell nor operate any. */
function carrierTests({ includeCarriers, excludeCarriers }: FlightFilters): OfferTest[] {
  const tests: OfferTest[] = [];
  if (includeCarriers.length > 0) {
    const included = new Set(includeCarriers);
    tests.push((offer) => everySegment(offer, (segment) => included.has(segment.marketingCarrier)));
  }
  if (excludeCarriers.length > 0) {
    const excluded = new Set(excludeCarriers);
    tests.push((offer) =>
      everySegment(
        offer,
        (segment) => !excluded.has(segment.marketingCarrier) && !excluded.has(segment.operatingCarrier),
      ),
    );
  }
  return tests;
}

function everySegment(offer: FlightOffer, test: (segment: Segment) => boolean): boolean {
  return offer.slices.every((slice) => slice.segments.every(test));
}

function timeTests(filters: FlightFilters): OfferTest[] {
  const windows = [
    { window: filters.departureWindow, sliceIndex: 0, end: 'depart' },
    { window: filters.arrivalWindow, sliceIndex: 0, end: 'arrive' },
    { window: filters.returnDepartureWindow, sliceIndex: 1, end: 'depart' },
    { window: filters.returnArrivalWindow, sliceIndex: 1, end: 'arrive' },
  ] as const;
  return windows.flatMap(({ window, sliceIndex, end }) =>
    window === undefined
      ? []
      : [
          (offer: FlightOffer) => {
            const segments = offer.slices[sliceIndex]?.segments;
            const segment = end === 'depart' ? segments?.[0] : segments?.at(-1);
            return segment !== undefined && isInWindow(window, minuteOfDay(segment[end].timeLocal));
          },
        ],
  );
}

function minuteOfDay(local: string): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

function connectionTests(filters: FlightFilters): OfferTest[] {
  const { viaAirports, excludeViaAirports, connectionMinutesMin: min, connectionMinutesMax: max } = filters;
  const tests: OfferTest[] = [];
  if (viaAirports.length > 0) {
    const via = new Set(viaAirports);
    tests.push((offer) =>
      offer.slices.every((slice) =>
        connectionsOf(slice).some(([before, after]) => via.has(before.arrive.airport) || via.has(after.depart.airport)),
      ),
    );
  }
  if (excludeViaAirports.length > 0) {
    const avoided = new Set(excludeViaAirports);
    tests.push((offer) =>
      offer.slices.every((slice) =>
        connectionsOf(slice).every(
          ([before, after]) => !avoided.has(before.arrive.airport) && !avoided.has(after.depart.airport),
        ),
      ),
    );
  }
  if (min !== undefined || max !== undefined) {
    tests.push((offer) =>
      offer.slices.every((slice) =>
        connectionsOf(slice).every(([before, after]) => {
          const minutes = layoverMinutes(before, after);
          return minutes >= (min ?? 0) && minutes <= (max ?? Number.POSITIVE_INFINITY);
        }),
      ),
    );
  }
  return tests;
}

/** The pairs of arriving and departing segment at each connection. */
function connectionsOf(slice: Slice): readonly (readonly [Segment, Segment])[] {
  return slice.segments.slice(1).flatMap((after, index): (readonly [Segment, Segment])[] => {
    const before = slice.segments[index];
    return before === undefined ? [] : [[before, after]];
  });
}

function fareTests(filters: FlightFilters): FareTest[] {
  const { priceMax, cabinClass } = filters;
  const tests: FareTest[] = [];
  if (priceMax !== undefined) tests.push((_, total) => total.value <= priceMax.value);
  if (cabinClass !== undefined) tests.push((fare) => fare.cabinClass === cabinClass);
  if (filters.isRefundableOnly) tests.push((fare) => fare.isRefundable === true);
  if (filters.isChangeableOnly) tests.push((fare) => fare.isChangeable === true);
  if (filters.hasCheckedBagOnly) tests.push((fare) => (fare.checkedBags.pieces ?? 0) > 0);
  return tests;
}

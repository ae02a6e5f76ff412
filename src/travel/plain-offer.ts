import type { Fare, FlightOffer, Segment, Slice } from './flight.ts';

/**
 * An offer whose fields are written when they are read. It can be kept as a few numbers, of which its source makes it
 * again.
 */
export abstract class LazyOffer {
  /**
   * The first of its `fares`, without the others; undefined where it has none. None of them undercuts it in any part of
   * its price, and all are in its cabin: hundreds of offers that are never written out are sorted and counted by it.
   */
  abstract readonly cheapestFare: Fare | undefined;
  /** One for all offers of a search. It holds on to none of them. */
  abstract readonly source: OfferDecoder;
  /** Writes the numbers its source makes the same offer of. */
  abstract writeNumbers(numbers: NumberWriter): void;
}

/** The `cheapestFare` of an offer that has one at hand: only our own classes are believed that nothing undercuts it. */
export function cheapestFareHint(offer: FlightOffer): Fare | undefined {
  return offer instanceof LazyOffer ? offer.cheapestFare : undefined;
}

/** Takes numbers one after the other. */
export interface NumberWriter {
  add(value: number): void;
}

/** Where kept offers come from again. */
export interface OfferDecoder {
  /**
   * The first offers of these numbers, at most so many, in the order they were written, with nothing of them written
   * out yet.
   */
  readOffers(numbers: Float64Array, offersMax: number): readonly FlightOffer[];
}

/**
 * An offer as plain data, every field of it written: for what is kept, compared, stored or copied with a change.
 * Suppliers may answer offers whose fields are written when they are read; spreading such a one loses them.
 */
export function plainOffer({
  offerKey,
  owner,
  validatingCarrier,
  passengers,
  slices,
  fares,
  ancillaries,
  emissionsKg,
  expiresAt,
}: FlightOffer): FlightOffer {
  return {
    offerKey,
    owner,
    validatingCarrier,
    passengers,
    slices: slices.map(plainSlice),
    fares: fares.map(plainFare),
    ancillaries,
    emissionsKg,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** The same of a fare. */
export function plainFare(fare: Fare): Fare {
  return {
    fareKey: fare.fareKey,
    brandName: fare.brandName,
    brandCode: fare.brandCode,
    cabinClass: fare.cabinClass,
    passengerPrices: fare.passengerPrices.map(({ kind, quantity, baseFare, taxes, taxLines }) => ({
      kind,
      quantity,
      baseFare,
      taxes,
      taxLines,
    })),
    bookingFees: fare.bookingFees,
    bookingClasses: fare.bookingClasses,
    fareBasisCodes: fare.fareBasisCodes,
    seatsLeft: fare.seatsLeft,
    total: fare.total,
    isChangeable: fare.isChangeable,
    isRefundable: fare.isRefundable,
    ...(fare.refundSupport === undefined ? {} : { refundSupport: fare.refundSupport }),
    isNameChangeable: fare.isNameChangeable,
    rules: fare.rules,
    ...(fare.conditions === undefined ? {} : { conditions: fare.conditions }),
    hasSeatSelection: fare.hasSeatSelection,
    hasPriorityBoarding: fare.hasPriorityBoarding,
    checkedBags: fare.checkedBags,
    carryOn: fare.carryOn,
  };
}

function plainSlice({ origin, destination, departureDate, durationMinutes, segments }: Slice): Slice {
  return { origin, destination, departureDate, durationMinutes, segments: segments.map(plainSegment) };
}

function plainSegment(segment: Segment): Segment {
  return {
    segmentId: segment.segmentId,
    marketingCarrier: segment.marketingCarrier,
    operatingCarrier: segment.operatingCarrier,
    flightNumber: segment.flightNumber,
    aircraft: segment.aircraft,
    depart: segment.depart,
    arrive: segment.arrive,
    durationMinutes: segment.durationMinutes,
    distanceKm: segment.distanceKm,
    ...(segment.cabinClass === undefined ? {} : { cabinClass: segment.cabinClass }),
  };
}

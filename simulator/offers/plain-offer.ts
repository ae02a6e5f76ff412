import type { Fare, FlightOffer, PassengerPrice, Segment, Slice } from '../../src/travel/flight.ts';

/**
 * Offers as plain data, every field of them written: what leaves the simulator. The offers of its own classes compute
 * their fields when they are read, and spreading one loses them. Directions that offers share stay shared.
 */
export function plainOffers(offers: readonly FlightOffer[]): readonly FlightOffer[] {
  const slices = new Map<Slice, Slice>();
  return offers.map((offer) => plainOfferOf(offer, slices));
}

/** One offer as plain data. */
export function plainOffer(offer: FlightOffer): FlightOffer {
  return plainOfferOf(offer, new Map());
}

/** `copied` holds the directions that were copied before. */
function plainOfferOf(
  { offerKey, owner, validatingCarrier, passengers, slices, fares, ancillaries, emissionsKg, expiresAt }: FlightOffer,
  copied: Map<Slice, Slice>,
): FlightOffer {
  return {
    offerKey,
    owner,
    validatingCarrier,
    passengers,
    slices: slices.map((slice) => {
      const known = copied.get(slice);
      if (known !== undefined) return known;
      const copy = plainSlice(slice);
      copied.set(slice, copy);
      return copy;
    }),
    fares: fares.map(plainFare),
    ancillaries,
    emissionsKg,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/** A fare as plain data. */
export function plainFare(fare: Fare): Fare {
  return {
    fareKey: fare.fareKey,
    brandName: fare.brandName,
    brandCode: fare.brandCode,
    cabinClass: fare.cabinClass,
    passengerPrices: fare.passengerPrices.map((price) => new PlainPrice(price)),
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

/**
 * A passenger's price as plain data, but for its tax lines: they stand in the answer about one offer, not in lists, so
 * that they are computed when they are read. They are an own property, which copying by spreading reads. All prices
 * share one getter: an object literal with a getter of its own takes half a kilobyte more, and caches hold thousands.
 */
class PlainPrice implements PassengerPrice {
  readonly kind: PassengerPrice['kind'];
  readonly quantity: number;
  readonly baseFare: PassengerPrice['baseFare'];
  readonly taxes: PassengerPrice['taxes'];
  declare readonly taxLines: PassengerPrice['taxLines'];
  readonly #price: PassengerPrice;

  constructor(price: PassengerPrice) {
    this.kind = price.kind;
    this.quantity = price.quantity;
    this.baseFare = price.baseFare;
    this.taxes = price.taxes;
    this.#price = price;
    Object.defineProperty(this, 'taxLines', PlainPrice.#TAX_LINES);
  }

  static readonly #TAX_LINES: PropertyDescriptor & ThisType<PlainPrice> = {
    enumerable: true,
    get() {
      return this.#price.taxLines;
    },
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

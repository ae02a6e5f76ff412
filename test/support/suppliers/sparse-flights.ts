import type { FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { Fare, FlightOffer } from '../../../src/travel/flight.ts';

/** A supplier that sells what another sells and says nothing it may leave out: no aircraft, brand, bags, fees … */
export function sparseFlights(real: FlightSupplier): FlightSupplier {
  const { id, name, book, lookUp, cancel, cancellations } = real;
  return {
    id,
    name,
    book,
    lookUp,
    cancel,
    ...(cancellations && { cancellations }),
    async search(query, context) {
      const found = await real.search(query, context);
      const { offers, omitted } = 'offers' in found ? found : { offers: found, omitted: 0 };
      return { offers: offers.map(sparseOffer), omitted };
    },
    async getOffer(offerKey, context) {
      const offer = await real.getOffer(offerKey, context);
      return offer && sparseOffer(offer);
    },
    async price(keys, context) {
      const outcome = await real.price(keys, context);
      if (outcome.kind !== 'priced') return outcome;
      const { offer, fare } = outcome.flight;
      return { kind: 'priced', flight: { offer: sparseOffer(offer), fare: sparseFare(fare) } };
    },
  };
}

function sparseOffer(offer: FlightOffer): FlightOffer {
  const { offerKey, owner, validatingCarrier, passengers } = offer;
  return {
    offerKey,
    owner,
    validatingCarrier,
    passengers,
    emissionsKg: undefined,
    ancillaries: [],
    fares: offer.fares.map(sparseFare),
    slices: offer.slices.map((slice) => ({
      ...slice,
      segments: slice.segments.map(({ cabinClass: _cabin, ...segment }) => ({
        ...segment,
        aircraft: undefined,
        distanceKm: undefined,
        depart: { ...segment.depart, terminal: undefined },
        arrive: { ...segment.arrive, terminal: undefined },
      })),
    })),
  };
}

/** The one thing it says of its rules is that a refund is possible, not at what price. */
function sparseFare({ fareKey, cabinClass, total, bookingFees }: Fare): Fare {
  return {
    fareKey,
    cabinClass,
    total,
    bookingFees,
    brandName: undefined,
    brandCode: undefined,
    fareBasisCodes: [],
    bookingClasses: [],
    seatsLeft: undefined,
    passengerPrices: [],
    isChangeable: undefined,
    isRefundable: true,
    voidWindow: 'none',
    isNameChangeable: undefined,
    rules: [
      {
        ruleType: 'refund',
        isAllowed: true,
        fee: 'unknown',
        minMinutesBeforeDeparture: undefined,
        maxMinutesBeforeDeparture: undefined,
        maxMinutesAfterDeparture: undefined,
      },
    ],
    checkedBags: { pieces: undefined, weight: undefined, dimensions: undefined },
    carryOn: { pieces: undefined, weight: undefined, dimensions: undefined },
    hasSeatSelection: undefined,
    hasPriorityBoarding: undefined,
  };
}

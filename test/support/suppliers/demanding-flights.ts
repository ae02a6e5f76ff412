import type { FlightBookRequest, FlightSupplier } from '../../../src/suppliers/ports/flights.ts';
import type { FlightOffer } from '../../../src/travel/flight.ts';
import type { TravelerRequirements } from '../../../src/travel/traveler-requirements.ts';

/** A supplier that sells what another sells and must know more of its travelers. `booked`: what reached it. */
export function demandingFlights(
  real: FlightSupplier,
  requirements: TravelerRequirements,
): { readonly flights: FlightSupplier; readonly booked: FlightBookRequest[] } {
  const booked: FlightBookRequest[] = [];
  const demand = (offer: FlightOffer): FlightOffer => ({ ...offer, fares: offer.fares, requirements });
  const flights: FlightSupplier = {
    id: real.id,
    name: real.name,
    lookUp: real.lookUp,
    cancel: real.cancel,
    async book(request, context) {
      booked.push(request);
      return await real.book(request, context);
    },
    async search(query, context) {
      const found = await real.search(query, context);
      const { offers, omitted } = 'offers' in found ? found : { offers: found, omitted: 0 };
      return { offers: offers.map(demand), omitted };
    },
    async getOffer(offerKey, context) {
      const offer = await real.getOffer(offerKey, context);
      return offer && demand(offer);
    },
    async price(keys, context) {
      const outcome = await real.price(keys, context);
      if (outcome.kind !== 'priced') return outcome;
      return { kind: 'priced', flight: { ...outcome.flight, offer: demand(outcome.flight.offer) } };
    },
  };
  return { flights, booked };
}

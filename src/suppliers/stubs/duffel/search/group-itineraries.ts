import type { Offer, OfferSlice } from '../objects.ts';
import type { StoredSearch } from './offer-shelf.ts';

/** The view `itineraries`: the offers under each direction's flights, by the brand they have there. */
export function groupItineraries({ request }: StoredSearch, offers: readonly Offer[]): readonly object[] {
  return request.slices.map(({ origin, destination, departure_date }, index) => ({
    origin,
    destination,
    origin_type: origin.type,
    destination_type: destination.type,
    departure_date,
    itineraries: [...Map.groupBy(offers, (offer) => flightsOf(offer.slices[index])).values()].map((of) => ({
      segments: of[0]?.slices[index]?.segments ?? [],
      brands: [...Map.groupBy(of, (offer) => offer.slices[index]?.fare_brand_name ?? null)].map(([name, branded]) => ({
        fare_brand_name: name,
        offers: branded.map((offer) => ({ ...offer, type: 'single_ticket' })),
      })),
    })),
  }));
}

function flightsOf(slice: OfferSlice | undefined): string {
  return (slice?.segments ?? [])
    .map(
      (segment) => `${segment.marketing_carrier.id}${segment.marketing_carrier_flight_number}${segment.departing_at}`,
    )
    .join('+');
}

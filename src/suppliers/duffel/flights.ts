import type { FlightSupplier } from '../ports/flights.ts';
import type { DuffelAdapter } from './adapter.ts';
import { getDuffelOffer } from './pricing/get-offer.ts';
import { priceOffer } from './pricing/price.ts';
import { searchOffers } from './search/search.ts';
import { findSeatMaps } from './pricing/seats.ts';

/** What finds and prices flights. */
type FlightReading = Required<Pick<FlightSupplier, 'search' | 'getOffer' | 'price' | 'seatMaps'>>;

/** Searching, pricing and seats at Duffel, behind the port. */
export function createDuffelReading(adapter: DuffelAdapter): FlightReading {
  return {
    search: (query, context, report) => searchOffers(adapter, query, context, report),
    getOffer: (offerKey, context, fareKey) => getDuffelOffer(adapter, { offerKey, fareKey }, context),
    price: (keys, context, held) => priceOffer(adapter, { ...keys, held }, context),
    seatMaps: (keys, context) => findSeatMaps(adapter, keys, context),
  };
}

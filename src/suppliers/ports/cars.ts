import type { Money } from '../../travel/money.ts';
import type { RentalOffer, RentalQuery } from '../../travel/rental.ts';
import type { BookingService } from './booking.ts';
import type { RentalExchangeService } from './servicing.ts';
import type { ChosenAncillary, SupplierContact, SupplierContext, SupplierTraveler } from './supplier.ts';

type RentalPriceOutcome =
  /** The offer's key may be new. `expiresAt`: until when the supplier stands by the price; a quote lives no longer. */
  | { readonly kind: 'priced'; readonly offer: RentalOffer; readonly expiresAt?: Date }
  | { readonly kind: 'gone'; readonly reason: string };

/** What we ask a car supplier to book. */
export interface RentalBookRequest {
  readonly reference: string;
  readonly offerKey: string;
  /** What is charged now, extras paid now included. */
  readonly total: Money;
  /** What the counter will collect, extras paid there included. */
  readonly dueLater: Money;
  readonly travelers: readonly SupplierTraveler[];
  readonly contact: SupplierContact;
  readonly ancillaries: readonly ChosenAncillary[];
}

/** Offers, cheapest first, and how many more there were than the query's bound let through. */
export interface FoundRentals {
  readonly offers: readonly RentalOffer[];
  readonly omitted: number;
}

/** A source of rental cars. Searching writes nothing; offer keys are all it needs later. */
export interface CarSupplier extends BookingService<RentalBookRequest> {
  readonly exchanges?: RentalExchangeService;
  /** Throws SupplierFailure. No cars is an empty list. */
  search(query: RentalQuery, context: SupplierContext): Promise<FoundRentals>;
  /** The offer as it is now; undefined when it is not for sale. Throws SupplierFailure. */
  getOffer(offerKey: string, context: SupplierContext): Promise<RentalOffer | undefined>;
  /** The rental at checkout: what it would be booked at. Throws SupplierFailure. */
  price(offerKey: string, context: SupplierContext): Promise<RentalPriceOutcome>;
}

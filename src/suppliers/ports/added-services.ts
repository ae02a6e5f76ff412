import type { FlightAncillary } from '../../travel/flight.ts';
import type { Money } from '../../travel/money.ts';
import type { ChangeNames } from './servicing.ts';
import type { SupplierContext, SupplierOrder, SupplierTraveler } from './supplier.ts';

/** Which services of an order are listed, and who travels on it. */
export interface AddableQuery {
  /** The booking's. */
  readonly reference: string;
  readonly travelers: readonly Pick<SupplierTraveler, 'travelerId' | 'type'>[];
  /** What is not wanted need not be asked for: its list may be empty then. */
  readonly wants: { readonly bags: boolean; readonly seats: boolean };
}

/** A bag that one traveler can still buy. Money in the order's currency. */
export interface AddableBag {
  /** Names the bag in every list of the order. */
  readonly serviceKey: string;
  readonly travelerId: string;
  readonly type: FlightAncillary['type'];
  readonly description: string;
  /** The flights it is sold for together, by our ids of segments. */
  readonly segmentIds: readonly string[];
  /** Undefined where the supplier does not say. */
  readonly weightKg: number | undefined;
  /** Of one. */
  readonly price: Money;
  readonly quantityMax: number;
}

/** A seat that is free, and what it costs each traveler who may have it. */
export interface AddableSeat {
  readonly segmentId: string;
  readonly seatNumber: string;
  /** As on seat maps: `window`, `exit_row` … */
  readonly features: readonly string[];
  readonly disclosures?: readonly string[] | undefined;
  /** Nothing costs 0, where the supplier says so. */
  readonly prices: readonly { readonly travelerId: string; readonly price: Money }[];
}

/**
 * What can be added to an order now. A service without a stated price is left out: it is not for sale here.
 * `not_sold`: the supplier sells nothing for this order any more, and why, in a sentence for the traveler.
 */
export type AddableServices =
  | { readonly kind: 'addable'; readonly bags: readonly AddableBag[]; readonly seats: readonly AddableSeat[] }
  | { readonly kind: 'not_sold'; readonly reason: string };

/** A bag, or a seat, as it was agreed to. `price` is of one. */
export type WantedService =
  | {
      readonly kind: 'bag';
      readonly serviceKey: string;
      readonly travelerId: string;
      readonly quantity: number;
      readonly price: Money;
    }
  | {
      readonly kind: 'seat';
      readonly segmentId: string;
      readonly seatNumber: string;
      readonly travelerId: string;
      readonly price: Money;
    };

/** What we commit to: these services for an order, all of them or none, at this sum. */
export interface AddServicesRequest extends ChangeNames {
  readonly services: readonly WantedService[];
  readonly travelers: AddableQuery['travelers'];
  /** A supplier that would charge another sum refuses with `price_changed`. */
  readonly total: Money;
}

/**
 * How that ended. `added`: the order as it stands now. `pending`: accepted, the supplier confirms later. `refused`:
 * proven that nothing was sold; `reason` is a sentence for the traveler, or `price_changed`, or begins with
 * `unavailable`.
 */
export type AddServicesOutcome =
  | { readonly kind: 'added'; readonly order: SupplierOrder }
  | { readonly kind: 'pending'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Sells bags and seats for tickets that were sold before. */
export interface AddedServicesService {
  /** Throws SupplierFailure. Changes nothing. */
  list(query: AddableQuery, context: SupplierContext): Promise<AddableServices>;
  /** Idempotent by `changeReference`. */
  add(request: AddServicesRequest, context: SupplierContext): Promise<AddServicesOutcome>;
  /** What became of it. `none`: proven never to have arrived. */
  lookUp(names: ChangeNames, context: SupplierContext): Promise<AddServicesOutcome | { readonly kind: 'none' }>;
}

import type { Conditions, DuffelAirline, LoyaltyAccount, OrderSlice } from '../objects.ts';
import type { StoredOffer } from '../search/offer-shelf.ts';

/** A passenger as an order was made for. */
export interface OrderPassenger {
  readonly id: string;
  readonly type: string | null;
  readonly title: string;
  readonly gender: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly born_on: string;
  readonly email: string;
  readonly phone_number: string;
  readonly infant_passenger_id: string | null;
  readonly loyalty_programme_accounts: readonly LoyaltyAccount[];
  readonly user_id: string | null;
}

/** A bag, seat or extra that was bought. */
export interface BookedService {
  readonly id: string;
  readonly type: string;
  readonly quantity: number;
  readonly passenger_ids: readonly string[];
  readonly segment_ids: readonly string[];
  readonly total_amount: string;
  readonly total_currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What an airline changed by itself. */
export interface AirlineChange {
  readonly id: string;
  readonly order_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly action_taken: 'accepted' | 'cancelled' | 'changed' | null;
  readonly action_taken_at: string | null;
  readonly added: readonly OrderSlice[];
  readonly removed: readonly OrderSlice[];
  readonly available_actions: readonly string[];
  readonly travel_agent_ticket: null;
}

/** A quote of what cancelling gives back, and whether it was confirmed. */
export interface Cancellation {
  readonly id: string;
  readonly order_id: string;
  readonly live_mode: boolean;
  readonly created_at: string;
  readonly expires_at: string;
  readonly confirmed_at: string | null;
  readonly refund_amount: string | null;
  readonly refund_currency: string | null;
  readonly refund_to: string;
  readonly airline_credits: readonly AirlineCredit[];
}

export interface AirlineCredit {
  readonly id: string;
  readonly credit_name: string;
  readonly credit_code: string | null;
  readonly credit_amount: string;
  readonly credit_currency: string;
  readonly issued_on: string | null;
  readonly passenger_id: string;
}

/** A payment for an order that was held. */
export interface Payment {
  readonly id: string;
  readonly order_id: string;
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'succeeded' | 'pending';
  readonly created_at: string;
  readonly live_mode: boolean;
}

/** An order: what was bought, and what happened to it. */
export interface StoredOrder {
  readonly id: string;
  readonly type: 'instant' | 'hold';
  readonly offer: StoredOffer;
  readonly bookingReference: string;
  readonly owner: DuffelAirline;
  readonly createdAt: Date;
  /** From when it is in lists. */
  readonly listedFrom: Date;
  /** From when it has ticket numbers, once it is paid. */
  readonly ticketedFrom: Date;
  readonly currency: string;
  readonly conditions: Conditions;
  readonly passengers: readonly OrderPassenger[];
  readonly documentNumber: number;
  readonly paymentRequiredBy: string | null;
  readonly priceGuaranteeExpiresAt: string | null;
  /** Minor units of the currency: services in. */
  total: number;
  base: number;
  tax: number | null;
  paidAt: string | null;
  cancelledAt: string | null;
  slices: readonly OrderSlice[];
  services: readonly BookedService[];
  metadata: Readonly<Record<string, string>> | null;
  users: readonly string[];
  payments: readonly Payment[];
  cancellations: readonly Cancellation[];
  airlineChanges: readonly AirlineChange[];
  /** Changes the customer made: ids and when. */
  changes: readonly { readonly id: string; readonly confirmed_at: string }[];
  /** What the airline does not let be done by API. */
  blocked: { readonly cancel: boolean; readonly change: boolean };
}

/** The orders of one key. */
export interface OrderShelf {
  add(order: StoredOrder): void;
  find(id: string): StoredOrder | undefined;
  /** Newest first. */
  list(): readonly StoredOrder[];
  reset(): void;
}

export function createOrderShelf(): OrderShelf {
  const orders = new Map<string, StoredOrder>();
  return {
    add: (order) => void orders.set(order.id, order),
    find: (id) => orders.get(id),
    list: () => [...orders.values()].toReversed(),
    reset: () => orders.clear(),
  };
}

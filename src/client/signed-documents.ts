import type { Json } from './canonical-json.ts';

/** A sum of money in minor units. */
export interface SignedAmount {
  readonly amount: number;
  readonly currency: string;
  readonly decimal_places: number;
}

/** What every document of a service says of itself. */
interface SignedBy {
  /** The service's public address. */
  readonly iss: string;
  /** False in the sandbox, where nothing is real. */
  readonly livemode: boolean;
  readonly seller: { readonly id: string; readonly name: string; readonly url: string };
  /** When it was signed, in seconds since 1970, by the organization's clock. */
  readonly iat: number;
  readonly jti: string;
  readonly trip_id: string;
  readonly currency: string;
}

/** A quote, as its seller signed it. Newer services may say more. */
export interface QuoteDocument extends SignedBy {
  readonly type: 'quote';
  readonly quote_id: string;
  /** When the price ends, in seconds since 1970. */
  readonly exp: number;
  /** What is paid now. */
  readonly total: SignedAmount;
  readonly service_fee?: SignedAmount;
  /** What the property or the rental counter collects; an amount of null is more than its supplier states. */
  readonly due_later: readonly {
    readonly item_id: string;
    readonly amount: number | null;
    readonly currency: string;
    readonly decimal_places: number;
    readonly where: 'property' | 'desk';
  }[];
  readonly items: readonly {
    readonly item_id: string;
    readonly kind: 'flight' | 'hotel' | 'car';
    readonly description: string;
    readonly price: SignedAmount;
    readonly origin_price: SignedAmount;
    readonly service_fee?: SignedAmount;
    readonly terms: { readonly [member: string]: Json };
  }[];
  /** What is bought and on which terms, without prices; who travels is a keyed hash. */
  readonly content: { readonly [member: string]: Json };
  /** Of `content`: equal while another quote of the trip buys the same. */
  readonly content_hash: string;
}

/** What a person approved, as the service signed it. Newer services may say more. */
export type ApprovalDocument = Omit<SignedBy, 'trip_id'> & {
  readonly type: 'approval';
  /** The user's id, `admin` for the administrator of the service, or `sandbox`. */
  readonly approved_by: string;
  /** In seconds since 1970, by the organization's clock. */
  readonly approved_at: number;
  /** How they had shown who they are: `pwd`, or `none`. */
  readonly acr: string;
  readonly mandate_id: string;
} & (ApprovedMandate | ApprovedPurchase);

/** A budget: these terms, for this agent, between these times in seconds since 1970. */
interface ApprovedMandate {
  readonly subject: 'mandate';
  readonly agent: { readonly kind: string; readonly id: string };
  readonly valid_from: number;
  readonly valid_until: number;
  /** Limits and rules; names of travelers are keyed hashes. */
  readonly terms: { readonly [member: string]: Json };
  readonly terms_hash: string;
}

/** One purchase: exactly this content, for at most `total_max`, until `exp`. */
interface ApprovedPurchase {
  readonly subject: 'purchase';
  readonly proposal_id: string;
  readonly trip_id: string;
  readonly quote_id: string;
  /** That of the quote it was made of (`QuoteDocument`). */
  readonly content_hash: string;
  readonly total: SignedAmount;
  readonly total_max: SignedAmount;
  readonly exp: number;
}

/** A receipt, as its seller signed it. Newer services may say more. */
export interface ReceiptDocument extends SignedBy {
  readonly type: 'receipt';
  readonly booking_ref: string;
  readonly total_paid: SignedAmount;
  readonly total_refunded: SignedAmount;
  readonly payments: readonly {
    readonly payment_id: string;
    readonly purpose: 'trip' | 'flight_exchange' | 'car_exchange';
    readonly paid: SignedAmount;
    readonly refunded: SignedAmount;
    readonly processor: string | null;
    readonly processor_reference: string | null;
  }[];
  /** The quote that was paid, by the hash of its content and the hash of its text. Absent where it was never signed. */
  readonly quote?: { readonly quote_id: string; readonly content_hash: string; readonly jws_hash: string };
}

/** How a checkout stood when its payer left the hosted page, as the service signed it. Newer services may say more. */
export type ResultDocument = Omit<SignedBy, 'currency'> & {
  readonly type: 'checkout_result';
  /** The host it is meant for. */
  readonly aud: string;
  /** When it ends, in seconds since 1970, by the real clock. */
  readonly exp: number;
  readonly session_id: string;
  /**
   * `pending`: paid or being paid, and what comes of it is not known yet. `open`: nothing was bought, the link still
   * takes a payment. `closed`: nothing was bought, it takes none any more. `changed`: booked, and changed since.
   */
  readonly outcome: 'booked' | 'partly_booked' | 'changed' | 'pending' | 'failed' | 'open' | 'closed';
  readonly booking_ref?: string;
  /** What was charged; absent where nothing was, or it is not known yet. */
  readonly total_paid?: SignedAmount;
};

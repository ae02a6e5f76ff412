import type { SupplierAccount } from '../common/account.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import type { DuffelClient } from './client.ts';
import { type JsonObject, toObject, toObjects } from './mapping/read-json.ts';
import type { DuffelReply } from './replies.ts';
import type { OfferRequest } from './search/search-request.ts';

/** How long a search may take, and what reads its answer. */
export interface SearchCall<T> {
  /** Real milliseconds for which Duffel waits for airlines: 2,000 to 60,000. */
  readonly supplierTimeoutMs: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly readBytes: (body: Buffer) => Promise<T | undefined>;
}

/** Searches, with all offers in the answer. */
export function requestOffers<T>(
  client: DuffelClient,
  account: SupplierAccount,
  context: SupplierContext,
  request: OfferRequest,
  { supplierTimeoutMs, timeoutMs, signal, readBytes }: SearchCall<T>,
): Promise<DuffelReply<T>> {
  return client.requestLarge(account, context, {
    method: 'POST',
    path: `/air/offer_requests?return_offers=true&supplier_timeout=${supplierTimeoutMs}`,
    data: request,
    timeoutMs,
    signal,
    readBytes,
  });
}

/** Reads an offer as it is now, with the services that can be bought with it. */
export function readOfferNow(
  client: DuffelClient,
  account: SupplierAccount,
  context: SupplierContext,
  offerId: string,
): Promise<DuffelReply<JsonObject>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/offers/${encodeURIComponent(offerId)}?return_available_services=true`,
    read: toObject,
    needsFunds: context.purpose === 'booking',
  });
}

/** Reads the seat maps of an offer, one for each segment; an empty list is a legal answer. */
export function readSeatMaps(
  client: DuffelClient,
  account: SupplierAccount,
  context: SupplierContext,
  offerId: string,
): Promise<DuffelReply<readonly JsonObject[]>> {
  return client.request(account, context, {
    method: 'GET',
    path: `/air/seat_maps?offer_id=${encodeURIComponent(offerId)}`,
    read: toObjects,
  });
}

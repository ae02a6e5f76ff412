import type { SupplierAccount } from '../common/account.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import type { DuffelClient } from './client.ts';
import { toObject, toObjects, toQuantity, toText } from './mapping/read-json.ts';
import type { DuffelReply } from './replies.ts';
import type { OfferRequest } from './search/search-request.ts';
import type { JsonObject } from '../../platform/text/json-object.ts';

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

/** A search whose offers come batch by batch. */
export interface BatchSearch {
  readonly id: string;
  /** Batches that are still to come. */
  readonly remaining: number;
}

/** Begins a search whose offers come in batches, which `readBatch` waits for. */
export function requestBatches(
  client: DuffelClient,
  account: SupplierAccount,
  context: SupplierContext,
  request: OfferRequest,
  { supplierTimeoutMs, timeoutMs, signal }: Omit<SearchCall<unknown>, 'readBytes'>,
): Promise<DuffelReply<BatchSearch>> {
  return client.request(account, context, {
    method: 'POST',
    path: `/air/batch_offer_requests?supplier_timeout=${supplierTimeoutMs}`,
    data: request,
    timeoutMs,
    signal,
    read(data) {
      const [id, remaining] = [toText(toObject(data)?.['id']), toQuantity(toObject(data)?.['remaining_batches'])];
      return id === undefined || remaining === undefined ? undefined : { id, remaining };
    },
  });
}

/**
 * Waits for the next batch of a search: the offers since the last read, which no other read brings again. Costs none of
 * the day's searches.
 */
export function readBatch<T>(
  client: DuffelClient,
  account: SupplierAccount,
  context: SupplierContext,
  batchId: string,
  { timeoutMs, signal, readBytes }: Omit<SearchCall<T>, 'supplierTimeoutMs'>,
): Promise<DuffelReply<T>> {
  return client.requestLarge(account, context, {
    method: 'GET',
    path: `/air/batch_offer_requests/${encodeURIComponent(batchId)}`,
    timeoutMs,
    signal,
    readBytes,
    isContinued: true,
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

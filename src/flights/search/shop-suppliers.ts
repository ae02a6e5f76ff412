import type { App, Caller } from '../../context.ts';
import {
  type SearchReply,
  searchSuppliers,
  streamSuppliers,
  type SupplierSearch,
  type SupplierStatus,
} from '../../suppliers/calls/search-suppliers.ts';
import type { FlightSupplier, FoundFlights } from '../../suppliers/ports/flights.ts';
import type { CallPurpose, SupplierContext } from '../../suppliers/ports/supplier.ts';
import type { FlightOffer, FlightQuery } from '../../travel/flight.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { isValidOffer } from '../model/validate-offer.ts';

/** What one supplier answered within the deadline. */
export interface SupplierPart {
  readonly offers: readonly SourcedOffer[];
  readonly status: SupplierStatus;
  /** By query: journeys it had beyond the number of offers requested. */
  readonly omitted: readonly number[];
}
/** What the suppliers answered within the deadline. */
export interface ShopResult {
  readonly offers: readonly SourcedOffer[];
  readonly statuses: readonly SupplierStatus[];
  /** By query: journeys the suppliers had beyond the number of offers requested. */
  readonly omitted: readonly number[];
}

/** How one supplier is asked: `search` for what is on sale, `published` for what it has filed. */
export type SearchMethod = (
  supplier: FlightSupplier,
  query: FlightQuery,
  context: SupplierContext,
) => Promise<readonly FlightOffer[] | FoundFlights>;

/** Live availability. */
export const searchLive: SearchMethod = (supplier, query, context) => supplier.search(query, context);
/** Filed schedules and fares; a supplier that files nothing with us is searched instead. */
export const searchPublished: SearchMethod = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? supplier.search(query, context);
/** Filed schedules and fares alone: for when searching has just failed. */
export const searchPublishedOnly: SearchMethod = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? Promise.resolve([]);

/** What the suppliers are searched for, and how. */
export interface ShopRequest {
  readonly queries: readonly FlightQuery[];
  readonly timeoutMs: number;
  /** Fires when the client has gone away. Undefined: the answer is cached even then. */
  readonly signal: AbortSignal | undefined;
  readonly method: SearchMethod;
  /** Whose share of a supplier's daily budget it is; `search` unless said. */
  readonly purpose?: CallPurpose | undefined;
}

/** Searches every flight supplier at once. One that misses the deadline is reported, never waited for. */
export async function shopSuppliers(app: App, caller: Caller, request: ShopRequest): Promise<ShopResult> {
  const replies = await searchSuppliers(app, caller, app.flightSuppliers, toSupplierSearch(app, request));
  return joinParts(replies.map(toPart));
}

/** `shopSuppliers` as a stream: each supplier's part as soon as it is there. `position` is the supplier's index. */
export async function* shopAsAnswered(
  app: App,
  caller: Caller,
  request: ShopRequest,
): AsyncGenerator<{ readonly position: number; readonly part: SupplierPart }> {
  for await (const { index, reply } of streamSuppliers(
    app,
    caller,
    app.flightSuppliers,
    toSupplierSearch(app, request),
  ))
    yield { position: index, part: toPart(reply) };
}

/** The parts as one result, in the order given. */
export function joinParts(parts: readonly SupplierPart[]): ShopResult {
  const queries = parts[0]?.omitted ?? [];
  return {
    offers: parts.flatMap((part) => part.offers),
    statuses: parts.map((part) => part.status),
    omitted: queries.map((_, queryIndex) => parts.reduce((sum, part) => sum + (part.omitted[queryIndex] ?? 0), 0)),
  };
}

function toSupplierSearch(
  app: App,
  { queries, timeoutMs, signal, method, purpose = 'search' }: ShopRequest,
): SupplierSearch<FlightSupplier, FlightQuery, FlightOffer> {
  const supports = (currency: string) => app.rates.supports(currency);
  return {
    kind: 'flight',
    purpose,
    queries,
    timeoutMs,
    signal,
    search: method,
    isValid: (offer) => isValidOffer(offer, supports),
  };
}

function toPart({ supplier, found, status }: SearchReply<FlightSupplier, FlightOffer>): SupplierPart {
  return {
    offers: found.flatMap(({ offers }, queryIndex) =>
      offers.map((offer) => ({ supplierId: supplier.id, supplierName: supplier.name, queryIndex, offer })),
    ),
    status,
    omitted: found.map(({ omitted }) => omitted),
  };
}

import type { App, Caller } from '../../context.ts';
import {
  type SearchReply,
  searchSuppliers,
  streamSuppliers,
  type SupplierSearch,
  type SupplierStatus,
} from '../../suppliers/calls/search-suppliers.ts';
import type { FlightSupplier, FoundFlights, ReportFound } from '../../suppliers/ports/flights.ts';
import type { CallPurpose, SupplierContext } from '../../suppliers/ports/supplier.ts';
import type { FlightOffer, FlightQuery } from '../../travel/flight.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { isValidOffer } from '../model/validate-offer.ts';

/** What one supplier answered within the deadline. */
export interface SupplierPart {
  readonly offers: readonly SourcedOffer[];
  readonly status: SupplierStatus;
  /** By query index: matching journeys that this supplier left out beyond `offersMax`. */
  readonly omitted: readonly number[];
}
/** What all suppliers answered within the deadline. */
export interface FlightSupplierResult {
  readonly offers: readonly SourcedOffer[];
  readonly statuses: readonly SupplierStatus[];
  /** By query index: matching journeys that the suppliers left out beyond `offersMax`. */
  readonly omitted: readonly number[];
}

/** Which method of a supplier answers a query: its live search or its published offers. */
export type SearchMethod = (
  supplier: FlightSupplier,
  query: FlightQuery,
  context: SupplierContext,
  report?: ReportFound,
) => Promise<readonly FlightOffer[] | FoundFlights>;

/** Searches live availability. */
export const searchLive: SearchMethod = (supplier, query, context, report) => supplier.search(query, context, report);
/**
 * Reads published schedules and fares, and nothing of a supplier that publishes none: who asked for cached prices, or
 * whose live search has just failed, never makes a live search.
 */
export const searchPublished: SearchMethod = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? Promise.resolve([]);

/** The queries to send to every supplier, and how. */
export interface FlightSupplierRequest {
  readonly queries: readonly FlightQuery[];
  readonly timeoutMs: number;
  /** Fires when the client disconnects. Undefined when the answer is cached and therefore wanted even then. */
  readonly signal: AbortSignal | undefined;
  readonly method: SearchMethod;
  /** The purpose whose share of the supplier's daily budget the calls use; `search` by default. */
  readonly purpose?: CallPurpose | undefined;
  /** Who is asked; by default every flight supplier. */
  readonly suppliers?: readonly FlightSupplier[];
}

/**
 * Searches every flight supplier at once. A supplier that misses the deadline is reported as a timeout; the answer does
 * not wait for it.
 */
export async function searchFlightSuppliers(
  app: App,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  request: FlightSupplierRequest,
): Promise<FlightSupplierResult> {
  const { suppliers = app.flightSuppliers } = request;
  const replies = await searchSuppliers(app, caller, suppliers, toSupplierSearch(app, request));
  return joinParts(replies.map(toPart));
}

/**
 * Searches like `searchFlightSuppliers` and yields each supplier's part as soon as it arrives. `position` is the index
 * of the supplier; a part that is not the last holds its offers so far, and a later one takes its place.
 */
export async function* streamFlightSuppliers(
  app: App,
  caller: Caller,
  request: FlightSupplierRequest,
): AsyncGenerator<{ readonly position: number; readonly part: SupplierPart; readonly isLast: boolean }> {
  for await (const { index, reply, isLast } of streamSuppliers(
    app,
    caller,
    app.flightSuppliers,
    toSupplierSearch(app, request),
  ))
    yield { position: index, part: toPart(reply), isLast };
}

/** Joins the parts of several suppliers into one result, in the order given. */
export function joinParts(parts: readonly SupplierPart[]): FlightSupplierResult {
  const queries = parts[0]?.omitted ?? [];
  return {
    offers: parts.flatMap((part) => part.offers),
    statuses: parts.map((part) => part.status),
    omitted: queries.map((_, queryIndex) => parts.reduce((sum, part) => sum + (part.omitted[queryIndex] ?? 0), 0)),
  };
}

function toSupplierSearch(
  app: App,
  { queries, timeoutMs, signal, method, purpose = 'search' }: FlightSupplierRequest,
): SupplierSearch<FlightSupplier, FlightQuery, FlightOffer> {
  const supports = (currency: string) => app.rates.supports(currency);
  return {
    kind: 'flight',
    purpose,
    queries,
    timeoutMs,
    signal,
    search: method,
    check: (offer) =>
      isValidOffer(offer, supports) ? { offer, refused: [] } : { offer: undefined, refused: ['unreadable'] },
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

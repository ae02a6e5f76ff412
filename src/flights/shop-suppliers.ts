import type { App, Caller } from '../context.ts';
import { type FlightSupplier, type FoundFlights, type SupplierContext, SupplierFailure } from '../suppliers/ports.ts';
import type { FlightOffer, FlightQuery } from '../travel/flight.ts';
import type { SuppliedOffer } from './model/merge-offers.ts';

/** How a supplier's part of a search ended. */
export interface SupplierStatus {
  readonly provider: string;
  readonly status: 'ok' | SupplierFailure['kind'];
  readonly offerCount: number;
  readonly elapsedMs: number;
  /** Present unless the status is ok. */
  readonly failure: SupplierFailure | undefined;
}
/** What the suppliers answered within the deadline. */
export interface ShopResult {
  readonly offers: readonly SuppliedOffer[];
  readonly statuses: readonly SupplierStatus[];
  /** By query: journeys the suppliers had beyond the number of offers asked for. */
  readonly omitted: readonly number[];
}
/** How one supplier is asked: `search` for what is on sale, `published` for what it has filed. */
export type Ask = (supplier: FlightSupplier, query: FlightQuery, context: SupplierContext) => Promise<readonly FlightOffer[] | FoundFlights>;

/** Live availability. */
export const askLive: Ask = (supplier, query, context) => supplier.search(query, context);
/** Filed schedules and fares; a supplier that files nothing with us is searched instead. */
export const askPublished: Ask = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? supplier.search(query, context);
/** Filed schedules and fares alone: for when searching has just failed. */
export const askPublishedOnly: Ask = (supplier, query, context) => supplier.publishedOffers?.(query, context) ?? Promise.resolve([]);

/** What a fan-out is told. */
export interface ShopRequest {
  readonly queries: readonly FlightQuery[];
  readonly timeoutMs: number;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
  readonly ask: Ask;
}

/** Asks every supplier at once. One that misses the deadline is reported, never waited for. */
export async function shopSuppliers(app: App, caller: Caller, request: ShopRequest): Promise<ShopResult> {
  const parts = await Promise.all(app.flightSuppliers.map((supplier) => shopSupplier(app, caller, supplier, request)));
  return {
    offers: parts.flatMap((part) => part.offers),
    statuses: parts.map((part) => part.status),
    omitted: request.queries.map((_, queryIndex) => parts.reduce((sum, part) => sum + (part.omitted[queryIndex] ?? 0), 0)),
  };
}

async function shopSupplier(app: App, caller: Caller, supplier: FlightSupplier, request: ShopRequest) {
  const startedAt = performance.now();
  const answers = await withDeadline(request.timeoutMs, request.signal, (signal) => {
    const context: SupplierContext = { organizationId: caller.organizationId, now: caller.now, signal, log: app.log };
    return request.queries.map(async (query) => toFound(await request.ask(supplier, query, context)));
  });
  const failure = answers.map((answer) => toFailure(app, supplier, answer)).find((problem) => problem !== undefined);
  const offers = answers.flatMap((answer, queryIndex) =>
    answer.status === 'rejected' ? [] : toSupplied(supplier, answer.value.offers, queryIndex),
  );
  const elapsedMs = Math.round(performance.now() - startedAt);
  const status: SupplierStatus = { provider: supplier.id, status: failure?.kind ?? 'ok', offerCount: offers.length, elapsedMs, failure };
  return { offers, status, omitted: answers.map((answer) => (answer.status === 'rejected' ? 0 : answer.value.omitted)) };
}

/** A bare list is all there are. */
function toFound(answer: readonly FlightOffer[] | FoundFlights): FoundFlights {
  return 'offers' in answer ? answer : { offers: answer, omitted: 0 };
}

function toSupplied(supplier: FlightSupplier, offers: readonly FlightOffer[], queryIndex: number): readonly SuppliedOffer[] {
  return offers.map((offer) => ({ supplierId: supplier.id, supplierName: supplier.name, queryIndex, offer }));
}

/** A supplier that breaks otherwise than it may is logged and counts as failed: the others still answer. */
function toFailure(app: App, supplier: FlightSupplier, answer: PromiseSettledResult<unknown>): SupplierFailure | undefined {
  if (answer.status === 'fulfilled') return undefined;
  if (answer.reason instanceof SupplierFailure) return answer.reason;
  app.log.error({ err: answer.reason, provider: supplier.id }, 'A flight supplier broke its contract.');
  return new SupplierFailure('error', 'The supplier failed in a way it should not.', { cause: answer.reason });
}

/**
 * Runs the calls under one deadline; each that has not settled by then is rejected as a time-out while its own signal tells
 * the adapter to stop. Its late answer, or failure, goes nowhere.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  clientSignal: AbortSignal,
  start: (signal: AbortSignal) => readonly Promise<T>[],
): Promise<readonly PromiseSettledResult<T>[]> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  clientSignal.addEventListener('abort', stop, { once: true });
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  controller.signal.addEventListener('abort', () => late.reject(new SupplierFailure('timeout', `No answer within ${timeoutMs} ms.`)), {
    once: true,
  });
  const timer = setTimeout(stop, timeoutMs);
  try {
    return await Promise.allSettled(start(controller.signal).map((call) => Promise.race([call, late.promise])));
  } finally {
    clearTimeout(timer);
    clientSignal.removeEventListener('abort', stop);
  }
}

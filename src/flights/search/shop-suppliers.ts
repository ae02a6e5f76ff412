import type { App, Caller } from '../../context.ts';
import type { FlightSupplier, FoundFlights } from '../../suppliers/ports/flights.ts';
import { type SupplierContext, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { FlightOffer, FlightQuery } from '../../travel/flight.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import { isValidOffer } from '../model/validate-offer.ts';

/**
 * How a supplier's part of a search ended. `partial`: it answered for some of the date pairs asked about, or some of
 * its offers could not be read.
 */
export interface SupplierStatus {
  readonly provider: string;
  readonly status: 'ok' | 'partial' | SupplierFailure['kind'];
  readonly offerCount: number;
  readonly elapsedMs: number;
  /** Present unless the status is ok: the first thing that went wrong. */
  readonly failure: SupplierFailure | undefined;
}
/** What one supplier answered within the deadline. */
export interface SupplierPart {
  readonly offers: readonly SourcedOffer[];
  readonly status: SupplierStatus;
  /** By query: journeys it had beyond the number of offers asked for. */
  readonly omitted: readonly number[];
}
/** What the suppliers answered within the deadline. */
export interface ShopResult {
  readonly offers: readonly SourcedOffer[];
  readonly statuses: readonly SupplierStatus[];
  /** By query: journeys the suppliers had beyond the number of offers asked for. */
  readonly omitted: readonly number[];
}
/** How one supplier is asked: `search` for what is on sale, `published` for what it has filed. */
export type Ask = (
  supplier: FlightSupplier,
  query: FlightQuery,
  context: SupplierContext,
) => Promise<readonly FlightOffer[] | FoundFlights>;

/** Live availability. */
export const askLive: Ask = (supplier, query, context) => supplier.search(query, context);
/** Filed schedules and fares; a supplier that files nothing with us is searched instead. */
export const askPublished: Ask = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? supplier.search(query, context);
/** Filed schedules and fares alone: for when searching has just failed. */
export const askPublishedOnly: Ask = (supplier, query, context) =>
  supplier.publishedOffers?.(query, context) ?? Promise.resolve([]);

/** What a fan-out is told. */
export interface ShopRequest {
  readonly queries: readonly FlightQuery[];
  readonly timeoutMs: number;
  /** Fires when the client has gone away. Undefined: what is asked for is kept even then. */
  readonly signal: AbortSignal | undefined;
  readonly ask: Ask;
}

/** Asks every supplier at once. One that misses the deadline is reported, never waited for. */
export async function shopSuppliers(app: App, caller: Caller, request: ShopRequest): Promise<ShopResult> {
  return joinParts(
    await Promise.all(app.flightSuppliers.map((supplier) => shopSupplier(app, caller, supplier, request))),
  );
}

/** The same, each supplier's part as soon as it is there. `position` is its place among the suppliers. */
export async function* shopAsAnswered(
  app: App,
  caller: Caller,
  request: ShopRequest,
): AsyncGenerator<{ readonly position: number; readonly part: SupplierPart }> {
  const waiting = new Map(
    app.flightSuppliers.map((supplier, position) => [
      position,
      shopSupplier(app, caller, supplier, request).then((part) => ({ position, part })),
    ]),
  );
  while (waiting.size > 0) {
    const answered = await Promise.race(waiting.values());
    waiting.delete(answered.position);
    yield answered;
  }
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

/** Never rejects: whatever a supplier does is its status. */
async function shopSupplier(
  app: App,
  caller: Caller,
  supplier: FlightSupplier,
  request: ShopRequest,
): Promise<SupplierPart> {
  const startedAt = performance.now();
  const answers = await withDeadline(request.timeoutMs, request.signal, (signal) => {
    const context: SupplierContext = { organizationId: caller.organizationId, now: caller.now, signal, log: app.log };
    return request.queries.map(async (query) => readAnswer(app, supplier, await request.ask(supplier, query, context)));
  });
  const unreadable = answers.reduce(
    (sum, answer) => sum + (answer.status === 'fulfilled' ? answer.value.unreadable : 0),
    0,
  );
  const failure =
    answers.map((answer) => toFailure(app, supplier, answer)).find((problem) => problem !== undefined) ??
    reportUnreadable(app, supplier, unreadable);
  const offers = answers.flatMap((answer, queryIndex) =>
    answer.status === 'rejected' ? [] : toSupplied(supplier, answer.value.offers, queryIndex),
  );
  const isAnswered = offers.length > 0 || (unreadable === 0 && answers.some((answer) => answer.status === 'fulfilled'));
  const status: SupplierStatus = {
    provider: supplier.id,
    status: failure === undefined ? 'ok' : isAnswered ? 'partial' : failure.kind,
    offerCount: offers.length,
    elapsedMs: Math.round(performance.now() - startedAt),
    failure,
  };
  return {
    offers,
    status,
    omitted: answers.map((answer) => (answer.status === 'rejected' ? 0 : answer.value.omitted)),
  };
}

interface ReadAnswer extends FoundFlights {
  /** Offers that lack something and were left out. */
  readonly unreadable: number;
}

/** A bare list is all there are. Throws where there is no list at all. */
function readAnswer(app: App, supplier: FlightSupplier, answer: readonly FlightOffer[] | FoundFlights): ReadAnswer {
  const found = 'offers' in answer ? answer : { offers: answer, omitted: 0 };
  if (supplier.isBuiltIn) return { ...found, unreadable: 0 };
  const supports = (currency: string) => app.rates.supports(currency);
  const offers = found.offers.every((offer) => isValidOffer(offer, supports))
    ? found.offers
    : found.offers.filter((offer) => isValidOffer(offer, supports));
  return {
    offers,
    omitted: Number.isSafeInteger(found.omitted) ? found.omitted : 0,
    unreadable: found.offers.length - offers.length,
  };
}

function reportUnreadable(app: App, supplier: FlightSupplier, unreadable: number): SupplierFailure | undefined {
  if (unreadable === 0) return undefined;
  app.log.error({ provider: supplier.id, unreadable }, 'A flight supplier answered offers that cannot be read.');
  return new SupplierFailure('error', 'The supplier answered offers that cannot be read.');
}

function toSupplied(
  supplier: FlightSupplier,
  offers: readonly FlightOffer[],
  queryIndex: number,
): readonly SourcedOffer[] {
  return offers.map((offer) => ({ supplierId: supplier.id, supplierName: supplier.name, queryIndex, offer }));
}

/**
 * A call's failure. A supplier that breaks otherwise than it may is logged and counts as failed: the others still
 * answer.
 */
export function toFailure(
  app: App,
  supplier: FlightSupplier,
  answer: PromiseSettledResult<unknown>,
): SupplierFailure | undefined {
  if (answer.status === 'fulfilled') return undefined;
  if (answer.reason instanceof SupplierFailure) return answer.reason;
  app.log.error({ err: answer.reason, provider: supplier.id }, 'A flight supplier broke its contract.');
  return new SupplierFailure('error', 'The supplier failed in a way it should not.', { cause: answer.reason });
}

/**
 * Runs the calls under one deadline; each that has not settled by then is rejected as a time-out while its own signal
 * tells the adapter to stop. Its late answer, or failure, goes nowhere. `start` must not throw: an adapter that does
 * takes the other calls with it, so it is called inside an async function. Without `clientSignal` a client that leaves
 * changes nothing.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  clientSignal: AbortSignal | undefined,
  start: (signal: AbortSignal) => readonly Promise<T>[],
): Promise<readonly PromiseSettledResult<T>[]> {
  const controller = new AbortController();
  const settled = new Settled<T>();
  const stop = () => {
    settled.giveUp(new SupplierFailure('timeout', `No answer within ${timeoutMs} ms.`));
    controller.abort();
  };
  clientSignal?.addEventListener('abort', stop, { once: true });
  if (clientSignal?.aborted) stop();
  const timer = setTimeout(stop, timeoutMs);
  try {
    return await settled.all(start(controller.signal));
  } finally {
    clearTimeout(timer);
    clientSignal?.removeEventListener('abort', stop);
  }
}

/**
 * What `Promise.allSettled` answers, but that calls may be given up: half the promises of one that races each call
 * against a deadline.
 */
class Settled<T> {
  readonly #whole = Promise.withResolvers<readonly PromiseSettledResult<T>[]>();
  #results: (PromiseSettledResult<T> | undefined)[] = [];
  #open = 0;
  #givenUp: SupplierFailure | undefined;
  #isOver = false;

  /** The results in the order of the calls. */
  all(calls: readonly Promise<T>[]): Promise<readonly PromiseSettledResult<T>[]> {
    this.#open = calls.length;
    this.#results = calls.map(() => undefined);
    calls.forEach((call, index) => {
      call.then(
        (value) => this.#settle(index, { status: 'fulfilled', value }),
        (reason: unknown) => this.#settle(index, { status: 'rejected', reason }),
      );
    });
    if (this.#open === 0) this.#finish();
    // Given up before they began: those that had settled by then have told it before this.
    else if (this.#givenUp !== undefined) queueMicrotask(() => this.#finish());
    return this.#whole.promise;
  }

  /** Calls that have not settled are rejected with this; what they answer later goes nowhere. */
  giveUp(reason: SupplierFailure): void {
    this.#givenUp = reason;
    if (this.#open > 0) this.#finish();
  }

  #settle(index: number, result: PromiseSettledResult<T>): void {
    if (this.#isOver) return;
    this.#results[index] = result;
    this.#open -= 1;
    if (this.#open === 0) this.#finish();
  }

  #finish(): void {
    this.#isOver = true;
    const late: PromiseRejectedResult = { status: 'rejected', reason: this.#givenUp };
    this.#whole.resolve(this.#results.map((result) => result ?? late));
  }
}

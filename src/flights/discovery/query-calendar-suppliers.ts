import type { App, Caller } from '../../context.ts';
import type { CalendarQuery, DatedOffer, FlightSupplier } from '../../suppliers/ports/flights.ts';
import { type SupplierContext, SupplierFailure } from '../../suppliers/ports/supplier.ts';
import type { Discovery } from '../model/discovery.ts';
import type { DatePair } from '../model/flight-search.ts';
import type { SourcedOffer } from '../model/merge-offers.ts';
import type { CalendarOffers, CalendarRequest } from './calendar-request.ts';
import { unpublishedSuppliers } from '../observed/observed-route.ts';
import { readObserved } from './read-observed.ts';
import { isValidOffer } from '../model/validate-offer.ts';
import { supplierContext } from '../../suppliers/calls/call-supplier.ts';
import { settleByDeadline } from '../../suppliers/calls/settle-by-deadline.ts';

/** A supplier that has not answered after this long is left out. */
const DISCOVERY_TERMS = { purpose: 'discovery', timeoutMs: 8_000 } as const;

/**
 * Queries every supplier that publishes a calendar; of the others it reads what earlier searches have seen, and asks
 * none of them. Throws a supplier's failure when none of those asked answered.
 */
export async function queryCalendar(
  app: App,
  caller: Caller,
  discovery: Discovery,
  request: CalendarRequest,
  signal: AbortSignal,
): Promise<CalendarOffers> {
  const query: CalendarQuery = {
    origins: request.origin.airports,
    destinations: request.destination.airports,
    dates: request.dates,
    passengers: discovery.passengers,
    cabinClass: discovery.cabinClass,
    connectionsMax: discovery.connectionsMax,
    offersMax: request.offersMax,
    ...(discovery.only === undefined ? {} : { only: discovery.only }),
  };
  const published = await queryPublishers(app, caller, signal, (supplier, context) =>
    supplier.publishedCalendar?.(query, context),
  );
  const positions = new Map(request.dates.map((dates, index) => [datesKey(dates), index]));
  const offers = published.answers.flatMap(({ supplier, answer }) =>
    answer.flatMap((dated) => toSourced(app, supplier, dated, positions)),
  );
  if (unpublishedSuppliers(app).length === 0) return { offers, observedPairs: [], isComplete: published.isComplete };
  const observed = await readObserved(app, caller, discovery, request, signal);
  return { offers: [...offers, ...observed.offers], observedPairs: observed.observedPairs, isComplete: false };
}

/** Answers of the suppliers within the deadline, in the order of `App.flightSuppliers`. */
export interface Published<T> {
  readonly answers: readonly { readonly supplier: FlightSupplier; readonly answer: T }[];
  readonly isComplete: boolean;
}

/**
 * Runs one query at every supplier that supports it (`startQuery` returns undefined where one does not), under one
 * deadline. Throws a supplier's failure when none of them answered.
 */
export async function queryPublishers<T>(
  app: App,
  caller: Caller,
  clientSignal: AbortSignal,
  startQuery: (supplier: FlightSupplier, context: SupplierContext) => Promise<T> | undefined,
): Promise<Published<T>> {
  const published: FlightSupplier[] = [];
  const settled = await settleByDeadline(DISCOVERY_TERMS.timeoutMs, clientSignal, (signal) =>
    app.flightSuppliers.flatMap((supplier) => {
      const call = startCall(() => startQuery(supplier, supplierContext(app, caller, DISCOVERY_TERMS, signal)));
      if (call === undefined) return [];
      published.push(supplier);
      return [call];
    }),
  );
  const answers: { readonly supplier: FlightSupplier; readonly answer: T }[] = [];
  const failures: unknown[] = [];
  for (const [index, supplier] of published.entries()) {
    const outcome = settled[index];
    if (outcome?.status === 'fulfilled') answers.push({ supplier, answer: outcome.value });
    else failures.push(outcome?.reason);
  }
  for (const failure of failures) app.log.warn({ err: failure }, 'A supplier did not answer a discovery.');
  if (answers.length === 0 && failures.length > 0) {
    throw (
      failures.find((failure) => failure instanceof SupplierFailure) ??
      new SupplierFailure('error', 'No supplier answered.', { cause: failures[0] })
    );
  }
  return { answers, isComplete: failures.length === 0 };
}

/** Turns an exception thrown before the promise exists into a rejection, so that one supplier fails alone. */
function startCall<T>(start: () => Promise<T> | undefined): Promise<T> | undefined {
  try {
    return start();
  } catch (error) {
    return Promise.reject(error);
  }
}

function toSourced(
  app: App,
  supplier: FlightSupplier,
  { dates, offer }: DatedOffer,
  positions: ReadonlyMap<string, number>,
): readonly SourcedOffer[] {
  const queryIndex = positions.get(datesKey(dates));
  if (queryIndex === undefined || !isValidOffer(offer, (currency) => app.rates.supports(currency))) return [];
  return [{ supplierId: supplier.id, supplierName: supplier.name, queryIndex, offer }];
}

function datesKey(dates: DatePair): string {
  return `${dates.departure}/${dates.return ?? ''}`;
}

import type { Metrics } from '../../platform/observability/metrics.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { type CallScope, type CallTerms, type CallTools, supplierContext, toSupplierFailure } from './call-supplier.ts';
import type { SuppliedKind } from './find-supplier.ts';
import type { ReplyStatus } from './query-suppliers.ts';
import { type CheckedOffer, countRefused } from './refused-offers.ts';
import { settleByDeadline } from './settle-by-deadline.ts';

/** The offers of one query, and how many more the supplier had beyond the number requested. */
interface FoundOffers<Offer> {
  readonly offers: readonly Offer[];
  readonly omitted: number;
}

/** A supplier that can be searched. */
export interface SearchedSupplier {
  readonly id: string;
}

/** What every supplier is searched for. */
export interface SupplierSearch<S, Query, Offer> extends CallTerms {
  /** Names the product in the log. */
  readonly kind: SuppliedKind;
  /** All of them are asked of each supplier, for example one for each date pair. */
  readonly queries: readonly Query[];
  /** Fires when the client has gone away. Undefined: the search goes on without it, because its answer is cached. */
  readonly signal: AbortSignal | undefined;
  /** A bare list is all there are. `report` is given by streams alone: it takes all that was found so far. */
  search(
    supplier: S,
    query: Query,
    context: SupplierContext,
    report?: (soFar: FoundOffers<Offer>) => void,
  ): Promise<readonly Offer[] | FoundOffers<Offer>>;
  /**
   * The check at the door: what of an offer can be sold, and why the rest cannot. Everything refused is counted by
   * supplier and reason; offers that are refused as a whole are left out and logged. A supplier none of whose offers
   * pass counts as failed.
   */
  check(offer: Offer, query: Query): CheckedOffer<Offer>;
}

/** What searching suppliers needs of the app. */
export interface SearchTools extends CallTools {
  readonly metrics: Metrics;
}

/** How one supplier's part of a search ended. `partial`: a query failed, or some offers did not pass the door. */
export interface SupplierStatus extends ReplyStatus {
  readonly provider: string;
  readonly offerCount: number;
  /** Whole milliseconds until its last query was answered. */
  readonly elapsedMs: number;
}

/** What one supplier answered within the deadline. */
export interface SearchReply<S, Offer> {
  readonly supplier: S;
  /** By query; empty where the query failed. */
  readonly found: readonly FoundOffers<Offer>[];
  readonly status: SupplierStatus;
}

/**
 * Searches every supplier in parallel, all queries of one under the same deadline, and returns their replies in the
 * order of the suppliers. It never rejects: whatever a supplier does is its status. Queries that have been answered by
 * the deadline count, the rest of that supplier is missing (`partial`).
 *
 * Example: of two date pairs a supplier answers the first with three offers, one of them without a price, and not the
 * second: its reply holds two offers for the first, none for the second, and the status `partial` with the time-out as
 * its failure.
 */
export async function searchSuppliers<S extends SearchedSupplier, Query, Offer>(
  tools: SearchTools,
  scope: CallScope,
  suppliers: readonly S[],
  search: SupplierSearch<S, Query, Offer>,
): Promise<readonly SearchReply<S, Offer>[]> {
  return await Promise.all(suppliers.map((supplier) => searchSupplier(tools, scope, supplier, search)));
}

/** A reply in a stream, with the supplier's index among `suppliers`. */
export interface StreamedReply<S, Offer> {
  readonly index: number;
  readonly reply: SearchReply<S, Offer>;
  /** False for a reply with the offers so far of a supplier that still searches. */
  readonly isLast: boolean;
}

/**
 * `searchSuppliers` as a stream: each reply as soon as it is there. A supplier that reports what it has found so far
 * has several, each with all its offers until then; of several that wait for a slow reader the newest is passed on. At
 * the deadline what was reported counts, and the supplier is `partial`.
 */
export async function* streamSuppliers<S extends SearchedSupplier, Query, Offer>(
  tools: SearchTools,
  scope: CallScope,
  suppliers: readonly S[],
  search: SupplierSearch<S, Query, Offer>,
): AsyncGenerator<StreamedReply<S, Offer>> {
  const news = new Map<number, StreamedReply<S, Offer>>();
  let more = Promise.withResolvers<void>();
  const add = (one: StreamedReply<S, Offer>): void => {
    news.set(one.index, one);
    more.resolve();
  };
  for (const [index, supplier] of suppliers.entries()) {
    searchSupplier(tools, scope, supplier, search, (reply) => add({ index, reply, isLast: false })).then(
      (reply) => add({ index, reply, isLast: true }),
      (error: unknown) => more.reject(error),
    );
  }
  let searching = suppliers.length;
  while (searching > 0) {
    await more.promise;
    more = Promise.withResolvers();
    const arrived = [...news.values()];
    news.clear();
    for (const one of arrived) {
      if (one.isLast) searching -= 1;
      yield one;
    }
  }
}

/** By query: how many offers all suppliers together had beyond the number requested. */
export function sumOmitted(replies: readonly Pick<SearchReply<unknown, unknown>, 'found'>[]): readonly number[] {
  const queries = replies[0]?.found ?? [];
  return queries.map((_, index) => replies.reduce((sum, { found }) => sum + (found[index]?.omitted ?? 0), 0));
}

async function searchSupplier<S extends SearchedSupplier, Query, Offer>(
  tools: SearchTools,
  scope: CallScope,
  supplier: S,
  search: SupplierSearch<S, Query, Offer>,
  report?: (reply: SearchReply<S, Offer>) => void,
): Promise<SearchReply<S, Offer>> {
  const startedAt = performance.now();
  const soFar: CheckedOffers<Offer>[] = search.queries.map(() => NOTHING);
  let isOver = false;
  const reportPart = (index: number, query: Query) => (part: FoundOffers<Offer>) => {
    if (isOver) return;
    soFar[index] = checkAtDoor(search, query, part);
    report?.(toReply(supplier, startedAt, soFar, undefined));
  };
  const results = await settleByDeadline(search.timeoutMs, search.signal, (signal) => {
    const context = supplierContext(tools, scope, search, signal);
    return search.queries.map(async (query, index) =>
      checkAtDoor(search, query, await search.search(supplier, query, context, report && reportPart(index, query))),
    );
  });
  isOver = true;
  const found = results.map((result, index) =>
    result.status === 'fulfilled' ? result.value : (soFar[index] ?? NOTHING),
  );
  const unreadable = found.reduce((sum, answer) => sum + answer.unreadable, 0);
  const reasons = found.flatMap((answer) => answer.refused);
  if (reasons.length > 0) countRefused(tools.metrics, { kind: search.kind, provider: supplier.id, reasons });
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [toSupplierFailure(tools, supplier.id, result.reason)] : [],
  );
  const failure = failures[0] ?? reportUnreadable(tools, search.kind, supplier.id, unreadable);
  const hasAnswer = unreadable === 0 && failures.length < results.length;
  return toReply(supplier, startedAt, found, failure && { failure, hasAnswer });
}

/** `failed`: the first failure, and whether an answer without offers is still one. */
function toReply<S extends SearchedSupplier, Offer>(
  supplier: S,
  startedAt: number,
  found: readonly CheckedOffers<Offer>[],
  failed: { readonly failure: SupplierFailure; readonly hasAnswer: boolean } | undefined,
): SearchReply<S, Offer> {
  const offerCount = found.reduce((sum, { offers }) => sum + offers.length, 0);
  const hasAnswer = offerCount > 0 || failed?.hasAnswer === true;
  return {
    supplier,
    found: [...found],
    status: {
      provider: supplier.id,
      status: failed === undefined ? 'ok' : hasAnswer ? 'partial' : failed.failure.kind,
      offerCount,
      elapsedMs: Math.round(performance.now() - startedAt),
      failure: failed?.failure,
    },
  };
}

interface CheckedOffers<Offer> extends FoundOffers<Offer> {
  /** Offers that did not pass the door. */
  readonly unreadable: number;
  /** Of these and of parts of the others: why not. */
  readonly refused: readonly string[];
}
const NOTHING: CheckedOffers<never> = { offers: [], omitted: 0, unreadable: 0, refused: [] };

/** Rejects the query of a supplier that answers anything but offers. */
function checkAtDoor<Query, Offer>(
  search: Pick<SupplierSearch<SearchedSupplier, Query, Offer>, 'check'>,
  query: Query,
  answer: readonly Offer[] | FoundOffers<Offer>,
): CheckedOffers<Offer> {
  const found = 'offers' in answer ? answer : { offers: answer, omitted: 0 };
  const checked = found.offers.map((offer) => search.check(offer, query));
  const offers = checked.flatMap(({ offer }) => offer ?? []);
  return {
    offers,
    omitted: Number.isSafeInteger(found.omitted) ? found.omitted : 0,
    unreadable: found.offers.length - offers.length,
    refused: checked.flatMap(({ refused }) => refused),
  };
}

function reportUnreadable(
  { log }: CallTools,
  kind: SuppliedKind,
  provider: string,
  unreadable: number,
): SupplierFailure | undefined {
  if (unreadable === 0) return undefined;
  const noun = kind === 'hotel' ? 'hotels' : 'offers';
  log.error({ provider, unreadable }, `A ${kind} supplier answered ${noun} that cannot be read.`);
  return new SupplierFailure('error', `The supplier answered ${noun} that cannot be read.`);
}

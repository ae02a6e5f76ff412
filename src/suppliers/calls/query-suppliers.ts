import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { type CallScope, type CallTerms, type CallTools, supplierContext, toSupplierFailure } from './call-supplier.ts';
import { settleByDeadline } from './settle-by-deadline.ts';

/** How one supplier's part of a query ended: an answer, or the failure that stands in its place. */
export type SupplierReply<S, T> = {
  readonly supplier: S;
  /** Whole milliseconds until it answered, failed or ran into the deadline. */
  readonly elapsedMs: number;
} & (
  | { readonly status: 'ok'; readonly answer: T; readonly failure: undefined }
  | { readonly status: SupplierFailure['kind']; readonly answer: undefined; readonly failure: SupplierFailure }
);

/** What is asked of every supplier, and for how long. */
export interface SupplierQuery<S, T> extends CallTerms {
  /** Fires when the client has gone away. Undefined: the query goes on without it, because its answer is cached. */
  readonly signal: AbortSignal | undefined;
  ask(supplier: S, context: SupplierContext): Promise<T>;
}

/**
 * Asks every supplier one question in parallel, each under the same deadline, and returns their replies in the order of
 * the suppliers. It never rejects: whatever a supplier does is the status of its reply. A supplier that misses the
 * deadline is reported as `timeout`, not waited for; its signal asks it to stop.
 *
 * For searches that return offers use `search-suppliers.ts`, which also checks and counts them.
 */
export async function querySuppliers<S extends { readonly id: string }, T>(
  tools: CallTools,
  scope: CallScope,
  suppliers: readonly S[],
  query: SupplierQuery<S, T>,
): Promise<readonly SupplierReply<S, T>[]> {
  return await Promise.all(suppliers.map((supplier) => querySupplier(tools, scope, supplier, query)));
}

async function querySupplier<S extends { readonly id: string }, T>(
  tools: CallTools,
  scope: CallScope,
  supplier: S,
  query: SupplierQuery<S, T>,
): Promise<SupplierReply<S, T>> {
  const startedAt = performance.now();
  const [result] = await settleByDeadline(query.timeoutMs, query.signal, (signal) => [
    (async () => await query.ask(supplier, supplierContext(tools, scope, query, signal)))(),
  ]);
  const elapsedMs = Math.round(performance.now() - startedAt);
  if (result?.status === 'fulfilled')
    return { supplier, status: 'ok', answer: result.value, failure: undefined, elapsedMs };
  const failure = toSupplierFailure(tools, supplier.id, result?.reason);
  return { supplier, status: failure.kind, answer: undefined, failure, elapsedMs };
}

/** What is said of one supplier's reply. `partial`: a part of its answer is missing or could not be read. */
export interface ReplyStatus {
  readonly status: 'ok' | 'partial' | SupplierFailure['kind'];
  /** Present unless the status is ok: the first failure. */
  readonly failure: SupplierFailure | undefined;
}

/** How a search went as a whole. `partial`: a supplier failed or was late, others answered. */
export type SearchStatus = 'ok' | 'partial' | 'timeout' | 'rate_limited' | 'failed';

/** The one status for the replies of all suppliers. */
export function describeReplies(replies: readonly Pick<ReplyStatus, 'status'>[]): SearchStatus {
  if (replies.length > 0 && replies.every(({ status }) => status === 'ok')) return 'ok';
  if (replies.some(isAnswered)) return 'partial';
  const common = (['timeout', 'rate_limited'] as const).find((kind) => replies.every(({ status }) => status === kind));
  return replies.length > 0 && common !== undefined ? common : 'failed';
}

/**
 * Throws where no supplier answered at all, by the first failure that is not a time-out: on /v1 such a search is
 * answered 503 (unavailable), 504 (timeout) or 502 (rejected, error).
 */
export function assertAnswered(replies: readonly ReplyStatus[]): void {
  if (replies.some(isAnswered)) return;
  const failures = replies.flatMap(({ failure }) => failure ?? []);
  throw (
    failures.find(({ kind }) => kind !== 'timeout') ??
    failures[0] ??
    new SupplierFailure('error', 'No supplier answered.')
  );
}

/** True for a supplier that answered at least a part of the query. */
export function isAnswered({ status }: Pick<ReplyStatus, 'status'>): boolean {
  return status === 'ok' || status === 'partial';
}

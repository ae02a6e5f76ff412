import type { App, Caller } from '../../context.ts';
import { type SupplierContext, SupplierFailure } from '../ports/supplier.ts';

/** How one supplier's part of a question ended: an answer, or the failure that stands in its place. */
export type AskedSupplier<S, T> = {
  readonly supplier: S;
  /** Whole milliseconds until it answered, failed or was given up. */
  readonly elapsedMs: number;
} & (
  | { readonly status: 'ok'; readonly answer: T; readonly failure: undefined }
  | { readonly status: SupplierFailure['kind']; readonly answer: undefined; readonly failure: SupplierFailure }
);

/** How long each supplier is given, and when nobody waits any more. */
export interface AskTerms {
  readonly timeoutMs: number;
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}

/**
 * Asks every supplier at once, each under the same deadline, and never rejects: whatever a supplier does is its status.
 * One that misses the deadline is reported, not waited for; its signal tells it to stop, and a late answer goes
 * nowhere. The answers stand in the order of the suppliers.
 */
export async function querySuppliers<S extends { readonly id: string }, T>(
  app: Pick<App, 'log'>,
  caller: Pick<Caller, 'organizationId' | 'now'>,
  suppliers: readonly S[],
  question: AskTerms & { ask(supplier: S, context: SupplierContext): Promise<T> },
): Promise<readonly AskedSupplier<S, T>[]> {
  return await Promise.all(
    suppliers.map(async (supplier): Promise<AskedSupplier<S, T>> => {
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      try {
        const answer = await withDeadline(
          question,
          async (signal) =>
            await question.ask(supplier, {
              organizationId: caller.organizationId,
              now: caller.now,
              signal,
              log: app.log,
            }),
        );
        return { supplier, status: 'ok', answer, failure: undefined, elapsedMs: elapsed() };
      } catch (error) {
        const failure = toFailure(app, supplier.id, error);
        return { supplier, status: failure.kind, answer: undefined, failure, elapsedMs: elapsed() };
      }
    }),
  );
}

/**
 * How a search went as a whole, in the words of flight search; `partial`: a supplier failed or was late, others
 * answered.
 */
export type LiveShopStatus = 'ok' | 'partial' | 'timeout' | 'rate_limited' | 'failed';

/** The one word for all suppliers together. */
export function describeAsked(asked: readonly Pick<AskedSupplier<unknown, unknown>, 'status'>[]): LiveShopStatus {
  const answered = asked.filter(({ status }) => status === 'ok').length;
  if (answered > 0) return answered === asked.length ? 'ok' : 'partial';
  const common = (['timeout', 'rate_limited'] as const).find((kind) => asked.every(({ status }) => status === kind));
  return asked.length > 0 && common !== undefined ? common : 'failed';
}

/** On /v1 a search that no supplier answered is their failure: unavailable 503, timeout 504, rejected or error 502. */
export function assertAnswered(asked: readonly Pick<AskedSupplier<unknown, unknown>, 'status' | 'failure'>[]): void {
  if (asked.some(({ status }) => status === 'ok')) return;
  const failures = asked.flatMap(({ failure }) => failure ?? []);
  throw (
    failures.find(({ kind }) => kind !== 'timeout') ??
    failures[0] ??
    new SupplierFailure('error', 'No supplier answered.')
  );
}

/** A supplier that breaks otherwise than it may is logged and counts as failed: the others still answer. */
function toFailure(app: Pick<App, 'log'>, provider: string, error: unknown): SupplierFailure {
  if (error instanceof SupplierFailure) return error;
  app.log.error({ err: error, provider }, 'A supplier broke its contract.');
  return new SupplierFailure('error', 'The supplier failed in a way it should not.', { cause: error });
}

/** What `start` answers in time, or a time-out while the signal it was given tells it to stop. */
async function withDeadline<T>(
  { timeoutMs, signal }: AskTerms,
  start: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const stop = () => {
    controller.abort();
    late.reject(new SupplierFailure('timeout', `No answer within ${timeoutMs} ms.`));
  };
  late.promise.catch(() => undefined);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, timeoutMs);
  try {
    return await Promise.race([start(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

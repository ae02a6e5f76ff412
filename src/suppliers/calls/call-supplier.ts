import type { Logger } from 'pino';
import type { OrganizationId } from '../../platform/ids.ts';
import { type CallPurpose, type SupplierContext, SupplierFailure } from '../ports/supplier.ts';
import { settleByDeadline } from './settle-by-deadline.ts';

/** What calling a supplier needs of the app. */
export interface CallTools {
  readonly log: Logger;
}

/** On whose behalf a supplier is called. A `Caller` is one. */
export interface CallScope {
  readonly organizationId: OrganizationId;
  /** The organization's clock. */
  readonly now: Date;
}

/** What a call is for, and how long its answer is waited for. */
export interface CallTerms {
  readonly purpose: CallPurpose;
  /** Real milliseconds. */
  readonly timeoutMs: number;
  /** The currency and language the caller would like answers in, where a supplier can choose. */
  readonly currency?: string | undefined;
  readonly locale?: string | undefined;
}

/** One call: on whose behalf, and how long it may take. */
export interface SupplierCall extends CallScope, CallTerms {
  /** Ends the call earlier, for example when the client has gone away. */
  readonly signal?: AbortSignal | undefined;
}

/** The context of a call whose deadline is `signal`. Only the kit and the payment processor's client build one. */
export function supplierContext(
  { log }: CallTools,
  { organizationId, now }: CallScope,
  { purpose, timeoutMs, currency, locale }: CallTerms,
  signal: AbortSignal,
): SupplierContext {
  return { organizationId, now, signal, log, purpose, deadlineMs: timeoutMs, currency, locale };
}

/**
 * Calls a supplier and returns its answer. Throws the supplier's `SupplierFailure`, and a `timeout` one at the deadline
 * even where the adapter ignores its signal. A failure may be left to the edge: the HTTP server and the hosted pages
 * translate it into the documented refusal (`failure.ts`).
 */
export async function callSupplier<T>(
  tools: CallTools,
  call: SupplierCall,
  ask: (context: SupplierContext) => Promise<T>,
): Promise<T> {
  const [result] = await settleByDeadline(call.timeoutMs, call.signal, (signal) => [
    (async () => await ask(supplierContext(tools, call, call, signal)))(),
  ]);
  if (result?.status !== 'fulfilled') throw result?.reason;
  return result.value;
}

/** A supplier's failure as a value, for operations that may not need the answer. */
export interface FailedCall {
  readonly kind: 'failed';
  readonly failure: SupplierFailure;
}

/** Returns a `SupplierFailure` as a value. Any other error is a bug or a refusal of the request, and is thrown. */
export async function failureAsAnswer<T>(call: () => Promise<T>): Promise<T | FailedCall> {
  try {
    return await call();
  } catch (failure) {
    if (failure instanceof SupplierFailure) return { kind: 'failed', failure };
    throw failure;
  }
}

/** The outcome of a call that may have had its effect or not. Looking it up resolves it, never repeating it. */
export interface UnknownOutcome {
  readonly kind: 'unknown';
  /** For the log. */
  readonly detail: string;
}

/** How the log names a call whose outcome is unknown. */
export interface CallNote {
  /** A verb: `book`, `look up`, `capture`. */
  readonly operation: string;
  readonly party?: 'supplier' | 'processor';
  /** Further keys of the log line. */
  readonly keys?: Readonly<Record<string, string>>;
}

/**
 * Turns whatever a call throws into an unknown outcome, and logs it: a failure thrown anywhere leaves open whether the
 * supplier acted on the call.
 */
export async function unknownOnFailure<T>(
  { log }: CallTools,
  { operation, party = 'supplier', keys }: CallNote,
  call: () => Promise<T>,
): Promise<T | UnknownOutcome> {
  try {
    return await call();
  } catch (cause) {
    log.warn({ err: cause, ...keys }, `${operation}: the ${party}'s answer is not known`);
    return { kind: 'unknown', detail: cause instanceof Error ? cause.message : 'unknown failure' };
  }
}

/** The `SupplierFailure` that something thrown stands for. Anything else is logged and counts as the kind `error`. */
export function toSupplierFailure({ log }: CallTools, provider: string, error: unknown): SupplierFailure {
  if (error instanceof SupplierFailure) return error;
  log.error({ err: error, provider }, 'A supplier broke its contract.');
  return new SupplierFailure('error', 'The supplier failed in a way it should not.', { cause: error });
}

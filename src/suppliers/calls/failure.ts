import { type ConditionName, type Refusal, refuse } from '../../platform/errors.ts';
import { RateUnavailable } from '../ports/exchange-rates.ts';
import { SupplierFailure } from '../ports/supplier.ts';

const CONDITION_OF = {
  rejected: 'supplier_rejected',
  error: 'supplier_failed',
  unavailable: 'supplier_unavailable',
  rate_limited: 'supplier_unavailable',
  unauthorised: 'supplier_unavailable',
  timeout: 'supplier_timeout',
} as const satisfies Record<SupplierFailure['kind'], ConditionName>;

/**
 * The refusal a supplier's failure stands for; Retry-After is passed on as the supplier named it, else left out
 * (spec.md, Errors). A limit of our own is the caller's matter like any other rate limit: 429, not 503.
 */
export function toRefusal(failure: SupplierFailure): Refusal {
  const { kind, retryAfterSeconds, isOwnLimit } = failure;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  if (kind === 'rate_limited' && isOwnLimit)
    return refuse('supplier_limit_reached', { headers, keys: { limit: 'supplier' }, cause: failure });
  return refuse(CONDITION_OF[kind], { headers, cause: failure });
}

/** The refusal for a thrown value that is a supplier's failure or a missing rate; undefined for any other. */
export function translateFailure(error: unknown): Refusal | undefined {
  if (error instanceof RateUnavailable)
    return refuse('currency_unsupported', { message: error.message, keys: { supported: error.supported } });
  return error instanceof SupplierFailure ? toRefusal(error) : undefined;
}

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
 * (spec.md, Errors).
 */
export function toRefusal(failure: SupplierFailure): Refusal {
  const { kind, retryAfterSeconds } = failure;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return refuse(CONDITION_OF[kind], { headers, cause: failure });
}

/** The refusal for a thrown value that is a supplier's failure or a missing rate; undefined for any other. */
export function translateFailure(error: unknown): Refusal | undefined {
  if (error instanceof RateUnavailable)
    return refuse('currency_unsupported', { message: error.message, keys: { supported: error.supported } });
  return error instanceof SupplierFailure ? toRefusal(error) : undefined;
}

import type { OperationRefusal, UcpAnswer } from '../call.ts';
import { UCP_VERSION } from './names.ts';

/** An error of an answer: what the platform, or a person, has to do. */
export interface ErrorMessage {
  readonly code: string;
  readonly content: string;
  readonly severity: 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable';
  readonly path?: string;
}
/** Something people must be shown. */
export interface WarningMessage {
  readonly code: string;
  readonly content: string;
  readonly presentation: 'notice' | 'disclosure';
  readonly path?: string;
}
export type Message = ({ readonly type: 'error' } & ErrorMessage) | ({ readonly type: 'warning' } & WarningMessage);

/** An error beside a checkout. */
export const errorOf = (error: ErrorMessage): Message => ({ type: 'error', ...error });
/** A warning beside a checkout. */
export const warningOf = (warning: WarningMessage): Message => ({ type: 'warning', ...warning });

/** The answer where there is no checkout or order to show. */
export function presentError(errors: readonly ErrorMessage[], continueUrl?: string): UcpAnswer {
  return {
    status: 200,
    body: {
      ucp: { version: UCP_VERSION, status: 'error' },
      messages: errors.map(errorOf),
      ...(continueUrl === undefined ? {} : { continue_url: continueUrl }),
    },
  };
}

/** Nobody learns whether the id is another organization's. */
export function notFound(thing: 'checkout' | 'booking session' | 'order'): UcpAnswer {
  return presentError([
    { code: 'not_found', content: `There is no ${thing} with this id.`, severity: 'unrecoverable' },
  ]);
}

const CODES: Readonly<Record<string, string>> = {
  OFFER_EXPIRED: 'item_unavailable',
  OFFER_UNAVAILABLE: 'item_unavailable',
  TRIP_EXPIRED: 'checkout_expired',
  TRIP_STATE_CONFLICT: 'checkout_state_conflict',
  MISSING_CUSTOMER_DETAILS: 'field_required',
  CURRENCY_UNSUPPORTED: 'currency_unsupported',
  QUOTE_EXPIRED: 'quote_expired',
  PRICE_CHANGED: 'totals_changed',
  UPSTREAM_REJECTED: 'item_unavailable',
};
/** For the buyer: why a seller sells an item no more is said to their own people only. */
export const UNAVAILABLE = 'An item of this checkout is not sold any more. Take it out, or search again.';

/**
 * A refusal of the API in the words of UCP, one error for each field it names. `place` says where in the checkout a
 * field of the API's request came from.
 */
export function readErrors(
  { code, message, fields }: OperationRefusal,
  severity: ErrorMessage['severity'],
  place: (path: string) => string | undefined,
): readonly ErrorMessage[] {
  const ucpCode = CODES[code] ?? 'invalid';
  if (code === 'OFFER_UNAVAILABLE') return [{ code: ucpCode, content: UNAVAILABLE, severity, path: '$.line_items' }];
  if (fields.length === 0) return [{ code: ucpCode, content: inUcpTerms(message), severity }];
  return fields.map(({ path, problem }) => {
    const at = place(path);
    const named =
      ucpCode === 'invalid' || ucpCode === 'field_required'
        ? describeField(at?.slice('$.'.length) || path || 'The request', problem)
        : message;
    return { code: ucpCode, content: inUcpTerms(named), severity, ...(at === undefined ? {} : { path: at }) };
  });
}

/** A problem is a sentence of its own, or goes on after the name of its field: `must be a date`. */
function describeField(field: string, problem: string): string {
  return /^\p{Lu}/u.test(problem) ? problem : `${field} ${problem}`;
}

/** A platform knows checkouts, and none of the operations of the API that stand behind them. */
export function inUcpTerms(text: string): string {
  return text
    .replace(' with upsert_travelers', '')
    .replace(/Follow it with trip_status/g, 'Get the checkout to follow it')
    .replace(/\b([Rr])ead trip_status\b/g, '$1ead the checkout')
    .replace('Call checkout for a fresh one.', 'Get the checkout for a fresh one.');
}

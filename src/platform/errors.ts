/** The closed set of `error.code` values (spec.md, Errors). */
export const ERROR_CODES = [
  'AUTH_REQUIRED',
  'PAYMENT_REQUIRED',
  'RATE_LIMITED',
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRICE_CHANGED',
  'QUOTE_EXPIRED',
  'TRIP_EXPIRED',
  'TRIP_STATE_CONFLICT',
  'OFFER_EXPIRED',
  'OFFER_UNAVAILABLE',
  'MISSING_CUSTOMER_DETAILS',
  'CURRENCY_UNSUPPORTED',
  'UPSTREAM_REJECTED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_ERROR',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

interface ConditionRow {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
}

/**
 * Every condition that ends a request, by what happened. One code may carry several conditions (contract, section 3).
 * The message says what to do next and never carries a cause.
 */
export const CONDITIONS = {
  credential_missing: {
    code: 'AUTH_REQUIRED',
    status: 401,
    message: 'Send an API key in X-API-Key or as a Bearer token.',
  },
  credential_invalid: {
    code: 'AUTH_REQUIRED',
    status: 401,
    message: 'This API key or token is unknown, expired or revoked. Check it and its environment.',
  },
  scope_missing: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'This API key does not have the scope this operation needs.',
  },
  csrf_token_invalid: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Send the X-CSRF-Token of this session with every request that is not a GET.',
  },
  user_required: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'This operation needs the credential of a signed-in user, not an API key.',
  },
  role_forbidden: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Your role in the organization does not allow this. Ask an owner for another one.',
  },
  owner_required: { code: 'FORBIDDEN', status: 403, message: 'Only an owner of the organization may do this.' },
  mandate_agent_required: {
    code: 'FORBIDDEN',
    status: 403,
    message: 'Only the key or program that this mandate is for may buy with it.',
  },
  mandate_required: {
    code: 'FORBIDDEN',
    status: 403,
    message:
      'This API key pays by mandates alone: propose the trip and execute_proposal. Whatever else may move money needs another key.',
  },
  balance_exhausted: {
    code: 'PAYMENT_REQUIRED',
    status: 402,
    message: "The organization's credit balance does not cover this call. Top it up; do not retry in a loop.",
  },
  rate_exceeded: { code: 'RATE_LIMITED', status: 429, message: 'Too many requests. Wait for Retry-After seconds.' },
  quota_exceeded: {
    code: 'RATE_LIMITED',
    status: 429,
    message:
      "All calls of this key's quota are used until resets_at. Wait, use another key, or ask the operator of this service for more.",
  },
  answers_unread: {
    code: 'RATE_LIMITED',
    status: 429,
    message:
      'Too many bytes of answers to this organization are still unread. Read the answers under way, or close their connections, and wait for Retry-After seconds.',
  },
  concurrency_exceeded: {
    code: 'RATE_LIMITED',
    status: 429,
    message: 'This organization has as many long questions under way as it may. Wait for one of them to end.',
  },
  guest_attempts_exceeded: {
    code: 'RATE_LIMITED',
    status: 429,
    message: 'Too many failed look-ups. Wait for Retry-After seconds.',
  },

  body_malformed: { code: 'BAD_REQUEST', status: 400, message: 'The body is not valid JSON.' },
  body_invalid: { code: 'BAD_REQUEST', status: 422, message: 'The request does not match the contract. See fields.' },
  shared_token_unusable: {
    code: 'BAD_REQUEST',
    status: 422,
    message: 'This shared payment token cannot pay what is due. See reason. Nothing was paid: send another token.',
  },
  body_too_large: { code: 'BAD_REQUEST', status: 413, message: 'The body is larger than 1 MiB.' },
  content_type_unsupported: { code: 'BAD_REQUEST', status: 415, message: 'Send the body as application/json.' },
  method_not_allowed: {
    code: 'BAD_REQUEST',
    status: 405,
    message: 'This path exists, but not with this method. See Allow.',
  },
  token_invalid: {
    code: 'BAD_REQUEST',
    status: 422,
    message: 'This token was altered, is of another kind or does not belong to this organization.',
  },
  idempotency_mismatch: {
    code: 'BAD_REQUEST',
    status: 422,
    message: 'This Idempotency-Key was used with another body.',
  },
  idempotency_running: {
    code: 'CONFLICT',
    status: 409,
    message: 'The request with this Idempotency-Key is still running. Retry after Retry-After seconds.',
  },
  path_unknown: { code: 'NOT_FOUND', status: 404, message: 'Nothing lives at this path.' },
  resource_not_found: { code: 'NOT_FOUND', status: 404, message: 'Nothing with this id exists here.' },
  trip_not_found: { code: 'NOT_FOUND', status: 404, message: 'No trip has this id.' },
  trip_item_not_found: { code: 'NOT_FOUND', status: 404, message: 'The trip has no item with this id.' },
  booking_not_found: { code: 'NOT_FOUND', status: 404, message: 'No booking matches this reference and last name.' },
  webhook_not_found: { code: 'NOT_FOUND', status: 404, message: 'No webhook endpoint has this id.' },
  state_conflict: { code: 'CONFLICT', status: 409, message: 'The current state does not allow this operation.' },

  currency_unsupported: {
    code: 'CURRENCY_UNSUPPORTED',
    status: 422,
    message: 'No price can be given in this currency. See supported.',
  },
  offer_expired: { code: 'OFFER_EXPIRED', status: 410, message: 'This offer has expired. Search again.' },
  offer_unavailable: {
    code: 'OFFER_UNAVAILABLE',
    status: 409,
    message: 'This offer can no longer be bought. Search again.',
  },
  price_changed: {
    code: 'PRICE_CHANGED',
    status: 409,
    message: 'A price has moved. Call checkout again without fail_on_price_change to accept it.',
  },
  quote_expired: {
    code: 'QUOTE_EXPIRED',
    status: 410,
    message: 'The quote has run out. Call checkout again for a fresh one.',
  },
  trip_expired: { code: 'TRIP_EXPIRED', status: 410, message: 'The trip has expired. Build a new one.' },
  trip_state_conflict: {
    code: 'TRIP_STATE_CONFLICT',
    status: 409,
    message: "The trip's status does not allow this. See status.",
  },
  customer_details_missing: {
    code: 'MISSING_CUSTOMER_DETAILS',
    status: 422,
    message: 'Details of the travelers or the contact are missing. See missing.',
  },

  supplier_rejected: { code: 'UPSTREAM_REJECTED', status: 502, message: 'The travel provider rejected the request.' },
  supplier_failed: { code: 'UPSTREAM_ERROR', status: 502, message: 'The travel provider answered with an error.' },
  supplier_unavailable: {
    code: 'UPSTREAM_UNAVAILABLE',
    status: 503,
    message: 'No travel provider can serve this now.',
  },
  supplier_limit_reached: {
    code: 'RATE_LIMITED',
    status: 429,
    message:
      'As many calls to the travel provider as this service allows itself are under way or used. Wait for Retry-After seconds.',
  },
  supplier_timeout: { code: 'UPSTREAM_TIMEOUT', status: 504, message: 'The travel provider did not answer in time.' },
  answers_congested: {
    code: 'UPSTREAM_UNAVAILABLE',
    status: 503,
    message: 'Too many answers of this service are waiting to be read. Retry after Retry-After seconds.',
  },
  deadline_exceeded: {
    code: 'UPSTREAM_TIMEOUT',
    status: 504,
    message: 'The request took too long. Ask for fewer places or dates, or fewer questions at once.',
  },
  database_unavailable: {
    code: 'UPSTREAM_UNAVAILABLE',
    status: 503,
    message:
      'The service cannot use its database now. Retry after Retry-After seconds, a write under the same Idempotency-Key.',
  },
  service_stopping: { code: 'UPSTREAM_UNAVAILABLE', status: 503, message: 'The service is shutting down. Retry.' },
  internal: {
    code: 'INTERNAL',
    status: 500,
    message: 'Something went wrong on our side. Report it with the X-Request-ID.',
  },
} as const satisfies Record<string, ConditionRow>;

export type ConditionName = keyof typeof CONDITIONS;

/** One thing wrong with a request: where, and what to do about it. */
export interface FieldProblem {
  readonly path: string;
  readonly problem: string;
  /** What to send instead, where that is certain. */
  readonly suggested_value?: string;
  /** What may be meant, the likeliest first. */
  readonly candidates?: readonly FieldCandidate[];
}

/** One value that a field may have been meant to hold. */
export interface FieldCandidate {
  readonly value: string;
  /** What it stands for: `London (city, GB)`. */
  readonly label: string;
}

/** What a refusal may carry beside the condition. */
export interface RefusalDetail {
  /** A more precise sentence than the table's; prose, never a cause. */
  readonly message?: string;
  /** Machine-readable keys beside `error` (`status`, `items`, `fields`, …). */
  readonly keys?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The original failure: logged, never answered. */
  readonly cause?: unknown;
}

/** A condition that ends the request with its documented answer. */
export class Refusal extends Error {
  readonly condition: ConditionName;
  readonly detail: RefusalDetail;

  constructor(condition: ConditionName, detail: RefusalDetail = {}) {
    super(detail.message ?? CONDITIONS[condition].message, { cause: detail.cause });
    this.name = 'Refusal';
    this.condition = condition;
    this.detail = detail;
  }

  get code(): ErrorCode {
    return CONDITIONS[this.condition].code;
  }

  get status(): number {
    return CONDITIONS[this.condition].status;
  }
}

/** The message of a refusal for a page, whose reader sees no headers: seconds stand in place of `Retry-After`. */
export function messageForPeople({ message, detail }: Pick<Refusal, 'message' | 'detail'>): string {
  const seconds = detail.headers?.['Retry-After'];
  const wait = seconds === undefined ? 'a few seconds' : seconds === '1' ? '1 second' : `${seconds} seconds`;
  return message
    .replace('Retry after Retry-After seconds', `Try again after ${wait}`)
    .replace('Retry-After seconds', wait);
}

/** Builds the refusal of a condition: `throw refuse('trip_expired', { keys: { status: 'expired' } })`. */
export function refuse(condition: ConditionName, detail: RefusalDetail = {}): Refusal {
  return new Refusal(condition, detail);
}

/** The 422 every validation ends in, with what is wrong where. */
export function refuseFields(fields: readonly [FieldProblem, ...FieldProblem[]]): Refusal {
  const first = fields[0];
  return refuse('body_invalid', { message: `${first.path || 'body'}: ${first.problem}`, keys: { fields } });
}

/** The envelope on the wire: `error` has exactly these three keys; everything else sits beside it. */
export function presentRefusal(refusal: Refusal, publicUrl: string): Record<string, unknown> {
  const { code, message } = refusal;
  return { error: { code, message, doc_url: `${publicUrl}/docs/errors#${code}` }, ...refusal.detail.keys };
}

import { DatabaseUnavailable } from '../../db/database-failure.ts';
import type { Platform } from '../../platform.ts';
import { presentRefusal, Refusal, refuse } from '../../errors.ts';
import type { QuotaState } from '../gate.ts';

/** An answer before it is written. */
export interface Answer {
  readonly status: number;
  /** The operation's own headers; those of every answer are added when it is written. */
  readonly headers: Readonly<Record<string, string>>;
  /** Already JSON; empty for 204. */
  readonly payload: string | Buffer;
  /** The payload is made for this answer alone, so its compressed form is not cached. */
  readonly isSentOnce?: boolean;
  /** The status that decides what the call costs, where it is another one. */
  readonly chargedAs?: number;
}

/** Turns a failure that is not a Refusal into one (a supplier's, for instance), or says it does not know it. */
export type FailureTranslator = (error: unknown) => Refusal | undefined;

const noHeaders: Readonly<Record<string, string>> = {};
/** A standby takes over in seconds; a restart takes a few. */
const DATABASE_RETRY_AFTER_SECONDS = '2';
const UNLIMITED_QUOTA: Readonly<Record<string, string>> = {
  'x-quota-limit': 'unlimited',
  'x-quota-remaining': 'unlimited',
  'x-quota-reset': '0',
};

/** The answer of an operation that worked. */
export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, headers: noHeaders, payload: status === 204 ? '' : JSON.stringify(value) };
}

/**
 * The X-Quota headers of an authenticated answer; a credential without quota has them as well, so that its owner can
 * see it.
 */
export function quotaHeaders(quota: QuotaState | undefined): Readonly<Record<string, string>> {
  if (!quota) return UNLIMITED_QUOTA;
  return {
    'x-quota-limit': String(quota.limit),
    'x-quota-remaining': String(quota.remaining),
    'x-quota-reset': String(quota.resetSeconds),
  };
}

/**
 * The one rendering of a refusal. Every 422 BAD_REQUEST names fields (contract, section 3), if only the request as a
 * whole.
 */
export function refusalAnswer(refusal: Refusal, publicUrl: string): Answer {
  const isPlainInvalid =
    refusal.status === 422 && refusal.code === 'BAD_REQUEST' && refusal.detail.keys?.['fields'] === undefined;
  const beside = isPlainInvalid ? { fields: [{ path: '', problem: refusal.message }] } : {};
  const payload = JSON.stringify({ ...presentRefusal(refusal, publicUrl), ...beside });
  return {
    status: refusal.status,
    headers: refusal.status === 401 ? withMetadata(refusal, publicUrl) : (refusal.detail.headers ?? noHeaders),
    payload,
  };
}

/** Every 401 names the document from which OAuth clients learn where to get a token (RFC 9728, section 5.1). */
function withMetadata({ detail }: Refusal, publicUrl: string): Readonly<Record<string, string>> {
  const challenge = detail.headers?.['WWW-Authenticate'] ?? 'Bearer realm="bly"';
  const metadata = `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/v1"`;
  return {
    ...detail.headers,
    'WWW-Authenticate': challenge.includes('resource_metadata=') ? challenge : `${challenge}, ${metadata}`,
  };
}

/** The refusal a thrown thing stands for. What nobody knows is logged and answered as plain INTERNAL. */
export function refusalOf(
  app: Platform,
  error: unknown,
  request: { readonly requestId: string; readonly operationId: string; readonly translate: FailureTranslator },
): Refusal {
  const refusal = error instanceof Refusal ? error : (refusalOfDatabase(error) ?? request.translate(error));
  const facts = { request_id: request.requestId, operation_id: request.operationId };
  if (!refusal) {
    app.log.error({ ...facts, err: error }, 'a request failed unexpectedly');
    return refuse('internal', { cause: error });
  }
  if (refusal.status >= 500)
    app.log.warn({ ...facts, condition: refusal.condition, err: refusal.detail.cause }, 'a request failed');
  return refusal;
}

/** The database cannot be used: nothing is wrong with the request, and another attempt may succeed in a moment. */
function refusalOfDatabase(error: unknown): Refusal | undefined {
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  return refuse('database_unavailable', { cause: error, headers: { 'Retry-After': DATABASE_RETRY_AFTER_SECONDS } });
}

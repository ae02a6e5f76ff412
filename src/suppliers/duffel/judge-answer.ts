import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';
import type { CallHealth } from '../common/account-calls.ts';
import type { DuffelReply, DuffelUnknown } from './replies.ts';
import { isObject } from '../../platform/text/json-object.ts';

type Answered = Extract<OutboundAnswer, { kind: 'answered' }>;
type AnswerHead = Pick<Answered, 'status' | 'headers'>;

/**
 * Statuses that prove that nothing was done, where the answer is Duffel's own error object and not a page of something
 * in front of it. So does 502 with `order_not_created`; no other 5xx but 503.
 */
const REFUSED_STATUSES: readonly number[] = [400, 403, 404, 405, 406, 409, 410, 413, 415, 422, 503];
const NOT_CREATED = 'order_not_created';
/** 403 for a product or an action that was never enabled; the key itself works. */
const FEATURE_CODES: readonly string[] = ['unavailable_feature', 'unsupported_action', 'unavailable_in_version'];
const BALANCE_CODE = 'insufficient_balance';
/** How long nobody calls after a 429 that names no date, and the longest wait for one that does. */
const SLOW_DOWN_MS = 10_000;
const SLOW_DOWN_MAX_MS = 15 * 60_000;
const CODES_MAX = 10;

/**
 * What an answer means for the request: the table of statuses in Duffel's "Response handling". `read` takes `data` of a
 * good answer. Whatever is not proven to have been refused is unknown.
 */
export function judgeAnswer<T>(answer: OutboundAnswer, read: (data: unknown) => T | undefined): DuffelReply<T> {
  if (answer.kind === 'failed') return unanswered(answer);
  const { status } = answer;
  const facts = { status, requestId: answer.headers['x-request-id'] };
  if (status >= 200 && status < 300) return readDone(answer, read);
  if (status === 429) return { kind: 'slow_down', until: readReset(answer, new Date()), ...facts };
  const codes = readCodes(answer);
  const proof = describeProof(facts, codes ?? []);
  if (isKeyRefused(status, codes)) return { kind: 'unauthorised', codes: codes ?? [], proof, ...facts };
  if (codes !== undefined && (REFUSED_STATUSES.includes(status) || codes.includes(NOT_CREATED)))
    return { kind: 'refused', codes, proof, ...facts };
  return unreadable(answer, status === 504 ? 'timeout' : 'server_error', codes ?? [], proof);
}

/**
 * What an answer says about the account it was made with. `hasCallerLeft`: we stopped waiting for reasons of our own,
 * which says nothing about Duffel.
 */
export function judgeHealth(answer: OutboundAnswer, hasCallerLeft: boolean): CallHealth {
  if (answer.kind === 'failed') return hasCallerLeft ? { kind: 'well' } : { kind: 'failed', detail: answer.detail };
  const { status } = answer;
  if (status < 300) return { kind: 'well' };
  if (status === 429) return { kind: 'slow_down', until: readReset(answer, new Date()) };
  const codes = readCodes(answer);
  const requestId = answer.headers['x-request-id'];
  const detail = describeProof({ status, requestId }, codes ?? []);
  const evidence = { detail, status, requestId };
  if (isKeyRefused(status, codes)) return { kind: 'unauthorised', ...evidence };
  if (codes?.includes(BALANCE_CODE) === true) return { kind: 'out_of_funds', ...evidence };
  // An answer without Duffel's own error object comes from something in front of it.
  return status >= 500 || codes === undefined ? { kind: 'failed', ...evidence } : { kind: 'well' };
}

function unanswered(answer: Extract<OutboundAnswer, { kind: 'failed' }>): DuffelUnknown {
  return {
    kind: 'unknown',
    reason: answer.reason === 'timeout' ? 'timeout' : 'connection',
    wasSent: answer.wasSent,
    status: undefined,
    codes: [],
    requestId: undefined,
    detail: answer.detail,
  };
}

function readDone<T>(answer: Answered, read: (data: unknown) => T | undefined): DuffelReply<T> {
  if (answer.isTruncated) return unreadable(answer, 'unreadable', [], 'an answer that is too large');
  return judgeRead(answer, read(parseJson(answer.body)?.['data']));
}

/** What a good answer means, once it has been read: undefined where it lacks what we need. */
export function judgeRead<T>(answer: AnswerHead, value: T | undefined): DuffelReply<T> {
  if (value === undefined)
    return unreadable(answer, 'unreadable', [], `${answer.status} without what was asked for, or cut off`);
  return { kind: 'done', status: answer.status, requestId: answer.headers['x-request-id'], value };
}

function unreadable(
  { status, headers }: AnswerHead,
  reason: DuffelUnknown['reason'],
  codes: readonly string[],
  detail: string,
): DuffelUnknown {
  return { kind: 'unknown', reason, wasSent: true, status, codes, requestId: headers['x-request-id'], detail };
}

function isKeyRefused(status: number, codes: readonly string[] | undefined): boolean {
  if (status === 401) return true;
  return status === 403 && codes !== undefined && !codes.some((code) => FEATURE_CODES.includes(code));
}

/** The codes of Duffel's error object; undefined where the body is none (plain text, a proxy's page). */
function readCodes({ body, isTruncated }: Answered): readonly string[] | undefined {
  const errors = isTruncated ? undefined : parseJson(body)?.['errors'];
  if (!Array.isArray(errors)) return undefined;
  return errors.slice(0, CODES_MAX).flatMap((entry: unknown) => {
    const code = isObject(entry) ? entry['code'] : undefined;
    return typeof code === 'string' || typeof code === 'number' ? [String(code).slice(0, 100)] : [];
  });
}

/**
 * From when on calls are taken again, in our own time: the distance between Duffel's date of reset and its date of the
 * answer, so that a difference between the clocks does not matter.
 */
function readReset({ headers }: Answered, now: Date): Date {
  const reset = Date.parse(headers['ratelimit-reset'] ?? '');
  const answeredAt = Date.parse(headers['date'] ?? '');
  const waitMs = Number.isNaN(reset) ? SLOW_DOWN_MS : reset - (Number.isNaN(answeredAt) ? now.getTime() : answeredAt);
  // Both dates are whole seconds.
  return new Date(now.getTime() + Math.min(Math.max(waitMs, 1_000), SLOW_DOWN_MAX_MS));
}

function describeProof(
  { status, requestId }: { readonly status: number; readonly requestId: string | undefined },
  codes: readonly string[],
): string {
  return `${status} ${codes.join(' ')}`.trim() + (requestId === undefined ? '' : `, request ${requestId}`);
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

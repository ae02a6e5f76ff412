import type { OutboundAnswer } from '../../platform/outbound/outbound.ts';
import type { CallHealth } from '../common/account-calls.ts';
import { FAULT_WITHIN, type LiteapiReply, type LiteapiUnknown } from './replies.ts';
import { isObject } from '../../platform/text/json-object.ts';

type Answered = Extract<OutboundAnswer, { kind: 'answered' }>;
type AnswerHead = Pick<Answered, 'status'>;

/** The key is unknown, not permitted, or the account is suspended. */
const KEY_CODES: readonly number[] = [401, 403, 40_302];
const SLOW_DOWN_CODES: readonly number[] = [429, 4_290];
/** The limiter itself failed: it says nothing about the request, nor about the key. */
const LIMITER_FAILED = 4_291;
/** Errors inside LiteAPI or its providers: they count against its health, whatever they mean for the request. */
const FAULT_CODES: readonly number[] = [FAULT_WITHIN, LIMITER_FAILED];
/** LiteAPI gave up after the time it was given; an offer that is outdated has a code of its own. */
const TIMED_OUT = 4_016;
/** How long nobody calls after it said so: it names no date, and its limits are of one second. */
const SLOW_DOWN_MS = 2_000;
const MESSAGE_MAX = 300;

/** LiteAPI's own error, as an answer carries it. */
interface OwnError {
  readonly code: number;
  readonly message: string;
}

/**
 * What an answer means for the request. `read` takes `data` of a good answer and the answer around it. An error of
 * LiteAPI's own is known by its code at whatever status it comes; what has neither data nor code is unknown.
 */
export function judgeAnswer<T>(
  answer: OutboundAnswer,
  read: (data: unknown, whole: unknown) => T | undefined,
): LiteapiReply<T> {
  if (answer.kind === 'failed') return unanswered(answer);
  if (answer.isTruncated) return judgeRead<T>(answer, undefined);
  const body = parseJson(answer.body);
  const error = readError(answer, body);
  if (error !== undefined) return judgeError(answer, error);
  if (isGood(answer.status)) return judgeRead(answer, body && read(body['data'], body));
  const reason = answer.status === 504 || answer.status === 408 ? 'timeout' : 'server_error';
  return unknownOf(answer, reason, `${answer.status} without an error of LiteAPI's own`);
}

/** What a good answer means, once it has been read: undefined where it lacks what we need. */
export function judgeRead<T>(answer: AnswerHead, value: T | undefined): LiteapiReply<T> {
  if (value === undefined)
    return unknownOf(answer, 'unreadable', `${answer.status} without what was asked for, cut off or too large`);
  return { kind: 'done', status: answer.status, value };
}

/**
 * What an answer says about the account it was made with. `hasCallerLeft`: we stopped waiting for reasons of our own,
 * which says nothing about LiteAPI.
 */
export function judgeHealth(answer: OutboundAnswer, hasCallerLeft: boolean): CallHealth {
  if (answer.kind === 'failed') return hasCallerLeft ? { kind: 'well' } : { kind: 'failed', detail: answer.detail };
  const error = answer.isTruncated ? undefined : readError(answer, parseJson(answer.body));
  const detail = error === undefined ? String(answer.status) : describeProof(answer, error);
  const { status } = answer;
  if (error === undefined) return isGood(status) ? { kind: 'well' } : { kind: 'failed', detail, status };
  if (KEY_CODES.includes(error.code)) return { kind: 'unauthorised', detail, status };
  if (SLOW_DOWN_CODES.includes(error.code)) return { kind: 'slow_down', until: slowDownUntil() };
  return FAULT_CODES.includes(error.code) ? { kind: 'failed', detail, status } : { kind: 'well' };
}

/** The error in a body, nested or flat; undefined where it carries none. */
function findOwnError(body: Readonly<Record<string, unknown>> | undefined): OwnError | undefined {
  const nested = body?.['error'];
  const flat = body !== undefined && !('data' in body) ? body : undefined;
  const error = isObject(nested) ? nested : flat;
  const code = error?.['code'];
  if (typeof code !== 'number' && !(typeof code === 'string' && /^\d{3,5}$/.test(code))) return undefined;
  const texts = [error?.['message'], error?.['description']].filter((text) => typeof text === 'string' && text !== '');
  return { code: Number(code), message: texts.join(': ').slice(0, MESSAGE_MAX) };
}

/** Statuses that say the same as the code they stand for, where no body came. */
function readError({ status }: AnswerHead, body: Readonly<Record<string, unknown>> | undefined): OwnError | undefined {
  const own = findOwnError(body);
  if (own !== undefined) return own;
  return BARE_STATUSES.includes(status) ? { code: status, message: '' } : undefined;
}
const BARE_STATUSES: readonly number[] = [204, 304, 401, 429];

function judgeError(answer: AnswerHead, error: OwnError): LiteapiReply<never> {
  const { status } = answer;
  const proof = describeProof(answer, error);
  if (KEY_CODES.includes(error.code)) return { kind: 'unauthorised', status, code: error.code, proof };
  if (SLOW_DOWN_CODES.includes(error.code)) return { kind: 'slow_down', status, until: slowDownUntil(), proof };
  if (error.code === LIMITER_FAILED) return unknownOf(answer, 'server_error', proof);
  if (error.code === TIMED_OUT) return unknownOf(answer, 'timeout', proof);
  return { kind: 'error', status, code: error.code, message: error.message, proof };
}

function unanswered(answer: Extract<OutboundAnswer, { kind: 'failed' }>): LiteapiUnknown {
  return {
    kind: 'unknown',
    reason: answer.reason === 'timeout' ? 'timeout' : 'connection',
    wasSent: answer.wasSent,
    status: undefined,
    detail: answer.detail,
  };
}

function unknownOf({ status }: AnswerHead, reason: LiteapiUnknown['reason'], detail: string): LiteapiUnknown {
  return { kind: 'unknown', reason, wasSent: true, status, detail };
}

function describeProof({ status }: AnswerHead, { code }: OwnError): string {
  return `${status} code ${code}`;
}

function slowDownUntil(): Date {
  return new Date(Date.now() + SLOW_DOWN_MS);
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

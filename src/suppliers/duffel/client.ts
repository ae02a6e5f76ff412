import type { Outbound, OutboundAnswer, OutboundRequest } from '../../platform/outbound/outbound.ts';
import type { SupplierAccount } from '../common/account.ts';
import type { AccountCalls } from '../common/account-calls.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import { judgeAnswer, judgeHealth, judgeRead } from './judge-answer.ts';
import type { DuffelReply } from './replies.ts';

/** The version of Duffel's API this adapter is written for. */
const API_VERSION = 'v2';
/** Unpacked bytes of one answer that are read, where a call does not say otherwise. */
const responseBytesMax = 4 * 1024 * 1024;
/** Unpacked bytes of a large answer that are read: 10,000 offers, and more than Duffel has been seen to send. */
const largeBytesMax = 48 * 1024 * 1024;
/** Of an error answer no more is looked at. */
const errorBytesMax = 64 * 1024;

/** One request of Duffel's API. */
export interface DuffelRequest<T> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** From `/air/…` on, with its query; ids in it are encoded. */
  readonly path: string;
  /** Goes into the body as `data`. Absent: no body. */
  readonly data?: unknown;
  /** Reads `data` of a good answer; undefined where it lacks what we need. Must not throw. */
  readonly read: (data: unknown) => T | undefined;
  /** Real milliseconds until the answer must be there; the context's deadline unless given. */
  readonly timeoutMs?: number;
  /** True for what leads to the account's money being spent (`AccountExchange`). */
  readonly needsFunds?: boolean;
  /** True for a further read of a search that was counted (`AccountExchange`). */
  readonly isContinued?: boolean;
  /** Ends the wait instead of the context's own signal: for an answer that is stored for others, too. */
  readonly signal?: AbortSignal;
}

/** A request whose answer may have many megabytes: its bytes are read elsewhere than on the event loop. */
export interface LargeDuffelRequest<T> extends Omit<DuffelRequest<T>, 'read'> {
  /** Reads the body of a good answer, which it may transfer; undefined where it lacks what we need. Must not throw. */
  readonly readBytes: (body: Buffer) => Promise<T | undefined>;
}

/** Sends requests to Duffel under an account. */
export interface DuffelClient {
  /**
   * Sends one request, never a second time, and returns what it came to. Throws the SupplierFailure of `AccountCalls`
   * where the account's turn, budget or breaker forbids the call: then nothing was sent.
   */
  request<T>(account: SupplierAccount, context: SupplierContext, request: DuffelRequest<T>): Promise<DuffelReply<T>>;
  /** As `request`, for an answer that may have many megabytes. */
  requestLarge<T>(
    account: SupplierAccount,
    context: SupplierContext,
    request: LargeDuffelRequest<T>,
  ): Promise<DuffelReply<T>>;
}

/** What the client is made of. */
export interface DuffelClientParts {
  readonly outbound: Outbound;
  readonly calls: AccountCalls;
}

/** The one place that speaks HTTP to Duffel. */
export function createDuffelClient({ outbound, calls }: DuffelClientParts): DuffelClient {
  return {
    async request(account, context, request) {
      const answer = await calls.call(account, context, {
        send: () => outbound.toTrusted(toOutbound(account, context, request, responseBytesMax)),
        health: (received) => judgeHealth(received, hasLeft(received, context, request)),
        needsFunds: request.needsFunds === true,
        isContinued: request.isContinued === true,
      });
      return judgeAnswer(answer, request.read);
    },
    async requestLarge(account, context, request) {
      const answer = await calls.call(account, context, {
        send: () => outbound.toTrustedForBytes(toOutbound(account, context, request, largeBytesMax)),
        health: (received) => judgeHealth(headOf(received), hasLeft(received, context, request)),
        needsFunds: request.needsFunds === true,
        isContinued: request.isContinued === true,
      });
      const head = headOf(answer);
      if (answer.kind === 'failed' || answer.isTruncated || !isGood(answer.status))
        return judgeAnswer<never>(head, noValue);
      const value = await request.readBytes(answer.body);
      return judgeRead(answer, value);
    },
  };
}

function toOutbound(
  account: SupplierAccount,
  context: SupplierContext,
  request: Omit<DuffelRequest<unknown>, 'read'>,
  bytesMax: number,
): OutboundRequest {
  const body = request.data === undefined ? undefined : JSON.stringify({ data: request.data });
  return {
    method: request.method,
    url: `${account.baseUrl}${request.path}`,
    headers: {
      authorization: `Bearer ${account.token}`,
      'duffel-version': API_VERSION,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
    timeoutMs: request.timeoutMs ?? context.deadlineMs,
    responseBytesMax: bytesMax,
    signal: request.signal ?? context.signal,
  };
}

/** The answer as far as its status and an error object go: the bytes of a good one are not decoded here. */
function headOf(answer: OutboundAnswer<Buffer>): OutboundAnswer {
  if (answer.kind === 'failed') return answer;
  const body = isGood(answer.status) ? '' : answer.body.toString('utf8', 0, errorBytesMax);
  return { ...answer, body };
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function noValue(): undefined {
  return undefined;
}

/** Part of its time after which an aborted call was ended by Duffel's silence, and before by a caller who left. */
const EARLY_SHARE = 0.9;

function hasLeft(
  answer: OutboundAnswer<string | Buffer>,
  { signal, deadlineMs }: SupplierContext,
  request: Pick<DuffelRequest<unknown>, 'timeoutMs' | 'signal'>,
): boolean {
  return (
    answer.kind === 'failed' &&
    answer.reason === 'timeout' &&
    (request.signal ?? signal).aborted &&
    answer.elapsedMs < (request.timeoutMs ?? deadlineMs) * EARLY_SHARE
  );
}

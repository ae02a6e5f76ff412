import type { Outbound, OutboundAnswer } from '../../platform/outbound/outbound.ts';
import type { SupplierAccount } from '../common/account.ts';
import type { AccountCalls } from '../common/account-calls.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import { judgeAnswer, judgeHealth } from './judge-answer.ts';
import type { DuffelReply } from './replies.ts';

/** The version of Duffel's API this adapter is written for. */
const API_VERSION = 'v2';
/** Unpacked bytes of one answer that are read, where a call does not say otherwise. */
const responseBytesMax = 4 * 1024 * 1024;

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
  /**
   * True for a read whose answer is stored for others as well: a caller that leaves does not end it, its time-out
   * does.
   */
  readonly outlivesCaller?: boolean;
}

/** Sends requests to Duffel under an account. */
export interface DuffelClient {
  /**
   * Sends one request, never a second time, and returns what it came to. Throws the SupplierFailure of `AccountCalls`
   * where the account's turn, budget or breaker forbids the call: then nothing was sent.
   */
  request<T>(account: SupplierAccount, context: SupplierContext, request: DuffelRequest<T>): Promise<DuffelReply<T>>;
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
        send: () => send(outbound, account, context, request),
        health: (received) => judgeHealth(received, hasLeft(context, received)),
      });
      return judgeAnswer(answer, request.read);
    },
  };
}

function send(
  outbound: Outbound,
  account: SupplierAccount,
  context: SupplierContext,
  request: DuffelRequest<unknown>,
): Promise<OutboundAnswer> {
  const body = request.data === undefined ? undefined : JSON.stringify({ data: request.data });
  return outbound.toTrusted({
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
    responseBytesMax,
    ...(request.outlivesCaller === true ? {} : { signal: context.signal }),
  });
}

/** Part of the deadline before which an aborted call was given up by its caller and not by Duffel's silence. */
const EARLY_SHARE = 0.9;

function hasLeft({ signal, deadlineMs }: SupplierContext, answer: OutboundAnswer): boolean {
  return (
    answer.kind === 'failed' &&
    answer.reason === 'timeout' &&
    signal.aborted &&
    answer.elapsedMs < deadlineMs * EARLY_SHARE
  );
}

import { LITEAPI_URL } from '../../platform/config-suppliers.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../platform/outbound/outbound.ts';
import type { SupplierAccount } from '../common/account.ts';
import type { AccountCalls } from '../common/account-calls.ts';
import type { SupplierContext } from '../ports/supplier.ts';
import { judgeAnswer, judgeHealth, judgeRead } from './judge-answer.ts';
import type { LiteapiReply } from './replies.ts';

/** Where prebooks and bookings are made; what only reads is at `LITEAPI_URL`. */
const BOOK_URL = 'https://book.liteapi.travel/v3.0';
/** Unpacked bytes of one answer that are read, where a call does not say otherwise. */
const responseBytesMax = 4 * 1024 * 1024;
/** Unpacked bytes of a large answer that are read: rates of some 5,000 hotels. */
const largeBytesMax = 48 * 1024 * 1024;
/** An error object is smaller; of a bad answer no more is looked at. */
const errorBytesMax = 64 * 1024;

/** `read` for content and rates, `book` for prebooks and bookings. */
export type LiteapiHost = 'read' | 'book';

/** One request of LiteAPI. */
export interface LiteapiRequest<T> {
  readonly host: LiteapiHost;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** From after the version on, `/hotels/rates`, with its query; ids in it are encoded. */
  readonly path: string;
  /** The JSON body. Absent: none. */
  readonly body?: unknown;
  /** Reads `data` of a good answer and the answer around it; undefined where it lacks what we need. Must not throw. */
  readonly read: (data: unknown, whole: unknown) => T | undefined;
  /** Real milliseconds until the answer must be there; the context's deadline unless given. */
  readonly timeoutMs?: number;
  /** True for what leads to the account's money being spent (`AccountExchange`). */
  readonly needsFunds?: boolean;
  /** True for a further page of a list whose first call was counted (`AccountExchange`). */
  readonly isContinued?: boolean;
  /**
   * True for what changes nothing, as a GET or a search: where LiteAPI has not looked at it (429), it is asked once
   * more, when calls are taken again. A sandbox key has five calls a second, which others may have used up.
   */
  readonly isRead?: boolean;
  /** Ends the wait instead of the context's own signal: for an answer that is stored for others, too. */
  readonly signal?: AbortSignal;
}

/** A request whose answer may have many megabytes: its bytes are read elsewhere than on the event loop. */
export interface LargeLiteapiRequest<T> extends Omit<LiteapiRequest<T>, 'read'> {
  /** Reads the body of a good answer, which it may transfer; undefined where it lacks what we need. Must not throw. */
  readonly readBytes: (body: Buffer) => Promise<T | undefined>;
}

/** Sends requests to LiteAPI under an account. */
export interface LiteapiClient {
  /**
   * Sends one request, a second time only where `isRead` allows it, and returns what it came to. Throws the
   * SupplierFailure of `AccountCalls` where the account's turn, budget or breaker forbids the call: then nothing was
   * sent.
   */
  request<T>(account: SupplierAccount, context: SupplierContext, request: LiteapiRequest<T>): Promise<LiteapiReply<T>>;
  /** As `request`, for an answer that may have many megabytes. */
  requestLarge<T>(
    account: SupplierAccount,
    context: SupplierContext,
    request: LargeLiteapiRequest<T>,
  ): Promise<LiteapiReply<T>>;
}

/** What the client is made of. */
export interface LiteapiClientParts {
  readonly outbound: Outbound;
  readonly calls: AccountCalls;
  /** Calls a second under a key of LiteAPI's sandbox; absent: no such limit. A live key may make hundreds. */
  readonly sandboxPerSecondMax?: number | undefined;
}

/** The one place that speaks HTTP to LiteAPI. */
export function createLiteapiClient({ outbound, calls, sandboxPerSecondMax }: LiteapiClientParts): LiteapiClient {
  return {
    request: (account, context, request) =>
      inItsTurn(request.isRead ?? request.method === 'GET', async (isAgain) => {
        const answer = await calls.call(account, context, {
          send: () => outbound.toTrusted(toOutbound(account, context, request, responseBytesMax)),
          health: (received) => judgeHealth(received, hasLeft(received, context, request)),
          needsFunds: request.needsFunds === true,
          isContinued: isAgain || request.isContinued === true,
          perSecondMax: account.isLive ? undefined : sandboxPerSecondMax,
        });
        return judgeAnswer(answer, request.read);
      }),
    requestLarge: (account, context, request) =>
      inItsTurn(request.isRead ?? true, async (isAgain) => {
        const answer = await calls.call(account, context, {
          send: () => outbound.toTrustedForBytes(toOutbound(account, context, request, largeBytesMax)),
          health: (received) => judgeHealth(headOf(received), hasLeft(received, context, request)),
          needsFunds: request.needsFunds === true,
          isContinued: isAgain || request.isContinued === true,
          perSecondMax: account.isLive ? undefined : sandboxPerSecondMax,
        });
        const judged = judgeAnswer(headOf(answer), () => true);
        if (judged.kind !== 'done') return judged;
        return judgeRead(judged, answer.kind === 'answered' ? await request.readBytes(answer.body) : undefined);
      }),
  };
}

/** Asks, and once more where LiteAPI has not looked: the account's door lets no call through until it would. */
async function inItsTurn<T>(
  isRead: boolean,
  ask: (isAgain: boolean) => Promise<LiteapiReply<T>>,
): Promise<LiteapiReply<T>> {
  const reply = await ask(false);
  return reply.kind === 'slow_down' && isRead ? await ask(true) : reply;
}

/** The base of a host: a stand-in that an installation names stands for all of them. */
export function baseOf({ baseUrl }: Pick<SupplierAccount, 'baseUrl'>, host: LiteapiHost): string {
  return host === 'book' && baseUrl === LITEAPI_URL ? BOOK_URL : baseUrl;
}

/** The headers of every request with a key. */
export function headersOf({ token }: Pick<SupplierAccount, 'token'>, hasBody: boolean): Record<string, string> {
  return {
    'x-api-key': token,
    accept: 'application/json',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}

function toOutbound(
  account: SupplierAccount,
  context: SupplierContext,
  request: Omit<LiteapiRequest<unknown>, 'read'>,
  bytesMax: number,
): OutboundRequest {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  return {
    method: request.method,
    url: `${baseOf(account, request.host)}${request.path}`,
    headers: headersOf(account, body !== undefined),
    ...(body === undefined ? {} : { body }),
    timeoutMs: request.timeoutMs ?? context.deadlineMs,
    responseBytesMax: bytesMax,
    signal: request.signal ?? context.signal,
  };
}

/** The answer as far as an error object goes: the bytes of a large good one are not decoded here. */
function headOf(answer: OutboundAnswer<Buffer>): OutboundAnswer {
  if (answer.kind === 'failed') return answer;
  const isGood = answer.status >= 200 && answer.status < 300;
  const isLarge = isGood && answer.body.length > errorBytesMax;
  return { ...answer, body: isLarge ? '{}' : answer.body.toString('utf8', 0, errorBytesMax) };
}

/** Part of its time after which an aborted call was ended by LiteAPI's silence, and before by a caller who left. */
const EARLY_SHARE = 0.9;

function hasLeft(
  answer: OutboundAnswer<string | Buffer>,
  { signal, deadlineMs }: SupplierContext,
  request: Pick<LiteapiRequest<unknown>, 'timeoutMs' | 'signal'>,
): boolean {
  return (
    answer.kind === 'failed' &&
    answer.reason === 'timeout' &&
    (request.signal ?? signal).aborted &&
    answer.elapsedMs < (request.timeoutMs ?? deadlineMs) * EARLY_SHARE
  );
}

import type { FieldProblem } from './bly-error.ts';
import { fromEnvironment } from './environment.ts';
import { bindOperations, type OperationMethods, type OperationTypes, operations } from './generated/operations.ts';
import { paginate } from './paginate.ts';
import { type CallOptions, readJson, type Sender, send } from './send.ts';
import { stream } from './stream.ts';

/** The published entry point of the package: what is exported here is what an integrator imports. */
export { BlyError, type BlyProblem, type FieldProblem, type ServiceErrorCode } from './bly-error.ts';
export type { OperationTypes, WebhookEvents } from './generated/operations.ts';
export type * from './generated/types.ts';
export type { CallOptions } from './send.ts';
export type { Json } from './canonical-json.ts';
export type {
  ApprovalDocument,
  QuoteDocument,
  ReceiptDocument,
  ResultDocument,
  SignedAmount,
} from './signed-documents.ts';
export {
  fetchSigningKeys,
  type PublicKey,
  type PublicKeys,
  type ReturnedPayer,
  SignatureError,
  type SignatureRefusal,
  type SignedText,
  verifyApproval,
  verifyQuote,
  verifyReceipt,
  verifyReturn,
} from './verify-quote.ts';
export {
  verifyWebhook,
  type WebhookDelivery,
  WebhookError,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookRefusal,
} from './verify-webhook.ts';

/** How a client reaches a service. */
export interface BlyOptions {
  /** Origin of the service, such as https://travel.example.com; BLY_URL of the environment unless given. */
  readonly baseUrl?: string;
  /** BLY_API_KEY of the environment unless given, and only for the service that BLY_URL names. */
  readonly apiKey?: string;
  /** An OAuth access token, or what fetches a fresh one: it is asked before every call. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** In place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** For a whole call, retries included; a minute unless set. */
  readonly timeoutMs?: number;
  /** Your own id of the end user, sent with the operations that take it. */
  readonly endUserId?: string;
  readonly sessionId?: string;
  /** Hears of the fields of a request that the service does not have and ignored: mostly misspelt names. */
  readonly onWarnings?: (warnings: readonly FieldProblem[], operation: string) => void;
}

type Names<Kind> = {
  [Name in keyof typeof operations]: (typeof operations)[Name] extends Kind ? Name : never;
}[keyof typeof operations];
/** Operations whose answer has further pages. */
export type PagedName = Names<{ readonly items: string }>;
/** Operations that can stream their answer. */
export type StreamedName = Names<{ readonly isStreamed: true }>;
type ItemsOf<Name extends PagedName> = NonNullable<
  OperationTypes[Name]['output'][(typeof operations)[Name]['items'] & keyof OperationTypes[Name]['output']]
>;
/** What a page of the operation lists. */
export type ItemOf<Name extends PagedName> = ItemsOf<Name> extends readonly (infer Item)[] ? Item : never;

/** A method for each operation, flat inputs, answers as the service words them. All throw BlyError. */
export interface Bly extends OperationMethods<CallOptions> {
  /**
   * Every item of every page, fetched as the loop goes on: `for await (const booking of bly.paginate('listBookings', {
   * limit: 100 }))`.
   */
  paginate<Name extends PagedName>(
    name: Name,
    input: OperationTypes[Name]['input'],
    options?: CallOptions,
  ): AsyncGenerator<ItemOf<Name>, void>;
  /** The search as it comes about: `offers` for each supplier, then `done`. Leaving the loop ends the search. */
  flightSearchStream(
    input: OperationTypes['flightSearch']['input'],
    options?: CallOptions,
  ): AsyncGenerator<OperationTypes['flightSearch']['event'], void>;
  /** Operations of the /api/v1 surface that can stream their answer. */
  flightsSearchStream(
    input: OperationTypes['flightsSearch']['input'],
    options?: CallOptions,
  ): AsyncGenerator<OperationTypes['flightsSearch']['event'], void>;
}

const usualTimeoutMs = 60_000;

/**
 * A client of one service. Sends reads, and writes under an Idempotency-Key (one is made for every write), again when
 * the connection fails or the service asks to wait. Needs only `fetch` and Web Crypto, logs nothing, and holds its
 * credential where printing the client does not show it.
 */
export function createBly(options: BlyOptions = {}): Bly {
  const sender = createSender(options);
  return {
    ...bindOperations<CallOptions>((name, input, given) => call(sender, { name, input, options: given ?? {} })),
    paginate: (name, input, given = {}) =>
      paginate(sender, { operation: operations[name], list: operations[name].items, input, options: given }),
    flightSearchStream: (input, given = {}) =>
      stream(sender, { operation: operations.flightSearch, input, options: given }),
    flightsSearchStream: (input, given = {}) =>
      stream(sender, { operation: operations.flightsSearch, input, options: given }),
  };
}

function call<Name extends keyof OperationTypes>(
  sender: Sender,
  {
    name,
    input,
    options,
  }: { readonly name: Name; readonly input: OperationTypes[Name]['input']; readonly options: CallOptions },
): Promise<OperationTypes[Name]['output']> {
  return send<OperationTypes[Name]['output']>(sender, {
    operation: operations[name],
    input,
    options,
    accept: 'application/json',
    read: readJson,
  });
}

function createSender({
  baseUrl = fromEnvironment('BLY_URL') ?? '',
  accessToken,
  apiKey = accessToken === undefined ? environmentKey(baseUrl) : undefined,
  fetch,
  timeoutMs = usualTimeoutMs,
  endUserId,
  sessionId,
  onWarnings,
}: BlyOptions): Sender {
  if (!/^https?:\/\//.test(baseUrl))
    throw new TypeError('Give baseUrl, or set BLY_URL: the origin of the service, such as https://travel.example.com.');
  if (apiKey !== undefined && accessToken !== undefined) throw new TypeError('Give apiKey or accessToken, not both.');
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    timeoutMs,
    endUserId,
    sessionId,
    onWarnings,
    // Called bare: browsers refuse a fetch that is called as the method of another object.
    fetch: (url, init) => (fetch ?? globalThis.fetch)(url, init),
    credential: async () => {
      if (apiKey !== undefined) return { 'x-api-key': apiKey };
      const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
      return token === undefined ? {} : { authorization: `Bearer ${token}` };
    },
  };
}

/** The key of the environment belongs to the service of the environment, and goes to no other. */
function environmentKey(baseUrl: string): string | undefined {
  const url = fromEnvironment('BLY_URL');
  const isSame = url !== undefined && url.replace(/\/+$/, '') === baseUrl.replace(/\/+$/, '');
  return isSame ? fromEnvironment('BLY_API_KEY') : undefined;
}

import { BlyError, type BlyProblem, type FieldProblem, readError, readWarnings } from './bly-error.ts';
import { type Operation, placeInput } from './operation.ts';
import { readRetryAfter, retryWaitMs, wait } from './retry.ts';

/** What one call may say differently from the client. */
export interface CallOptions {
  /** Its abort is thrown as it is. */
  readonly signal?: AbortSignal;
  /** For the whole call, retries and reading the answer included. */
  readonly timeoutMs?: number;
  /** For writes; one is made when none is given. */
  readonly idempotencyKey?: string;
  readonly endUserId?: string;
  readonly sessionId?: string;
}

/** What all calls of a client share. */
export interface Sender {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly credential: () => Promise<Readonly<Record<string, string>>>;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly endUserId: string | undefined;
  readonly sessionId: string | undefined;
  readonly onWarnings: ((warnings: readonly FieldProblem[], operation: string) => void) | undefined;
}

/** One call: what is asked, and how its answer is read. */
export interface Call<T> {
  readonly operation: Operation;
  readonly input: object;
  readonly options: CallOptions;
  readonly accept: string;
  /** Reads an answer that is no error; `explain` makes a BlyError of what reading it further throws. */
  readonly read: (response: Response, explain: (thrown: unknown) => BlyError) => Promise<T>;
}

/** A call on its way. */
interface Sending {
  readonly url: string;
  readonly init: RequestInit & { readonly signal: AbortSignal };
  readonly idempotencyKey: string | undefined;
  readonly timeout: AbortSignal;
  readonly deadlineMs: number;
}

/**
 * Sends a call, again where that is safe, and reads its answer. Throws BlyError, or the reason of the caller's signal.
 */
export async function send<T>(sender: Sender, call: Call<T>): Promise<T> {
  const sending = await prepare(sender, call);
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt(sender, call, sending);
    } catch (thrown) {
      const error = explain(thrown, call, sending);
      const { status, retryAfterSeconds } = error;
      // A redirect that a browser hides has no status either.
      const isFinal = status === 0 && error.code !== 'CONNECTION_FAILED';
      const waitMs = isFinal
        ? undefined
        : retryWaitMs({ repeat: call.operation.repeat, retries, status, retryAfterSeconds, chance: Math.random() });
      if (waitMs === undefined || Date.now() + waitMs >= sending.deadlineMs) throw error;
      await wait(waitMs, sending.init.signal).catch((reason: unknown) => {
        throw call.options.signal?.aborted ? reason : error;
      });
    }
  }
}

async function prepare<T>(sender: Sender, { operation, input, options, accept }: Call<T>): Promise<Sending> {
  const { path, body } = placeInput(operation, input);
  const timeoutMs = options.timeoutMs ?? sender.timeoutMs;
  const timeout = AbortSignal.timeout(timeoutMs);
  const idempotencyKey = operation.repeat === 'keyed' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  const endUserId = operation.isForEndUser ? (options.endUserId ?? sender.endUserId) : undefined;
  const sessionId = options.sessionId ?? sender.sessionId;
  return {
    url: `${sender.baseUrl}${path}`,
    idempotencyKey,
    timeout,
    deadlineMs: Date.now() + timeoutMs,
    init: {
      method: operation.method,
      headers: {
        accept,
        ...(await sender.credential()),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(endUserId === undefined ? {} : { 'x-end-user-id': endUserId }),
        ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
      },
      ...(body === undefined ? {} : { body }),
      // A redirect would carry the credential to another host.
      redirect: 'manual',
      signal: options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]),
    },
  };
}

async function attempt<T>(sender: Sender, call: Call<T>, sending: Sending): Promise<T> {
  const { url, init, idempotencyKey } = sending;
  init.signal.throwIfAborted();
  const response = await sender.fetch(url, init);
  reportWarnings(sender, call.operation, response.headers);
  if (response.ok) return await call.read(response, (thrown) => explain(thrown, call, sending));
  const { status, headers } = response;
  throw readError({
    status,
    text: await response.text(),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after'), Date.now()),
    idempotencyKey,
  });
}

/** Fields that the service ignored, which is mostly a misspelt name or a newer client than service. */
function reportWarnings({ onWarnings }: Sender, { method, path }: Operation, headers: Headers): void {
  const text = headers.get('x-warnings');
  if (onWarnings === undefined || text === null) return;
  onWarnings(readWarnings(text), `${method} ${path}`);
}

/** What an attempt threw, as the error of the call; throws the caller's own abort. */
function explain<T>(thrown: unknown, { options }: Call<T>, { timeout, idempotencyKey }: Sending): BlyError {
  if (thrown instanceof BlyError) return thrown;
  if (options.signal?.aborted) throw options.signal.reason;
  const problem: BlyProblem = timeout.aborted ? { code: 'TIMED_OUT' } : { code: 'CONNECTION_FAILED' };
  const message = timeout.aborted
    ? 'The service has not answered in time.'
    : 'The service could not be reached, or the connection broke.';
  return new BlyError({ problem, message, status: 0, idempotencyKey, cause: thrown });
}

/**
 * The JSON of an answer, null for an empty one. Its shape is trusted: the service writes its answers after
 * the same document this client's types are made from. What is not JSON is a BlyError of code UNKNOWN.
 */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  try {
    return JSON.parse(text === '' ? 'null' : text);
  } catch (cause) {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    throw new BlyError({
      problem: { code: 'UNKNOWN', wireCode: undefined },
      message: 'The answer is not JSON. Is baseUrl the address of the service?',
      status: response.status,
      requestId,
      cause,
    });
  }
}

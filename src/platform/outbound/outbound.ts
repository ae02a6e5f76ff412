import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import { type AddressPolicy, builtInAddresses, judgeAddress, judgeUrl } from './outbound-address.ts';
import type { Connections, PinnedPools } from './outbound-pools.ts';
import { createResolver, type ResolveHost } from './outbound-resolver.ts';

/** A call to another host, bounded in time and bytes; redirects are never followed. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly timeoutMs: number;
  /** Bytes of the answer that are read; the rest is cut off (`isTruncated`). */
  readonly responseBytesMax: number;
  readonly signal?: AbortSignal;
  /**
   * Whose connections `toPublic` uses: requests of one lane share keep-alive connections to a host and use no other
   * lane's, so that an endpoint that hangs at a shared host delays only its own lane. Omitted: one lane per host.
   */
  readonly lane?: string;
}

/**
 * What came back, or how it failed. `refused_address`: the name resolves to an address we do not call. The body is
 * UTF-8 text, or the bytes as they were sent.
 */
export type OutboundAnswer<Body extends string | Buffer = string> =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Body;
      readonly isTruncated: boolean;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'timeout' | 'connection' | 'refused_address' | 'bad_url';
      /**
       * False where it is proven that not a byte of the request left this machine: no connection came about, or the
       * deadline passed before one did. Else the other side may have acted on it.
       */
      readonly wasSent: boolean;
      readonly detail: string;
      readonly elapsedMs: number;
    };

/**
 * The one door to other hosts. `toPublic` checks and pins the resolved address (webhooks); `toTrusted` is for
 * configured suppliers, and takes compressed answers: the byte bound then counts what they unpack to.
 */
export interface Outbound {
  toPublic(request: OutboundRequest): Promise<OutboundAnswer>;
  /** As `toPublic`, for what is no text. */
  toPublicForBytes(request: OutboundRequest): Promise<OutboundAnswer<Buffer>>;
  toTrusted(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * As `toTrusted`, for answers of many megabytes: the unpacked bytes, not decoded. The buffer shares its memory with
   * nothing, so that it can be transferred to a worker thread.
   */
  toTrustedForBytes(request: OutboundRequest): Promise<OutboundAnswer<Buffer>>;
  /** Undefined when a webhook may be registered with this url, else what is wrong with it. */
  checkPublicUrl(url: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What the door is built from. `resolveHost` is given in tests only. */
export interface OutboundOptions {
  readonly allowLocal: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  readonly resolveHost?: ResolveHost;
}

/** Addresses of one name that are tried one after another while no connection comes about. */
const addressesTriedMax = 3;
const registrationResolveMs = 2_500;
/** Four times zlib's own: a large answer is unpacked in fewer steps. */
const unpackChunkBytes = 65_536;

type Failure = Extract<OutboundAnswer, { kind: 'failed' }>['reason'];

/** Ends an exchange with its documented failure. Never leaves this file. */
class OutboundFailure extends Error {
  readonly reason: Failure;

  constructor(reason: Failure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundFailure';
    this.reason = reason;
  }
}

/** Creates the client: keep-alive, deadlines and byte bounds for all hosts, the address guard for public ones. */
export function createOutbound(options: OutboundOptions): Outbound {
  const policy: AddressPolicy = { allowLocal: options.allowLocal };
  const resolveHost = options.resolveHost ?? createResolver();
  let connections: Promise<Connections> | undefined;
  let isClosed = false;
  const connect = (): Promise<Connections> => {
    if (isClosed) return Promise.reject(new OutboundFailure('connection', 'This process is stopping.'));
    connections ??= openConnections().catch((cause: unknown) => {
      options.log.error({ err: cause }, 'The HTTP client could not be loaded.');
      // The next call tries again.
      connections = undefined;
      throw cause;
    });
    return connections;
  };
  const toTrusted = (request: OutboundRequest) =>
    exchange(request, options, async (signal, attempt) =>
      sendToTrusted(request, (await connect()).agent, signal, attempt),
    );
  const toPublic = (request: OutboundRequest) =>
    exchange(request, options, async (signal, attempt) =>
      sendToPublic(request, { policy, resolveHost, pools: (await connect()).pools, signal, attempt }),
    );
  return {
    toPublic: async (request) => asText(await toPublic(request)),
    toPublicForBytes: toPublic,
    toTrusted: async (request) => asText(await toTrusted(request)),
    toTrustedForBytes: toTrusted,
    checkPublicUrl: (url) => checkPublicUrl(url, policy, resolveHost),
    async close() {
      isClosed = true;
      const open = await connections?.catch(() => undefined);
      await Promise.all([open?.pools.close(), open?.agent.destroy()]);
    },
  };
}

/** The HTTP client takes 3 MiB: it is loaded by the first call, for many installations make none. */
async function openConnections(): Promise<Connections> {
  const { createConnections } = await import('./outbound-pools.ts');
  return createConnections();
}

/** What is known of one exchange while it lasts. */
interface Attempt {
  wasSent: boolean;
  /** The answer's body as it is read. */
  unpack(response: Dispatcher.ResponseData): Readable;
}

/** Runs one exchange under its deadline and turns whatever happens into data. */
async function exchange(
  request: OutboundRequest,
  options: OutboundOptions,
  send: (signal: AbortSignal, attempt: Attempt) => Promise<Dispatcher.ResponseData>,
): Promise<OutboundAnswer<Buffer>> {
  const started = performance.now();
  const attempt: Attempt = { wasSent: false, unpack: ({ body }) => body };
  const elapsed = () => Math.round(performance.now() - started);
  const deadline = new AbortController();
  const onTimeout = () => deadline.abort(new OutboundFailure('timeout', `No answer within ${request.timeoutMs} ms.`));
  const timer = setTimeout(onTimeout, request.timeoutMs);
  const onCallerAbort = () => deadline.abort(new OutboundFailure('timeout', 'The caller stopped waiting.'));
  if (request.signal?.aborted === true) onCallerAbort();
  request.signal?.addEventListener('abort', onCallerAbort, { once: true });
  try {
    const response = await orAbort(send(deadline.signal, attempt), deadline.signal);
    const { body, isTruncated } = await orAbort(
      readBounded(attempt.unpack(response), request.responseBytesMax),
      deadline.signal,
    );
    const headers = flatten(response.headers);
    return { kind: 'answered', status: response.statusCode, headers, body, isTruncated, elapsedMs: elapsed() };
  } catch (error) {
    const failure = toFailure(error, deadline.signal);
    options.log.debug({ err: error, reason: failure.reason }, 'outbound call failed');
    const { wasSent } = attempt;
    return { kind: 'failed', reason: failure.reason, wasSent, detail: failure.message, elapsedMs: elapsed() };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onCallerAbort);
  }
}

interface PublicSend {
  readonly policy: AddressPolicy;
  readonly resolveHost: ResolveHost;
  readonly pools: PinnedPools;
  readonly signal: AbortSignal;
  readonly attempt: Attempt;
}

/** Judge the url, resolve once, check every address, then speak to a checked one and to no other. */
async function sendToPublic(request: OutboundRequest, context: PublicSend): Promise<Dispatcher.ResponseData> {
  const { policy, resolveHost, pools, signal, attempt } = context;
  const verdict = judgeUrl(request.url, policy);
  if (verdict.kind === 'refused') throw new OutboundFailure(verdict.reason, `The URL ${verdict.problem}.`);
  const { url, hostname, literal } = verdict;
  const addresses = literal === undefined ? await resolveChecked(hostname, policy, resolveHost) : [literal];
  signal.throwIfAborted();
  const line = { lane: request.lane ?? '', origin: url.origin };
  const candidates = pools.order(line, addresses).slice(0, addressesTriedMax);
  for (const [index, address] of candidates.entries()) {
    try {
      return await dispatch(pools.take(line, address), request, url, signal, attempt);
    } catch (error) {
      // Nothing was sent while no connection came about, so the next address may be tried without sending twice.
      if (signal.aborted || !isConnectFailure(error) || index === candidates.length - 1) throw error;
    }
  }
  throw new OutboundFailure('connection', 'The name has no address.');
}

async function sendToTrusted(
  request: OutboundRequest,
  agent: Dispatcher,
  signal: AbortSignal,
  attempt: Attempt,
): Promise<Dispatcher.ResponseData> {
  if (!URL.canParse(request.url)) throw new OutboundFailure('bad_url', 'The URL is not absolute.');
  const url = new URL(request.url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundFailure('bad_url', 'The URL is neither http nor https.');
  signal.throwIfAborted();
  attempt.unpack = unpackGzip;
  const headers = { 'accept-encoding': 'gzip', ...request.headers };
  return dispatch(agent, { ...request, headers }, url, signal, attempt);
}

function dispatch(
  dispatcher: Dispatcher,
  request: OutboundRequest,
  url: URL,
  signal: AbortSignal,
  attempt: Attempt,
): Promise<Dispatcher.ResponseData> {
  return dispatcher.compose(noteSending(attempt)).request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...request.headers },
    body: request.body ?? null,
    signal,
  });
}

function unpackGzip({ headers, body }: Dispatcher.ResponseData): Readable {
  // What goes wrong while unpacking ends the reader, who throws it.
  return headers['content-encoding'] === 'gzip'
    ? pipeline(body, createGunzip({ chunkSize: unpackChunkBytes }), () => undefined)
    : body;
}

/** Notes the moment a connection stands and the request is about to be written to it. */
function noteSending(attempt: Attempt): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        attempt.wasSent = true;
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...event) => handler.onResponseStart?.(...event),
      onResponseData: (...event) => handler.onResponseData?.(...event),
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
      onResponseError: (...event) => handler.onResponseError?.(...event),
      onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
    });
  };
}

async function resolveChecked(
  hostname: string,
  policy: AddressPolicy,
  resolveHost: ResolveHost,
): Promise<readonly string[]> {
  const addresses = builtInAddresses(hostname) ?? (await resolveOrFail(hostname, resolveHost));
  if (addresses.length === 0) throw new OutboundFailure('connection', `The name ${hostname} does not resolve.`);
  for (const address of addresses) {
    const problem = judgeAddress(address, policy);
    // One bad address condemns the name: a mixture is how rebinding looks from here.
    if (problem !== undefined)
      throw new OutboundFailure('refused_address', `The name ${hostname} resolves to a ${problem}.`);
  }
  return addresses;
}

async function resolveOrFail(hostname: string, resolveHost: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolveHost(hostname);
  } catch (cause) {
    throw new OutboundFailure('connection', `The name ${hostname} does not resolve.`, { cause });
  }
}

/** A name that does not resolve (yet, or from here) may be registered: every attempt resolves and checks it again. */
async function checkPublicUrl(
  text: string,
  policy: AddressPolicy,
  resolveHost: ResolveHost,
): Promise<string | undefined> {
  const verdict = judgeUrl(text, policy);
  if (verdict.kind === 'refused') return verdict.problem;
  if (verdict.literal !== undefined) return undefined;
  const { promise: waited, resolve: giveUp } = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => giveUp([]), registrationResolveMs);
  try {
    const requested =
      builtInAddresses(verdict.hostname) ??
      (await Promise.race([resolveHost(verdict.hostname).catch(() => []), waited]));
    const problem = requested.map((address) => judgeAddress(address, policy)).find((found) => found !== undefined);
    return problem === undefined ? undefined : `must not resolve to a ${problem}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Reads at most `bytesMax` bytes; a longer answer costs its connection. */
async function readBounded(body: Readable, bytesMax: number): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > bytesMax) break;
  }
  return { body: joinChunks(chunks, Math.min(size, bytesMax)), isTruncated: size > bytesMax };
}

/** Unlike `Buffer.concat` never in Node's shared pool, whose memory cannot be transferred to a worker thread. */
function joinChunks(chunks: readonly Buffer[], size: number): Buffer {
  const joined = Buffer.from(new ArrayBuffer(size));
  let offset = 0;
  for (const chunk of chunks) offset += chunk.copy(joined, offset);
  return joined;
}

function asText(answer: OutboundAnswer<Buffer>): OutboundAnswer {
  return answer.kind === 'answered' ? { ...answer, body: answer.body.toString('utf8') } : answer;
}

/** Settles when the deadline passes even where the awaited work does not listen to it (name resolution). */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

function toFailure(error: unknown, signal: AbortSignal): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  if (signal.aborted && signal.reason instanceof OutboundFailure) return signal.reason;
  const isConnectTimeout = errorCode(error) === 'UND_ERR_CONNECT_TIMEOUT';
  return new OutboundFailure(isConnectTimeout ? 'timeout' : 'connection', describe(error), { cause: error });
}

/** The code of a network error (`ECONNREFUSED`), which helps the owner of an endpoint more than a sentence. */
function describe(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : 'The connection failed.');
}

const CONNECT_FAILURES: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

function isConnectFailure(error: unknown): boolean {
  return CONNECT_FAILURES.has(errorCode(error) ?? '');
}

function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

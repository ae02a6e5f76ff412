import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { IdempotentRun, RequestInfo } from './route.ts';

/** What a handler is told about a request beside its input. */
export function describeRequest(
  request: FastifyRequest,
  known: { readonly requestId: string; readonly sessionId: string | undefined; readonly idempotency: IdempotentRun | undefined },
): RequestInfo {
  return new DescribedRequest(request, known);
}

/** A class for the sake of one getter: few handlers look at the signal, and making it costs more than all the rest. */
class DescribedRequest implements RequestInfo {
  readonly requestId: string;
  readonly sessionId: string | undefined;
  readonly idempotency: IdempotentRun | undefined;
  readonly #request: FastifyRequest;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, known: Pick<RequestInfo, 'requestId' | 'sessionId' | 'idempotency'>) {
    this.#request = request;
    this.requestId = known.requestId;
    this.sessionId = known.sessionId;
    this.idempotency = known.idempotency;
  }

  get remoteAddress(): string {
    return this.#request.ip;
  }

  get headers(): RequestInfo['headers'] {
    return this.#request.raw.headers;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#request);
    return this.#signal;
  }
}

/** A request whose handler wants to know when its client leaves. */
interface LiveRequest {
  readonly request: FastifyRequest;
  readonly controller: AbortController;
}

/**
 * The requests being answered on each connection: several when a client pipelines. One listener for all that a kept-alive connection
 * carries, not one for each. A list, not a `Map`: one that is filled and emptied for ever leaves its old tables behind, each of which
 * holds the next one and a request that was in it, so that what a whole answer was made of outlives the collection of young objects.
 */
const liveOn = new WeakMap<Socket, LiveRequest[]>();

/** The request has been answered: nobody is told any more that its client has left. */
export function forgetRequest(request: FastifyRequest): void {
  const live = liveOn.get(request.raw.socket);
  const position = live?.findIndex((one) => one.request === request) ?? -1;
  if (position >= 0) live?.splice(position, 1);
}

function signalOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  const { socket } = request.raw;
  if (socket.destroyed) controller.abort();
  else liveRequestsOf(socket).push({ request, controller });
  return controller.signal;
}

function liveRequestsOf(socket: Socket): LiveRequest[] {
  const known = liveOn.get(socket);
  if (known !== undefined) return known;
  const live: LiveRequest[] = [];
  liveOn.set(socket, live);
  socket.once('close', () => {
    for (const { controller } of live) controller.abort();
  });
  return live;
}

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

/** The request now on each connection: one listener for all that a kept-alive connection carries, not one for each. */
const currentOn = new WeakMap<Socket, { controller: AbortController }>();

function signalOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  const { socket } = request.raw;
  const current = currentOn.get(socket);
  if (socket.destroyed) controller.abort();
  else if (current !== undefined) current.controller = controller;
  else {
    const made = { controller };
    currentOn.set(socket, made);
    socket.once('close', () => made.controller.abort());
  }
  return controller.signal;
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';
import type { IdempotentRun, RequestInfo } from '../route.ts';

/** What a handler knows of a request beside its input. */
export function describeRequest(
  request: FastifyRequest,
  known: {
    readonly requestId: string;
    readonly sessionId: string | undefined;
    readonly idempotency: IdempotentRun | undefined;
  },
): DescribedRequest {
  return new DescribedRequest(request, known);
}

/** Whether a request's signal fired because its client left, rather than because we ended the request. */
export function isClientGone(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof Refusal);
}

/** A class for the sake of one getter: few handlers look at the signal, and making it costs more than all the rest. */
export class DescribedRequest implements RequestInfo {
  readonly requestId: string;
  readonly sessionId: string | undefined;
  /** Set once an Idempotency-Key has been looked at. */
  idempotency: IdempotentRun | undefined;
  readonly #request: FastifyRequest;
  #controller: AbortController | undefined;

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
    this.#controller ??= watchClient(this.#request);
    return this.#controller.signal;
  }

  /** Ends the request from our side: its signal fires with what the client is to be answered. */
  abort(refusal: Refusal): void {
    this.#controller ??= watchClient(this.#request);
    this.#controller.abort(refusal);
  }
}

/** A request whose handler wants to know when its client leaves. */
interface LiveRequest {
  readonly request: FastifyRequest;
  readonly controller: AbortController;
}

/**
 * The requests being answered on each connection: several when a client pipelines. A connection has one listener for
 * all its requests. A list, not a `Map`: a `Map` that is filled and emptied for ever leaves hash tables behind that
 * reference past requests, whose answers then survive minor collections.
 */
const liveOn = new WeakMap<Socket, LiveRequest[]>();

/** The request has been answered: its signal no longer fires when the client leaves. */
export function forgetRequest(request: FastifyRequest): void {
  const live = liveOn.get(request.raw.socket);
  const position = live?.findIndex((one) => one.request === request) ?? -1;
  if (position >= 0) live?.splice(position, 1);
}

/**
 * Fires when the client of whom a call within the process is made has left: such a call has no connection of its own.
 */
const askerGone = new AsyncLocalStorage<AbortSignal>();

/** Makes a call within the process whose request ends as if its client had left once the signal fires. */
export function callOnBehalf<T>(gone: AbortSignal, call: () => Promise<T>): Promise<T> {
  return askerGone.run(gone, call);
}

function watchClient(request: FastifyRequest): AbortController {
  const controller = new AbortController();
  const gone = askerGone.getStore();
  if (gone?.aborted) controller.abort();
  else gone?.addEventListener('abort', () => controller.abort(), { once: true });
  const { socket } = request.raw;
  if (socket.destroyed) controller.abort();
  else liveRequestsOf(socket).push({ request, controller });
  return controller;
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

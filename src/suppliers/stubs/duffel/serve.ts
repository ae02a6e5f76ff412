import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { sendAnswer, type StubAnswer } from '../send-answer.ts';
import { hasEffect, type TransportFault } from '../transport-faults.ts';
import type { Account, DuffelState } from './account.ts';
import { type AnswerFault, isAnswerFault, type Operation } from './faults.ts';
import { rateHeaders } from './rate-limiter.ts';
import { DuffelRefusal, knownCode, presentRefusal, refusal } from './refusals.ts';
import { authenticate, checkHeaders, readBody, refuseSuspended } from './request-rules.ts';

/** A call that passed everything Duffel checks before it looks at what is wanted. */
export interface DuffelCall {
  readonly state: DuffelState;
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The `data` of the body; undefined where none was sent and none is needed. */
  readonly data: unknown;
}

/** One route of Duffel's API. */
export interface DuffelRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly operation: Operation;
  /** Whether a body with `data` must come. */
  readonly body?: 'required' | 'optional';
  handle(call: DuffelCall): StubAnswer | Promise<StubAnswer>;
}

/** Serves routes behind Duffel's checks, limits and the key's fault switches. */
export function mountRoutes(app: FastifyInstance, state: DuffelState, routes: readonly DuffelRoute[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => serve(state, route, request, reply),
    });
  }
}

async function serve(
  state: DuffelState,
  route: DuffelRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await state.clock.runDue();
  const requestId = `F${randomBytes(12).toString('base64url')}`;
  const progress: Progress = { headers: { 'x-request-id': requestId }, fault: undefined, finish: undefined };
  const answer = await answerOrRefuse(requestId, () => run(state, route, request, progress));
  const faulty = withFault(answer, progress.fault, requestId);
  progress.finish?.(faulty.status);
  const headers = { ...progress.headers, ...faulty.headers };
  await sendAnswer(request, reply, { ...faulty, headers }, transportFault(progress.fault));
}

/** What is known of a call while it runs, for an answer that comes of a refusal, too. */
interface Progress {
  headers: Readonly<Record<string, string>>;
  fault: AnswerFault | undefined;
  finish: ((status: number) => void) | undefined;
}

async function run(
  state: DuffelState,
  route: DuffelRoute,
  request: FastifyRequest,
  progress: Progress,
): Promise<StubAnswer> {
  const account = authenticate(state, request);
  const { operation } = route;
  const url = new URL(request.url, 'http://stub');
  progress.finish = account.calls.begin({
    operation,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    at: state.clock.now().toISOString(),
  });
  refuseSuspended(account);
  const window = account.limiter.take(account.settings.rate_limit, new Date());
  progress.headers = { ...progress.headers, ...rateHeaders(window) };
  if (window.isExceeded) throw refusal('rate_limit_exceeded');
  checkHeaders(request, typeof request.body === 'string' && request.body !== '');
  const data = route.body === undefined ? undefined : readBody(request.body, route.body === 'required');
  progress.fault = account.switches.take(operation, isAnswerFault);
  if (progress.fault !== undefined && !isCarriedOut(progress.fault)) return { status: 200, body: { data: {} } };
  const params = isParams(request.params) ? request.params : {};
  return await route.handle({ state, account, params, query: url.searchParams, data });
}

async function answerOrRefuse(requestId: string, work: () => Promise<StubAnswer>): Promise<StubAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DuffelRefusal) return presentRefusal(error, requestId);
    throw error;
  }
}

function isParams(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null;
}

function isCarriedOut(fault: AnswerFault): boolean {
  return fault.kind === 'error' || fault.kind === 'rate_limited' ? fault.effect : hasEffect(fault);
}

function transportFault(fault: AnswerFault | undefined): TransportFault | undefined {
  return fault?.kind === 'error' || fault?.kind === 'rate_limited' ? undefined : fault;
}

/** The answer as a fault changes it; what happens on the wire is done by `sendAnswer`. */
function withFault(answer: StubAnswer, fault: AnswerFault | undefined, requestId: string): StubAnswer {
  if (fault?.kind === 'rate_limited') {
    const resetsAt = new Date(Math.ceil(Date.now() / 1_000 + fault.seconds) * 1_000);
    const headers = rateHeaders({ limit: 60, remaining: 0, resetsAt, isExceeded: true });
    return { ...presentRefusal(refusal('rate_limit_exceeded'), requestId), headers };
  }
  if (fault?.kind !== 'error') return answer;
  const { code, message, source } = fault;
  const known = knownCode(String(code));
  const status = fault.status ?? known.status;
  if (fault.text !== undefined) return { status, body: fault.text };
  const entry = {
    type: fault.type ?? known.type,
    title: fault.title ?? known.title,
    message: message ?? known.title,
    code,
  };
  const answered = presentRefusal(
    new DuffelRefusal(status, fault.empty ? [] : [{ ...entry, source: readSource(source) }]),
    requestId,
  );
  return answered;
}

function readSource(source: unknown): string | { readonly field: string; readonly pointer: string } | undefined {
  if (typeof source === 'string') return source;
  if (typeof source !== 'object' || source === null) return undefined;
  const text = (name: string): string => String(Reflect.get(source, name) ?? '');
  return { field: text('field'), pointer: text('pointer') };
}

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { sendAnswer, type StubAnswer } from '../send-answer.ts';
import { hasEffect, type TransportFault } from '../transport-faults.ts';
import type { Account, LiteapiState } from './account.ts';
import { type AnswerFault, isAnswerFault, type Operation } from './faults.ts';
import { LiteapiRefusal, presentRefusal } from './refusals.ts';
import { authenticate, readBody, refuseSuspendedOrHasty } from './request-rules.ts';
import { sendForbiddenBody } from './send-bodies.ts';
import { type EventStream, sendStream } from './send-stream.ts';

/** A call that passed everything LiteAPI checks before it looks at what is wanted. */
export interface LiteapiCall {
  readonly state: LiteapiState;
  readonly account: Account;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The fields of the body; undefined where the operation takes none. */
  readonly fields: unknown;
  /** Where the stub is reached: photos have their addresses under it. */
  readonly origin: string;
}

/** One route of LiteAPI. */
export interface LiteapiRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly operation: Operation;
  readonly body?: 'required';
  /** Errors of this route come without `error` around them. */
  readonly hasFlatErrors?: boolean;
  handle(call: LiteapiCall): StubAnswer | EventStream | Promise<StubAnswer | EventStream>;
}

/** The version in every path: read hosts and booking hosts of the real API are one here. */
export const API_PREFIX = '/v3.0';

/** Serves routes behind LiteAPI's checks, limits and the key's fault switches. */
export function mountRoutes(app: FastifyInstance, state: LiteapiState, routes: readonly LiteapiRoute[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `${API_PREFIX}${route.path}`,
      handler: (request, reply) => serve(state, route, request, reply),
    });
  }
}

/** What is known of a call while it runs, for an answer that comes of a refusal, too. */
interface Progress {
  account: Account | undefined;
  fault: AnswerFault | undefined;
  finish: ((status: number) => void) | undefined;
}

async function serve(
  state: LiteapiState,
  route: LiteapiRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await state.clock.runDue();
  const progress: Progress = { account: undefined, fault: undefined, finish: undefined };
  const answer = await answerOrRefuse(route, progress, () => run(state, route, request, progress));
  if ('blocks' in answer && progress.fault === undefined) {
    progress.finish?.(200);
    return await sendStream(reply, answer);
  }
  const plain = 'blocks' in answer ? { status: 200, body: { data: {} } } : answer;
  const faulty = withFault(plain, progress.fault);
  progress.finish?.(faulty.status);
  if (isBodyless(faulty.status) && faulty.body !== undefined) return sendForbiddenBody(reply, faulty);
  await sendAnswer(request, reply, faulty, transportFault(progress.fault));
}

const isBodyless = (status: number): boolean => status === 204 || status === 304;

async function run(
  state: LiteapiState,
  route: LiteapiRoute,
  request: FastifyRequest,
  progress: Progress,
): Promise<StubAnswer | EventStream> {
  const account = authenticate(state, request);
  progress.account = account;
  const url = new URL(request.url, 'http://stub');
  progress.finish = account.calls.begin({
    operation: route.operation,
    method: request.method,
    path: `${url.pathname}${url.search}`,
    at: state.clock.now().toISOString(),
  });
  refuseSuspendedOrHasty(account, route.operation);
  progress.fault = account.switches.take(route.operation, isAnswerFault);
  if (progress.fault !== undefined && !isCarriedOut(progress.fault)) return { status: 200, body: { data: {} } };
  const fields = route.body === undefined ? undefined : readBody(request);
  const params = isParams(request.params) ? request.params : {};
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  return await route.handle({ state, account, params, query: url.searchParams, fields, origin });
}

async function answerOrRefuse(
  route: LiteapiRoute,
  progress: Progress,
  work: () => Promise<StubAnswer | EventStream>,
): Promise<StubAnswer | EventStream> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LiteapiRefusal)) throw error;
    const answer = presentRefusal(error, route.hasFlatErrors ?? false);
    return error.status === 204 ? nothingFound(answer, progress.account?.settings.nothing_found) : answer;
  }
}

/** "Nothing found" in one of the forms that it has. */
function nothingFound(answer: StubAnswer, form: Account['settings']['nothing_found'] = '204'): StubAnswer {
  if (form === '200') return { ...answer, status: 200 };
  return form === '204' ? { status: 204 } : answer;
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
function withFault(answer: StubAnswer, fault: AnswerFault | undefined): StubAnswer {
  if (fault?.kind === 'rate_limited') return presentRefusal(new LiteapiRefusal(fault.code));
  if (fault?.kind !== 'error') return answer;
  const { code, status, message, description, flat, text } = fault;
  const refused = new LiteapiRefusal(code, { status, message, description });
  if (text !== undefined) return { status: refused.status, body: text === '' ? undefined : text };
  return presentRefusal(refused, flat);
}

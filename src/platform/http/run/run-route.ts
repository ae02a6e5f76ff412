import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { RegisteredApp } from '../../platform.ts';
import { CONDITIONS, type Refusal, refuse } from '../../errors.ts';
import {
  type Answer,
  type FailureTranslator,
  jsonAnswer,
  quotaHeaders,
  refusalAnswer,
  refusalOf,
} from '../send/answer.ts';
import { checkQueryTexts, checkShape, holdsUsableTexts, parseJsonBody } from '../input/check-input.ts';
import type { CompiledRoute } from '../compiled-route.ts';
import type { ErrorPageRenderer } from '../send/error-page.ts';
import { explainRefusal, type FieldExplainer } from '../../refusals/explain-refusal.ts';
import type { Admission, Identity, QuotaState, RateState } from '../gate.ts';
import { beginKeyedWrite, type KeyedRun } from '../idempotency/idempotency.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { bodyBytesMax, hasNoBody, readBody } from '../input/read-body.ts';
import {
  prefersEventStream,
  readCredential,
  readEndUserId,
  readIdempotencyKey,
  readRequestId,
  readSessionId,
} from '../input/request-headers.ts';
import { type DescribedRequest, describeRequest, forgetRequest } from '../input/request-info.ts';
import { type AnyRoute, RenderedJson, type RouteContext } from '../route.ts';
import { beginLongWork, concurrencyRefusal, type LongExchange } from './run-long.ts';
import { type SendParts, sendBody } from '../send/send-body.ts';
import { type OpenStream, type StreamEnding, sendStream } from '../send/send-stream.ts';

/** What every route of a server shares. */
export interface ServerParts extends SendParts {
  readonly app: RegisteredApp;
  readonly translate: FailureTranslator;
  readonly explain: FieldExplainer;
  readonly renderError: ErrorPageRenderer;
  readonly lifecycle: Lifecycle;
  /** Headers of every page, whatever its status. */
  readonly pageHeaders: Readonly<Record<string, string>>;
  /** Fires when the process stops and streams have had their time to end by themselves. */
  readonly streamsEnd: AbortSignal;
}

/** One request in the fixed steps. */
interface Exchange {
  readonly parts: ServerParts;
  readonly route: CompiledRoute;
  readonly request: FastifyRequest;
  readonly requestId: string;
  readonly sessionId: string | undefined;
  rate: RateState | undefined;
  /** Undefined: no quota, or nobody is known to be calling (then `rate` is undefined as well). */
  quota: QuotaState | undefined;
  admission: Admission | undefined;
  organizationId: string | undefined;
  long: LongExchange | undefined;
  /** The body, or else the query, as it came. */
  sent: unknown;
}
/** How a call ends whose stream could not even be begun: a bug of ours, which costs nothing. */
const BROKEN_OFF: StreamEnding = { status: 500, chargedAs: 500 };
interface Input extends Pick<RouteContext<unknown, unknown, unknown>, 'params' | 'query' | 'body'> {
  /** The body as it was sent, to recognise a repeated request. */
  readonly sentBody: unknown;
}

/**
 * One request through its fixed steps: ids → deprecation → authenticate (401) → scope (403) → meter (429, 402) → read
 * and validate (400, 422) → idempotency → the operation. Every answer, good or bad, leaves through `send`.
 */
export async function runRoute(
  parts: ServerParts,
  route: CompiledRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAt = performance.now();
  const { headers } = request.raw;
  const exchange: Exchange = {
    parts,
    route,
    request,
    requestId: readRequestId(headers),
    sessionId: readSessionId(headers),
    rate: undefined,
    quota: undefined,
    admission: undefined,
    organizationId: undefined,
    long: undefined,
    sent: undefined,
  };
  const { answer, ending } = await carryOut(exchange, reply);
  if (!('open' in answer)) await send(exchange, reply, answer);
  const seconds = (performance.now() - startedAt) / 1_000;
  route.observe(ending.status, seconds);
  logAnswer(exchange, ending.status, seconds);
  return reply;
}

/**
 * Everything but sending a plain answer. Whatever happens, the call is counted out and settled, before its client sees
 * the end of a plain answer.
 */
async function carryOut(
  exchange: Exchange,
  reply: FastifyReply,
): Promise<{ readonly answer: Answer | OpenStream; readonly ending: StreamEnding }> {
  const { lifecycle } = exchange.parts;
  let ending: StreamEnding = BROKEN_OFF;
  lifecycle.inFlight += 1;
  try {
    const answer = refuseUnread(exchange, await answerSafely(exchange));
    ending =
      'open' in answer
        ? await stream(exchange, reply, answer)
        : { status: answer.status, chargedAs: answer.chargedAs ?? answer.status };
    if (exchange.long) ending = { ...ending, chargedAs: exchange.long.chargedAs(ending.chargedAs) };
    return { answer, ending };
  } finally {
    exchange.long?.end();
    lifecycle.inFlight -= 1;
    forgetRequest(exchange.request);
    exchange.admission?.settle(ending.chargedAs);
  }
}

async function answerSafely(exchange: Exchange): Promise<Answer | OpenStream> {
  const { parts, route } = exchange;
  try {
    if (route.sunsetAt && parts.app.clock.now() >= route.sunsetAt) throw refuse('path_unknown');
    if (parts.lifecycle.isStopping) throw refuse('service_stopping', { headers: { 'Retry-After': '1' } });
    const caller = route.declaration.access === 'open' ? undefined : await admit(exchange);
    refuseWork(exchange);
    const input = await readInput(exchange);
    return await operate(exchange, caller, input);
  } catch (error) {
    return refusalAnswer(
      refusalOfExchange(exchange, exchange.long?.explain(error) ?? error),
      parts.app.config.publicUrl,
    );
  }
}

async function admit(exchange: Exchange): Promise<Caller> {
  const {
    parts: { app },
    route: { declaration },
    request,
  } = exchange;
  const identity = await app.gate.authenticate(readCredential(request.raw.headers, request.method), 'api', request);
  if (!identity)
    throw refuse('credential_invalid', {
      headers: { 'WWW-Authenticate': 'Bearer realm="bly", error="invalid_token"' },
    });
  exchange.organizationId = identity.organizationId;
  await refuseForbidden(exchange, identity);
  const { scheduler } = app;
  const isCrowded =
    declaration.longWork !== undefined && !identity.isUnlimited && scheduler.isFull(identity.organizationId);
  if (isCrowded && !(await scheduler.waitForPlace(identity.organizationId))) {
    exchange.rate = await app.gate.readRate(identity);
    throw concurrencyRefusal(app);
  }
  const now = await app.organizationNow(identity.organizationId);
  const endUser = declaration.takesEndUser ? tryReadEndUser(request) : undefined;
  const { operationId, cost } = declaration;
  const admission = await app.gate.admit(identity, { operationId, cost, now, endUserId: endUser?.value });
  exchange.rate = admission.rate;
  exchange.quota = await app.gate.readQuota(identity, now);
  if (admission.refusal) throw admission.refusal;
  exchange.admission = admission;
  if (endUser?.error) throw endUser.error;
  const { organizationId, environment, principal, credentialId, scopes, isUnlimited } = identity;
  return { organizationId, environment, principal, credentialId, scopes, isUnlimited, now, endUserId: endUser?.value };
}

/**
 * Searches end in large answers: an organization that does not read those it has gets no further ones, and their work
 * is not done.
 */
function refuseWork({ parts: { unsent }, route: { declaration }, organizationId }: Exchange): void {
  const refusal = declaration.scope === 'search' ? unsent.refusalOfWork(organizationId) : undefined;
  if (refusal) throw refusal;
}

/**
 * An answer for which there is no room is not sent; it was made, and costs what it would have cost. What a write has
 * done must be answered, however little room there is: those answers are small.
 */
function refuseUnread(
  { parts: { app, unsent }, route: { declaration }, organizationId }: Exchange,
  answer: Answer | OpenStream,
): Answer | OpenStream {
  if ('open' in answer || declaration.isWrite || declaration.access === 'open') return answer;
  const refusal = unsent.refusalOfAnswer(organizationId, answer.payload.length);
  return refusal === undefined ? answer : { ...refusalAnswer(refusal, app.config.publicUrl), chargedAs: answer.status };
}

/** 403: the credential is good, and not for this operation. */
async function refuseForbidden(exchange: Exchange, identity: Identity): Promise<void> {
  const {
    parts: { app },
    route: {
      declaration: { access, scope },
    },
  } = exchange;
  const isUserMissing = access === 'user' && identity.principal.kind !== 'user';
  const isScopeMissing = scope !== undefined && !identity.scopes.includes(scope);
  if (!isUserMissing && !isScopeMissing) return;
  exchange.rate = await app.gate.readRate(identity);
  exchange.quota = await app.gate.readQuota(identity, await app.organizationNow(identity.organizationId));
  throw isUserMissing
    ? refuse('user_required')
    : refuse('scope_missing', { message: `This credential does not have the scope ${scope}.` });
}

/** A bad X-End-User-Id is 422, which comes after 429 and 402: the error waits until the call has been admitted. */
function tryReadEndUser(request: FastifyRequest): { readonly value: string | undefined; readonly error?: unknown } {
  try {
    return { value: readEndUserId(request.raw.headers) };
  } catch (error) {
    return { value: undefined, error };
  }
}

async function readInput(exchange: Exchange): Promise<Input> {
  const {
    route: { declaration, takesBody },
    request,
  } = exchange;
  const body =
    takesBody && !hasNoBody(request.raw)
      ? parseJsonBody(await readBody(request.raw, bodyBytesMax), request.raw.headers)
      : {};
  exchange.sent = takesBody ? body : request.query;
  return {
    params: declaration.params ? readParams(exchange) : request.params,
    query: declaration.query ? checkShape(declaration.query, checkQueryTexts(request.query)) : {},
    body: declaration.body ? checkShape(declaration.body, body) : {},
    sentBody: body,
  };
}

/** A path parameter of the wrong form names nothing: the 404 of any other id that does not exist. */
function readParams(exchange: Exchange): unknown {
  const { params } = exchange.request;
  const parsed = exchange.route.declaration.params?.safeParse(params);
  if (!parsed?.success || !holdsUsableTexts(params)) throw refuseUnknownId(exchange.route.declaration);
  return parsed.data;
}

/** The operation's own refusal of an unknown id, so that a malformed id and an unknown one get the same answer. */
function refuseUnknownId({ refusals, unknownId }: AnyRoute): Refusal {
  const named = refusals.find(
    (condition) => condition !== 'resource_not_found' && CONDITIONS[condition].code === 'NOT_FOUND',
  );
  return refuse(named ?? 'resource_not_found', unknownId === undefined ? {} : { message: unknownId });
}

async function operate(exchange: Exchange, caller: Caller | undefined, input: Input): Promise<Answer | OpenStream> {
  const {
    parts: { app },
    route: { declaration },
    request,
    requestId,
    sessionId,
    admission,
  } = exchange;
  const info = describeRequest(request, { requestId, sessionId, idempotency: undefined });
  if (!declaration.longWork || !caller || !admission) return await callOperation(exchange, caller, { ...input, info });
  exchange.long = await beginLongWork(app, caller, {
    declaration,
    work: declaration.longWork,
    body: input.body,
    info,
    admission,
  });
  return await exchange.long.run(() => callOperation(exchange, caller, { ...input, info }));
}

/** The input of an operation, and its request. */
interface Call extends Input {
  readonly info: DescribedRequest;
}

async function callOperation(exchange: Exchange, caller: Caller | undefined, call: Call): Promise<Answer | OpenStream> {
  const { declaration } = exchange.route;
  if (declaration.stream && prefersEventStream(exchange.request.raw.headers))
    return await openStream(exchange, caller, call);
  const key =
    caller && declaration.isWrite && declaration.method === 'POST'
      ? readIdempotencyKey(exchange.request.raw.headers)
      : undefined;
  if (!caller || key === undefined) return await callHandler(exchange, caller, call);
  const [path = ''] = exchange.request.url.split('?', 1);
  const body = [exchange.request.query, call.sentBody];
  const decision = await beginKeyedWrite(exchange.parts.app, {
    organizationId: caller.organizationId,
    path,
    key,
    holder: declaration.isIdempotentPerCredential ? holderOf(caller) : undefined,
    body,
  });
  if (decision.kind === 'replay') return await replay(exchange, caller, decision.answer);
  const answer = await callKeyed(exchange, caller, call, decision.run);
  try {
    await decision.run.finish(answer);
  } catch (err) {
    // The operation is done and its answer true; only a repeat would have to look it up.
    exchange.parts.app.log.error(
      { request_id: exchange.requestId, err },
      'the answer of a keyed write could not be kept',
    );
  }
  return answer;
}

async function replay(
  { parts: { app }, route: { declaration } }: Exchange,
  caller: Caller,
  answer: Answer,
): Promise<Answer> {
  if (declaration.checkReplay && answer.status < 300)
    await declaration.checkReplay(app, caller, JSON.parse(String(answer.payload)));
  return answer;
}

/** The very credential: who, by which program, with which scopes. */
function holderOf({ credentialId, principal, scopes }: Caller): string {
  return JSON.stringify([
    credentialId,
    principal.kind === 'user' ? principal.grant?.hash : undefined,
    [...scopes].sort(),
  ]);
}

/** Opens the stream. A refusal after this point ends the stream with an `error` event. */
async function openStream(
  { parts: { app }, route: { declaration } }: Exchange,
  caller: Caller | undefined,
  call: Call,
): Promise<OpenStream> {
  const { info } = call;
  const events = await declaration.stream?.open(new HandlerContext(app, caller, call, info));
  if (events === undefined) throw new Error(`${declaration.operationId} has no stream`);
  return { open: { events, signal: info.signal } };
}

async function stream(exchange: Exchange, reply: FastifyReply, { open }: OpenStream): Promise<StreamEnding> {
  const {
    route: { declaration },
    parts,
    long,
  } = exchange;
  writeHead(exchange, reply, 200);
  const send = () =>
    sendStream(reply, open, {
      shapes: parts.app.config.validateResponses ? declaration.stream?.events : undefined,
      lifecycle: parts.lifecycle,
      streamsEnd: parts.streamsEnd,
      publicUrl: parts.app.config.publicUrl,
      hold: (bytes) => parts.unsent.hold(exchange.organizationId, bytes),
      refusalOf: (error) => refusalOfExchange(exchange, error),
    });
  return await (long ? long.run(send) : send());
}

async function callKeyed(exchange: Exchange, caller: Caller, call: Call, run: KeyedRun): Promise<Answer> {
  try {
    call.info.idempotency = run;
    return await callHandler(exchange, caller, call);
  } catch (error) {
    return refusalAnswer(refusalOfExchange(exchange, error), exchange.parts.app.config.publicUrl);
  }
}

async function callHandler(exchange: Exchange, caller: Caller | undefined, call: Call): Promise<Answer> {
  const {
    parts: { app },
    route: { declaration },
  } = exchange;
  const result = await declaration.handle(new HandlerContext(app, caller, call, call.info));
  const isRendered = result instanceof RenderedJson;
  if (app.config.validateResponses) checkResponse(exchange, isRendered ? JSON.parse(String(result.json)) : result);
  const status = declaration.status ?? 200;
  return isRendered
    ? { status, headers: result.headers, payload: result.json, isSentOnce: result.isSentOnce }
    : jsonAnswer(status, result);
}

/** A mismatch is a bug of ours: in tests and development it must not go unnoticed. */
function checkResponse(exchange: Exchange, value: unknown): void {
  const { declaration } = exchange.route;
  if (declaration.status === 204) return;
  const checked = declaration.response.safeParse(value);
  if (checked.success) return;
  const { issues } = checked.error;
  exchange.parts.app.log.error(
    { operation_id: declaration.operationId, issues },
    'AN ANSWER DOES NOT MATCH ITS DECLARED RESPONSE',
  );
  throw new Error(`${declaration.operationId} answered something its response schema does not allow`);
}

/** The headers of every answer of a route, plain or streamed. */
function writeHead(exchange: Exchange, reply: FastifyReply, status: number): void {
  const { route, requestId, sessionId, rate, quota, parts } = exchange;
  reply.code(status).headers(route.headers).header('x-request-id', requestId);
  if (sessionId !== undefined) reply.header('x-session-id', sessionId);
  if (rate) writeRate(reply, rate);
  if (rate) reply.headers(quotaHeaders(quota));
  if (parts.lifecycle.isStopping) reply.header('connection', 'close');
}

function send(exchange: Exchange, reply: FastifyReply, answer: Answer): FastifyReply | Promise<FastifyReply> {
  const {
    parts,
    request,
    route: { declaration },
    organizationId,
  } = exchange;
  writeHead(exchange, reply, answer.status);
  if (answer.status !== 204) reply.header('content-type', 'application/json; charset=utf-8');
  reply.headers(answer.headers);
  return sendBody(parts, request, reply, {
    payload: answer.payload,
    isSentOnce: answer.isSentOnce ?? false,
    // What operations without a credential answer is the same for everybody.
    owner: declaration.access === 'open' ? 'shared' : organizationId,
    // An answer that shows a key is small, and nothing about it is to be read off its length.
    isCompressible: answer.status !== 204 && declaration.isIdempotentPerCredential !== true,
  });
}

function writeRate(reply: FastifyReply, rate: RateState): void {
  reply
    .header('ratelimit-limit', rate.limit)
    .header('ratelimit-remaining', rate.remaining)
    .header('ratelimit-reset', rate.resetSeconds);
}

function logAnswer(exchange: Exchange, status: number, seconds: number): void {
  const {
    parts: { app },
    route,
    requestId,
    sessionId,
    organizationId,
  } = exchange;
  if (!app.log.isLevelEnabled('info')) return;
  app.log.info(
    {
      request_id: requestId,
      session_id: sessionId,
      organization_id: organizationId,
      operation_id: route.declaration.operationId,
      status,
      ms: Math.round(seconds * 1_000),
    },
    'answered',
  );
}

function refusalOfExchange(exchange: Exchange, error: unknown) {
  const {
    parts: { app, translate, explain },
    requestId,
    route: { declaration },
    sent,
  } = exchange;
  const refusal = refusalOf(app, error, { requestId, operationId: declaration.operationId, translate });
  return explainRefusal(refusal, { app, declaration, sent, explain });
}

/** What a handler is given. A class, so that reading `caller` on an open route can throw. */
class HandlerContext implements RouteContext<unknown, unknown, unknown> {
  readonly app: RegisteredApp;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly request: RouteContext<unknown, unknown, unknown>['request'];
  readonly #caller: Caller | undefined;

  constructor(
    app: RegisteredApp,
    caller: Caller | undefined,
    input: Input,
    request: RouteContext<unknown, unknown, unknown>['request'],
  ) {
    this.app = app;
    this.#caller = caller;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.request = request;
  }

  get caller(): Caller {
    if (!this.#caller) throw new Error('an open route has no caller');
    return this.#caller;
  }
}

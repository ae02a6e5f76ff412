import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import { refuse } from '../../errors.ts';
import { type Answer, quotaHeaders, refusalAnswer } from '../send/answer.ts';
import type { CompiledRoute } from '../compiled-route.ts';
import type { RateState } from '../gate.ts';
import { readRequestId, readSessionId } from '../input/request-headers.ts';
import { describeRequest, forgetRequest } from '../input/request-info.ts';
import { beginLongWork } from './run-long.ts';
import { sendBody } from '../send/send-body.ts';
import { type OpenStream, type StreamEnding, sendStream } from '../send/send-stream.ts';
import { type Exchange, type Input, type ServerParts, refusalOfExchange } from './exchange.ts';
import { admit, refuseUnread, refuseWork } from './admit.ts';
import { readInput } from './read-input.ts';
import { callOperation } from './call-operation.ts';
import { recordRequest } from './record-request.ts';

/** How a call ends whose stream could not even be begun: a bug of ours, which costs nothing. */
const BROKEN_OFF: StreamEnding = { status: 500, chargedAs: 500 };

/**
 * One request through its fixed steps: ids → deprecation → authenticate (401) → scope (403) → meter (429, 402) → read
 * and validate (400, 422) → idempotency → the operation. Every answer but a stream, good or bad, leaves through `send`.
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
    principal: undefined,
    refusal: undefined,
    long: undefined,
    sent: undefined,
    warnings: undefined,
  };
  const { answer, ending } = await carryOut(exchange, reply);
  if (!('open' in answer)) await send(exchange, reply, answer);
  const seconds = (performance.now() - startedAt) / 1_000;
  route.observe(ending.status, seconds);
  logAnswer(exchange, ending.status, seconds);
  recordRequest(exchange, ending.status, seconds);
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
  const { readiness } = exchange.parts;
  let ending: StreamEnding = BROKEN_OFF;
  readiness.inFlight += 1;
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
    readiness.inFlight -= 1;
    forgetRequest(exchange.request);
    exchange.admission?.settle(ending.chargedAs);
  }
}

async function answerSafely(exchange: Exchange): Promise<Answer | OpenStream> {
  const { parts, route } = exchange;
  try {
    if (route.sunsetAt && parts.app.clock.now() >= route.sunsetAt) throw refuse('path_unknown');
    if (parts.readiness.isStopping) throw refuse('service_stopping', { headers: { 'Retry-After': '1' } });
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
      readiness: parts.readiness,
      streamsEnd: parts.streamsEnd,
      publicUrl: parts.app.config.publicUrl,
      hold: (bytes) => parts.unsent.hold(exchange.organizationId, bytes),
      refusalOf: (error) => refusalOfExchange(exchange, error),
    });
  return await (long ? long.run(send) : send());
}

/** The headers of every answer of a route, plain or streamed. */
function writeHead(exchange: Exchange, reply: FastifyReply, status: number): void {
  const { route, requestId, sessionId, rate, quota, warnings, parts } = exchange;
  reply.code(status).headers(route.headers).header('x-request-id', requestId);
  if (sessionId !== undefined) reply.header('x-session-id', sessionId);
  if (warnings !== undefined) reply.header('x-warnings', warnings);
  if (rate) writeRate(reply, rate);
  if (rate) reply.headers(quotaHeaders(quota));
  if (parts.readiness.isStopping) reply.header('connection', 'close');
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

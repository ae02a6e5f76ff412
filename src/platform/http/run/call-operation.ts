import { notingWrite } from '../../db/reads/noting-write.ts';
import type { Caller } from '../caller.ts';
import type { RegisteredApp } from '../../registered-app.ts';
import { type Answer, jsonAnswer, refusalAnswer } from '../send/answer.ts';
import { type KeyedRun, beginKeyedWrite } from '../idempotency/idempotency.ts';
import { prefersEventStream, readIdempotencyKey } from '../input/request-headers.ts';
import { RenderedJson, type RouteContext } from '../route.ts';
import type { OpenStream } from '../send/send-stream.ts';
import { type Call, type Exchange, type Input, refusalOfExchange } from './exchange.ts';

/**
 * Calls the operation: as a stream where its client prefers one; under its Idempotency-Key where a write has one, so
 * that a repeat is answered with the stored answer; else plainly. Throws what the operation throws.
 */
export async function callOperation(
  exchange: Exchange,
  caller: Caller | undefined,
  call: Call,
): Promise<Answer | OpenStream> {
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
  const result = await noting(exchange, caller, () =>
    declaration.handle(new HandlerContext(app, caller, call, call.info)),
  );
  const isRendered = result instanceof RenderedJson;
  if (app.config.validateResponses) checkResponse(exchange, isRendered ? JSON.parse(String(result.json)) : result);
  const status = declaration.status ?? 200;
  return isRendered
    ? { status, headers: result.headers, payload: result.json, isSentOnce: result.isSentOnce }
    : jsonAnswer(status, result);
}

/** After a write its organization reads what it wrote. */
async function noting<T>(
  { parts: { app }, route: { declaration } }: Exchange,
  caller: Caller | undefined,
  run: () => Promise<T>,
): Promise<T> {
  return caller === undefined || !declaration.isWrite
    ? await run()
    : await notingWrite(app, caller.organizationId, run);
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

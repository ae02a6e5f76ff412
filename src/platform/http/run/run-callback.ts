import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../errors.ts';
import { type Answer, jsonAnswer, refusalAnswer, refusalOf } from '../send/answer.ts';
import { safetyHeaders } from '../compiled-route.ts';
import { readBody } from '../input/read-body.ts';
import { readRequestId } from '../input/request-headers.ts';
import type { CallbackDeclaration } from '../route.ts';
import type { ServerParts } from './exchange.ts';

/**
 * One call of another system about something it does for us: the body as it came, for only its bytes can be verified.
 */
export async function runCallback(
  parts: ServerParts,
  callback: CallbackDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = readRequestId(request.raw.headers);
  const answer = await answerSafely(parts, callback, request, requestId);
  reply
    .code(answer.status)
    .headers({ ...safetyHeaders(parts.app.config), 'cache-control': 'no-store', ...answer.headers });
  if (parts.readiness.isStopping) reply.header('connection', 'close');
  return reply
    .header('x-request-id', requestId)
    .header('content-type', 'application/json; charset=utf-8')
    .send(answer.payload);
}

async function answerSafely(
  parts: ServerParts,
  callback: CallbackDeclaration,
  request: FastifyRequest,
  requestId: string,
): Promise<Answer> {
  const { app, translate } = parts;
  try {
    if (parts.readiness.isStopping) throw refuse('service_stopping', { headers: { 'Retry-After': '1' } });
    const body = await readBody(request.raw, callback.bytesMax);
    await callback.handle({
      app,
      params: paramsOf(request.params),
      headers: request.raw.headers,
      body,
      remoteAddress: request.ip,
    });
    return jsonAnswer(200, { received: true });
  } catch (error) {
    return refusalAnswer(
      refusalOf(app, error, { requestId, operationId: `callback ${callback.path}`, translate }),
      app.config.publicUrl,
    );
  }
}

function paramsOf(params: unknown): Readonly<Record<string, string>> {
  const named = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../errors.ts';
import { refusalAnswer, refusalOf } from '../send/answer.ts';
import { safetyHeaders } from '../compiled-route.ts';
import { readRequestId, readSessionId } from '../input/request-headers.ts';
import type { AnyRoute, InternalAnswer, InternalCall, MountDeclaration } from '../route.ts';
import type { ServerParts } from './exchange.ts';

/** What a server lends to its mounts. */
export interface MountParts extends ServerParts {
  readonly operations: readonly AnyRoute[];
  call(request: InternalCall, remoteAddress: string): Promise<InternalAnswer>;
}

/**
 * One request handed to a library that answers by itself (OAuth, MCP): the ids, the safety headers and the count of
 * requests under way are still ours, and whatever it throws before it has answered is one of our refusals.
 */
export async function runMount(
  parts: MountParts,
  mount: MountDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { app, readiness, translate } = parts;
  const requestId = readRequestId(request.raw.headers);
  const sessionId = readSessionId(request.raw.headers);
  const headers = {
    ...safetyHeaders(app.config),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(sessionId === undefined ? {} : { 'x-session-id': sessionId }),
    ...(readiness.isStopping ? { connection: 'close' } : {}),
  };
  readiness.inFlight += 1;
  try {
    if (readiness.isStopping) throw refuse('service_stopping', { headers: { 'Retry-After': '1' } });
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.hijack();
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    await mount.handle({
      app,
      operations: parts.operations,
      request: request.raw,
      response: reply.raw,
      requestId,
      remoteAddress: request.ip,
      streamsEnd: parts.streamsEnd,
      clientGone: gone.signal,
      countUnsent: (organizationId, bytes) =>
        parts.unsent.countAnswer(reply.raw, request.raw.socket, organizationId, bytes),
      call: (internal) => parts.call(internal, request.ip),
    });
  } catch (error) {
    const answer = refusalAnswer(
      refusalOf(app, error, { requestId, operationId: `mount ${mount.path}`, translate }),
      app.config.publicUrl,
    );
    const { raw } = reply;
    if (!raw.headersSent) {
      raw.writeHead(answer.status, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        ...answer.headers,
      });
      raw.end(answer.payload);
    } else raw.destroy();
  } finally {
    readiness.inFlight -= 1;
  }
  return reply;
}

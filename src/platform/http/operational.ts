import type { FastifyInstance, FastifyReply } from 'fastify';
import { safetyHeaders } from './compiled-route.ts';
import type { KnownPath } from './not-found.ts';
import { readRequestId, readSessionId } from './input/request-headers.ts';
import type { ServerParts } from './run/exchange.ts';

/** A database that has not answered by then counts as gone. */
const readinessTimeoutMs = 2_000;

/**
 * `/healthz` (the process lives), `/readyz` (it takes work), `/metrics` (Prometheus text). Open, and outside the
 * contract's lists.
 */
export function addOperationalRoutes(server: FastifyInstance, parts: ServerParts): readonly KnownPath[] {
  const headers = { ...safetyHeaders(parts.app.config), 'cache-control': 'no-store' };
  const add = (path: string, handle: (reply: FastifyReply) => Promise<FastifyReply>): KnownPath => {
    server.get(path, (request, reply) => {
      const sessionId = readSessionId(request.raw.headers);
      reply.headers(headers).header('x-request-id', readRequestId(request.raw.headers));
      return handle(sessionId === undefined ? reply : reply.header('x-session-id', sessionId));
    });
    return { method: 'GET', path, headers, isPage: false };
  };
  const inFlight = parts.app.metrics.gauge('bly_http_requests_in_flight', 'Operations being answered.', [], async () =>
    inFlight.set(parts.readiness.inFlight),
  );
  return [
    add('/healthz', async (reply) => reply.send({ status: 'ok' })),
    add('/readyz', async (reply) => {
      const problem = await findProblem(parts);
      if (problem !== undefined) return reply.code(503).send({ status: 'unavailable', problem });
      return reply.send({ status: 'ready', ...(await parts.describeReady()) });
    }),
    add('/metrics', async (reply) => {
      const text = await parts.renderMetrics().catch((err: unknown) => {
        parts.app.log.error({ err }, 'metrics could not be gathered');
        return undefined;
      });
      if (text === undefined) return reply.code(503).send({ status: 'unavailable', problem: 'metrics' });
      return reply.header('content-type', parts.app.metrics.registry.contentType).send(text);
    }),
  ];
}

async function findProblem(parts: ServerParts): Promise<'stopping' | 'database' | 'database_read_only' | undefined> {
  if (parts.readiness.isStopping) return 'stopping';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), readinessTimeoutMs);
  });
  try {
    return (await Promise.race([parts.app.db.ping(), late])) === 'read_only' ? 'database_read_only' : undefined;
  } catch (err) {
    parts.app.log.warn({ err }, 'not ready');
    return 'database';
  } finally {
    clearTimeout(timer);
  }
}

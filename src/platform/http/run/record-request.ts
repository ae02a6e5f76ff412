import type { Refusal } from '../../errors.ts';
import type { MetLimit } from '../request-log.ts';
import type { Exchange } from './exchange.ts';

/** Hands an answered call to the log of its organization's requests. Calls of nobody who is known are in none. */
export function recordRequest(exchange: Exchange, status: number, seconds: number): void {
  const { parts, route, request, requestId, organizationId, principal, refusal } = exchange;
  if (organizationId === undefined || principal === undefined) return;
  const { method, path, operationId } = route.declaration;
  parts.app.requestLog.record({
    organizationId,
    requestId,
    method,
    path,
    params: request.params,
    operationId,
    status,
    elapsedMs: Math.round(seconds * 1_000),
    principal,
    // A stream that was refused in the middle has begun as an answer.
    condition: refusal?.condition,
    limit: refusal?.status === 429 ? limitOf(exchange, refusal) : undefined,
  });
}

/** Which limit a 429 met: its own keys and headers say so. */
function limitOf({ rate, quota }: Exchange, { condition, detail }: Refusal): MetLimit {
  const named = detail.keys?.['limit'];
  const after = Number(detail.headers?.['Retry-After']);
  const name = typeof named === 'string' ? named : condition;
  const state = name === 'rate' ? rate : name === 'quota' ? quota : undefined;
  return {
    name,
    max: state?.limit,
    left: state?.remaining,
    freeInSeconds: Number.isFinite(after) ? after : undefined,
  };
}

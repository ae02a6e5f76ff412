import type { FastifyRequest } from 'fastify';
import type { Account, LiteapiState } from './account.ts';
import type { Operation } from './faults.ts';
import { refusal } from './refusals.ts';

const SANDBOX_RATE = { limit: 5, seconds: 1 };
const LIVE_RATE = { limit: 250, seconds: 1 };

/** The account of a request's key; throws LiteAPI's 401. */
export function authenticate({ accounts }: LiteapiState, { headers }: FastifyRequest): Account {
  const key = headers['x-api-key'];
  const account = typeof key === 'string' ? accounts.get(key) : undefined;
  if (account === undefined) throw refusal(401);
  return account;
}

/** Refuses a key that was suspended, and one that calls too often. */
export function refuseSuspendedOrHasty(
  { settings, isSandbox, limiter, priceLimiter }: Account,
  operation: Operation,
): void {
  if (settings.suspended === 'unauthorized') throw refusal(401);
  if (settings.suspended === 'suspended') throw refusal(40302);
  const rate = settings.rate_limit ?? (isSandbox ? SANDBOX_RATE : LIVE_RATE);
  const isHasty = operation === 'prices' && !priceLimiter.take(settings.prices_rate_limit, new Date());
  if (isHasty || !limiter.take(rate, new Date())) throw refusal(4290);
}

/** The fields of a JSON body; throws LiteAPI's refusal of what is none. */
export function readBody({ body, headers }: FastifyRequest): unknown {
  if (typeof body !== 'string' || body.trim() === '') throw refusal(4002, 'empty request body');
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw refusal(4000, 'content type is not application/json');
  const parsed = parse(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw refusal(4002, 'invalid json body');
  return parsed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(4002, 'invalid json body');
    throw error;
  }
}

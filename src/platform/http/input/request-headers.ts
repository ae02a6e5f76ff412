import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type FieldProblem, refuse, refuseFields } from '../../errors.ts';
import { ID_PREFIXES } from '../../ids.ts';
import type { Credential } from '../gate.ts';

/** Longest X-End-User-Id (contract, section 4). */
const endUserIdLengthMax = 128;
/** Longest Idempotency-Key (contract, section 2). */
const idempotencyKeyLengthMax = 255;

const PRINTABLE_ASCII = /^[\x20-\x7e]{1,128}$/;
const UNPRINTABLE = /\p{C}|\p{Zl}|\p{Zp}/u;
/** The media type of a stream of events. */
export const EVENT_STREAM = 'text/event-stream';
const BEARER = /^bearer +(\S+)$/i;

type Headers = Readonly<IncomingHttpHeaders>;

/** The first value of a header. */
export function readHeader(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The caller's X-Request-ID when it is 1 to 128 printable ASCII characters, else a fresh one. */
export function readRequestId(headers: Headers): string {
  return readPrintable(headers, 'x-request-id') ?? freshRequestId();
}

/**
 * A fresh id for one request. From the one source of chance that Node keeps in stock: `newId` costs ten times as much.
 */
export function freshRequestId(): string {
  return `${ID_PREFIXES.request}${randomUUID().replaceAll('-', '')}`;
}

/** X-Session-ID when it may be echoed: a value that is not printable ASCII is treated as not sent. */
export function readSessionId(headers: Headers): string | undefined {
  return readPrintable(headers, 'x-session-id');
}

/** The cookie of a signed-in browser. */
export const SESSION_COOKIE = 'bly_session';

/**
 * The credential of a request: X-API-Key, else a Bearer token, else the cookie of a signed-in browser. Throws when
 * there is none.
 */
export function readCredential(headers: Headers, method: string): Credential {
  const text = readHeader(headers, 'x-api-key')?.trim() || BEARER.exec(readHeader(headers, 'authorization') ?? '')?.[1];
  if (text) return { kind: 'text', text };
  const cookie = headers.cookie?.includes(SESSION_COOKIE) ? readCookies(headers)[SESSION_COOKIE] : undefined;
  if (cookie) {
    const isSafe = method === 'GET' || method === 'HEAD';
    return {
      kind: 'session',
      cookie,
      formToken: readHeader(headers, 'x-csrf-token'),
      isSafe,
      isFromOtherSite: isFromOtherSite(headers),
    };
  }
  throw refuse('credential_missing', { headers: { 'WWW-Authenticate': 'Bearer realm="bly"' } });
}

/**
 * Whether the browser says that another site sent this request, one of the same domain included (Fetch Metadata,
 * section 2.4).
 */
export function isFromOtherSite(headers: Headers): boolean {
  const site = readHeader(headers, 'sec-fetch-site');
  return site === 'cross-site' || site === 'same-site';
}

/**
 * X-End-User-Id, if it was sent: 1 to 128 printable characters, not shaped like one of our own ids. Throws when it is
 * not.
 */
export function readEndUserId(headers: Headers): string | undefined {
  const raw = readHeader(headers, 'x-end-user-id');
  if (raw === undefined) return undefined;
  const value = decodeHeader(raw);
  const problem = endUserProblem(value);
  if (problem || value === undefined)
    throw refuseFields([{ path: 'X-End-User-Id', problem: problem ?? 'must be valid UTF-8' }]);
  return value;
}

/** The Idempotency-Key, if it was sent. Throws when it is empty or too long. */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const value = readHeader(headers, 'idempotency-key');
  if (value === undefined) return undefined;
  if (value.length >= 1 && value.length <= idempotencyKeyLengthMax) return value;
  const field: FieldProblem = {
    path: 'Idempotency-Key',
    problem: `must have 1 to ${idempotencyKeyLengthMax} characters`,
  };
  throw refuseFields([field]);
}

/**
 * Whether a stream of events is wanted more than plain JSON; between equals the one named first. Wildcards mean JSON.
 */
export function prefersEventStream(headers: Headers): boolean {
  const accept = readHeader(headers, 'accept');
  if (accept === undefined || accept === '*/*') return false;
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const weightOf = (parameters: readonly string[]) =>
    Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  const wanted = ranges
    .map(([type = '', ...parameters]) => ({ type, weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0);
  const [best] = wanted
    .filter(({ type }) => type === EVENT_STREAM || type === 'application/json')
    .sort((a, b) => b.weight - a.weight);
  return best?.type === EVENT_STREAM;
}

/** Cookies by name; a later one of the same name is ignored. */
export function readCookies(headers: Headers): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of (headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !(name in cookies)) cookies[name] = pair.slice(at + 1).trim();
  }
  return cookies;
}

function readPrintable(headers: Headers, name: string): string | undefined {
  const value = readHeader(headers, name);
  return value !== undefined && PRINTABLE_ASCII.test(value) ? value : undefined;
}

/** Header bytes arrive as Latin-1; a caller that sends other letters sends UTF-8. */
function decodeHeader(raw: string): string | undefined {
  if (PRINTABLE_ASCII.test(raw)) return raw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'));
  } catch {
    return undefined;
  }
}

function endUserProblem(value: string | undefined): string | undefined {
  if (value === undefined) return 'must be valid UTF-8';
  if (value.length < 1 || [...value].length > endUserIdLengthMax)
    return `must have 1 to ${endUserIdLengthMax} characters`;
  if (UNPRINTABLE.test(value)) return 'must hold printable characters only';
  if (/^(user_|org_)/.test(value)) return 'must not begin with user_ or org_';
  return undefined;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '../errors.ts';
import { refusalAnswer } from './send/answer.ts';
import { safetyHeaders } from './compiled-route.ts';
import { readRequestId, readSessionId } from './input/request-headers.ts';
import { sendErrorPage, sendMoved } from './run/run-page.ts';
import type { ServerParts } from './run/exchange.ts';

/** A path somebody answers, and with which method. */
export interface KnownPath {
  readonly method: string;
  readonly path: string;
  /** Headers of every answer at this path, a 405 included. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isPage: boolean;
}

/** The answer where no operation is: 405 with Allow on a known path, else 404; HTML where people are sent. */
export function answerUnknown(
  parts: ServerParts,
  known: readonly KnownPath[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const [path = ''] = request.url.split('?', 1);
  const here = known.filter((entry) => matches(entry.path, path));
  const allowed = listMethods(here);
  const withoutSlash = here.length === 0 ? findWithoutSlash(known, request, path) : undefined;
  if (withoutSlash !== undefined) return sendMoved(parts, request, reply, withoutSlash);
  const isForPeople = here.some((entry) => entry.isPage) || (here.length === 0 && isForBrowser(known, request, path));
  if (isForPeople)
    return sendErrorPage(
      parts,
      request,
      allowed.length > 0 ? reply.header('allow', allowed.join(', ')) : reply,
      here.length > 0 ? 405 : 404,
    );
  return sendRefusal(parts, request, reply, {
    refusal: refuse(here.length > 0 ? 'method_not_allowed' : 'path_unknown'),
    headers: here[0]?.headers ?? {},
    allowed,
  });
}

/**
 * The answer where a path cannot be read (a broken percent-escape) or a part of it is longer than any id: 404 whatever
 * the method, HTML where people are sent.
 */
export function answerUnreadablePath(
  parts: ServerParts,
  known: readonly KnownPath[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const [path = ''] = request.url.split('?', 1);
  const here = known.filter((entry) => matches(entry.path, path));
  if (here.some((entry) => entry.isPage) || (here.length === 0 && isForBrowser(known, request, path)))
    return sendErrorPage(parts, request, reply, 404);
  return sendRefusal(parts, request, reply, {
    refusal: refuse('path_unknown'),
    headers: here[0]?.headers ?? {},
    allowed: [],
  });
}

interface PathRefusal {
  readonly refusal: Refusal;
  /** Headers of every answer at the path. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowed: readonly string[];
}

function sendRefusal(
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { refusal, headers, allowed }: PathRefusal,
): FastifyReply {
  const { headers: sent } = request.raw;
  const sessionId = readSessionId(sent);
  const answer = refusalAnswer(refusal, parts.app.config.publicUrl);
  reply.code(answer.status).headers({ ...safetyHeaders(parts.app.config), 'cache-control': 'no-store', ...headers });
  reply.header('x-request-id', readRequestId(sent)).header('content-type', 'application/json; charset=utf-8');
  if (sessionId !== undefined) reply.header('x-session-id', sessionId);
  if (allowed.length > 0) reply.header('allow', allowed.join(', '));
  if (parts.readiness.isStopping) reply.header('connection', 'close');
  return reply.send(answer.payload);
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''))
  );
}

/** GET brings HEAD with it. */
function listMethods(entries: readonly KnownPath[]): readonly string[] {
  const methods = new Set(entries.map((entry) => entry.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** Paths that programs call, whatever they say they accept. */
const API_PATH = /^\/(v1|api|mcp)(\/|$)/;

/** A browser gets an error page with a link to the start page on every path that is none of the API's. */
function isForBrowser(known: readonly KnownPath[], request: FastifyRequest, path: string): boolean {
  return isPagePath(known, path) || (acceptsHtml(request) && !API_PATH.test(path));
}

/** Whether the client names HTML in `Accept`: browsers do, programs send nothing or a star. */
export function acceptsHtml({ headers }: FastifyRequest): boolean {
  return /(?:^|,)\s*text\/html\b/i.test(headers.accept ?? '');
}

/** `/docs/` is the page `/docs`. */
function findWithoutSlash(
  known: readonly KnownPath[],
  { method, url }: FastifyRequest,
  path: string,
): string | undefined {
  const bare = path.replace(/\/+$/, '');
  const isPage =
    bare !== path &&
    (method === 'GET' || method === 'HEAD') &&
    known.some((entry) => entry.isPage && entry.method === 'GET' && matches(entry.path, bare));
  return isPage ? `${bare}${url.slice(path.length)}` : undefined;
}

/** Below the first part of a page's path (`/checkout/…`) a wrong link is read by a person. */
function isPagePath(known: readonly KnownPath[], path: string): boolean {
  const [, first] = path.split('/');
  return known.some((entry) => entry.isPage && entry.path.split('/')[1] === first);
}
